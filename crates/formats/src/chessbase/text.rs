//! Texts of annotations: their encoding, and the signs and figurines among the letters.

use std::fmt::Write;

use pgnkit::diagnostics::Encoding;

use super::CodePage;
use super::code_page::{cyrillic, utf8};

/// Appends a text. Line ends become `\n`, and white space at the ends is left out.
pub(super) fn append(bytes: &[u8], code_page: CodePage, out: &mut String) {
    let bytes = bytes[..memchr::memchr(0, bytes).unwrap_or(bytes.len())].trim_ascii();
    if let Some(text) = utf8(bytes) {
        // Characters for private use begin with this byte.
        if memchr::memchr(0xee, bytes).is_none() {
            return push_str(text, out);
        }
        for c in text.chars() {
            match private_sign(c) {
                Some(sign) => out.push_str(sign),
                None => push(c, out),
            }
        }
    } else if code_page.is_cyrillic(bytes) {
        bytes.iter().for_each(|&byte| push(cyrillic(byte), out));
    } else {
        append_western(bytes, out);
    }
}

/// Appends characters of ASCII, and UTF-8 without characters for private use, by stretches.
fn push_str(text: &str, out: &mut String) {
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            out.push('\n');
        }
        let line = line.strip_suffix('\r').unwrap_or(line);
        if line.bytes().any(|byte| byte.is_ascii_control()) {
            line.chars().for_each(|c| push(c, out));
        } else {
            out.push_str(line);
        }
    }
}

/// A character without what comments cannot have.
fn push(c: char, out: &mut String) {
    match c {
        '\r' => {}
        '\n' => out.push('\n'),
        c if c.is_ascii_control() => out.push(' '),
        c => out.push(c),
    }
}

fn append_western(bytes: &[u8], out: &mut String) {
    let mut close = None;
    for (at, &byte) in bytes.iter().enumerate() {
        let around = Around { before: &bytes[..at], after: &bytes[at + 1..] };
        if byte < 0x80 {
            push(char::from(byte), out);
            continue;
        }
        let is_letter = match byte {
            _ if close == Some(at) => true,
            0xa2..=0xa7 => !around.is_piece(byte),
            // Quotation marks in pairs, and the apostrophe.
            0x84 | 0x91 | 0x93 | 0xab | 0xbb => match around.closing_quote(byte) {
                Some(length) => {
                    close = Some(at + 1 + length);
                    true
                }
                None => false,
            },
            0x92 => around.is_after_word(),
            0x85 => around.is_ellipsis(),
            // Years, trade marks, ordinal numbers, and letters of words.
            0xa9 => around.next().is_some_and(|byte| byte.is_ascii_digit()),
            0xaa | 0xba => around.is_after_number(),
            0x83 | 0x99 | 0x9e | 0xae | 0xb5 | 0xf7 | 0xfe | 0xd7 => around.is_within_word(),
            _ => false,
        };
        match sign(byte).filter(|_| !is_letter) {
            Some(sign) => out.push_str(sign),
            None => Encoding::Windows1252.decode(&[byte]).chars().for_each(|c| push(c, out)),
        }
    }
}

/// The text before and after a byte.
struct Around<'a> {
    before: &'a [u8],
    after: &'a [u8],
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte >= 0xc0 && !matches!(byte, 0xd7 | 0xf7)
}

impl Around<'_> {
    /// The next byte that is not a space.
    fn next(&self) -> Option<u8> {
        self.after.iter().copied().find(|byte| *byte != b' ')
    }

    /// Whether two letters come before.
    fn is_after_word(&self) -> bool {
        matches!(self.before, [.., one, two] if is_letter(*one) && is_letter(*two))
    }

    fn is_within_word(&self) -> bool {
        let [before, after] = [self.before.last(), self.after.first()];
        before.is_some_and(|byte| is_letter(*byte)) && after.is_some_and(|byte| is_letter(*byte))
    }

    /// Whether a number comes before that is no square.
    fn is_after_number(&self) -> bool {
        let number = self.before.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let letter = self.before.iter().rev().nth(number);
        number > 0 && !letter.is_some_and(|byte| is_letter(*byte))
    }

    /// Whether a piece is meant: it goes somewhere, or the sign is alone or one of several pieces.
    fn is_piece(&self, piece: u8) -> bool {
        const KNIGHT: u8 = 0xa4;
        const ROOK: u8 = 0xa6;
        const PAWN: u8 = 0xa7;
        if matches!(piece, KNIGHT | ROOK) {
            return true;
        }
        match self.after {
            [b'x' | b':' | b'-', ..] => return true,
            // A file alone may begin a word, a rank alone a number.
            [b'a'..=b'h', b'1'..=b'8' | b'a'..=b'h' | b'x' | b':' | b'-', ..] if !self.begins_word() => {
                return true;
            }
            [b'1'..=b'8', b'a'..=b'h', ..] => return true,
            _ => {}
        }
        let is_apart = |byte: Option<&u8>| byte.is_none_or(|byte| !byte.is_ascii_alphanumeric());
        let ends = match self.after {
            [b's', rest @ ..] | rest => is_apart(rest.first()),
        };
        let begins = match self.before {
            [.., b'x' | b':'] => true,
            // The pawn of a file, some pawns, the piece that a pawn becomes.
            [.., before, b'a'..=b'h'] if piece == PAWN => !is_letter(*before),
            [b'a'..=b'h'] if piece == PAWN => true,
            [.., b'1'..=b'9'] if piece == PAWN => true,
            [.., b'a'..=b'h', b'1' | b'8'] => return piece != PAWN,
            before => is_apart(before.last()),
        };
        begins && ends
    }

    /// Whether a word of letters follows, and not a pawn that takes.
    fn begins_word(&self) -> bool {
        self.after.iter().take_while(|byte| is_letter(**byte)).count() > 2
            && !matches!(self.after, [b'a'..=b'h', b'x', b'a'..=b'h', b'1'..=b'8', ..])
    }

    /// Whether points are meant that go on: after a word or a number of a move, or before a word.
    fn is_ellipsis(&self) -> bool {
        self.is_after_word()
            || matches!(self.before, [.., b'.' | b'0'..=b'9']) && !self.is_after_square()
            || self.begins_word()
    }

    fn is_after_square(&self) -> bool {
        matches!(self.before, [.., b'a'..=b'h', b'1'..=b'8'])
    }

    /// The distance of the quotation mark that closes what one opens.
    fn closing_quote(&self, open: u8) -> Option<usize> {
        let closes: &[u8] = match open {
            0x84 => &[0x93, 0x94],
            0x93 => &[0x94],
            0x91 => &[0x92],
            0xab => &[0xbb],
            _ => &[0xab],
        };
        if self.before.last().is_some_and(|byte| is_letter(*byte) || byte.is_ascii_digit()) {
            return None;
        }
        // Within a paragraph, and without going through a long text for each sign.
        let window = &self.after[..self.after.len().min(512)];
        let close = window.iter().position(|byte| closes.contains(byte) || *byte == b'\n')?;
        let inside = &window[..close];
        let is_closed = window[close] != b'\n' && inside.first()? != &b' ' && inside.last()? != &b' ';
        (is_closed && inside.iter().filter(|byte| is_letter(**byte)).count() > 2).then_some(close)
    }
}

/// The sign of a byte.
fn sign(byte: u8) -> Option<&'static str> {
    Some(match byte {
        0x82 => "\u{2192}",
        0x83 => "\u{2191}",
        0x84 => "\u{21c6}",
        0x85 => "\u{2206}",
        0x86 => "\u{25cb}",
        0x87 => "\u{2a00}",
        0x90 => "\u{27f3}",
        0x91 => "\u{21d4}",
        0x92 => "\u{21d7}",
        0x93 => "\u{2295}",
        0x94 => "\u{229e}",
        0x99 => "\u{25a1}",
        0x9e => DIAGRAM,
        0xa2 => "\u{2654}",
        0xa3 => "\u{2655}",
        0xa4 => "\u{2658}",
        0xa5 => "\u{2657}",
        0xa6 => "\u{2656}",
        0xa7 => "\u{2659}",
        0xa9 | 0xb0 => "=\u{221e}",
        0xaa => "\u{221f}",
        0xab => "\u{27ea}",
        0xac => "\u{22a5}",
        0xad => "\u{2bfa}",
        0xae => "\u{25ea}",
        0xaf => "\u{25e8}",
        0xb1 => "\u{b1}",
        0xb2 => "\u{2a72}",
        0xb3 => "\u{2a71}",
        0xb5 => "\u{2213}",
        0xb9 => "\u{2313}",
        0xba => "\u{2bfe}",
        0xbb => "\u{27eb}",
        0xd7 => "\u{2715}",
        0xf7 => "\u{221e}",
        0xfe => "\u{2bfd}",
        _ => return None,
    })
}

/// The sign of a position that is to be printed.
const DIAGRAM: &str = "[#]";

/// The sign of a character for private use, as ChessBase has them in Unicode.
fn private_sign(c: char) -> Option<&'static str> {
    let byte = match c {
        '\u{e000}' => 0xa9,
        '\u{e001}' => 0xad,
        '\u{e002}' => 0xae,
        '\u{e004}' | '\u{e02e}' => 0xb3,
        '\u{e005}' => 0x9e,
        '\u{e007}' | '\u{e02f}' => 0xb2,
        '\u{e008}' => 0xfe,
        '\u{e009}' => 0xf7,
        '\u{e00a}' => 0xb1,
        '\u{e00c}' => 0xb9,
        '\u{e00d}' => 0x85,
        '\u{e00e}' => 0xab,
        '\u{e00f}' => 0xbb,
        '\u{e010}' => 0xd7,
        '\u{e012}' => 0x83,
        '\u{e013}' => 0x82,
        '\u{e017}' => 0x84,
        '\u{e018}' => 0x91,
        '\u{e019}' => 0x92,
        '\u{e01a}' => 0xb5,
        '\u{e01d}' => 0x87,
        '\u{e01e}' => 0x94,
        '\u{e01f}' => 0xac,
        '\u{e021}' => 0x99,
        '\u{e023}' => 0x86,
        '\u{e024}' => 0xa2,
        '\u{e025}' => 0xa3,
        '\u{e026}' => 0xa6,
        '\u{e027}' => 0xa5,
        '\u{e028}' => 0xa4,
        '\u{e029}' => 0xa7,
        _ => return None,
    };
    sign(byte)
}

/// Appends a text as the operand of a command, in quotation marks, which it cannot have itself.
pub(super) fn append_quoted(bytes: &[u8], code_page: CodePage, out: &mut String) {
    out.push('"');
    let start = out.len();
    append(bytes, code_page, out);
    if out[start..].contains(['"', '\n', '{', '}']) {
        let text = out[start..].replace('"', "'").replace('\n', " ").replace('{', "(").replace('}', ")");
        out.truncate(start);
        out.push_str(&text);
    }
    out.push('"');
}

/// Appends a time in hours, minutes and seconds.
pub(super) fn append_time(seconds: u32, out: &mut String) {
    let _ = write!(out, "{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}
