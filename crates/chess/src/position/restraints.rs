//! What checks and pins leave to the pieces beside the king.

use super::Position;
use super::movegen::PawnMoves;
use crate::attacks;
use crate::board::{Bitboard, PieceKind, Square};

/// What restrains the side to move: found once, then asked for each of its pieces.
pub(crate) struct Restraints {
    king: Square,
    /// The squares that no piece of its own stands on; in check, those that answer it.
    allowed: Bitboard,
    pinned: Bitboard,
    checked: bool,
    /// Nothing but the king can move.
    doubly_checked: bool,
}

impl Restraints {
    #[inline(always)]
    pub(crate) fn new(position: &Position) -> Self {
        let us = position.turn();
        let king = position.king(us);
        let (checkers, pinned) = position.checkers_and_pinned();
        let mut allowed = !position.color(us);
        if checkers.any() {
            let checker = checkers.lowest();
            allowed = attacks::between(king, checker) | checker.bit();
            if checkers.many() {
                allowed = Bitboard::EMPTY;
            }
        }
        Self { king, allowed, pinned, checked: checkers.any(), doubly_checked: checkers.many() }
    }

    /// Whether the side to move is in check.
    #[inline(always)]
    pub(crate) fn is_check(&self) -> bool {
        self.checked
    }

    /// The legal destinations of a piece of the side to move that is neither pawn nor king.
    #[inline(always)]
    pub(crate) fn targets(&self, position: &Position, kind: PieceKind, from: Square) -> Bitboard {
        let targets = attacks::of(position.turn(), kind, from, position.occupied()) & self.allowed;
        if self.pinned.contains(from) { targets & attacks::line(self.king, from) } else { targets }
    }

    /// The legal moves of the pawns, en passant included.
    #[inline(always)]
    pub(crate) fn pawn_moves(&self, position: &Position) -> PawnMoves {
        let us = position.turn();
        let (free, theirs) = (!position.occupied(), position.color(!us));
        let pawns = position.pieces(us, PieceKind::Pawn);
        let mut moves = PawnMoves::new(us, pawns - self.pinned, free, theirs, self.allowed);
        for from in pawns & self.pinned {
            let allowed = self.allowed & attacks::line(self.king, from);
            let more = PawnMoves::new(us, from.bit(), free, theirs, allowed);
            moves.push |= more.push;
            moves.double_push |= more.double_push;
            moves.west |= more.west;
            moves.east |= more.east;
        }
        if let Some(to) = position.ep_square() {
            for from in position.en_passant_captors() {
                if !self.doubly_checked && position.is_safe_en_passant(from, to) {
                    let side = if to.file() < from.file() { &mut moves.west } else { &mut moves.east };
                    *side |= to.bit();
                }
            }
        }
        moves
    }
}
