//! From a decoded word to the legal move it names.

use super::word::{CASTLING, PROMOTION, SanWord};
use crate::attacks;
use crate::board::{Bitboard, Color, PieceKind, Square};
use crate::moves::Move;
use crate::position::{CastlingSide, Position};

/// A legal move that was found.
enum Found {
    /// Of one piece from one square to another; `captures` is 1 or 0.
    Plain { from: Square, to: Square, captures: u32 },
    /// Something rarer, or none.
    Other(Option<Move>),
}

#[inline(always)]
fn plain(kind: usize, from: Square, to: Square, captures: u32) -> Move {
    Move::from_parts(kind, from, to, captures * Move::CAPTURE)
}

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
        match self.find(self.turn(), word) {
            Found::Plain { from, to, captures } => Some(plain(usize::from(word.code), from, to, captures)),
            Found::Other(mv) => mv,
        }
    }

    /// Plays the move that [`resolve`](Self::resolve) would give, writing the position after it to `next`: for
    /// replaying games, quicker than resolving and playing. When there is no such move, `next` is left alone.
    ///
    /// `us` is the side to move. It is asked for because who replays a game knows it, and a known colour makes
    /// quicker code; with the other colour the result is meaningless.
    ///
    /// ```
    /// use pgnkit_chess::{Color, Position, san::SanWord};
    /// let (start, mut next) = (Position::START, Position::START);
    /// let mv = start.follow(Color::White, SanWord::parse(b"Nc3").unwrap(), &mut next).unwrap();
    /// assert_eq!(next, start.after(mv));
    /// assert!(next.follow(Color::Black, SanWord::parse(b"Nc3").unwrap(), &mut start.clone()).is_none());
    /// ```
    #[inline(always)]
    pub fn follow(&self, us: Color, word: SanWord, next: &mut Self) -> Option<Move> {
        match self.find(us, word) {
            Found::Plain { from, to, captures } => {
                let kind = usize::from(word.code);
                self.advance(us, kind, from, to, captures != 0, next);
                Some(plain(kind, from, to, captures))
            }
            Found::Other(mv) => {
                *next = self.after(mv?);
                mv
            }
        }
    }

    /// Finds the move of `us`, the side to move, without putting it together where it is a plain one.
    #[inline(always)]
    fn find(&self, us: Color, word: SanWord) -> Found {
        if word.code >= PROMOTION {
            return Found::Other(self.resolve_special(word.code, word.detail, word.to, word.origin));
        }
        let them = !us;
        let kind = usize::from(word.code);
        let to = Square::wrap(u32::from(word.to));
        let (own, occupied) = (self.color(us), self.occupied());
        let candidates = own
            & Bitboard(self.boards[kind] & word.origin)
            & attacks::origins_by_row(us, usize::from(word.row), to);
        if candidates.is_empty() || own.contains(to) {
            return Found::Other(None);
        }
        let mut from = candidates.lowest();
        if candidates.many() {
            match self.choose(word.kind(), to, candidates) {
                Some(chosen) => from = chosen,
                None => return Found::Other(None),
            }
        } else if attacks::between(from, to).intersects(occupied) {
            return Found::Other(None);
        }

        // Arithmetic instead of branches: whether a pawn moves next is hard to predict.
        let pawn = u32::from(kind == 0);
        let captures = u32::from(occupied.contains(to));
        if pawn & (captures ^ u32::from(word.is_capture())) != 0 {
            return Found::Other(self.resolve_en_passant(from, to));
        }
        let shielded = attacks::beyond(self.king(us), from) & self.sliders(them);
        let king = u64::from(kind == PieceKind::King.index());
        if shielded.0 | self.checkers | king != 0 && !self.is_safe(word.kind(), from, to) {
            return Found::Other(None);
        }
        Found::Plain { from, to, captures }
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
