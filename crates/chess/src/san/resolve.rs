//! Finding the legal move that a decoded word names.

use super::word::{CASTLING, DROP, PROMOTION, SanWord};
use crate::attacks;
use crate::board::{Bitboard, Color, PieceKind, Square};
use crate::moves::Move;
use crate::position::{CastlingSide, Position};
use crate::variant;

/// Origins of a word's move, before its own king's safety is checked.
enum Origin {
    /// One piece goes from one square to another; `captures` is 1 or 0.
    Plain { from: Square, to: Square, captures: u32 },
    /// A legal move of a rarer kind, or none.
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
    /// there. Only the piece that is left is asked whether its king stays safe.
    ///
    /// ```
    /// use pgnkit_chess::{Position, san::SanWord};
    /// let word = SanWord::parse(b"Nc3").unwrap();
    /// assert_eq!(Position::START.resolve(word), Position::START.parse_uci(b"b1c3"));
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn resolve(&self, word: SanWord) -> Option<Move> {
        if !self.is_standard() {
            return variant::resolve(self, word);
        }
        match self.origin(self.turn(), word) {
            Origin::Plain { from, to, captures } => {
                let safe = self.is_safe(word.kind(), from, to);
                safe.then(|| plain(usize::from(word.code()), from, to, captures))
            }
            Origin::Other(mv) => mv,
        }
    }

    /// In a game of standard chess, plays the move that [`resolve`](Self::resolve) would return and writes the position after it to `next`. For
    /// replaying games this is quicker than resolving and playing. If there is no such move, `next` is meaningless.
    ///
    /// `us` must be the side to move, otherwise the result is meaningless. It is a parameter because a known colour
    /// makes quicker code.
    ///
    /// ```
    /// use pgnkit_chess::{Color, Position, san::SanWord};
    /// let (start, mut next) = (Position::START, Position::START);
    /// let mv = start.play_san_into(Color::White, SanWord::parse(b"Nc3").unwrap(), &mut next).unwrap();
    /// assert_eq!(next, start.after(mv));
    /// assert!(next.play_san_into(Color::Black, SanWord::parse(b"Nc3").unwrap(), &mut start.clone()).is_none());
    /// ```
    #[doc(hidden)]
    #[inline(always)]
    pub fn play_san_into(&self, us: Color, word: SanWord, next: &mut Self) -> Option<Move> {
        match self.origin(us, word) {
            Origin::Plain { from, to, captures } => {
                let kind = usize::from(word.code());
                self.advance(us, kind, from, to, captures != 0, next);
                // Asked afterwards, one question covers pins, checks and the king's own moves.
                let safe = next.attacks_on_king(us).is_empty();
                safe.then(|| plain(kind, from, to, captures))
            }
            Origin::Other(mv) => {
                *next = self.after(mv?);
                mv
            }
        }
    }

    /// Finds the piece of `us`, the side to move, that a word speaks of.
    #[inline(always)]
    fn origin(&self, us: Color, word: SanWord) -> Origin {
        if word.code() >= PROMOTION {
            return Origin::Other(self.resolve_special(
                word.code(),
                word.detail,
                word.to,
                word.origin,
                word.is_capture(),
            ));
        }
        let kind = usize::from(word.code());
        let to = Square::wrap(u32::from(word.to));
        let (own, occupied) = (self.color(us), self.occupied());
        let candidates = own
            & Bitboard(self.boards[kind] & word.origin)
            & attacks::origins_by_row(us, usize::from(word.row()), to);
        if candidates.is_empty() || own.contains(to) {
            return Origin::Other(None);
        }
        let mut from = candidates.lowest();
        if candidates.many() {
            match self.choose(word.code(), to, candidates) {
                Some(chosen) => from = chosen,
                None => return Origin::Other(None),
            }
        } else if attacks::between(from, to).intersects(occupied) {
            return Origin::Other(None);
        }

        // Arithmetic instead of branches: whether a pawn moves next is hard to predict.
        let captures = u32::from(occupied.contains(to));
        if !word.may_go(captures != 0) {
            return Origin::Other(self.resolve_en_passant(from, to));
        }
        Origin::Plain { from, to, captures }
    }

    /// The only one of several pieces that can go to `to`. Safety decides between those with a free path only: a single
    /// one is looked at later.
    #[inline(never)]
    fn choose(&self, kind: u8, to: Square, candidates: Bitboard) -> Option<Square> {
        let occupied = self.occupied();
        let mut able: Bitboard =
            candidates.into_iter().filter(|from| !attacks::between(*from, to).intersects(occupied)).collect();
        if able.many() {
            let kind = PieceKind::from_bits(u32::from(kind));
            able = able.into_iter().filter(|from| self.is_safe(kind, *from, to)).collect();
        }
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
    fn resolve_special(&self, code: u8, detail: u8, to: u8, origin: u64, captures: bool) -> Option<Move> {
        if code == DROP {
            return None;
        }
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
        // `exe8=Q` has the file of the pawn that could push.
        (mv.is_capture() == captures && self.is_legal(mv)).then_some(mv)
    }
}
