//! Damage of a base, as values.

use std::error::Error;
use std::fmt;

use pgnkit::chess::SetupError;

use super::EntityKind;

/// A place of a base that cannot be read or kept, and the reason. Reading goes on after it as far as there is something to
/// read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Damage {
    /// The file that holds it.
    pub file: File,
    /// Number of the game or of the name, games from 1 and names from 0; 0 for the header of a file.
    pub record: u32,
    /// Number of half-moves of the main line before it, for games.
    pub ply: Option<u32>,
    /// Offset in bytes: in the record of the game in that file, or in the file of names.
    pub offset: usize,
    /// The fault.
    pub reason: Reason,
}

/// A file of a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum File {
    /// The headers of games, `.cbh`.
    Headers,
    /// More values of headers, `.cbj`.
    Extras,
    /// The moves, `.cbg`.
    Moves,
    /// The annotations, `.cba`.
    Annotations,
    /// Names of a kind.
    Names(EntityKind),
    /// Ends of tournaments, `.cbtt`.
    TournamentEnds,
}

/// A fault of a base.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The file or the record ends too early; the part that is not whole.
    Short(&'static str),
    /// The file does not begin as one of its kind.
    Magic,
    /// The record of a game is not in its file.
    Outside {
        /// Offset of the record.
        offset: u64,
    },
    /// No name has the number that a header has.
    NoName(EntityKind, u32),
    /// A value of a header that means nothing; the name of its tag.
    Value(&'static str),
    /// The start position is not possible; the moves are left out.
    Setup(SetupError),
    /// A castling right or an en passant square of the start position that is not possible; it is left out.
    SetupValue(&'static str),
    /// The moves are in a mode whose table is not known, or are none of a game; they are left out.
    Mode(u8),
    /// A move of a piece that its side does not have.
    NoPiece,
    /// A code that means no move.
    Code(u8),
    /// A move that is not legal: the line ends before it.
    Illegal,
    /// The game ends within a variation.
    OpenVariation,
    /// Variations within each other, or open at a time, are too many; the rest is left out.
    Depth,
    /// The result is that both players lost, which PGN cannot say.
    BothLost,
    /// An annotation is not as those of its type are; the type.
    Annotation(u8),
    /// Annotations of moves that the game does not have.
    NoMove {
        /// Number of these annotations.
        count: u32,
    },
    /// Annotations of a type that PGN has no place for, or that is not known.
    NotKept {
        /// The type.
        kind: u8,
        /// Number of these annotations.
        count: u32,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Short(part) => write!(f, "expected {part}, found the end"),
            Self::Magic => f.write_str("expected a file of ChessBase, found another one"),
            Self::Outside { offset } => {
                write!(f, "expected a record at {offset} of the file, which is shorter")
            }
            Self::NoName(kind, id) => {
                write!(f, "expected one of the {kind}, found the number {id} without a name")
            }
            Self::Value(tag) => write!(f, "expected a value of {tag}, found one that means nothing"),
            Self::Setup(error) => write!(f, "the start position is not possible: {error}"),
            Self::SetupValue(part) => {
                write!(f, "expected a possible {part} of the start position, found another one")
            }
            Self::Mode(mode) => write!(f, "expected moves in mode 0, 4, 5 or 10, found mode {mode}"),
            Self::NoPiece => f.write_str("expected a piece of the side to move, found none"),
            Self::Code(code) => write!(f, "expected the code of a move, found {code}"),
            Self::Illegal => f.write_str("expected a legal move, found another one"),
            Self::OpenVariation => f.write_str("expected the end of a variation, found that of the game"),
            Self::Depth => f.write_str("expected fewer variations within each other, found too many"),
            Self::BothLost => f.write_str("expected a result of PGN, found that both players lost"),
            Self::Annotation(kind) => {
                write!(f, "expected an annotation of type {kind:#04x}, found other bytes")
            }
            Self::NoMove { count } => {
                write!(f, "expected annotations of moves of the game, found {count} of others")
            }
            Self::NotKept { kind, count } => {
                let (s, are) = if *count == 1 { ("", "is") } else { ("s", "are") };
                let name = annotation_name(*kind);
                write!(
                    f,
                    "{count} annotation{s} ({name}, type {kind:#04x}) {are} not kept: PGN has no place for such"
                )
            }
        }
    }
}

/// The name of a type of annotations.
fn annotation_name(kind: u8) -> &'static str {
    match kind {
        0x09 => "training",
        0x10 => "sound",
        0x11 => "picture",
        0x13 => "quotation",
        0x14 => "pawn structure",
        0x15 => "path of a piece",
        0x16 => "clock of White",
        0x17 => "clock of Black",
        0x18 => "critical position",
        0x19 => "correspondence game",
        0x20 | 0x25 => "video",
        0x23 => "colour of a variation",
        0x24 => "time control",
        _ => "unknown",
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Headers => f.write_str("headers"),
            Self::Extras => f.write_str("more headers"),
            Self::Moves => f.write_str("moves"),
            Self::Annotations => f.write_str("annotations"),
            Self::Names(kind) => kind.fmt(f),
            Self::TournamentEnds => f.write_str("ends of tournaments"),
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, record, ply, offset, reason } = self;
        match file {
            File::Headers | File::Extras | File::Moves | File::Annotations if *record > 0 => {
                write!(f, "game {record}")?;
                if let Some(ply) = ply {
                    write!(f, ", half-move {}", ply + 1)?;
                }
                write!(f, ", {file}, offset {offset}: {reason}")
            }
            _ => write!(f, "{file}, offset {offset}: {reason}"),
        }
    }
}

impl Error for Damage {}
