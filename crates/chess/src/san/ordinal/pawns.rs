//! Pawns: ordered by their file, pushes before captures.

use core::cmp::Ordering;

use super::{Nth, order};
use crate::board::{Bitboard, Color, File, PieceKind, Square};
use crate::moves::Move;
use crate::position::{LAST_RANKS, Position, Restraints};

/// The moves of the pawns, each at the square on the pawn's own file and the rank it goes to: in the order of
/// [`order`] then, within pushes as within captures to one side.
pub(super) struct PawnOrder {
    us: Color,
    pushes: Bitboard,
    /// Captures towards the a-file.
    west: Bitboard,
    /// Captures towards the h-file.
    east: Bitboard,
}

/// `=B`, `=N`, `=Q`, `=R`.
const PROMOTIONS: [PieceKind; 4] = [PieceKind::Bishop, PieceKind::Knight, PieceKind::Queen, PieceKind::Rook];

impl PawnOrder {
    #[inline(always)]
    pub(super) fn new(position: &Position, restraints: Restraints) -> Self {
        let moves = restraints.pawn_moves(position);
        Self {
            us: restraints.us,
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
        let (before, through) = (order::before(own), order::files_through(own.file()));
        let earlier = order::files_before(own.file());
        let [pushes, west, east] = match to.file().cmp(&from.file()) {
            Ordering::Equal => [self.pushes & before, self.west & earlier, self.east & earlier],
            Ordering::Less => [self.pushes & through, self.west & before, self.east & earlier],
            Ordering::Greater => [self.pushes & through, self.west & through, self.east & before],
        };
        let mut index = pushes.len() + west.len() + east.len();
        let captures = to.file() != from.file();
        let legal = if !captures {
            self.pushes
        } else if to.file() < from.file() {
            self.west
        } else {
            self.east
        };
        if !legal.contains(own)
            || mv != position.plain_move(PieceKind::Pawn, from, to, mv.promotion())
            || self.origin(position, own, captures) != Some(from)
            || mv.promotion().is_some() != LAST_RANKS.contains(to)
        {
            return None;
        }
        if (self.pushes | self.west | self.east).intersects(LAST_RANKS) {
            index += [pushes, west, east].iter().map(|set| 3 * (*set & LAST_RANKS).len()).sum::<u32>();
            if let Some(kind) = mv.promotion() {
                index += PROMOTIONS.iter().position(|other| *other == kind)? as u32;
            }
        }
        Some(index)
    }

    /// The move numbered `n`; `None` when there are not as many.
    #[inline(always)]
    pub(super) fn nth(&self, position: &Position, n: u32) -> Option<Nth> {
        let sets = [self.pushes, self.west, self.east];
        if (self.pushes | self.west | self.east).intersects(LAST_RANKS) {
            return self.nth_with_promotions(position, n).map(Nth::Other);
        }
        if n >= sets.iter().map(|set| set.len()).sum() {
            return None;
        }
        let (file, n) = order::nth_file(sets, n);
        let [pushes, west, east] = sets.map(|set| order::ranks(set, file));
        let is_capture = u32::from(n >= pushes.count_ones());
        let is_east = u32::from(n >= pushes.count_ones() + west.count_ones());
        let n = n
            - (pushes.count_ones() & is_capture.wrapping_neg())
            - (west.count_ones() & is_east.wrapping_neg());
        let ranks = u32::from_le_bytes([pushes, west, east, 0]) >> (8 * (is_capture + is_east));
        let own = Square::wrap(order::nth_bit(ranks as u8, n) << 3 | file);
        let from = self.origin(position, own, is_capture != 0)?;
        let to = Square::wrap(own.index() as u32 + 2 * is_east - is_capture);
        if is_capture != 0 && position.ep().contains(to) {
            return Some(Nth::Other(position.plain_move(PieceKind::Pawn, from, to, None)));
        }
        Some(Nth::Plain { kind: PieceKind::Pawn, from, to })
    }

    /// As [`nth`](Self::nth), step by step: there are few such positions.
    #[inline(never)]
    fn nth_with_promotions(&self, position: &Position, mut n: u32) -> Option<Move> {
        for file in File::ALL {
            for (set, aside) in [(self.pushes, 0), (self.west, -1), (self.east, 1)] {
                for own in set & file.squares() {
                    let count = if LAST_RANKS.contains(own) { 4 } else { 1 };
                    if n < count {
                        let promotion = if count == 4 { PROMOTIONS.get(n as usize).copied() } else { None };
                        return self.pawn_move(position, own, aside, promotion);
                    }
                    n -= count;
                }
            }
        }
        None
    }

    /// The move of the pawn on the file of `own` to that rank, `aside` files to the right.
    #[inline(always)]
    fn pawn_move(
        &self,
        position: &Position,
        own: Square,
        aside: i32,
        promotion: Option<PieceKind>,
    ) -> Option<Move> {
        let from = self.origin(position, own, aside != 0)?;
        let to = Square::wrap((own.index() as i32 + aside) as u32);
        Some(position.plain_move(PieceKind::Pawn, from, to, promotion))
    }

    /// The pawn that goes to the rank of `own`, a square of its file.
    #[inline(always)]
    fn origin(&self, position: &Position, own: Square, captures: bool) -> Option<Square> {
        let us = self.us;
        let pawns = position.pieces(us, PieceKind::Pawn);
        let one_back = |set: Bitboard| match us {
            Color::White => Bitboard(set.0 >> 8),
            Color::Black => Bitboard(set.0 << 8),
        };
        let one = one_back(own.bit());
        let origin = if captures || pawns.intersects(one) { one } else { one_back(one) };
        origin.first()
    }
}
