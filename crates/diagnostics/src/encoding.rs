use alloc::borrow::Cow;
use alloc::string::String;

use crate::Span;

/// Character encoding of a value: of a tag's name or value, a comment, an escape line, or text that could not be read.
///
/// The standard says ISO 8859-1 (section 4.1); practice is UTF-8 nearly everywhere and Windows-1252 in old files. Each value
/// decides for itself (decision A-01), so that a comment from an old program does not spoil the names beside it. Everything
/// that turns bytes of a game into characters does it by [`Encoding::read`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// Valid UTF-8; ASCII counts as this.
    #[default]
    Utf8,
    /// ISO 8859-1, the standard's own.
    Latin1,
    /// Windows-1252: not UTF-8, and with bytes from 0x80 to 0x9F, which ISO 8859-1 leaves unused.
    Windows1252,
}

/// Characters of Windows-1252 from 0x80 to 0x9F; its five gaps are filled with the control codes of ISO 8859-1.
const WINDOWS_1252: [char; 32] = [
    '\u{20AC}', '\u{81}', '\u{201A}', '\u{192}', '\u{201E}', '\u{2026}', '\u{2020}', '\u{2021}', '\u{2C6}',
    '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8D}', '\u{17D}', '\u{8F}', '\u{90}', '\u{2018}',
    '\u{2019}', '\u{201C}', '\u{201D}', '\u{2022}', '\u{2013}', '\u{2014}', '\u{2DC}', '\u{2122}', '\u{161}',
    '\u{203A}', '\u{153}', '\u{9D}', '\u{17E}', '\u{178}',
];

impl Encoding {
    /// The characters of one value.
    pub fn read(value: &[u8]) -> Cow<'_, str> {
        match core::str::from_utf8(value) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Self::Windows1252.decode(value),
        }
    }

    /// The characters of a stretch of movetext, in which each comment decides for itself.
    pub fn read_movetext(text: &[u8]) -> Cow<'_, str> {
        match core::str::from_utf8(text) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(text.split_inclusive(ends_value).map(Self::read).collect()),
        }
    }

    /// Decides for the bytes of one value.
    pub fn detect(value: &[u8]) -> Self {
        if core::str::from_utf8(value).is_ok() {
            Self::Utf8
        } else if value.iter().any(|byte| (0x80..0xa0).contains(byte)) {
            Self::Windows1252
        } else {
            Self::Latin1
        }
    }

    /// The encoding for what is put into a text: UTF-8 where any of its values is that, and not only ASCII; else that of all
    /// its values.
    pub fn of_values(text: &[u8]) -> Self {
        let whole = Self::detect(text);
        let mut pieces = text.split(ends_value);
        let is_utf8 = |piece: &[u8]| !piece.is_ascii() && core::str::from_utf8(piece).is_ok();
        if whole != Self::Utf8 && pieces.any(is_utf8) { Self::Utf8 } else { whole }
    }

    /// The first characters outside ASCII of a text that are UTF-8, and the first of a value that is not: a text that has
    /// both is taken for one encoding by most programs, and some of it is unreadable there.
    pub fn firsts(text: &[u8]) -> [Option<Span>; 2] {
        let mut found = [None; 2];
        if text.is_ascii() {
            return found;
        }
        let all_are_utf8 = core::str::from_utf8(text).is_ok();
        let mut at = 0;
        while let Some(ascii) = text[at..].iter().position(|byte| !byte.is_ascii()) {
            let first = at + ascii;
            let start = text[at..first].iter().rposition(ends_value).map_or(at, |before| at + before + 1);
            let length =
                |ends: fn(&u8) -> bool| text[first..].iter().position(ends).unwrap_or(text.len() - first);
            let end = first + length(ends_value);
            let is_other = core::str::from_utf8(&text[start..end]).is_err();
            found[usize::from(is_other)].get_or_insert(Span::new(first, first + length(u8::is_ascii)));
            if all_are_utf8 || !found.contains(&None) {
                break;
            }
            at = end;
        }
        found
    }

    /// Decodes `bytes`. Where [`Encoding::Utf8`] was chosen but the bytes are not, each bad sequence becomes U+FFFD.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        match core::str::from_utf8(bytes) {
            Ok(text) if self == Self::Utf8 || text.is_ascii() => Cow::Borrowed(text),
            _ if self == Self::Utf8 => String::from_utf8_lossy(bytes),
            _ => Cow::Owned(bytes.iter().map(|&byte| self.single_byte(byte)).collect()),
        }
    }

    fn single_byte(self, byte: u8) -> char {
        match byte {
            0x80..=0x9f if self == Self::Windows1252 => WINDOWS_1252[usize::from(byte - 0x80)],
            _ => char::from(byte),
        }
    }

    /// The name people know it by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Latin1 => "ISO 8859-1",
            Self::Windows1252 => "Windows-1252",
        }
    }
}

/// Whether what is after a byte can be another value than what is before it.
fn ends_value(byte: &u8) -> bool {
    matches!(byte, b'"' | b'{' | b'}' | b';' | b'\n' | b'\r')
}

/// The first character of `bytes` and its length: a UTF-8 sequence where there is one, else one byte of Windows-1252.
/// Empty input gives NUL and 0.
pub fn decode_char(bytes: &[u8]) -> (char, usize) {
    let Some(&first) = bytes.first() else { return ('\0', 0) };
    let len = match first {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return (Encoding::Windows1252.single_byte(first), 1),
    };
    match bytes
        .get(..len)
        .and_then(|head| core::str::from_utf8(head).ok())
        .and_then(|text| text.chars().next())
    {
        Some(c) => (c, len),
        None => (Encoding::Windows1252.single_byte(first), 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_gets_the_encoding_its_bytes_show() {
        for (bytes, encoding, text) in [
            (&b"Tal"[..], Encoding::Utf8, "Tal"),
            (b"M\xc3\xbcller", Encoding::Utf8, "M\u{fc}ller"),
            (b"M\xfcller", Encoding::Latin1, "M\u{fc}ller"),
            (b"\x93x\x94", Encoding::Windows1252, "\u{201c}x\u{201d}"),
            (b"Br\x81ssel", Encoding::Windows1252, "Br\u{81}ssel"),
        ] {
            assert_eq!(Encoding::detect(bytes), encoding, "{text}");
            assert_eq!(encoding.decode(bytes), text);
            assert_eq!(Encoding::read(bytes), text);
        }
    }

    #[test]
    fn comments_of_movetext_decide_for_themselves() {
        let text = b"Nf9 {M\xc3\xbcller} ({M\xfcller} \xe9x) ; \xc3\xbc\n\x93";
        let expected = "Nf9 {M\u{fc}ller} ({M\u{fc}ller} \u{e9}x) ; \u{fc}\n\u{201c}";
        assert_eq!(Encoding::read_movetext(text), expected);
    }

    #[test]
    fn what_is_put_in_is_utf8_beside_utf8() {
        for (text, encoding) in [
            (&b"[White \"M\xc3\xbcller\"] {M\xfcller}"[..], Encoding::Utf8),
            (b"[White \"Tal\"] {M\xfcller}", Encoding::Latin1),
            (b"[White \"Tal\"] {gro\xdf\x94 \x84so\x94}", Encoding::Windows1252),
            (b"[White \"M\xc3\xbcller\"]", Encoding::Utf8),
        ] {
            assert_eq!(Encoding::of_values(text), encoding, "{}", text.escape_ascii());
        }
    }

    #[test]
    fn a_broken_sequence_is_read_as_one_byte() {
        assert_eq!(decode_char(b"\xe2\x99\x98"), ('\u{2658}', 3));
        assert_eq!(decode_char(b"\xe2\x99"), ('\u{e2}', 1));
        assert_eq!(decode_char(b""), ('\0', 0));
    }
}
