//! Looking at bytes: classes of characters and the small questions asked of them everywhere.

mod either;
mod form;
mod plain;
#[cfg(any(test, not(target_arch = "x86_64")))]
mod portable;
#[cfg(target_arch = "x86_64")]
mod vector;

pub use either::{Either, last_space_up_to};
pub use form::{ends_exact_clock, has_form};
pub use plain::is_odd_comment;
pub(crate) use plain::{
    HIGH, ONES, may_be_odd, skip_odd_comment, skip_odd_string, skip_plain_comment, skip_plain_string,
    skip_short_comment,
};

#[cfg(not(target_arch = "x86_64"))]
pub(crate) use portable::first_outside_moves;
#[cfg(not(target_arch = "x86_64"))]
use portable::first_outside_name;
#[cfg(target_arch = "x86_64")]
pub(crate) use vector::first_outside_moves;
#[cfg(target_arch = "x86_64")]
use vector::first_outside_name;

use crate::decode_char;
pub(crate) use pgnkit_diagnostics::internals::{is_newline, is_space, is_symbol};

/// Classes of bytes by the tokens they can begin, outside strings and comments (section 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Class {
    /// Space, HT, LF, VT, CR.
    Space,
    Letter,
    Digit,
    /// `! ?`
    Suffix,
    /// `+ # = -`: part of a symbol, but not its first character.
    Sign,
    Quote,
    Brace,
    Semicolon,
    Percent,
    Dollar,
    Period,
    Asterisk,
    LeftBracket,
    LeftParenthesis,
    RightParenthesis,
    /// Bytes from 0x80.
    High,
    /// Everything else.
    Other,
}

pub(crate) static CLASS: [Class; 256] = {
    let mut table = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b => Class::Space,
            b'A'..=b'Z' | b'a'..=b'z' => Class::Letter,
            b'0'..=b'9' => Class::Digit,
            b'!' | b'?' => Class::Suffix,
            b'+' | b'#' | b'=' | b'-' => Class::Sign,
            b'"' => Class::Quote,
            b'{' => Class::Brace,
            b';' => Class::Semicolon,
            b'%' => Class::Percent,
            b'$' => Class::Dollar,
            b'.' => Class::Period,
            b'*' => Class::Asterisk,
            b'[' => Class::LeftBracket,
            b'(' => Class::LeftParenthesis,
            b')' => Class::RightParenthesis,
            0x80.. => Class::High,
            _ => Class::Other,
        };
        byte += 1;
    }
    table
};

static SYMBOL: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = is_symbol(byte as u8);
        byte += 1;
    }
    table
};

/// As [`is_symbol`], and true for NUL: for words padded to a length.
#[inline(always)]
pub(crate) fn is_symbol_or_nul(byte: u8) -> bool {
    static TABLE: [bool; 256] = {
        let mut table = SYMBOL;
        table[0] = true;
        table
    };
    TABLE[usize::from(byte)]
}

/// Offset of the first byte from `pos` on that is no symbol character.
#[inline(always)]
pub(crate) fn symbol_end(bytes: &[u8], pos: usize) -> usize {
    let rest = bytes.get(pos..).unwrap_or_default();
    pos + rest.iter().position(|&byte| !SYMBOL[usize::from(byte)]).unwrap_or(rest.len())
}

/// Whether a byte belongs to moves in their usual form, their numbers and annotations, or to white space. Words of such
/// bytes alone end nothing: every termination marker has one of the others.
#[inline(always)]
pub(crate) const fn is_of_moves(byte: u8) -> bool {
    let is_letter = (byte | 0x20).wrapping_sub(b'a') < 26;
    let is_digit = byte.wrapping_sub(b'0') < 10;
    let is_sign = (byte == b'.')
        | (byte == b'+')
        | (byte == b'#')
        | (byte == b'=')
        | (byte == b'!')
        | (byte == b'?')
        | (byte == b'$');
    let is_space = (byte == b' ') | (byte == b'\n') | (byte == b'\r') | (byte == b'\t');
    is_letter | is_digit | is_sign | is_space
}

pub(crate) static IS_OF_MOVES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = is_of_moves(byte as u8);
        byte += 1;
    }
    table
};

static NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_';
        byte += 1;
    }
    table
};

/// Whether a tag name may have this byte (section 8.1).
#[inline(always)]
fn is_in_name(byte: u8) -> bool {
    NAME[usize::from(byte)]
}

/// Offset of the first byte from `pos` on that no tag name may have.
#[inline(always)]
pub(crate) fn name_end(bytes: &[u8], pos: usize) -> usize {
    let Some(rest) = bytes.get(pos..) else { return pos };
    // Nearly all names are shorter than this.
    if let Some(at) = rest.first_chunk().and_then(first_outside_name) {
        return pos + at;
    }
    pos + rest.iter().position(|byte| !is_in_name(*byte)).unwrap_or(rest.len())
}

/// The byte at `at`, or NUL past the end.
#[inline]
pub(crate) fn at(bytes: &[u8], at: usize) -> u8 {
    bytes.get(at).copied().unwrap_or(0)
}

pub(crate) fn skip_blanks(bytes: &[u8], mut pos: usize) -> usize {
    while matches!(at(bytes, pos), b' ' | b'\t') {
        pos += 1;
    }
    pos
}

pub(crate) fn skip_space(bytes: &[u8], mut pos: usize) -> usize {
    while bytes.get(pos).is_some_and(|&byte| is_space(byte)) {
        pos += 1;
    }
    pos
}

/// Offset of the newline that ends the line of `pos`, or of the end of the text.
pub(crate) fn line_end(bytes: &[u8], pos: usize) -> usize {
    let rest = bytes.get(pos..).unwrap_or_default();
    memchr::memchr2(b'\n', b'\r', rest).map_or(bytes.len(), |at| pos + at)
}

/// Offset after the newline at `pos`, whichever its form.
pub(crate) fn after_newline(bytes: &[u8], pos: usize) -> usize {
    pos + if at(bytes, pos) == b'\r' && at(bytes, pos + 1) == b'\n' { 2 } else { 1 }
}

/// Whether a tag pair begins at `pos`: `[`, a name, and a quote on the same line.
///
/// At the start of a line that follows an empty one, this is where any open comment, string, variation or game ends,
/// whatever came before: a text may be cut there and its parts read on their own, save that a tag section may itself
/// hold empty lines.
pub fn is_tag_start(bytes: &[u8], pos: usize) -> bool {
    if at(bytes, pos) != b'[' {
        return false;
    }
    let name = skip_blanks(bytes, pos + 1);
    if !at(bytes, name).is_ascii_alphanumeric() {
        return false;
    }
    at(bytes, skip_blanks(bytes, name_end(bytes, name))) == b'"'
}

/// Whether a word has the shape of a move: it names a square, also one that no board has, castles, or passes. National
/// piece letters, figurines and typographic dashes count; the position decides whether it is one.
pub fn is_move_like(word: &[u8]) -> bool {
    let mut folded = [0u8; 16];
    let mut n = 0;
    let mut rest = word;
    while !rest.is_empty() && n < folded.len() {
        let (c, len) = decode_char(rest);
        rest = &rest[len..];
        folded[n] = match c {
            c if c.is_ascii() => c as u8,
            c if is_dash(c) => b'-',
            c if is_oh(c) => b'O',
            _ => b'*',
        };
        n += 1;
    }
    let folded = &folded[..n];
    let has_square = folded
        .windows(2)
        .any(|pair| matches!(pair[0].to_ascii_lowercase(), b'a'..=b'h') && matches!(pair[1], b'1'..=b'8'));
    // At the beginning of a game its suffix is not told apart yet.
    let suffix = folded.iter().rev().take_while(|byte| matches!(byte, b'!' | b'?')).count();
    let body = &folded[..n - suffix];
    has_square || is_castling_like(body) || is_null_move(body) || is_short_capture(folded) || is_slip(folded)
}

/// Dashes that stand for a hyphen.
pub(crate) fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe63}' | '\u{ff0d}')
}

/// Letters and digits that castling is written with: also those of Cyrillic and Greek, and wide ones, which look the same (decision
///
pub(crate) fn is_oh(c: char) -> bool {
    matches!(
        c,
        'O' | 'o'
            | '0'
            | '\u{41e}'
            | '\u{43e}'
            | '\u{39f}'
            | '\u{3bf}'
            | '\u{ff2f}'
            | '\u{ff4f}'
            | '\u{ff10}'
    )
}

/// `e9`, `Ni3`, `Rax0+`: a move except for its square. If it were skipped, the moves after it would be played by the
/// wrong side.
fn is_slip(word: &[u8]) -> bool {
    let body = word.strip_suffix(b"+").or(word.strip_suffix(b"#")).unwrap_or(word);
    let Some((origin, [b'a'..=b'z', b'0'..=b'9'])) = body.split_last_chunk() else { return false };
    let origin = match origin {
        [b'K' | b'Q' | b'R' | b'B' | b'N' | b'P', rest @ ..] => rest,
        _ => origin,
    };
    origin.len() <= 3 && origin.iter().all(|byte| matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'x' | b'-'))
}

/// `O-O`, `0-0-0+`, `o-o`.
fn is_castling_like(word: &[u8]) -> bool {
    let body =
        word.strip_suffix(b"++").or(word.strip_suffix(b"+")).or(word.strip_suffix(b"#")).unwrap_or(word);
    let mut parts = body.split(|&byte| byte == b'-');
    let all_ohs = parts.all(|part| matches!(part, [b'O' | b'o' | b'0']));
    all_ohs && matches!(body.len(), 3 | 5)
}

/// The customary spellings of "pass".
pub(crate) fn is_null_move(word: &[u8]) -> bool {
    matches!(word, b"--" | b"Z0" | b"z0" | b"0000" | b"@@@@")
        || word.eq_ignore_ascii_case(b"null")
        || word.eq_ignore_ascii_case(b"pass")
}

/// `ed`, `exd`: a pawn capture that names files only.
fn is_short_capture(word: &[u8]) -> bool {
    let file = |byte: u8| matches!(byte, b'a'..=b'h');
    let body = word.strip_suffix(b"+").or(word.strip_suffix(b"#")).unwrap_or(word);
    match *body {
        [from, to] | [from, b'x' | b':', to] => file(from) && file(to) && from.abs_diff(to) == 1,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_shaped_like_moves() {
        for word in [
            "e4",
            "exd5",
            "Nf3",
            "Sf3",
            "e8=Q+",
            "O-O",
            "0-0-0#",
            "o-o",
            "--",
            "Z0",
            "null",
            "@@@@",
            "ed",
            "exd",
            "E4",
            "♘f3",
            "O–O",
            "e2-e4",
            "P@e4",
            "Кf3",
            "e7e8q",
            "ed+",
            "e9",
            "Ni3",
            "Rax0+",
            "R1a9#",
            "--!",
            "O-O!?",
            "О-О",
            "ο-ο-ο+",
            "Ｏ－Ｏ",
        ] {
            assert!(is_move_like(word.as_bytes()), "{word}");
        }
        for word in [
            "foo", "N", "mate", "1-0", "c", "O", "", "e", "ee", "aborted", "00", "word0", "mp3x", "V2", "9",
            "!", "-!",
        ] {
            assert!(!is_move_like(word.as_bytes()), "{word}");
        }
    }

    #[test]
    fn tag_starts() {
        for (text, expected) in [
            ("[Event \"x\"]", true),
            ("[ Event\"x\"]", true),
            ("[%clk 0:1:2]", false),
            ("[Event]", false),
            ("[White Elo \"x\"]", false),
            ("[", false),
            ("Event \"x\"", false),
        ] {
            assert_eq!(is_tag_start(text.as_bytes(), 0), expected, "{text}");
        }
    }
}
