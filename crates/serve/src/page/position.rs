//! A position for the page: the moves that led to it, and those that can follow. It has no rules of chess of its own.

use pgnkit_chess::fen::EnPassant;
use pgnkit_chess::{Move, Position};

use crate::evaluation::Evaluation;
use crate::json::Object;
use crate::question::Question;

/// The position of a question as JSON: `fen`, `check`, `line` with the position after each move of `play`, and `moves`, all that
/// are legal; and `evaluation`, if there is one.
pub(crate) fn position(question: &Question, known: Option<&Evaluation>) -> String {
    let mut out = Object::begin(String::with_capacity(2048 + 96 * question.moves.len()));
    state(&mut out, &question.position);
    out.text("start", question.start.fen(EnPassant::Legal).as_str());
    let mut before = question.start;
    let line: Vec<(Position, Move)> = question
        .moves
        .iter()
        .map(|mv| {
            let at = before;
            before.play(*mv);
            (at, *mv)
        })
        .collect();
    out.list("line", &line, |out, (before, mv)| {
        names(out, before, *mv);
        state(out, &before.after(*mv));
    });
    let legal: Vec<Move> = question.position.legal_moves().into_iter().collect();
    out.list("moves", &legal, |out, mv| names(out, &question.position, *mv));
    if let Some(known) = known
        && let Some(best) = known.lines.first()
    {
        out.object("evaluation", |out| {
            out.score(best.score);
            out.number("depth", known.depth);
            out.number("knodes", known.knodes);
            out.text("line", &in_san(&question.position, &best.moves));
        });
    }
    out.end()
}

/// Moves in SAN, with blanks between.
fn in_san(position: &Position, moves: &[Move]) -> String {
    let mut at = *position;
    let words = moves.iter().map(|mv| {
        let word = at.san(*mv).to_string();
        at.play(*mv);
        word
    });
    words.collect::<Vec<_>>().join(" ")
}

fn state(out: &mut Object, position: &Position) {
    out.text("fen", position.fen(EnPassant::Legal).as_str());
    out.flag("check", position.is_check());
}

fn names(out: &mut Object, position: &Position, mv: Move) {
    out.uci(mv);
    out.text("san", &position.san(mv).to_string());
}
