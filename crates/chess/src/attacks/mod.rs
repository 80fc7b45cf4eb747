//! Squares attacked by a piece: table look-ups, all tables computed at compile time.
//!
//! Sliding pieces use magic bitboards (<https://www.chessprogramming.org/Magic_Bitboards>): the
//! relevant blockers, multiplied by a number found by search, index a table of attack sets.

mod leapers;
mod lines;
mod magics;
mod rays;
mod sight;
mod sliders;

use crate::board::{Bitboard, Color, PieceKind, Square};

pub(crate) use leapers::{PAWN_CAPTURES, PAWN_PUSHES, origins, origins_by_row};
pub use leapers::{king, knight, pawn};
pub(crate) use lines::beyond;
pub use lines::{between, line};
pub(crate) use rays::{Rays, Steps};
pub(crate) use sight::Sight;
pub use sliders::{bishop, queen, rook};

/// The squares a piece of this colour and kind on `square` attacks, given the occupied squares.
///
/// Pawns attack diagonally forward; their pushes are not attacks.
#[must_use]
pub fn of(color: Color, kind: PieceKind, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceKind::Pawn => pawn(color, square),
        PieceKind::Knight => knight(square),
        PieceKind::Bishop => bishop(square, occupied),
        PieceKind::Rook => rook(square, occupied),
        PieceKind::Queen => queen(square, occupied),
        PieceKind::King => king(square),
    }
}
