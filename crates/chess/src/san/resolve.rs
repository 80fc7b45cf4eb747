//! From a decoded word to the legal move it names.

use super::word::{KING_SIDE, QUEEN_SIDE, SanWord};
use crate::attacks;
use crate::board::{Bitboard, PieceKind, Square};
use crate::moves::Move;
use crate::position::Position;

impl Position {
    /// The one legal move that a canonically shaped word names, or `None`.
    ///
    /// A superfluous or missing `x` of a piece's move is accepted: compare
    /// [`SanWord::is_capture`] with [`Move::is_capture`]. The mark is not looked at: compare
    /// [`SanWord::mark`] with the position after the move. Over-disambiguation is accepted: compare
    /// with [`Position::san`] where canonical text matters.
    ///
    /// The search goes backwards: from the destination to the pieces that could have come from
    /// there. Only moves that can expose the king are tested for legality.
    ///
    /// ```
    /// use pgnkit_chess::{Position, san::SanWord};
    /// let word = SanWord::parse(b"Nc3").unwrap();
    /// assert_eq!(Position::START.resolve(word), Position::START.parse_uci(b"b1c3"));
    /// ```
    #[inline]
    #[must_use]
    pub fn resolve(&self, word: SanWord) -> Option<Move> {
        if word.flags & (KING_SIDE | QUEEN_SIDE) != 0 {
            return self.resolve_castling(word.flags & KING_SIDE != 0);
        }
        let (us, them, kind) = (self.turn, !self.turn, word.kind);
        let to = Square::wrap(u32::from(word.to));
        let occupied = self.occupied();
        let candidates = self.pieces(us, kind) & attacks::origins(us, kind, to) & Bitboard(word.origin);
        if candidates.0 == 0 || self.color(us).contains(to) {
            return None;
        }
        let mut from = candidates.lowest();
        if candidates.many() {
            from = self.choose(kind, to, candidates)?;
        } else if attacks::between(from, to).intersects(occupied) {
            return None;
        }

        let captures = occupied.contains(to);
        let mut flags = if captures { Move::CAPTURE } else { 0 };
        if kind == PieceKind::Pawn {
            if word.is_capture() != captures {
                return self.resolve_en_passant(word, from, to);
            }
            if from.file() == to.file() && captures {
                return None;
            }
            if from.index() ^ to.index() == 16 {
                flags |= Move::DOUBLE;
            }
        }

        let king = self.king(us);
        let shielded = attacks::beyond(king, from).intersects(self.sliders(them));
        if (self.checkers != 0 || shielded || kind == PieceKind::King) && !self.is_safe(kind, from, to) {
            return None;
        }
        Some(Move::new(kind, from, to, flags).with_promotion(u32::from(word.promotion)))
    }

    /// The only one of several pieces that can go to `to`.
    #[inline(never)]
    fn choose(&self, kind: PieceKind, to: Square, candidates: Bitboard) -> Option<Square> {
        let occupied = self.occupied();
        let able: Bitboard = candidates
            .into_iter()
            .filter(|from| !attacks::between(*from, to).intersects(occupied) && self.is_safe(kind, *from, to))
            .collect();
        able.single()
    }

    #[inline(never)]
    fn resolve_en_passant(&self, word: SanWord, from: Square, to: Square) -> Option<Move> {
        let legal = word.is_capture() && self.ep_square() == Some(to) && self.is_safe_en_passant(from, to);
        legal.then(|| Move::new(PieceKind::Pawn, from, to, Move::CAPTURE | Move::EN_PASSANT))
    }

    #[inline(never)]
    fn resolve_castling(&self, king_side: bool) -> Option<Move> {
        let mut moves = self.castling_moves().filter(|mv| mv.is_king_side_castling() == king_side);
        let mv = moves.next()?;
        moves.next().is_none().then_some(mv)
    }
}
