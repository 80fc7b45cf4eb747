//! Pieces of one letter, where at most two can go to the same square: by far the commonest case.

use super::crowd::Crowd;
use super::order;
use crate::attacks;
use crate::board::{Bitboard, Color, PieceKind, Square};
use crate::position::{Position, Restraints};

/// Destinations of the pieces of one kind, without castling.
#[derive(Clone, Copy)]
pub(super) struct Targets {
    pieces: Bitboard,
    /// Destinations of all pieces.
    all: Bitboard,
    /// Destinations of two or more pieces, which need disambiguation.
    shared: Bitboard,
    /// The number of moves.
    pub(super) count: u32,
}

impl Targets {
    /// Those of castling, of which only the number counts, and of no piece.
    #[inline(always)]
    pub(super) const fn none(count: u32) -> Self {
        let none = Bitboard::EMPTY;
        Self { pieces: none, all: none, shared: none, count }
    }

    /// Those of pieces that are neither pawns nor kings.
    #[inline(always)]
    pub(super) fn new(position: &Position, restraints: Restraints, kind: PieceKind) -> Self {
        let pieces = position.pieces(restraints.us, kind);
        let mut targets = Self { pieces, ..Self::none(0) };
        for from in pieces {
            let more = restraints.targets(position, kind, from);
            targets.shared |= targets.all & more;
            targets.all |= more;
            targets.count += more.len();
        }
        targets
    }

    /// Those of bishops, rooks and queens.
    #[inline(always)]
    pub(super) fn of_sliders(position: &Position, restraints: Restraints) -> [Self; 3] {
        const KINDS: [PieceKind; 3] = [PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];
        let Some(targets) = restraints.slider_targets(position) else {
            return KINDS.map(|kind| Self::new(position, restraints, kind));
        };
        core::array::from_fn(|n| {
            let [all, shared] = targets[n];
            let pieces = position.pieces(restraints.us, KINDS[n]);
            Self { pieces, all, shared, count: all.len() + shared.len() }
        })
    }

    /// The king's.
    #[inline(always)]
    pub(super) fn king(position: &Position, restraints: Restraints) -> Self {
        let all = restraints.king_targets(position);
        let pieces = position.king(restraints.us).bit();
        Self { pieces, all, shared: Bitboard::EMPTY, count: all.len() }
    }

    /// The number of a move; `None` when it is not one of these.
    #[inline(always)]
    pub(super) fn index(
        self,
        position: &Position,
        restraints: Restraints,
        kind: PieceKind,
        from: Square,
        to: Square,
    ) -> Option<u32> {
        let us = restraints.us;
        if !self.pieces.contains(from) || !self.all.contains(to) {
            return None;
        }
        let theirs = position.color(!us);
        if self.is_single() {
            return Some(order::index_in(self.all, theirs, to));
        }
        if !self.is_pair() {
            return self.crowd(position, us, kind).index(from, to);
        }
        let (first, second) = self.pair();
        if !restraints.targets(position, kind, from).contains(to) {
            return None;
        }
        if self.shared.is_empty() {
            return Some(order::index_in(self.all, theirs, to));
        }
        let (plain, shared) = (self.all - self.shared, self.shared.len());
        Some(if self.shared.contains(to) {
            let other = if from == first { second } else { first };
            let in_group = order::index_in(self.shared, theirs, to);
            if from.file() == other.file() {
                in_group + if from.rank() > other.rank() { shared } else { 0 }
            } else {
                let quiet = plain & (order::files_through(from.file()) - theirs);
                in_group + quiet.len() + if from.file() > other.file() { shared } else { 0 }
            }
        } else {
            let groups = if first.file() == second.file() || theirs.contains(to) {
                2
            } else {
                u32::from(first.file() < to.file()) + u32::from(second.file() < to.file())
            };
            order::index_in(plain, theirs, to) + groups * shared
        })
    }

    /// The move numbered `n`, below [`count`](Self::count): from where to where.
    #[inline(always)]
    pub(super) fn nth(
        self,
        position: &Position,
        restraints: Restraints,
        kind: PieceKind,
        n: u32,
    ) -> Option<(Square, Square)> {
        let us = restraints.us;
        let theirs = position.color(!us);
        if !self.is_single() && !self.is_pair() {
            return self.crowd(position, us, kind).nth(n);
        }
        let (first, second) = self.pair();
        if self.shared.is_empty() {
            let to = order::nth_in(self.all, theirs, n);
            return Some((self.origin(position, restraints, kind, to)?, to));
        }
        let shared = self.shared.len();
        let plain = self.all - self.shared;
        // The plain moves that come before the moves disambiguated by the lower file, by the higher file. Moves disambiguated by rank come first.
        let (mut low, mut high) = (first, second);
        let (mut before_low, mut before_high) = (0, 0);
        if first.file() != second.file() {
            if first.file() > second.file() {
                (low, high) = (second, first);
            }
            let before = |square: Square| (plain & (order::files_through(square.file()) - theirs)).len();
            (before_low, before_high) = (before(low), before(high));
        }
        let (from, n) = match n {
            n if n < before_low => (None, n),
            n if n < before_low + shared => (Some(low), n - before_low),
            n if n < before_high + shared => (None, n - shared),
            n if n < before_high + 2 * shared => (Some(high), n - before_high - shared),
            n => (None, n - 2 * shared),
        };
        let to = order::nth_in(if from.is_some() { self.shared } else { plain }, theirs, n);
        match from {
            Some(from) => Some((from, to)),
            None => Some((self.origin(position, restraints, kind, to)?, to)),
        }
    }

    /// The piece that can go to a square: mostly the only one that could on an empty board.
    #[inline(always)]
    fn origin(
        self,
        position: &Position,
        restraints: Restraints,
        kind: PieceKind,
        to: Square,
    ) -> Option<Square> {
        let near = self.pieces & attacks::origins_by_row(restraints.us, kind.index(), to);
        if near.many() {
            near.into_iter().find(|from| restraints.targets(position, kind, *from).contains(to))
        } else {
            near.first()
        }
    }

    /// Whether there is one piece, or none.
    #[inline(always)]
    fn is_single(self) -> bool {
        !self.pieces.many()
    }

    /// Whether there are two pieces.
    #[inline(always)]
    fn is_pair(self) -> bool {
        !self.pieces.without_lowest().many()
    }

    /// The pieces on the lowest and the second square.
    #[inline(always)]
    fn pair(self) -> (Square, Square) {
        (self.pieces.lowest(), self.pieces.without_lowest().lowest())
    }

    #[inline(never)]
    fn crowd(self, position: &Position, us: Color, kind: PieceKind) -> Crowd {
        let restraints = Restraints::new(position, us);
        let theirs = position.color(!us);
        Crowd::new(self.pieces, theirs, |from| restraints.targets(position, kind, from))
    }
}
