//! Diagnostics: their places, and those that a written game may have.

use pgnkit::syntax::{Code, Collect, Diagnostic, Severity, Span};
use pgnkit::{Game, Note};

use crate::input::shown;

/// Faults that a game written as text can have: of content, not of form.
const ALLOWED: [Code; 6] = [
    Code::InvalidFen,
    Code::InvalidResult,
    Code::MissingFen,
    Code::UnsupportedVariant,
    Code::UncheckedMoves,
    Code::UnescapedQuote,
];

/// Whether it can be said of a game that was written.
pub fn is_fine(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity < Severity::Error || ALLOWED.contains(&diagnostic.code)
}

/// All places that a diagnostic names.
pub fn spans(diagnostic: &Diagnostic) -> impl Iterator<Item = Span> {
    let labels = diagnostic.labels.iter().map(|label| label.span);
    let edits = diagnostic.fix.iter().flat_map(|fix| fix.edits.iter().map(|edit| edit.span));
    std::iter::once(diagnostic.span).chain(labels).chain(edits)
}

/// Written as text, a game is read as the same. `source` is what it came from.
pub fn check_text(source: &[u8], game: &Game) {
    let text = game.to_string();
    let mut found = Collect::default();
    let again = Game::read(text.as_bytes(), &mut found).expect("what is written is a game");
    assert_eq!(again.to_string(), text, "{}", shown(source));
    let has_unread = game.nodes().any(|node| node.notes().any(|note| matches!(note, Note::Unread(_))));
    let wrong = found.iter().find(|one| !has_unread && !is_fine(one));
    assert!(wrong.is_none(), "{wrong:?} in {text:?} from {}", shown(source));
}
