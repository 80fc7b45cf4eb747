//! Pawns: by the file they stand on, pushes before captures.

use super::order;
use crate::board::{Bitboard, Color, PieceKind, Square};
use crate::moves::Move;
use crate::position::{LAST_RANKS, Position, Restraints};

/// The moves of the pawns, each at the square on the pawn's own file and the rank it goes to: in the order of
/// [`order`] then, within pushes as within captures to one side.
pub(super) struct PawnOrder {
    pushes: Bitboard,
    /// Captures towards the a-file.
    west: Bitboard,
    /// Captures towards the h-file.
    east: Bitboard,
}

/// `=B`, `=N`, `=Q`, `=R`.
const PROMOTIONS: [PieceKind; 4] = [PieceKind::Bishop, PieceKind::Knight, PieceKind::Queen, PieceKind::Rook];

/// How many moves lead to these squares.
#[inline(always)]
fn weight(set: Bitboard) -> u32 {
    let promoting = set & LAST_RANKS;
    if promoting.any() { set.len() + 3 * promoting.len() } else { set.len() }
}

impl PawnOrder {
    #[inline(always)]
    pub(super) fn new(position: &Position, restraints: &Restraints) -> Self {
        let moves = restraints.pawn_moves(position);
        Self {
            pushes: moves.push | moves.double_push,
            west: Bitboard(moves.west.0 << 1),
            east: Bitboard(moves.east.0 >> 1),
        }
    }

    /// The number of a pawn's move; `None` when it is not legal.
    #[inline(always)]
    pub(super) fn index(&self, position: &Position, mv: Move) -> Option<u32> {
        let (from, to) = (mv.from(), mv.to());
        let own = Square::at(from.file(), to.rank());
        let (before, earlier, file) =
            (order::before(own), order::files_before(from.file()), order::files_through(from.file()));
        let (own_set, index) = if to.file() == from.file() {
            let others = weight(self.west & earlier) + weight(self.east & earlier);
            (self.pushes, weight(self.pushes & before) + others)
        } else if to.file() < from.file() {
            let others = weight(self.pushes & file) + weight(self.east & earlier);
            (self.west, weight(self.west & before) + others)
        } else {
            let others = weight(self.pushes & file) + weight(self.west & file);
            (self.east, weight(self.east & before) + others)
        };
        let promotion = match mv.promotion() {
            None => 0,
            Some(kind) => PROMOTIONS.iter().position(|other| *other == kind)? as u32,
        };
        let legal = own_set.contains(own)
            && self.origin(position, own, to.file() != from.file()) == Some(from)
            && mv == self.pawn_move(position, from, to, mv.promotion())
            && mv.promotion().is_some() == LAST_RANKS.contains(to);
        legal.then_some(index + promotion)
    }

    fn pawn_move(&self, position: &Position, from: Square, to: Square, promotion: Option<PieceKind>) -> Move {
        position.plain_move(PieceKind::Pawn, from, to, promotion)
    }

    /// The move numbered `n`; `None` when there are not as many.
    pub(super) fn nth(&self, position: &Position, mut n: u32) -> Option<Move> {
        let sets = [self.pushes, self.west, self.east];
        for file in crate::board::File::ALL {
            for (set, aside) in sets.into_iter().zip([0, -1, 1]) {
                for own in set & file.squares() {
                    let count = if LAST_RANKS.contains(own) { 4 } else { 1 };
                    if n >= count {
                        n -= count;
                        continue;
                    }
                    let to = Square::wrap((own.index() as i32 + aside) as u32);
                    let from = self.origin(position, own, aside != 0)?;
                    let promotion = if count == 4 { PROMOTIONS.get(n as usize).copied() } else { None };
                    return Some(self.pawn_move(position, from, to, promotion));
                }
            }
        }
        None
    }

    /// The pawn that goes to the rank of `own`, a square of its file.
    fn origin(&self, position: &Position, own: Square, captures: bool) -> Option<Square> {
        let us = position.turn();
        let pawns = position.pieces(us, PieceKind::Pawn);
        let behind = |square: Square| match us {
            Color::White => Bitboard(square.bit().0 >> 8),
            Color::Black => Bitboard(square.bit().0 << 8),
        };
        let one = behind(own).first()?;
        if captures || pawns.contains(one) { Some(one) } else { behind(one).first() }
    }
}
