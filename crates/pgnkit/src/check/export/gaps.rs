//! White space between tokens.

use pgnkit_syntax::Span;

/// The text between two tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    /// Nothing.
    Nothing,
    /// One space.
    Space,
    /// So many newlines, and nothing else.
    Newlines(usize),
    /// Other white space, with so many newlines.
    Odd(usize),
    /// Something that is no white space: it was reported when it was read.
    Foreign,
}

impl Gap {
    pub(super) fn of(bytes: &[u8]) -> Self {
        if matches!(bytes, b"") {
            return Self::Nothing;
        } else if matches!(bytes, b" ") {
            return Self::Space;
        }
        let mut newlines = 0;
        let mut blanks = false;
        for (at, byte) in bytes.iter().enumerate() {
            match byte {
                b'\n' if at > 0 && bytes[at - 1] == b'\r' => {}
                b'\n' | b'\r' => newlines += 1,
                b' ' | b'\t' | 0x0b => blanks = true,
                _ => return Self::Foreign,
            }
        }
        if blanks { Self::Odd(newlines) } else { Self::Newlines(newlines) }
    }
}

/// The white space before the game at `start`, back to the beginning of its line; empty if something else is on that
/// line before it.
pub(super) fn indent_before(text: &[u8], start: usize) -> Span {
    let before = &text[..start];
    let blanks = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t' | 0x0b)).count();
    match before[..start - blanks].last() {
        None | Some(b'\n' | b'\r') => Span::new(start - blanks, start),
        Some(_) => Span::new(start, start),
    }
}

/// End of the white space from `start` on: before the next token, without its indentation. The indentation of a game
/// belongs to that game, since a text may be split into blocks before it.
pub(super) fn end_of_space(text: &[u8], start: usize) -> usize {
    match end_of_lines(text.get(start..).unwrap_or_default()) {
        0 => start + length_of_space(&text[start..]),
        length => start + length,
    }
}

/// Length of the white space that a text begins with, up to its last line break, or, where nothing follows, to its end.
pub(super) fn end_of_lines(text: &[u8]) -> usize {
    let space = &text[..length_of_space(text)];
    if space.len() == text.len() {
        return space.len();
    }
    space.iter().rposition(|byte| matches!(byte, b'\n' | b'\r')).map_or(0, |at| at + 1)
}

fn length_of_space(text: &[u8]) -> usize {
    text.iter().take_while(|byte| matches!(byte, b' ' | b'\t'..=0x0b | b'\r')).count()
}

/// The end of the line break at `at`; `at` where there is none.
pub(super) fn end_of_line(text: &[u8], at: usize) -> usize {
    match text.get(at..).unwrap_or_default() {
        [b'\r', b'\n', ..] => at + 2,
        [b'\r' | b'\n', ..] => at + 1,
        _ => at,
    }
}
