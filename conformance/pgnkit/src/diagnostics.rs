//! Diagnostics of a text.

use pgnkit::syntax::{AtLevel, Collect, Diagnostic, Level, Severity};
use pgnkit::{Checker, PieceLetters, Replayer};
use serde_json::{Value, json};

/// The diagnostics and notes.
pub(crate) fn found(text: &[u8], level: Level, letters: PieceLetters) -> Value {
    let mut found = AtLevel { level, sink: Collect::default() };
    let (mut checker, mut replayer) = (Checker::new(), Replayer::new(text).letters(letters));
    while checker.check_game(&mut replayer, &mut found).is_some() {}
    of(&found.sink)
}

/// Diagnostics and notes apart.
pub(crate) fn of(found: &[Diagnostic]) -> Value {
    let (notes, wrong): (Vec<_>, Vec<_>) =
        found.iter().partition(|diagnostic| diagnostic.severity == Severity::Note);
    json!({ "diagnostics": list(&wrong), "notes": list(&notes) })
}

fn list(diagnostics: &[&Diagnostic]) -> Value {
    let one = |diagnostic: &&Diagnostic| {
        json!({
            "kind": diagnostic.code.name(),
            "offset": diagnostic.span.start,
            "message": diagnostic.message,
        })
    };
    diagnostics.iter().map(one).collect()
}
