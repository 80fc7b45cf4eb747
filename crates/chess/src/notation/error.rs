//! Reasons why a word names no move.

use core::fmt;

use crate::san::SanError;

/// Reason why a word of another notation is not read. Displayed in lower case, without a full stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NotationError {
    /// The word does not have the form of a move of this notation.
    NotAMove,
    /// No legal move fits.
    NoLegalMove {
        /// Why not, if that is known.
        why: Option<SanError>,
    },
    /// More than one legal move fits; [`OtherNotation::candidates`](super::OtherNotation::candidates) are they.
    Ambiguous,
    /// A pawn promotes, and the word does not say to what.
    PromotionMissing,
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAMove => f.write_str("this is not a move"),
            Self::NoLegalMove { why: Some(why) } => write!(f, "{why}"),
            Self::NoLegalMove { why: None } => f.write_str("no legal move fits"),
            Self::Ambiguous => f.write_str("several legal moves fit"),
            Self::PromotionMissing => f.write_str("the piece is missing that the pawn becomes"),
        }
    }
}

impl core::error::Error for NotationError {}
