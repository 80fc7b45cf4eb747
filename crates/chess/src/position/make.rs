//! Playing a move. [`Position::after`] is on the hottest path of everything built on this crate.

use super::{COLORS, OUTER_RANKS, Position};
use crate::attacks;
use crate::board::{Bitboard, Color, PieceKind, Square};
use crate::moves::Move;
use crate::variant;

/// Per mover (colour, kind): all ones for the two boards that contain the piece.
static OWN_BOARDS: [Row; 16] = own_boards();

/// Aligned, for vector instructions that read it where it is.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Row([u64; 8]);

const fn own_boards() -> [Row; 16] {
    let mut table = [Row([0; 8]); 16];
    let mut color = 0;
    while color < 2 {
        let mut kind = 0;
        while kind < 6 {
            table[color * 8 + kind].0[kind] = u64::MAX;
            table[color * 8 + kind].0[COLORS + color] = u64::MAX;
            kind += 1;
        }
        color += 1;
    }
    table
}

/// Per mover: the castling rooks that keep their right. A king's move costs its whole back rank.
static KEPT_RIGHTS: [u64; 16] = {
    let mut table = [OUTER_RANKS; 16];
    table[PieceKind::King as usize] = OUTER_RANKS & !0xff;
    table[8 + PieceKind::King as usize] = OUTER_RANKS & !(0xff << 56);
    table
};

/// All ones where the mover is a pawn.
#[inline(always)]
fn own_pawns(mover: usize) -> u64 {
    OWN_BOARDS[mover & 15].0[PieceKind::Pawn.index()]
}

/// The square that a piece of `us` passes over which goes two squares straight ahead.
#[inline(always)]
fn passed(us: Color, from: u64, to: u64) -> u64 {
    match us {
        Color::White => from << 8 & to >> 8,
        Color::Black => from >> 8 & to << 8,
    }
}

impl Position {
    /// The position after a move.
    ///
    /// The move must be one of this position: a legal one or [`Move::NULL`]. A move of another
    /// position gives a meaningless position, but no panic.
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        next.play(mv);
        next
    }

    /// Plays a move in place. Quicker than [`after`](Self::after), since nothing is copied.
    #[inline(always)]
    pub fn play(&mut self, mv: Move) {
        if mv.is_special() {
            self.play_special(mv);
        } else {
            self.move_piece(mv);
        }
    }

    /// Writes the position [`after`](Self::after) a move of `us`, the side to move, to `next`, which must be one of the
    /// same game.
    #[inline(always)]
    pub(crate) fn play_into(&self, us: Color, mv: Move, next: &mut Self) {
        if mv.is_special() {
            *next = *self;
            next.play_special(mv);
        } else {
            self.advance(us, mv.kind_bits(), mv.from(), mv.to(), mv.is_capture(), next);
        }
    }

    /// Moves one piece, without promotion.
    #[inline(always)]
    fn move_piece(&mut self, mv: Move) {
        let (from, to) = (mv.from().bit().0, mv.to().bit().0);
        let clear = !(from | to);
        let mover = (self.turn().index() * 8 + mv.kind_bits()) & 15;
        for (board, own) in self.boards.iter_mut().zip(&OWN_BOARDS[mover].0) {
            *board = (*board & clear) | (to & own);
        }
        self.rights =
            self.rights & clear & KEPT_RIGHTS[mover] | passed(self.turn(), from, to) & own_pawns(mover);
        self.halfmoves = if mv.is_irreversible() { 0 } else { self.halfmoves.wrapping_add(1) };
        self.ply = self.ply.wrapping_add(1);
    }

    /// Writes to `next` the position after a move of one piece of `us`, the side to move, without promotion. What a
    /// variant adds stays as it is in `next`.
    #[inline(always)]
    pub(crate) fn advance(
        &self,
        us: Color,
        kind: usize,
        from: Square,
        to: Square,
        captures: bool,
        next: &mut Self,
    ) {
        let (from_bit, to_bit) = (from.bit().0, to.bit().0);
        let clear = !(from_bit | to_bit);
        let mover = (us.index() * 8 + kind) & 15;
        // The compiler would rather keep some sets in registers, before and after, and so make one after the other.
        // With all of them in memory it makes two or four at once with vector instructions.
        let (boards, own) = (core::hint::black_box(&self.boards), &OWN_BOARDS[mover].0);
        let boards: [u64; 8] = core::array::from_fn(|i| (boards[i] & clear) | (to_bit & own[i]));
        next.boards = boards;
        core::hint::black_box(&mut next.boards);
        next.rights =
            self.rights & clear & KEPT_RIGHTS[mover] | passed(us, from_bit, to_bit) & own_pawns(mover);
        let irreversible = captures | (kind == PieceKind::Pawn.index());
        next.halfmoves = if irreversible { 0 } else { self.halfmoves.wrapping_add(1) };
        next.ply = self.ply.wrapping_add(1);
    }

    /// Castling, en passant, promotion, the null move, and all moves of variants.
    #[inline(never)]
    fn play_special(&mut self, mv: Move) {
        if mv.is_of_variant() { variant::play(self, mv) } else { self.play_by_standard_rules(mv) }
    }

    /// Plays a move that is no drop as standard chess does.
    #[inline(always)]
    pub(crate) fn play_by_standard_rules(&mut self, mv: Move) {
        if mv.is_castling() || mv.is_null() {
            let us = self.turn().index();
            if mv.is_castling() {
                let (king, rook) = mv.castling_squares();
                let clear = !(mv.from().bit().0 | mv.to().bit().0);
                for board in &mut self.boards {
                    *board &= clear;
                }
                self.boards[PieceKind::King.index()] |= king.bit().0;
                self.boards[PieceKind::Rook.index()] |= rook.bit().0;
                self.boards[COLORS + us] |= king.bit().0 | rook.bit().0;
                self.rights &= KEPT_RIGHTS[us * 8 + PieceKind::King.index()];
            }
            self.halfmoves = self.halfmoves.wrapping_add(1);
            self.ply = self.ply.wrapping_add(1);
            self.set_ep(Bitboard::EMPTY);
        } else {
            self.move_piece(mv);
            if mv.is_en_passant() {
                let captured = !captured_en_passant(mv.to()).bit().0;
                self.boards[PieceKind::Pawn.index()] &= captured;
                self.boards[COLORS + self.turn().index()] &= captured;
            }
            if let Some(kind) = mv.promotion() {
                self.boards[PieceKind::Pawn.index()] &= !mv.to().bit().0;
                self.boards[kind.index()] |= mv.to().bit().0;
            }
        }
    }

    /// The pieces that attack the king of a colour. The other king does so where a move that is not legal was tried.
    #[inline(always)]
    pub(crate) fn attacks_on_king(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let sight = attacks::Sight::from(king);
        let [pawns, knights, bishops, rooks, queens, kings, ..] = self.boards;
        let them = self.color(!color);
        let near = (sight.pawn(color) & pawns) | (sight.knight() & knights) | (sight.king() & kings);
        // Most kings are on no line with a slider. So it takes less time than to look up all squares that sliders would see.
        let snipers = (sight.diagonals() & (bishops | queens)) | (sight.straights() & (rooks | queens));
        let mut attackers = them & Bitboard(near);
        for sniper in them & Bitboard(snipers) {
            if !attacks::between(king, sniper).intersects(self.occupied()) {
                attackers |= sniper.bit();
            }
        }
        attackers
    }

    /// The position with the other side to move and no en passant square, to examine the opponent's moves.
    pub(crate) fn with_turn_swapped(&self) -> Self {
        let mut swapped = *self;
        swapped.ply ^= 1;
        swapped.set_ep(Bitboard::EMPTY);
        swapped
    }
}

/// Square of the pawn that is taken en passant on `to`.
#[inline]
pub(crate) const fn captured_en_passant(to: Square) -> Square {
    Square::wrap(to.index() as u32 ^ 8)
}
