//! Positions for memory that others hand out.

use super::Position;
use crate::variant::Extra;

/// A whole position, clocks and variant included, in 96 bytes that may be anywhere: a [`Position`] is aligned to 32 bytes,
/// which the memory of other languages and of packed records is not.
///
/// ```
/// use pgnkit_chess::{Position, UnalignedPosition};
///
/// let stored = UnalignedPosition::from(Position::START);
/// assert!(align_of_val(&stored) <= 8);
/// assert_eq!(stored.position(), Position::START);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnalignedPosition {
    boards: [u64; 8],
    rights: u64,
    halfmoves: u32,
    ply: u32,
    extra: Extra,
}

impl UnalignedPosition {
    /// The position.
    #[inline]
    #[must_use]
    pub const fn position(self) -> Position {
        let Self { boards, rights, halfmoves, ply, extra } = self;
        Position { boards, rights, halfmoves, ply, extra }
    }
}

impl From<Position> for UnalignedPosition {
    #[inline]
    fn from(position: Position) -> Self {
        let Position { boards, rights, halfmoves, ply, extra } = position;
        Self { boards, rights, halfmoves, ply, extra }
    }
}
