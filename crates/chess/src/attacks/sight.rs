//! Everything needed to look outwards from a king's square, side by side in memory.

use super::leapers::{KING_TABLE, KNIGHT_TABLE, PAWN_TABLE};
use super::sliders::{Magic, bishop_magics, rook_magics};
use crate::board::{Bitboard, Color, Square};

/// The view from one square; two cache lines.
#[repr(align(128))]
pub(crate) struct Sight {
    knight: u64,
    king: u64,
    pawn: [u64; 2],
    bishop: Magic,
    rook: Magic,
}

static SIGHT: [Sight; 64] = {
    const NONE: Sight = Sight { knight: 0, king: 0, pawn: [0; 2], bishop: Magic::NONE, rook: Magic::NONE };
    let (bishops, rooks) = (bishop_magics(), rook_magics());
    let mut table = [NONE; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Sight {
            knight: KNIGHT_TABLE[square],
            king: KING_TABLE[square],
            pawn: [PAWN_TABLE[0][square], PAWN_TABLE[1][square]],
            bishop: bishops[square],
            rook: rooks[square],
        };
        square += 1;
    }
    table
};

impl Sight {
    /// The view from `square`.
    #[inline(always)]
    pub(crate) fn from(square: Square) -> &'static Self {
        &SIGHT[square.index()]
    }

    /// A knight's jumps.
    #[inline(always)]
    pub(crate) fn knight(&self) -> u64 {
        self.knight
    }

    /// A king's steps.
    #[inline(always)]
    pub(crate) fn king(&self) -> u64 {
        self.king
    }

    /// The captures of a pawn of this colour, which are also the squares from which enemy pawns attack.
    #[inline(always)]
    pub(crate) fn pawn(&self, color: Color) -> u64 {
        self.pawn[color.index()]
    }

    /// Squares attacked by a bishop and by a rook.
    #[inline(always)]
    pub(crate) fn sliders(&self, occupied: Bitboard) -> (u64, u64) {
        (self.bishop.attacks(occupied.0), self.rook.attacks(occupied.0))
    }
}
