//! Errors of an index.

use std::error::Error;
use std::fmt;
use std::io;

use crate::table::TableError;

/// The reason why an index is not written or read.
#[derive(Debug)]
#[non_exhaustive]
pub enum IndexError {
    /// The file, or a temporary one, cannot be read or written.
    Io(io::Error),
    /// It is no index.
    NotAnIndex,
    /// It is a file of counts of the Free Chess Club, which has no games: [`OeFile`](crate::oe::OeFile) reads it.
    CountsOnly,
    /// An index of a later version; the number.
    Version(u8),
    /// An index of positions alone, of which games are asked for.
    NoGames,
    /// Games that lie side by side have more than 1 GiB of tags, or of comments and variations.
    TooLong,
    /// The bytes are not those that were written.
    Damaged(Place),
    /// The table of positions.
    Positions(TableError),
}

/// A part of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// The first bytes.
    Head,
    /// The list of parts.
    Directory,
    /// The last bytes: the file was not written to its end, or is cut.
    Foot,
    /// The list of pages of a part.
    List(&'static str),
    /// A page of a part, by its number from 0.
    Page(&'static str, u64),
    /// The value of a position or an identifier, by its key.
    Position(u64),
    /// A game, by its number in the index.
    Game(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Head => f.write_str("the head"),
            Self::Directory => f.write_str("the list of parts"),
            Self::Foot => f.write_str("the end"),
            Self::List(part) => write!(f, "the list of pages of the {part}"),
            Self::Page(part, number) => write!(f, "page {number} of the {part}"),
            Self::Position(key) => write!(f, "the entry of {key:016x}"),
            Self::Game(number) => write!(f, "game {number}"),
        }
    }
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::NotAnIndex => f.write_str("expected an index of pgnkit, found another file"),
            Self::CountsOnly => {
                f.write_str("expected an index with games, found a file of the Free Chess Club (.oe), which has counts alone")
            }
            Self::Version(version) => write!(f, "expected an index of version 1, found version {version}"),
            Self::NoGames => {
                f.write_str("expected an index with its games, found one of positions alone (level 1)")
            }
            Self::TooLong => {
                f.write_str("expected games with less than 1 GiB of text beside each other, found more")
            }
            Self::Damaged(place) => write!(f, "{place} of the index is damaged"),
            Self::Positions(error) => write!(f, "positions of the index: {error}"),
        }
    }
}

impl Error for IndexError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Positions(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for IndexError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<TableError> for IndexError {
    fn from(error: TableError) -> Self {
        Self::Positions(error)
    }
}
