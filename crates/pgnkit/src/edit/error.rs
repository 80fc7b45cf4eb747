//! Reasons to refuse an edit.

use std::fmt;

use pgnkit_syntax::{Encoding, Span};

/// The reason why an edit is refused; the text is then as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextEditError {
    /// The text holds no game.
    NoGame,
    /// The text holds more than one game: see [`edit_games`](super::edit_games).
    SeveralGames,
    /// This is not a tag name: a letter or digit, then letters, digits and underscores (section 8.1).
    TagName(String),
    /// The game has a tag of this name already.
    TagExists(String),
    /// The Result tag has one of four values (section 8.1.1.7), and this is none of them.
    ResultValue(String),
    /// A character that is not allowed there: a control character, `}` in a comment, white space in a move.
    Character(char),
    /// The game is in another encoding than UTF-8, which does not have this character.
    Encoding {
        /// The character.
        character: char,
        /// The encoding of the game.
        encoding: Encoding,
    },
    /// The game has no such move, variation or comment.
    NoSuchPlace,
    /// The position there is not known: the start of the game is not, or its rules are not.
    UnknownPosition,
    /// The part of the text that is to be edited could not be read.
    Unreadable,
    /// Done as asked, the edit would change something else besides: the meaning of moves, the game that text belongs to, the
    /// encoding.
    SideEffect,
    /// Moves are rearranged, and moves or comments are edited besides.
    Rearranged,
    /// The bytes to be replaced do not lie in the text, or another edit replaces some of them too.
    Span(Span),
}

impl fmt::Display for TextEditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGame => f.write_str("the text holds no game"),
            Self::SeveralGames => f.write_str("the text holds more than one game"),
            Self::TagName(name) => write!(f, "{name:?} is not a tag name"),
            Self::TagExists(name) => write!(f, "the game already has a tag {name}"),
            Self::ResultValue(value) => {
                write!(f, "expected one of 1-0 0-1 1/2-1/2 *, found {value:?}")
            }
            Self::Character(character) => write!(f, "the character {character:?} cannot stand there"),
            Self::Encoding { character, encoding } => {
                write!(
                    f,
                    "the game is in {}, which does not have the character {character:?}",
                    encoding.name()
                )
            }
            Self::NoSuchPlace => f.write_str("the game has no such place"),
            Self::UnknownPosition => f.write_str("the position there is not known"),
            Self::Unreadable => f.write_str("that part of the game could not be read"),
            Self::SideEffect => f.write_str("the edit would change something else besides"),
            Self::Rearranged => {
                f.write_str("moves that are rearranged cannot be edited otherwise at the same time")
            }
            Self::Span(span) => {
                write!(f, "bytes {} to {} are not in the text, or are edited twice", span.start, span.end)
            }
        }
    }
}

impl std::error::Error for TextEditError {}
