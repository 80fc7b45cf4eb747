//! Characters of names and texts, whose encoding a base does not declare.

use std::borrow::Cow;

use pgnkit::diagnostics::Encoding;

/// The encoding of names and texts that are not UTF-8. A base does not declare one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CodePage {
    /// Each name and each text decides for itself: [`Windows1251`](Self::Windows1251) if most of its letters are in words
    /// without Latin letters, and else [`Windows1252`](Self::Windows1252).
    #[default]
    ByText,
    /// Western European.
    Windows1252,
    /// Cyrillic.
    Windows1251,
}

/// Windows-1251 from 0x80 to 0xBF; the one gap is a control code.
const WINDOWS_1251: [char; 64] = [
    '\u{402}', '\u{403}', '\u{201A}', '\u{453}', '\u{201E}', '\u{2026}', '\u{2020}', '\u{2021}', '\u{20AC}',
    '\u{2030}', '\u{409}', '\u{2039}', '\u{40A}', '\u{40C}', '\u{40B}', '\u{40F}', '\u{452}', '\u{2018}',
    '\u{2019}', '\u{201C}', '\u{201D}', '\u{2022}', '\u{2013}', '\u{2014}', '\u{98}', '\u{2122}', '\u{459}',
    '\u{203A}', '\u{45A}', '\u{45C}', '\u{45B}', '\u{45F}', '\u{A0}', '\u{40E}', '\u{45E}', '\u{408}',
    '\u{A4}', '\u{490}', '\u{A6}', '\u{A7}', '\u{401}', '\u{A9}', '\u{404}', '\u{AB}', '\u{AC}', '\u{AD}',
    '\u{AE}', '\u{407}', '\u{B0}', '\u{B1}', '\u{406}', '\u{456}', '\u{491}', '\u{B5}', '\u{B6}', '\u{B7}',
    '\u{451}', '\u{2116}', '\u{454}', '\u{BB}', '\u{458}', '\u{405}', '\u{455}', '\u{457}',
];

impl CodePage {
    /// The characters of a name: UTF-8 if it is that, even if the field has cut its last character, and else this code
    /// page. Control characters become spaces.
    pub fn read(self, bytes: &[u8]) -> Cow<'_, str> {
        let text = match utf8(bytes) {
            Some(text) => Cow::Borrowed(text),
            None => self.decode(bytes),
        };
        if text.bytes().any(|byte| byte.is_ascii_control()) {
            Cow::Owned(text.replace(|c: char| c.is_ascii_control(), " "))
        } else {
            text
        }
    }

    fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        if self.is_cyrillic(bytes) {
            bytes.iter().map(|&byte| cyrillic(byte)).collect::<String>().into()
        } else {
            Encoding::Windows1252.decode(bytes)
        }
    }

    /// Whether a text is in the Cyrillic alphabet.
    pub(super) fn is_cyrillic(self, bytes: &[u8]) -> bool {
        match self {
            Self::Windows1252 => false,
            Self::Windows1251 => bytes.iter().any(|byte| is_letter_of_1251(*byte)),
            Self::ByText => has_cyrillic_words(bytes),
        }
    }
}

fn is_letter_of_1251(byte: u8) -> bool {
    matches!(byte, 0xa8 | 0xb8 | 0xc0..)
}

/// Whether most letters are in words of three letters or more that have no Latin one.
fn has_cyrillic_words(bytes: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || is_letter_of_1251(*byte);
    let (mut letters, mut cyrillic) = (0, 0);
    for word in bytes.split(|byte| !is_letter(byte)) {
        letters += word.len();
        if word.len() >= 3 && word.iter().all(|byte| is_letter_of_1251(*byte)) {
            cyrillic += word.len();
        }
    }
    2 * cyrillic > letters
}

/// The character of a byte of Windows-1251.
pub(super) fn cyrillic(byte: u8) -> char {
    match byte {
        ..0x80 => char::from(byte),
        0xc0.. => char::from_u32(0x410 + u32::from(byte - 0xc0)).unwrap_or(char::REPLACEMENT_CHARACTER),
        _ => WINDOWS_1251[usize::from(byte - 0x80)],
    }
}

/// The text if it is UTF-8, perhaps without the rest of its last character.
pub(super) fn utf8(bytes: &[u8]) -> Option<&str> {
    match str::from_utf8(bytes) {
        Ok(text) => Some(text),
        Err(error) if error.error_len().is_none() => {
            let whole = str::from_utf8(&bytes[..error.valid_up_to()]).ok()?;
            (!whole.is_ascii()).then_some(whole)
        }
        Err(_) => None,
    }
}
