//! Codes of openings, in 16 bits.

use std::fmt;

/// A code of an opening: a letter, two digits, and perhaps a letter and a digit more. 0 is no code.
///
/// ```
/// use pgnkit_formats::scid::ScidEco;
///
/// let eco = ScidEco::from_name("B90a1").unwrap();
/// assert_eq!((eco.bits(), eco.to_string().as_str()), (24_893, "B90a1"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ScidEco(u16);

/// Numbers of one code of three characters: itself, and each of 26 letters with four digits or without.
const PER_CODE: u16 = 1 + LETTERS * PER_LETTER;
const LETTERS: u16 = 26;
const PER_LETTER: u16 = 5;

impl ScidEco {
    /// A code by its bits.
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The bits.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether it is no code.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether it is one of A00 to E99, or none.
    pub const fn is_valid(self) -> bool {
        self.0 <= 500 * PER_CODE
    }

    /// The code of a text such as `B90` or `B90a1`.
    pub fn from_name(name: &str) -> Option<Self> {
        let (code, extension) = name.as_bytes().split_at_checked(3)?;
        let &[letter @ b'A'..=b'E', tens @ b'0'..=b'9', ones @ b'0'..=b'9'] = code else { return None };
        let number = |byte: u8, first: u8| u16::from(byte - first);
        let extension = match *extension {
            [] => 0,
            [letter @ b'a'..=b'z'] => 1 + PER_LETTER * number(letter, b'a'),
            [letter @ b'a'..=b'z', digit @ b'1'..=b'4'] => {
                1 + PER_LETTER * number(letter, b'a') + number(digit, b'0')
            }
            _ => return None,
        };
        let number = 100 * number(letter, b'A') + 10 * number(tens, b'0') + number(ones, b'0');
        Some(Self(1 + PER_CODE * number + extension))
    }
}

impl fmt::Display for ScidEco {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(number) = self.0.checked_sub(1).filter(|_| self.is_valid()) else { return Ok(()) };
        let (code, extension) = (number / PER_CODE, number % PER_CODE);
        let letter = |index: u16, first: u8| char::from(first + index as u8);
        write!(f, "{}{:02}", letter(code / 100, b'A'), code % 100)?;
        if let Some(extension) = extension.checked_sub(1) {
            write!(f, "{}", letter(extension / PER_LETTER, b'a'))?;
            if extension % PER_LETTER > 0 {
                write!(f, "{}", extension % PER_LETTER)?;
            }
        }
        Ok(())
    }
}
