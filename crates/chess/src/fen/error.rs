//! Errors of FEN that cannot be read.

use core::fmt;
use core::ops::Range;

use crate::board::{Color, Rank, Square};
use crate::position::SetupError;

/// Error of a FEN that is not a chess position, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// Kind of error.
    pub kind: FenErrorKind,
    /// The bytes of the text at fault.
    pub span: Range<usize>,
}

/// Kinds of errors in a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// Nothing but white space.
    Empty,
    /// The active colour (and what follows) is missing.
    MissingColor,
    /// A byte that is neither a piece letter nor a digit from 1 to 8.
    BadPlacementByte(u8),
    /// Fewer than eight ranks; the number found.
    TooFewRanks(u8),
    /// More than eight ranks.
    TooManyRanks,
    /// A rank of fewer than eight squares; the rank and the number of squares found.
    RankTooShort(Rank, u8),
    /// A rank of more than eight squares.
    RankTooLong(Rank),
    /// A colour without a king.
    NoKing(Color),
    /// A colour with several kings.
    SeveralKings(Color),
    /// A pawn on the first or last rank.
    PawnOnBackRank(Square),
    /// An active colour other than `w` or `b`.
    BadColor,
    /// A byte that is invalid in the castling field.
    BadCastlingByte(u8),
    /// A byte in a pocket that is no letter of a piece.
    BadPocketByte(u8),
    /// More than 64 pieces on the board and in the pockets.
    TooManyPieces,
    /// A king of White in [`Variant::Horde`](crate::Variant::Horde).
    KingInHorde,
    /// An en passant field that is neither `-` nor a square.
    BadEnPassant,
    /// A halfmove clock that is not a number.
    BadHalfmoveClock,
    /// A fullmove number that is not a number.
    BadFullmoveNumber,
    /// The side that just moved is in check.
    OpponentInCheck {
        /// The side in check, which is not to move.
        color: Color,
        /// One of the pieces that attack its king.
        by: Square,
    },
}

struct Byte(u8);

impl fmt::Display for Byte {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_ascii_graphic() {
            write!(f, "`{}`", char::from(self.0))
        } else {
            write!(f, "byte 0x{:02x}", self.0)
        }
    }
}

impl fmt::Display for FenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Empty => f.write_str("expected a position, found nothing"),
            Self::MissingColor => f.write_str("expected the active colour `w` or `b` after the board"),
            Self::BadPlacementByte(byte) => {
                write!(f, "expected a piece letter or a digit from 1 to 8, found {}", Byte(byte))
            }
            Self::TooFewRanks(found) => write!(f, "expected 8 ranks, found {found}"),
            Self::TooManyRanks => f.write_str("expected 8 ranks, found more"),
            Self::RankTooShort(rank, found) => write!(f, "rank {rank} has {found} squares instead of 8"),
            Self::RankTooLong(rank) => write!(f, "rank {rank} has more than 8 squares"),
            Self::NoKing(color) => write!(f, "{color} has no king"),
            Self::SeveralKings(color) => write!(f, "{color} has more than one king"),
            Self::PawnOnBackRank(square) => write!(f, "a pawn cannot stand on {square}"),
            Self::BadColor => f.write_str("expected the active colour `w` or `b`"),
            Self::BadCastlingByte(byte) => {
                write!(f, "expected `-` or castling letters such as `KQkq`, found {}", Byte(byte))
            }
            Self::BadPocketByte(byte) => {
                write!(f, "expected a piece letter in the pocket, found {}", Byte(byte))
            }
            Self::TooManyPieces => f.write_str("more than 64 pieces on the board and in the pockets"),
            Self::KingInHorde => f.write_str("the horde has a king"),
            Self::BadEnPassant => f.write_str("expected `-` or an en passant square"),
            Self::BadHalfmoveClock => f.write_str("expected the halfmove clock, a number from 0"),
            Self::BadFullmoveNumber => f.write_str("expected the fullmove number, a number from 1"),
            Self::OpponentInCheck { color, by } => {
                write!(f, "{color} is in check by the piece on {by} although it is not {color}'s move")
            }
        }
    }
}

/// The faults of a board that texts can have, too.
impl From<SetupError> for FenErrorKind {
    fn from(error: SetupError) -> Self {
        match error {
            SetupError::NoKing(color) => Self::NoKing(color),
            SetupError::SeveralKings(color) => Self::SeveralKings(color),
            SetupError::PawnOnBackRank(square) => Self::PawnOnBackRank(square),
            SetupError::OpponentInCheck { color, by } => Self::OpponentInCheck { color, by },
            SetupError::TooManyPieces => Self::TooManyPieces,
            SetupError::KingInHorde => Self::KingInHorde,
            SetupError::Castling(square) => Self::BadCastlingByte(square.file().letter()),
            SetupError::EnPassant(_) => Self::BadEnPassant,
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl core::error::Error for FenError {}
