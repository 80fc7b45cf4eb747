//! `pgn evals get`: what is known of positions.

use std::fmt::Write as _;

use pgnkit::chess::fen::EnPassant;
use pgnkit::chess::{ChessMode, Position};
use pgnkit_collections::tree::Root;
use pgnkit_evals::{Evaluation, Score, ScoredLine};

use super::{named, open};
use crate::args::{EvalsGetArgs, EvalsReport};
use crate::run::{Status, print, refused};

pub(super) fn run(args: &EvalsGetArgs) -> Status {
    let positions = match args.positions.iter().map(|text| position_of(text)).collect::<Result<Vec<_>, _>>() {
        Ok(positions) => positions,
        Err(message) => return refused(&message),
    };
    let evals = match open(&args.evals) {
        Ok(evals) => evals,
        Err(message) => return refused(&message),
    };
    let (mut text, mut has_all) = (String::new(), true);
    for position in &positions {
        let found = match evals.get(position) {
            Ok(found) => found,
            Err(error) => return refused(&named(&args.evals, &error)),
        };
        has_all &= found.is_some();
        match args.report {
            EvalsReport::Text => write_text(position, found.as_ref(), &mut text),
            EvalsReport::Json => write_json(position, found.as_ref(), &mut text),
        }
    }
    print(text.as_bytes()).max(if has_all { Status::Clean } else { Status::Unclean })
}

/// A position by its FEN, which has ranks, or by the moves that lead to it.
fn position_of(text: &str) -> Result<Position, String> {
    let root = if text.contains('/') { Root::of_fen(text) } else { Root::of_moves(text) };
    root.map(|root| root.position).map_err(|error| format!("{text}: {error}"))
}

fn write_text(position: &Position, found: Option<&Evaluation>, text: &mut String) {
    let _ = write!(text, "{}", position.fen(EnPassant::Legal).as_str());
    let Some(Evaluation { depth, knodes, lines }) = found else {
        text.push_str("\n  no evaluation\n");
        return;
    };
    let _ = writeln!(text, "\n  depth {depth}, {knodes} thousand nodes");
    for line in lines {
        let score = match line.score {
            Score::Centipawns(number) => {
                let sign = if number < 0 { '-' } else { '+' };
                format!("{sign}{}.{:02}", number.unsigned_abs() / 100, number.unsigned_abs() % 100)
            }
            Score::Mate(moves) => format!("#{moves}"),
        };
        let _ = writeln!(text, "  {score:>6}  {}", san(position, line));
    }
}

/// The moves with their numbers.
fn san(position: &Position, line: &ScoredLine) -> String {
    pgnkit_query::movetext::write(*position, &line.moves)
}

/// In the form of lichess's cloud evaluations, with nothing of a position that has none.
fn write_json(position: &Position, found: Option<&Evaluation>, text: &mut String) {
    let _ = write!(text, "{{\"fen\":\"{}\",", position.fen(EnPassant::Legal).as_str());
    let Some(Evaluation { depth, knodes, lines }) = found else {
        text.push_str("\"knodes\":null,\"depth\":null,\"pvs\":[]}\n");
        return;
    };
    let _ = write!(text, "\"knodes\":{knodes},\"depth\":{depth},\"pvs\":[");
    for (at, line) in lines.iter().enumerate() {
        let moves: Vec<_> =
            line.moves.iter().map(|mv| mv.to_uci(ChessMode::Chess960).as_str().to_owned()).collect();
        let (name, number) = match line.score {
            Score::Centipawns(number) => ("cp", number),
            Score::Mate(number) => ("mate", number),
        };
        let comma = if at == 0 { "" } else { "," };
        let _ = write!(text, "{comma}{{\"moves\":\"{}\",\"{name}\":{number}}}", moves.join(" "));
    }
    text.push_str("]}\n");
}
