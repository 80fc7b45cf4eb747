//! From a decoded word to the legal move it names.

use super::word::{CASTLING, PROMOTION, SanWord};
use crate::attacks;
use crate::board::{Bitboard, PieceKind, Square};
use crate::moves::Move;
use crate::position::{CastlingSide, Position};

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
    #[inline(always)]
    #[must_use]
    pub fn resolve(&self, word: SanWord) -> Option<Move> {
        if word.code >= PROMOTION {
            return self.resolve_special(word.code, word.detail, word.to, word.origin);
        }
        let (us, them) = (self.turn(), !self.turn());
        let kind = usize::from(word.code);
        let to = Square::wrap(u32::from(word.to));
        let (own, occupied) = (self.color(us), self.occupied());
        let candidates = own
            & Bitboard(self.boards[kind] & word.origin)
            & attacks::origins_by_row(us, usize::from(word.row), to);
        if candidates.is_empty() || own.contains(to) {
            return None;
        }
        let mut from = candidates.lowest();
        if candidates.many() {
            from = self.choose(word.kind(), to, candidates)?;
        } else if attacks::between(from, to).intersects(occupied) {
            return None;
        }

        // Arithmetic instead of branches: whether a pawn moves next is hard to predict.
        let pawn = u32::from(kind == 0);
        let captures = u32::from(occupied.contains(to));
        if pawn & (captures ^ u32::from(word.is_capture())) != 0 {
            return self.resolve_en_passant(from, to);
        }

        let shielded = attacks::beyond(self.king(us), from) & self.sliders(them);
        let king = u64::from(kind == PieceKind::King.index());
        if shielded.0 | self.checkers | king != 0 && !self.is_safe(word.kind(), from, to) {
            return None;
        }
        Some(Move::from_parts(kind, from, to, captures * Move::CAPTURE))
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

    /// A pawn's capture without a piece to capture, or a push onto a piece.
    #[inline(never)]
    fn resolve_en_passant(&self, from: Square, to: Square) -> Option<Move> {
        let legal = self.ep_square() == Some(to) && self.is_safe_en_passant(from, to);
        legal.then(|| Move::new(PieceKind::Pawn, from, to, Move::CAPTURE | Move::EN_PASSANT))
    }

    // Scalars instead of the word, which a reference would force into memory on the straight path.
    #[inline(never)]
    fn resolve_special(&self, code: u8, detail: u8, to: u8, origin: u64) -> Option<Move> {
        if code == CASTLING {
            let side = if detail == 0 { CastlingSide::King } else { CastlingSide::Queen };
            let mv = Move::castling(self.king(self.turn()), self.castling_rook(self.turn(), side)?);
            return self.is_legal_castling(mv).then_some(mv);
        }
        let to = Square::wrap(u32::from(to));
        let origins = attacks::origins(self.turn(), PieceKind::Pawn, to) & Bitboard(origin);
        let from = (self.pieces(self.turn(), PieceKind::Pawn) & origins).single()?;
        let promotion = PieceKind::from_bits(u32::from(detail));
        let mv = self.plain_move(PieceKind::Pawn, from, to, Some(promotion));
        self.is_legal(mv).then_some(mv)
    }
}
