//! The movetext of games.

use pgnkit::{Export, Game};

/// The movetext of a game in export format.
pub fn movetext(game: &Game) -> String {
    let mut text = Vec::new();
    Export::default().write_game(game, &mut text);
    let place = movetext_of(&text);
    String::from_utf8_lossy(&text[place]).into_owned()
}

/// The place of the movetext in a game in export format, without the newlines at its end.
pub fn movetext_of(exported: &[u8]) -> std::ops::Range<usize> {
    // A tag value has no line breaks there, and a tag pair is a line.
    let start = memchr::memmem::find(exported, b"\n\n").map_or(0, |at| at + 2);
    start..exported.trim_ascii_end().len().max(start)
}
