use pgnkit_syntax::{Applicability, Code, Diagnostic, Fix, Sink, quoted};

use crate::check::Finished;
use crate::read::Known;

/// PlyCount is the number of half-moves of the main line (section 9.9.3).
pub(super) fn check(game: &Finished<'_>, sink: &mut dyn Sink) {
    let Some(tag) = game.tag(Known::PLY_COUNT) else { return };
    let value = tag.value(game.text);
    let plies = game.plies();
    let given = std::str::from_utf8(&value).ok().and_then(|text| text.parse::<u32>().ok());
    // After a move that could not be read the number of moves is unknown.
    if (given == Some(plies) || !game.end.complete && given.is_some()) || !sink.wants(Code::WrongPlyCount) {
        return;
    }
    let message = format!("expected {plies} half-moves, found {}", quoted(&value));
    let fix = game.end.complete.then(|| Fix::replace(Applicability::Unsafe, tag.value, plies.to_string()));
    sink.report(Diagnostic::new(Code::WrongPlyCount, tag.value, message).maybe_fix(fix));
}
