//! Restrictions on the moves of pieces by checks and pins.

use super::Position;
use super::movegen::{FILE_A, FILE_H, PawnMoves};
use crate::attacks::{self, Rays, Steps};
use crate::board::{Bitboard, Color, PieceKind, Square};
use crate::moves::Move;

const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);

/// Restrictions on the side to move: computed once, then used for each of its pieces.
#[derive(Clone, Copy)]
pub(crate) struct Restraints {
    /// The side to move.
    pub(crate) us: Color,
    king: Square,
    /// The squares without a piece of its own; in check, those that answer it.
    allowed: Bitboard,
    pinned: Bitboard,
    /// The squares that the other side attacks, where the king hides none.
    attacked: Bitboard,
    checked: bool,
    /// Nothing but the king can move.
    doubly_checked: bool,
}

impl Restraints {
    #[inline(always)]
    pub(crate) fn new(position: &Position, us: Color) -> Self {
        let king = position.king(us);
        let (ours, theirs) = (position.color(us), position.color(!us));
        let [pawns, knights, bishops, rooks, queens, ..] = position.boards.map(|set| set & theirs.0);
        let (slanting, straight) = (bishops | queens, rooks | queens);
        let free = !(ours | theirs).0 | king.bit().0;
        let steps = Steps::along_lines();
        let rays = Rays::new(steps, [slanting, straight, slanting, straight], free);
        let sight = Rays::new(steps, [king.bit().0; 4], free);
        // A piece that the king and a slider see from both sides is pinned.
        let pinned = ours & Bitboard(rays.meeting(&sight));

        let sides = ((pawns & !FILE_A.0) >> 1) | ((pawns & !FILE_H.0) << 1);
        let pawn_attacks = match us {
            Color::White => sides >> 8,
            Color::Black => sides << 8,
        };
        let king_attacks = attacks::king(position.king(!us));
        let attacked = Bitboard(rays.with_jumps(steps, knights) | pawn_attacks) | king_attacks;

        let mut allowed = !ours;
        let (checked, mut doubly_checked) = (attacked.contains(king), false);
        if checked {
            let checkers = position.attacks_on_king(us);
            let checker = checkers.lowest();
            doubly_checked = checkers.many();
            allowed = attacks::between(king, checker) | checker.bit();
            if doubly_checked {
                allowed = Bitboard::EMPTY;
            }
        }
        Self { us, king, allowed, pinned, attacked, checked, doubly_checked }
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

    /// The legal destinations of bishops, rooks and queens, first those of any of them, then those of two. `None` where one of them
    /// is pinned, and where there are more of them than a game begins with.
    #[inline(always)]
    pub(crate) fn slider_targets(self, position: &Position) -> Option<[[Bitboard; 2]; 3]> {
        let [bishops, rooks, queens] =
            [PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen].map(|kind| position.pieces(self.us, kind));
        let is_usual = !self.pinned.intersects(bishops | rooks | queens)
            & (bishops.len() <= 2)
            & (rooks.len() <= 2)
            & (queens.len() <= 1);
        if !is_usual {
            return None;
        }
        let (steps, free) = (Steps::along_lines(), !position.occupied().0);
        let rays = Rays::new(steps, [bishops.0, rooks.0, bishops.0, rooks.0], free);
        let mut queen = 0;
        if queens.any() {
            queen = Rays::new(steps, [queens.0; 4], free).all();
        }
        let [bishops, rooks] = rays.of_both_kinds();
        Some(
            [bishops, rooks, (queen, 0)]
                .map(|(all, shared)| [all, shared].map(|set| Bitboard(set) & self.allowed)),
        )
    }

    /// The legal destinations of the king, castling aside.
    #[inline(always)]
    pub(crate) fn king_targets(self, position: &Position) -> Bitboard {
        attacks::king(self.king) - position.color(self.us) - self.attacked
    }

    /// Whether it is worth looking for castling moves: nothing is between the king and a rook.
    #[inline(always)]
    pub(crate) fn may_castle(self, position: &Position) -> bool {
        let rooks = position.castling_rooks() & position.color(self.us);
        let is_open = |rook| !attacks::between(self.king, rook).intersects(position.occupied());
        rooks.any() && !self.checked && (is_open(rooks.lowest()) | rooks.last().is_some_and(is_open))
    }

    /// The legal castling moves in order, to the king's side first, for a side that is not in check. Where a foreign
    /// position gives the right to castle to a side with two rooks, the inner one is in the outer one's way: there is
    /// one move to each side at most.
    #[inline(never)]
    pub(crate) fn castling_moves(self, position: &Position) -> [Option<Move>; 2] {
        let mut moves = [None; 2];
        for rook in position.castling_rooks() & position.color(self.us) {
            let mv = Move::castling(self.king, rook);
            if position.castling_obstacles(mv).is_empty() && !self.is_castling_attacked(position, mv) {
                moves[usize::from(!mv.is_king_side_castling())] = Some(mv);
            }
        }
        moves
    }

    /// Whether the king would pass an attacked square or end on one.
    fn is_castling_attacked(self, position: &Position, mv: Move) -> bool {
        // When a rook leaves its corner, nothing was hidden by it that could attack the king.
        if CORNERS.contains(mv.to()) {
            let (king, _) = mv.castling_squares();
            (attacks::between(mv.from(), king) | king.bit()).intersects(self.attacked)
        } else {
            position.castling_attack(mv).is_some()
        }
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
