//! Damage of a database, as values.

use std::error::Error;
use std::fmt;

use pgnkit::chess::fen::FenError;

use super::NameKind;

/// A place of a database that cannot be read, and the reason. Reading goes on after it as far as there is something to
/// read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Damage {
    /// The file that holds it.
    pub file: File,
    /// Number of the game or of the name, from 1; 0 for the header of a file.
    pub record: u32,
    /// Number of half-moves of the main line before it, for games.
    pub ply: Option<u32>,
    /// Offset in bytes: in the blob of a game, in a record of the index, or in the file of names.
    pub offset: usize,
    /// The fault.
    pub reason: Reason,
}

/// A file of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum File {
    /// The index, `.si4`.
    Index,
    /// The names, `.sn4`.
    Names,
    /// The games, `.sg4`.
    Games,
}

/// A fault of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The file or the record ends too early; the part that is not whole.
    Short(&'static str),
    /// The file does not begin as one of its kind.
    Magic,
    /// A version that is not 300 or 400.
    Version(u16),
    /// The blob of a game is not in the file of games.
    Outside {
        /// Offset of the blob.
        offset: u64,
        /// Its length in bytes.
        length: u32,
    },
    /// A name shares more with the one before it than that has.
    Prefix,
    /// A name has a number that is too large, or that of another name.
    NameId(NameKind, u32),
    /// An entry of the names of a kind that is not known.
    NameKind(u8),
    /// No name has the number that an entry has.
    NoName(NameKind, u32),
    /// A value of an entry that means nothing; the name of its tag.
    Value(&'static str),
    /// The name of a tag cannot be one.
    TagName(String),
    /// A tag comes again; the first one counts.
    RepeatedTag(String),
    /// A tag about the start of the game that says something else than the game; it is left out.
    StartTag(String),
    /// The start position cannot be read; the moves are left out.
    Fen(FenError),
    /// A start position has more pieces of a side than there are numbers for them; the moves are left out.
    Pieces,
    /// A move of a piece that its side does not have.
    NoPiece(u8),
    /// A code that means no move of its piece.
    Code(u8),
    /// A move that is not legal.
    Illegal,
    /// A variation ends that has not begun.
    NoVariation,
    /// The game ends within a variation.
    OpenVariation,
    /// Comments and their marks are not equal in number.
    Comments {
        /// Number of marks among the moves.
        marks: usize,
        /// Number of texts after them.
        texts: usize,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Short(part) => write!(f, "expected {part}, found the end"),
            Self::Magic => f.write_str("expected a file of Scid, found another one"),
            Self::Version(version) => write!(f, "expected version 300 or 400, found {version}"),
            Self::Outside { offset, length } => {
                write!(
                    f,
                    "expected {length} bytes of a game at {offset} of the file of games, which is shorter"
                )
            }
            Self::Prefix => {
                f.write_str("expected no more letters of the name before than that has, found more")
            }
            Self::NameId(kind, id) => {
                write!(f, "expected a new number below that of all {kind}, found {id}")
            }
            Self::NameKind(kind) => {
                write!(f, "expected a player, an event, a site or a round, found a name of the kind {kind}")
            }
            Self::NoName(kind, id) => {
                write!(f, "expected one of the {kind}, found the number {id} without a name")
            }
            Self::Value(tag) => write!(f, "expected a value of {tag}, found bits that mean none"),
            Self::TagName(name) => write!(f, "expected the name of a tag, found `{}`", name.escape_debug()),
            Self::RepeatedTag(name) => {
                let name = name.escape_debug();
                write!(f, "expected each tag once, found `{name}` again; the first one counts")
            }
            Self::StartTag(name) => {
                write!(
                    f,
                    "expected the start of the game, found another one in the tag {}",
                    name.escape_debug()
                )
            }
            Self::Fen(error) => write!(f, "the start position cannot be read: {error}"),
            Self::Pieces => f.write_str("expected at most 16 pieces of a side at the start, found more"),
            Self::NoPiece(index) => write!(f, "expected a piece with the number {index}, found none"),
            Self::Code(code) => write!(f, "expected the code of a move, found {code}"),
            Self::Illegal => f.write_str("expected a legal move, found another one"),
            Self::NoVariation => f.write_str("expected a move, found the end of a variation"),
            Self::OpenVariation => f.write_str("expected the end of a variation, found that of the game"),
            Self::Comments { marks, texts } => {
                write!(
                    f,
                    "expected as many comments as there are marks for them, found {marks} marks and {texts} comments"
                )
            }
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { record, offset, reason, .. } = self;
        match self.file {
            File::Index if *record == 0 => write!(f, "index, offset {offset}: {reason}"),
            File::Index => write!(f, "index, game {record}: {reason}"),
            File::Names if *record == 0 => write!(f, "names, offset {offset}: {reason}"),
            File::Names => write!(f, "names, record {record}, offset {offset}: {reason}"),
            File::Games => {
                write!(f, "game {record}")?;
                if let Some(ply) = self.ply {
                    write!(f, ", half-move {}", ply + 1)?;
                }
                write!(f, ", offset {offset}: {reason}")
            }
        }
    }
}

impl Error for Damage {}
