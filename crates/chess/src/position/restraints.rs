//! Restrictions on the moves of pieces by checks and pins.

use super::Position;
use super::movegen::{FILE_A, FILE_H, PawnMoves};
use crate::attacks;
use crate::board::{Bitboard, Color, PieceKind, Square};
use crate::moves::Move;

/// Restrictions on the side to move: computed once, then used for each of its pieces.
#[derive(Clone, Copy)]
pub(crate) struct Restraints {
    /// The side to move.
    pub(crate) us: Color,
    king: Square,
    /// The squares without a piece of its own; in check, those that answer it.
    allowed: Bitboard,
    pinned: Bitboard,
    checked: bool,
    /// Nothing but the king can move.
    doubly_checked: bool,
}

impl Restraints {
    #[inline(always)]
    pub(crate) fn new(position: &Position, us: Color) -> Self {
        let king = position.king(us);
        let (checkers, pinned) = position.checkers_and_pinned(us);
        let mut allowed = !position.color(us);
        if checkers.any() {
            let checker = checkers.lowest();
            allowed = attacks::between(king, checker) | checker.bit();
            if checkers.many() {
                allowed = Bitboard::EMPTY;
            }
        }
        Self { us, king, allowed, pinned, checked: checkers.any(), doubly_checked: checkers.many() }
    }

    /// The legal destinations of a piece of the side to move that is neither pawn nor king.
    #[inline(always)]
    pub(crate) fn targets(self, position: &Position, kind: PieceKind, from: Square) -> Bitboard {
        let occupied = position.occupied();
        // `attacks::of` would not be compiled once for each kind.
        let attacked = match kind {
            PieceKind::Knight => attacks::knight(from),
            PieceKind::Bishop => attacks::bishop(from, occupied),
            PieceKind::Rook => attacks::rook(from, occupied),
            _ => attacks::queen(from, occupied),
        };
        let targets = attacked & self.allowed;
        if self.pinned.contains(from) { targets & attacks::line(self.king, from) } else { targets }
    }

    /// The legal destinations of the king, castling aside.
    #[inline(always)]
    pub(crate) fn king_targets(self, position: &Position) -> Bitboard {
        let us = self.us;
        let theirs = position.color(!us);
        let pawns = position.pieces(!us, PieceKind::Pawn);
        let sides = ((pawns - FILE_A).0 >> 1) | ((pawns - FILE_H).0 << 1);
        let mut attacked = match us {
            Color::White => sides >> 8,
            Color::Black => sides << 8,
        };
        attacked |= attacks::king(position.king(!us)).0;
        let mut steps = attacks::king(self.king) - position.color(us) - Bitboard(attacked);
        for from in position.pieces(!us, PieceKind::Knight) {
            steps = steps - attacks::knight(from);
        }
        if steps.any() {
            let queens = position.kind(PieceKind::Queen);
            let occupied = position.occupied() - self.king.bit();
            // Most sliders look elsewhere, which is quicker to see than where they look.
            for from in theirs & (position.kind(PieceKind::Bishop) | queens) {
                if steps.intersects(attacks::origins(us, PieceKind::Bishop, from)) {
                    steps = steps - attacks::bishop(from, occupied);
                }
            }
            for from in theirs & (position.kind(PieceKind::Rook) | queens) {
                if steps.intersects(attacks::origins(us, PieceKind::Rook, from)) {
                    steps = steps - attacks::rook(from, occupied);
                }
            }
        }
        steps
    }

    /// Whether it is worth looking for castling moves.
    #[inline(always)]
    pub(crate) fn may_castle(self, position: &Position) -> bool {
        position.castling_rooks().intersects(position.color(self.us)) && !self.checked
    }

    /// The legal castling moves in order, to the king's side first, for a side that is not in check. Where a foreign
    /// position gives the right to castle to a side with two rooks, the inner one is in the outer one's way: there is
    /// one move to each side at most.
    #[inline(never)]
    pub(crate) fn castling_moves(self, position: &Position) -> [Option<Move>; 2] {
        let mut moves = [None; 2];
        for rook in position.castling_rooks() & position.color(self.us) {
            let mv = Move::castling(self.king, rook);
            if position.castling_obstacles(mv).is_empty() && position.castling_attack(mv).is_none() {
                moves[usize::from(!mv.is_king_side_castling())] = Some(mv);
            }
        }
        moves
    }

    /// The legal moves of the pawns, en passant included.
    #[inline(always)]
    pub(crate) fn pawn_moves(self, position: &Position) -> PawnMoves {
        let us = self.us;
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
