//! Piece letters of other languages: never guessed at, but named where a text would be a move in them.

use super::canonical::San;
use super::read::legal;
use crate::position::Position;

/// A language with piece letters of its own (section 17 of the standard, and the languages that it lacks).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language {
    /// Its English name.
    pub name: &'static str,
    /// Its letters for knight, bishop, rook, queen and king.
    pub letters: &'static [u8; 5],
}

const ENGLISH: &[u8; 5] = b"NBRQK";

/// Ordered by name.
const LANGUAGES: &[Language] = &[
    Language { name: "Czech", letters: b"JSVDK" },
    Language { name: "Danish", letters: b"SLTDK" },
    Language { name: "Dutch", letters: b"PLTDK" },
    Language { name: "Estonian", letters: b"ROVLK" },
    Language { name: "Finnish", letters: b"RLTDK" },
    Language { name: "French", letters: b"CFTDR" },
    Language { name: "German", letters: b"SLTDK" },
    Language { name: "Hungarian", letters: b"HFBVK" },
    Language { name: "Icelandic", letters: b"RBHDK" },
    Language { name: "Italian", letters: b"CATDR" },
    Language { name: "Norwegian", letters: b"SLTDK" },
    Language { name: "Polish", letters: b"SGWHK" },
    Language { name: "Portuguese", letters: b"CBTDR" },
    Language { name: "Romanian", letters: b"CNTDR" },
    Language { name: "Spanish", letters: b"CATDR" },
    Language { name: "Swedish", letters: b"SLTDK" },
];

/// The languages in whose letters a text names a legal move, with that move. Only for texts that are no move in English:
/// without knowing the language nothing is certain.
///
/// ```
/// use pgnkit_chess::{Position, san};
/// let found = san::national(&Position::START, b"Cf3").map(|(language, san)| (language.name, san.to_string()));
/// assert!(found.eq(["French", "Italian", "Portuguese", "Romanian", "Spanish"].map(|name| (name, "Nf3".to_owned()))));
/// ```
pub fn national<'a>(
    position: &'a Position,
    text: &'a [u8],
) -> impl Iterator<Item = (&'static Language, San)> + 'a {
    LANGUAGES.iter().filter_map(move |language| {
        let mut english = [0; LONGEST];
        let english = english.get_mut(..text.len())?;
        let mut changed = false;
        for (at, (to, &from)) in english.iter_mut().zip(text).enumerate() {
            // The piece stands first, the piece of a promotion behind the square.
            let is_letter = at == 0 || from.is_ascii_uppercase();
            let place = language.letters.iter().position(|&letter| is_letter && letter == from);
            *to = place.and_then(|place| ENGLISH.get(place)).copied().unwrap_or(from);
            changed |= place.is_some();
        }
        let mv = legal(position, english).filter(|_| changed)?;
        Some((language, position.san(mv, &position.after(mv))))
    })
}

/// Longer texts are no moves.
const LONGEST: usize = 16;
