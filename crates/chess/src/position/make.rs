//! Playing a move. [`Position::after`] is on the hottest path of everything built on this crate.

use super::{COLORS, NO_SQUARE, Position};
use crate::board::{PieceKind, Square};
use crate::moves::Move;

/// Per mover (colour, kind): all ones for the two boards the piece stands on.
static OWN_BOARDS: [[u64; 8]; 16] = own_boards();

const fn own_boards() -> [[u64; 8]; 16] {
    let mut table = [[0; 8]; 16];
    let mut color = 0;
    while color < 2 {
        let mut kind = 0;
        while kind < 6 {
            table[color * 8 + kind][kind] = u64::MAX;
            table[color * 8 + kind][COLORS + color] = u64::MAX;
            kind += 1;
        }
        color += 1;
    }
    table
}

/// Per mover: the castling rooks that keep their right. A king's move costs its whole back rank.
static KEPT_RIGHTS: [u64; 16] = {
    let mut table = [u64::MAX; 16];
    table[PieceKind::King as usize] = !0xff;
    table[8 + PieceKind::King as usize] = !(0xff << 56);
    table
};

impl Position {
    /// The position after a move.
    ///
    /// The move must be one of this position: a legal one or [`Move::NULL`]. A move of another
    /// position gives a meaningless position, but no panic.
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        if mv.is_special() {
            return self.after_special(mv);
        }
        let mut next = self.moved(mv);
        next.checkers = next.attacks_on_king();
        next
    }

    /// Moves one piece, without promotion; all fields but the checkers.
    #[inline(always)]
    fn moved(&self, mv: Move) -> Self {
        let (from, to) = (mv.from().bit().0, mv.to().bit().0);
        let clear = !(from | to);
        let mover = self.turn.index() * 8 + mv.kind().index();
        let own = &OWN_BOARDS[mover & 15];
        let mut boards = self.boards;
        for (board, own) in boards.iter_mut().zip(own) {
            *board = (*board & clear) | (to & own);
        }
        let passed = (mv.from().index() + mv.to().index()) as u8 >> 1;
        Self {
            boards,
            castling: self.castling & clear & KEPT_RIGHTS[mover & 15],
            checkers: 0,
            halfmoves: if mv.is_irreversible() { 0 } else { self.halfmoves.wrapping_add(1) },
            fullmoves: self.fullmoves.wrapping_add(self.turn as u32),
            turn: !self.turn,
            ep: if mv.is_double_push() { passed } else { NO_SQUARE },
        }
    }

    /// Castling, en passant, promotion and the null move.
    #[inline(never)]
    fn after_special(&self, mv: Move) -> Self {
        let us = COLORS + self.turn.index();
        let mut next;
        if mv.is_castling() || mv.is_null() {
            next = *self;
            next.halfmoves = self.halfmoves.wrapping_add(1);
            next.fullmoves = self.fullmoves.wrapping_add(self.turn as u32);
            next.turn = !self.turn;
            next.ep = NO_SQUARE;
            if mv.is_castling() {
                let (king, rook) = mv.castling_squares();
                let clear = !(mv.from().bit().0 | mv.to().bit().0);
                for board in &mut next.boards {
                    *board &= clear;
                }
                next.boards[PieceKind::King.index()] |= king.bit().0;
                next.boards[PieceKind::Rook.index()] |= rook.bit().0;
                next.boards[us] |= king.bit().0 | rook.bit().0;
                next.castling &= KEPT_RIGHTS[self.turn.index() * 8 + PieceKind::King.index()];
            }
        } else {
            next = self.moved(mv);
            if mv.is_en_passant() {
                let captured = !captured_en_passant(mv.to()).bit().0;
                next.boards[PieceKind::Pawn.index()] &= captured;
                next.boards[COLORS + next.turn.index()] &= captured;
            }
            if let Some(kind) = mv.promotion() {
                next.boards[PieceKind::Pawn.index()] &= !mv.to().bit().0;
                next.boards[kind.index()] |= mv.to().bit().0;
            }
        }
        next.checkers = next.attacks_on_king();
        next
    }

    /// The pieces attacking the king of the side to move.
    #[inline(always)]
    pub(crate) fn attacks_on_king(&self) -> u64 {
        let king = self.king(self.turn);
        self.attackers(king, !self.turn, self.occupied()).0
    }

    /// The position with the other side to move and no en passant square: to ask what the opponent
    /// could have done.
    pub(crate) fn with_turn_swapped(&self) -> Self {
        let mut swapped = *self;
        swapped.turn = !self.turn;
        swapped.ep = NO_SQUARE;
        swapped.checkers = swapped.attacks_on_king();
        swapped
    }
}

/// Where the pawn stands that is taken en passant on `to`: beside, not behind.
#[inline]
pub(crate) const fn captured_en_passant(to: Square) -> Square {
    Square::wrap(to.index() as u32 ^ 8)
}
