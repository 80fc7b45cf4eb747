//! Questions about the state of the game.

use super::Position;
use crate::board::{Bitboard, Color, PieceKind};

/// A direction of castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CastlingSide {
    /// Towards the h-file: `O-O`, the king ends on the g-file.
    King,
    /// Towards the a-file: `O-O-O`, the king ends on the c-file.
    Queen,
}

const LIGHT_SQUARES: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);

impl Position {
    /// Whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// Whether the side to move is in check and has no legal move.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Whether the side to move is not in check and has no legal move.
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }

    /// Whether no sequence of legal moves can mate: bare kings, a single minor piece, or only
    /// bishops that all stand on squares of one colour.
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        let kings = self.kind(PieceKind::King);
        let bishops = self.kind(PieceKind::Bishop);
        let others = self.occupied() - kings;
        if !(others - bishops).any() {
            return !(bishops & LIGHT_SQUARES).any() || !(bishops - LIGHT_SQUARES).any();
        }
        others == self.kind(PieceKind::Knight) && !others.many()
    }

    /// The rook with which a side may still castle in a direction. If a foreign position gives two,
    /// the outer one.
    #[must_use]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<crate::Square> {
        let rooks = self.castling_rooks() & self.color(color);
        let king = self.king(color).bit().0;
        match side {
            CastlingSide::King => (rooks - Bitboard(king | (king - 1))).last(),
            CastlingSide::Queen => (rooks & Bitboard(king - 1)).first(),
        }
    }
}
