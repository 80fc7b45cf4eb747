//! Everything needed to look outwards from a king's square, side by side in memory.

use super::leapers::{KING_TABLE, KNIGHT_TABLE, PAWN_TABLE};
use super::lines::{ANTI_DIAGONAL, DIAGONAL, FILE, RANK};
use crate::board::{Color, Square};

/// The view from one square; a cache line.
#[repr(align(64))]
pub(crate) struct Sight {
    knight: u64,
    king: u64,
    pawn: [u64; 2],
    diagonals: u64,
    straights: u64,
}

static SIGHT: [Sight; 64] = {
    const NONE: Sight = Sight { knight: 0, king: 0, pawn: [0; 2], diagonals: 0, straights: 0 };
    let mut table = [NONE; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Sight {
            knight: KNIGHT_TABLE[square],
            king: KING_TABLE[square],
            pawn: [PAWN_TABLE[0][square], PAWN_TABLE[1][square]],
            diagonals: (DIAGONAL[square] | ANTI_DIAGONAL[square]) & !(1 << square),
            straights: (FILE[square] | RANK[square]) & !(1 << square),
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

    /// The squares on its diagonals.
    #[inline(always)]
    pub(crate) fn diagonals(&self) -> u64 {
        self.diagonals
    }

    /// The squares on its file and its rank.
    #[inline(always)]
    pub(crate) fn straights(&self) -> u64 {
        self.straights
    }
}
