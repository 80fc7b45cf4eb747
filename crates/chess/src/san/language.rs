//! Piece letters of other languages (section 17 of the standard), and texts in them.

use core::fmt;
use core::str::FromStr;

use crate::board::PieceKind;

macro_rules! languages {
    ($($(#[$default:ident])? $variant:ident = $code:literal $($letter:literal)*;)*) => {
        /// A language with piece letters: the 17 of section 17 of the standard, and Russian.
        ///
        /// They are for display, and for reading texts written for display. Games for exchange have English letters,
        /// whatever the language of their readers.
        ///
        /// ```
        /// use pgnkit_chess::{PieceKind, san::Language};
        /// let german = Language::from_code("de").unwrap();
        /// assert_eq!(german.name(), "German");
        /// assert_eq!(german.letter(PieceKind::Knight), "S");
        /// assert_eq!(Language::Russian.letter(PieceKind::King), "Кр");
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Language {
            $(#[doc = concat!("`", $code, "`:", $(" ", $letter),*)] $(#[$default])? $variant,)*
        }

        impl Language {
            /// Every language, ordered by its English name.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            const TABLE: &'static [Row] = &[$(Row {
                code: $code,
                name: stringify!($variant),
                letters: [$($letter,)*],
            },)*];
        }
    };
}

/// Names and letters of a language; letters in the order of the kinds.
struct Row {
    code: &'static str,
    name: &'static str,
    letters: [&'static str; 6],
}

languages! {
    Czech = "cs" "P" "J" "S" "V" "D" "K";
    Danish = "da" "B" "S" "L" "T" "D" "K";
    Dutch = "nl" "O" "P" "L" "T" "D" "K";
    #[default]
    English = "en" "P" "N" "B" "R" "Q" "K";
    Estonian = "et" "P" "R" "O" "V" "L" "K";
    Finnish = "fi" "P" "R" "L" "T" "D" "K";
    French = "fr" "P" "C" "F" "T" "D" "R";
    German = "de" "B" "S" "L" "T" "D" "K";
    Hungarian = "hu" "G" "H" "F" "B" "V" "K";
    Icelandic = "is" "P" "R" "B" "H" "D" "K";
    Italian = "it" "P" "C" "A" "T" "D" "R";
    Norwegian = "no" "B" "S" "L" "T" "D" "K";
    Polish = "pl" "P" "S" "G" "W" "H" "K";
    Portuguese = "pt" "P" "C" "B" "T" "D" "R";
    Romanian = "ro" "P" "C" "N" "T" "D" "R";
    Russian = "ru" "П" "К" "С" "Л" "Ф" "Кр";
    Spanish = "es" "P" "C" "A" "T" "D" "R";
    Swedish = "sv" "B" "S" "L" "T" "D" "K";
}

/// The letters of the standard, in the order of the kinds.
const ENGLISH: &[u8; 6] = b"PNBRQK";

/// Longer texts are no moves.
const LONGEST: usize = 32;

impl Language {
    fn row(self) -> &'static Row {
        // There is a row for each.
        &Self::TABLE[self as usize]
    }

    /// Its code in ISO 639-1: `de`.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.row().code
    }

    /// The language of a code, in either case.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|language| language.code().eq_ignore_ascii_case(code))
    }

    /// Its English name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The letters for pawn, knight, bishop, rook, queen and king: one character each, save for the Russian king.
    #[must_use]
    pub fn letters(self) -> &'static [&'static str; 6] {
        &self.row().letters
    }

    /// The letter for a kind of piece.
    #[must_use]
    pub fn letter(self, kind: PieceKind) -> &'static str {
        self.row().letters[kind as usize]
    }

    /// Whether the text of a move differs between this language and English: German `Sf3` does, `Nf3` and `e4` do not.
    #[must_use]
    pub fn is_written_in(self, text: &[u8]) -> bool {
        self.to_english(text).is_some_and(|english| english.text() != text)
    }

    /// The piece whose letter a text begins with, as its English letter, and how long its letter is here.
    fn piece_at(self, text: &[u8]) -> Option<(u8, usize)> {
        let fitting =
            self.letters().iter().zip(ENGLISH).filter(|(letter, _)| text.starts_with(letter.as_bytes()));
        // `Кр` is no knight.
        fitting.map(|(letter, &english)| (english, letter.len())).max_by_key(|(_, length)| *length)
    }

    /// Replaces the letters of this language by English ones; `None` if a letter is not among them.
    ///
    /// Only the first character and the one after a promotion's square are looked at. `O-O` is castling in every
    /// language, whatever piece has the letter O.
    pub(super) fn to_english(self, text: &[u8]) -> Option<English> {
        let mut english = English { bytes: [0; LONGEST], len: 0 };
        let mut rest = text;
        let mut is_first = true;
        while let [byte, tail @ ..] = rest {
            let is_place =
                matches!(english.text(), [] | [.., b'1' | b'8'] | [.., b'1' | b'8', b'=' | b'/' | b'(']);
            // Lead bytes of letters.
            let is_letter = byte.is_ascii_uppercase() || matches!(byte, 0xc3..=0xd4);
            if is_first && is_castling(rest) {
                english.extend(rest)?;
                break;
            }
            is_first = false;
            match self.piece_at(rest).filter(|_| is_place) {
                Some((letter, length)) => {
                    english.extend(&[letter])?;
                    rest = &rest[length..];
                }
                // `×` has such a byte, too.
                None if is_place && is_letter && !rest.starts_with("×".as_bytes()) => return None,
                None => {
                    english.extend(&[*byte])?;
                    rest = tail;
                }
            }
        }
        Some(english)
    }
}

/// `O-O`, `0-0`, `OO`, with any dash.
fn is_castling(text: &[u8]) -> bool {
    matches!(text, [b'O' | b'0' | b'o', b'-' | b'O' | b'0' | b'o' | 0xe2, ..])
}

/// A text in English letters.
#[derive(Clone, Copy)]
pub(super) struct English {
    bytes: [u8; LONGEST],
    len: usize,
}

impl English {
    pub(super) fn text(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }

    fn extend(&mut self, text: &[u8]) -> Option<()> {
        self.bytes.get_mut(self.len..self.len + text.len())?.copy_from_slice(text);
        self.len += text.len();
        Some(())
    }
}

/// Its name.
impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that is no code of a language; see [`Language::from_code`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownLanguage;

impl fmt::Display for UnknownLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected one of")?;
        Language::ALL.iter().try_for_each(|language| write!(f, " {}", language.code()))
    }
}

impl core::error::Error for UnknownLanguage {}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(code: &str) -> Result<Self, UnknownLanguage> {
        Self::from_code(code).ok_or(UnknownLanguage)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_tell_pieces_apart() {
        for language in Language::ALL {
            for (at, letter) in language.letters().iter().enumerate() {
                let found = language.piece_at(letter.as_bytes());
                assert_eq!(found, Some((ENGLISH[at], letter.len())), "{language} {letter}");
            }
            assert_eq!(Language::from_code(language.code()), Some(*language));
        }
        assert!(Language::ALL.is_sorted_by_key(|language| language.name()));
    }

    #[test]
    fn english_in_place_of_other_letters() {
        use Language::*;
        for (language, text, english) in [
            (German, "Sf3", Some("Nf3")),
            (German, "Nf3", None),
            (German, "e4", Some("e4")),
            (German, "Be4", Some("Pe4")),
            (German, "bxc3", Some("bxc3")),
            (German, "a8=D+", Some("a8=Q+")),
            (German, "a8(D)", Some("a8(Q)")),
            (German, "a8D", Some("a8Q")),
            (German, "a8=Q", None),
            (German, "Sb1xd2", Some("Nb1xd2")),
            (Dutch, "Pf3", Some("Nf3")),
            (Dutch, "O-O", Some("O-O")),
            (Dutch, "Oe4", Some("Pe4")),
            (Estonian, "Oc4", Some("Bc4")),
            (Estonian, "O-O-O#", Some("O-O-O#")),
            (Estonian, "O–O", Some("O–O")),
            (Russian, "Кр×f1", Some("K×f1")),
            (Russian, "Кf3", Some("Nf3")),
            (Russian, "e8Ф", Some("e8Q")),
            (Russian, "Ж5", None),
            (English, "Nf3", Some("Nf3")),
            (French, "Rg1+, and more than fits a move of any form", None),
        ] {
            let found = language.to_english(text.as_bytes());
            assert_eq!(
                found.as_ref().map(super::English::text),
                english.map(str::as_bytes),
                "{language} {text}"
            );
        }
    }
}
