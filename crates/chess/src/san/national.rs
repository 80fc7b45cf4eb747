//! Moves in the piece letters of other languages.

use super::canonical::San;
use super::error::SanError;
use super::language::Language;
use super::read::{self, Reading};
use crate::position::Position;

/// Reads a move in the piece letters of a language, and in those only: `Nf3` is not a move in German.
///
/// Apart from the letters, the text is read as by [`read`](super::read). Case matters for letters: `b` is a file.
///
/// # Errors
///
/// The reason why the text is not a legal move; see [`SanError`].
///
/// ```
/// use pgnkit_chess::{Position, san::{self, Language}};
/// let reading = san::read_in(Language::German, &Position::START, b"Sf3").unwrap();
/// assert_eq!(reading.san.to_string(), "Nf3");
/// assert!(san::read_in(Language::German, &Position::START, b"Nf3").is_err());
/// ```
pub fn read_in(language: Language, position: &Position, text: &[u8]) -> Result<Reading, SanError> {
    if language == Language::English {
        return read::read(position, text);
    }
    let english = language.to_english(text).ok_or(SanError::NotAMove)?;
    read::read_exactly(position, english.text())
}

/// Languages in whose letters a text is a legal move, each with that move. Only for texts that are not a move in
/// English: without knowing the language, nothing is certain.
///
/// ```
/// use pgnkit_chess::{Position, san};
/// let found = san::readings_by_language(&Position::START, b"Cf3").map(|(language, san)| (language.name(), san.to_string()));
/// assert!(found.eq(["French", "Italian", "Portuguese", "Romanian", "Spanish"].map(|name| (name, "Nf3".to_owned()))));
/// ```
pub fn readings_by_language<'a>(
    position: &'a Position,
    text: &'a [u8],
) -> impl Iterator<Item = (Language, San)> + 'a {
    Language::ALL.iter().filter_map(move |&language| {
        let english = language.to_english(text).filter(|english| english.text() != text)?;
        let mv = read::legal(position, english.text())?;
        Some((language, position.san_with_next(mv, &position.after(mv))))
    })
}
