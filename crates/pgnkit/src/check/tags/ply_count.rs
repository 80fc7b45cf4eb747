use pgnkit_syntax::{Applicability, Code, Collect, Diagnostic, Fix, Sink, quoted};

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
    let half_moves = if plies == 1 { "half-move" } else { "half-moves" };
    let mut message = format!("expected {plies} {half_moves}, found {}", quoted(&value));
    let has_open_comment = has_open_comment(game);
    if has_open_comment {
        message.push_str("; the comment that is not closed may hold the others");
    }
    let fix = (game.end.complete && !has_open_comment)
        .then(|| Fix::replace(Applicability::Unsafe, tag.value, plies.to_string()));
    sink.report(Diagnostic::new(Code::WrongPlyCount, tag.value, message).maybe_fix(fix));
}

/// Whether the game ends inside a comment. Read again, since hardly ever anybody asks.
fn has_open_comment(game: &Finished<'_>) -> bool {
    let mut parser = game.parser();
    let mut found = Collect::default();
    while parser.next_event(&mut found).is_some() {}
    found.iter().any(|diagnostic| diagnostic.code == Code::UnterminatedComment)
}
