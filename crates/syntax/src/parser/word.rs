//! Words: symbols (section 7) and what real files put in their place.

use crate::Span;
use crate::decode_char;
use crate::scan::{at, is_symbol};

/// End of the word that begins at `pos`: symbol characters, and beyond the standard `@`, characters outside ASCII,
/// `/Q` and `(Q)` after a promotion, and `e.p.` glued to a capture. At least one character is taken.
pub(super) fn word_end(bytes: &[u8], start: usize) -> usize {
    let mut pos = start;
    while let Some(&byte) = bytes.get(pos) {
        if is_symbol(byte) || byte == b'@' {
            pos += 1;
        } else if byte >= 0x80 {
            let (c, len) = decode_char(&bytes[pos..]);
            if pos > start && is_separate(c) || matches!(c, '\u{a0}' | '\u{feff}') {
                break;
            }
            pos += len;
            if is_separate(c) {
                break;
            }
        } else if pos > start && matches!(bytes[pos - 1], b'1' | b'8') && is_promotion(&bytes[pos..]) {
            pos += if byte == b'(' { 3 } else { 2 };
        } else if byte == b'.' && pos > start + 1 && bytes[pos - 1] == b'e' && at(bytes, pos + 1) == b'p' {
            pos += if at(bytes, pos + 2) == b'.' { 3 } else { 2 };
        } else {
            break;
        }
    }
    if pos == start { (start + 1).min(bytes.len()) } else { pos }
}

/// `(Q)` or `/Q`.
fn is_promotion(rest: &[u8]) -> bool {
    let piece = |byte: u8| matches!(byte.to_ascii_uppercase(), b'Q' | b'R' | b'B' | b'N');
    match *rest {
        [b'(', letter, b')', ..] => piece(letter),
        [b'/', letter, ref after @ ..] => {
            piece(letter)
                && !after.first().is_some_and(|&next| is_symbol(next) && next != b'+' && next != b'#')
        }
        _ => false,
    }
}

/// Characters outside ASCII that are tokens of their own.
fn is_separate(c: char) -> bool {
    matches!(c, '±' | '∓' | '∞' | '⩲' | '⩱' | '□' | '⌓' | '⇆' | '↑' | '→' | '⟳' | '⊕' | '…')
}

/// The longest text at `pos` that could be a termination marker: digits, `O`, `½`, and the signs between them.
pub(super) fn marker(bytes: &[u8], start: usize) -> Span {
    let mut pos = start;
    while let Some(&byte) = bytes.get(pos)
        && pos - start < 24
    {
        let (c, len) = if byte.is_ascii() { (char::from(byte), 1) } else { decode_char(&bytes[pos..]) };
        if !matches!(c, '0'..='2' | 'O' | 'o' | '-' | '/' | ':' | '½' | '\u{2010}'..='\u{2015}' | '\u{2212}')
        {
            break;
        }
        pos += len;
    }
    Span::new(start, pos)
}

/// The annotation for a glyph token (decision A-38).
pub(super) fn glyph(word: &[u8]) -> Option<u32> {
    Some(match core::str::from_utf8(word).ok()? {
        "+-" | "+−" | "+–" => 18,
        "-+" | "−+" | "–+" => 19,
        "=" => 10,
        "+=" | "+/=" | "⩲" => 14,
        "=+" | "=/+" | "⩱" => 15,
        "+/-" | "+/−" | "±" => 16,
        "-/+" | "−/+" | "∓" => 17,
        "∞" | "~" => 13,
        "□" => 7,
        "N" => 146,
        "RR" => 145,
        "D" => 220,
        _ => return None,
    })
}

/// Words that repeat what the move already says: `e.p.`, `mate`, `ch`, `+`.
pub(super) fn is_mark(word: &[u8]) -> bool {
    matches!(word, b"e.p." | b"e.p" | b"ep" | b"ep." | b"+" | b"++" | b"#" | b"mate" | b"ch" | b"dbl")
}
