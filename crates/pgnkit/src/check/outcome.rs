//! The result against the board (sections 8.1.1.7 and 8.2.6).

use std::borrow::Cow;

use pgnkit_chess::{Color, Position, Status, Variant};
use pgnkit_syntax::{
    Applicability, Code, Diagnostic, Edit, Event, Fix, Ignore, Outcome, Severity, Sink, Span,
};

use super::Finished;
use super::history::History;
use crate::read::Known;

pub(super) fn check(game: &Finished<'_>, sink: &mut dyn Sink) {
    if !game.end.complete || !game.start.is_known {
        return;
    }
    let found = game.end.result;
    if let Some((outcome, why)) = decided(game.last, found) {
        if outcome != found && sink.wants(Code::ResultContradictsBoard) {
            contradiction(game, outcome, &why, sink);
        }
    } else if let Some(winner) = winner(found)
        && game.last.has_insufficient_material(winner)
        && sink.wants(Code::WinInDeadPosition)
    {
        let span = result_span(game);
        let message = if game.last.is_insufficient_material() {
            format!("expected a draw where nobody can mate, found `{found}`")
        } else {
            format!("expected a winner who has the pieces to mate, found `{found}`")
        };
        sink.report(Diagnostic::new(Code::WinInDeadPosition, span, message));
    }
}

/// Moves played after neither side could be mated any more.
pub(super) fn check_moves(history: &History, sink: &mut dyn Sink) {
    if let Some(span) = history.after_the_end
        && sink.wants(Code::MovesAfterDeadPosition)
    {
        let message = "expected the end of the game where nobody can mate, found another move";
        sink.report(Diagnostic::new(Code::MovesAfterDeadPosition, span, message));
    }
}

/// The result that a position has by itself, and why. `found` is the one it would have to differ from: a stalemate is
/// not looked for where the game is a draw anyway.
fn decided(position: &Position, found: Outcome) -> Option<(Outcome, Cow<'static, str>)> {
    if position.variant() != Variant::Standard {
        let status = position.status();
        let outcome = match status.winner() {
            Some(Color::White) => Outcome::WhiteWins,
            Some(Color::Black) => Outcome::BlackWins,
            None => Outcome::Draw,
        };
        let ends =
            status.is_over() && !matches!(status, Status::SeventyFiveMoves | Status::InsufficientMaterial);
        return ends.then(|| (outcome, format!("the end of the game ({status})").into()));
    }
    if position.is_check() {
        let wins = if position.turn() == Color::White { Outcome::BlackWins } else { Outcome::WhiteWins };
        return (!position.has_legal_move()).then_some((wins, "a mate".into()));
    }
    (found != Outcome::Draw && !position.has_legal_move()).then_some((Outcome::Draw, "a stalemate".into()))
}

fn winner(outcome: Outcome) -> Option<Color> {
    match outcome {
        Outcome::WhiteWins => Some(Color::White),
        Outcome::BlackWins => Some(Color::Black),
        Outcome::Draw | Outcome::Unknown => None,
    }
}

#[cold]
fn contradiction(game: &Finished<'_>, outcome: Outcome, why: &str, sink: &mut dyn Sink) {
    let tag = game.tag(Known::RESULT).map(|tag| tag.value);
    let marker = marker(game);
    let message = format!("expected `{outcome}` after {why}, found `{}`", game.end.result);
    let edits = tag
        .into_iter()
        .chain(marker)
        .map(|span| Edit { span, replacement: outcome.as_str().into() })
        .collect::<Vec<_>>();
    let mut diagnostic = Diagnostic::new(Code::ResultContradictsBoard, result_span(game), message);
    // An unknown result says too little, and nothing wrong: studies and puzzles leave it so.
    if game.end.result == Outcome::Unknown {
        diagnostic = diagnostic.severity(Severity::Note);
    }
    if !edits.is_empty() {
        diagnostic.fix = Some(Fix::new(Applicability::Unsafe, edits));
    }
    sink.report(diagnostic);
}

/// Place of the result: the marker, else the tag, else the end of the game.
fn result_span(game: &Finished<'_>) -> Span {
    let tag = || game.tag(Known::RESULT).map(|tag| tag.value);
    let end = game.end.span.end;
    marker(game).or_else(tag).unwrap_or(Span::new(end, end))
}

/// The termination marker. Looked for in the text, since hardly ever anybody asks.
fn marker(game: &Finished<'_>) -> Option<Span> {
    let start = game.end.span.start;
    let mut parser = game.parser();
    let mut marker = None;
    while let Some(event) = parser.next_event(&mut Ignore) {
        if let Event::Termination { span, .. } = event {
            marker = Some(Span::new(start + span.start, start + span.end));
        }
    }
    marker
}
