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

    /// Whether no sequence of legal moves can end with `color` giving mate, as far as the pieces alone tell: it has a
    /// bare king, bishops on squares of one colour where no pawn or knight can block the others, or a single knight
    /// against king and queens.
    ///
    /// ```
    /// use pgnkit_chess::{Color, fen};
    /// let position = fen::parse(b"8/8/4k3/8/8/2R5/8/4K3 w - - 0 1").unwrap().position;
    /// assert!(!position.has_insufficient_material(Color::White));
    /// assert!(position.has_insufficient_material(Color::Black));
    /// ```
    #[must_use]
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        let [pawns, knights, bishops, rooks, queens, kings] = [
            PieceKind::Pawn,
            PieceKind::Knight,
            PieceKind::Bishop,
            PieceKind::Rook,
            PieceKind::Queen,
            PieceKind::King,
        ]
        .map(|kind| self.kind(kind));
        let own = self.color(color);
        if own.intersects(pawns | rooks | queens) {
            return false;
        }
        let pieces = own - kings;
        if own.intersects(knights) {
            // Any other piece of the opponent, but a queen, can shut its own king in.
            return !pieces.many() && !(self.color(!color) - kings - queens).any();
        }
        // A king can flee to squares of the other colour, unless pawns or knights stand there.
        let one_colour = !(bishops & LIGHT_SQUARES).any() || !(bishops - LIGHT_SQUARES).any();
        !pieces.any() || one_colour && !(pawns | knights).any()
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

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use crate::fen;

    #[test]
    fn who_cannot_mate_with_the_pieces_there_are() {
        for (board, white, black) in [
            ("4k3/8/8/8/8/8/8/4K3", true, true),
            ("4k3/8/8/8/8/8/8/4KB2", true, true),
            ("4k3/8/8/8/8/8/8/4KN2", true, true),
            ("4k3/8/8/8/8/8/8/3NKN2", false, true),
            ("4k3/8/8/8/8/8/5P2/4K3", false, true),
            ("4k3/8/8/8/8/8/8/4K2R", false, true),
            ("4k3/8/8/8/8/8/8/4K2Q", false, true),
            // Bishops of one colour, of both colours.
            ("2b1k3/8/8/8/8/8/8/4KB2", true, true),
            ("4kb2/8/8/8/8/8/8/4KB2", false, false),
            ("4k3/8/8/8/8/8/8/2B1KB2", false, true),
            ("4k3/8/8/8/8/8/6B1/4KB2", true, true),
            // The opponent's own pieces can shut his king in.
            ("3nk3/8/8/8/8/8/8/4KB2", false, false),
            ("3nk3/8/8/8/8/8/8/4KN2", false, false),
            ("4k3/4p3/8/8/8/8/8/4KB2", false, false),
            ("4k3/4p3/8/8/8/8/8/4KN2", false, false),
            ("4k2r/8/8/8/8/8/8/4KN2", false, false),
            ("4k2r/8/8/8/8/8/8/4KB2", true, false),
            ("4k2q/8/8/8/8/8/8/4KN2", true, false),
        ] {
            let position = fen::parse(std::format!("{board} w - - 0 1").as_bytes()).unwrap().position;
            assert_eq!(position.has_insufficient_material(Color::White), white, "{board}: White");
            assert_eq!(position.has_insufficient_material(Color::Black), black, "{board}: Black");
            assert_eq!(position.is_insufficient_material(), white && black, "{board}: nobody");
        }
    }
}
