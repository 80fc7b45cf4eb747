//! PGN of games whose moves are kept as words. What is wrong with them is found by whoever reads the text.

use std::fmt::Write as _;

use pgnkit::syntax::Ignore;
use pgnkit::{Outcome, Replayer};

use super::assemble::Said;
use super::tags::Tags;

/// Writes the tag pairs of a row.
pub(super) fn write_tags(tags: &Tags, row: usize, out: &mut Vec<u8>) -> Result<(), String> {
    tags.each(row, |name, value| {
        out.push(b'[');
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(b" \"");
        for byte in value.bytes() {
            match byte {
                b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
                0..0x20 | 0x7f => out.push(b' '),
                _ => out.push(byte),
            }
        }
        out.extend_from_slice(b"\"]\n");
    })?;
    out.push(b'\n');
    Ok(())
}

/// Writes movetext as it is, with a marker at its end if it has none.
pub(super) fn write_movetext(movetext: &str, result: Outcome, out: &mut Vec<u8>) {
    let movetext = movetext.trim();
    out.extend_from_slice(movetext.as_bytes());
    let last = movetext.rsplit(|c: char| c.is_ascii_whitespace() || c == '}').next().unwrap_or_default();
    if Outcome::from_exact(last.as_bytes()).is_none() {
        out.push(if movetext.contains(';') { b'\n' } else { b' ' });
        out.extend_from_slice(result.as_str().as_bytes());
    }
    end_game(out);
}

/// Writes moves, with comments of what clocks and evaluations say. Those as engines speak them are written in SAN as far as they are
/// legal.
pub(super) fn write_moves<'m>(
    moves: impl Iterator<Item = &'m str>,
    is_san: bool,
    said: Said<'_>,
    result: Outcome,
    out: &mut Vec<u8>,
) {
    let mut replayer = Replayer::new(out);
    replayer.read_game(&mut (), &mut Ignore);
    let mut position = replayer.start().position;
    let mut is_legal = replayer.start().is_known && !is_san;
    let white_begins = position.turn() == pgnkit::chess::Color::White;
    let mut text = String::new();
    for (at, word) in moves.enumerate() {
        if is_legal && let Ok(mv) = position.read_uci(word) {
            // Writing to memory cannot fail.
            let _ = write!(text, "{} ", position.san(mv));
            position.play(mv);
        } else {
            is_legal = false;
            text.extend([word, " "]);
        }
        let before = text.len();
        text.push('{');
        said.write(at + 1, white_begins, &mut text);
        if text.len() == before + 1 {
            text.truncate(before);
        } else {
            text.push_str("} ");
        }
    }
    text.push_str(result.as_str());
    out.extend_from_slice(text.as_bytes());
    end_game(out);
}

/// Ends a game by an empty line.
pub(super) fn end_game(out: &mut Vec<u8>) {
    out.truncate(out.trim_ascii_end().len());
    out.extend_from_slice(b"\n\n");
}
