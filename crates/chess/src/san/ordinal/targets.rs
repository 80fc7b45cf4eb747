//! Pieces of one letter that are told apart in at most one way: by far the commonest case.

use super::crowd::Crowd;
use super::order;
use crate::board::{Bitboard, PieceKind, Square};
use crate::position::{Position, Restraints};

/// Where the pieces of one kind can go, castling aside.
pub(super) struct Targets<'a> {
    position: &'a Position,
    restraints: &'a Restraints,
    kind: PieceKind,
    pieces: Bitboard,
    /// Of the piece on the lowest square.
    first: Bitboard,
    /// Of all pieces.
    all: Bitboard,
    /// Of two or more: here the pieces must be told apart.
    shared: Bitboard,
}

/// Which of a few moves, or squares.
enum Place {
    /// Nothing tells it apart. Its number among such moves.
    Plain(u32),
    /// One of the shared squares, by its number, and whether it is the second of two pieces that goes there.
    Shared(u32, bool),
}

impl<'a> Targets<'a> {
    #[inline(always)]
    pub(super) fn bishops(position: &'a Position, restraints: &'a Restraints) -> Self {
        Self::new(position, restraints, PieceKind::Bishop)
    }

    #[inline(always)]
    pub(super) fn knights(position: &'a Position, restraints: &'a Restraints) -> Self {
        Self::new(position, restraints, PieceKind::Knight)
    }

    #[inline(always)]
    pub(super) fn queens(position: &'a Position, restraints: &'a Restraints) -> Self {
        Self::new(position, restraints, PieceKind::Queen)
    }

    #[inline(always)]
    pub(super) fn rooks(position: &'a Position, restraints: &'a Restraints) -> Self {
        Self::new(position, restraints, PieceKind::Rook)
    }

    /// The king's steps.
    #[inline(always)]
    pub(super) fn king(position: &'a Position, restraints: &'a Restraints) -> Self {
        let all = restraints.king_targets(position);
        let pieces = position.king(position.turn()).bit();
        let kind = PieceKind::King;
        Self { position, restraints, kind, pieces, first: all, all, shared: Bitboard::EMPTY }
    }

    #[inline(always)]
    fn new(position: &'a Position, restraints: &'a Restraints, kind: PieceKind) -> Self {
        let pieces = position.pieces(position.turn(), kind);
        let (mut first, mut all, mut shared) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
        if pieces.any() {
            first = restraints.targets(position, kind, pieces.lowest());
            all = first;
            for from in pieces - pieces.lowest().bit() {
                let targets = restraints.targets(position, kind, from);
                shared |= all & targets;
                all |= targets;
            }
        }
        Self { position, restraints, kind, pieces, first, all, shared }
    }

    /// The number of moves.
    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        if self.shared.is_empty() {
            self.all.len()
        } else if self.pair().is_some() {
            self.all.len() + self.shared.len()
        } else {
            self.count_each()
        }
    }

    #[inline(never)]
    fn count_each(&self) -> u32 {
        self.pieces.into_iter().map(|from| self.of(from).len()).sum()
    }

    /// The number of a move; `None` when it is not one of these.
    #[inline(always)]
    pub(super) fn index(&self, from: Square, to: Square) -> Option<u32> {
        let legal = self.pieces.contains(from) && self.of(from).contains(to);
        if !legal {
            return None;
        }
        if self.shared.is_empty() {
            return Some(self.index_of(self.all, to));
        }
        let Some((first, second)) = self.pair() else { return self.crowd().index(from, to) };
        let (plain, shared) = (self.all - self.shared, self.shared.len());
        Some(if self.shared.contains(to) {
            let (own, other) = if from == first { (first, second) } else { (second, first) };
            let in_group = self.index_of(self.shared, to);
            if own.file() == other.file() {
                in_group + if own.rank() > other.rank() { shared } else { 0 }
            } else {
                let quiet = self.quiet(plain) & order::files_through(own.file());
                in_group + quiet.len() + if own.file() > other.file() { shared } else { 0 }
            }
        } else {
            let captures = self.theirs().contains(to);
            let groups = if first.file() == second.file() || captures {
                2
            } else {
                u32::from(first.file() < to.file()) + u32::from(second.file() < to.file())
            };
            self.index_of(plain, to) + groups * shared
        })
    }

    /// The move numbered `n`, below [`count`](Self::count): from where to where.
    #[inline(always)]
    pub(super) fn nth(&self, n: u32) -> Option<(Square, Square)> {
        if self.shared.is_empty() {
            let to = self.nth_of(self.all, n);
            return Some((self.origin(to)?, to));
        }
        let Some((first, second)) = self.pair() else { return self.crowd().nth(n) };
        let plain = self.all - self.shared;
        Some(match self.place(n, plain, first, second) {
            Place::Plain(n) => {
                let to = self.nth_of(plain, n);
                (if self.first.contains(to) { first } else { second }, to)
            }
            Place::Shared(n, of_second) => {
                (if of_second { second } else { first }, self.nth_of(self.shared, n))
            }
        })
    }

    /// Where the move numbered `n` of two pieces is.
    #[inline(always)]
    fn place(&self, n: u32, plain: Bitboard, first: Square, second: Square) -> Place {
        let shared = self.shared.len();
        // All plain moves that come before the moves told apart by a file.
        let quiet = self.quiet(plain);
        let (of_second, low, high) = if first.file() == second.file() {
            (false, 0, 0)
        } else {
            let of_second = second.file() < first.file();
            let (low, high) = if of_second { (second, first) } else { (first, second) };
            let before = |square: Square| (quiet & order::files_through(square.file())).len();
            (of_second, before(low), before(high))
        };
        match n {
            n if n < low => Place::Plain(n),
            n if n < low + shared => Place::Shared(n - low, of_second),
            n if n < high + shared => Place::Plain(n - shared),
            n if n < high + 2 * shared => Place::Shared(n - high - shared, !of_second),
            n => Place::Plain(n - 2 * shared),
        }
    }

    /// The two pieces, in the order of their squares' numbers; `None` when there are more.
    #[inline(always)]
    fn pair(&self) -> Option<(Square, Square)> {
        let first = self.pieces.lowest();
        Some((first, (self.pieces - first.bit()).single()?))
    }

    #[inline(always)]
    fn of(&self, from: Square) -> Bitboard {
        if from == self.pieces.lowest() {
            self.first
        } else if self.pair().is_some() {
            (self.all - self.first) | self.shared
        } else {
            self.restraints.targets(self.position, self.kind, from)
        }
    }

    /// The only piece that can go to `to`.
    #[inline(always)]
    fn origin(&self, to: Square) -> Option<Square> {
        if self.first.contains(to) {
            return Some(self.pieces.lowest());
        }
        let others = self.pieces - self.pieces.lowest().bit();
        others.single().or_else(|| others.into_iter().find(|from| self.of(*from).contains(to)))
    }

    fn theirs(&self) -> Bitboard {
        self.position.color(!self.position.turn())
    }

    #[inline(always)]
    fn index_of(&self, set: Bitboard, to: Square) -> u32 {
        order::index_in(set, self.theirs(), to)
    }

    #[inline(always)]
    fn nth_of(&self, set: Bitboard, n: u32) -> Square {
        order::nth_in(set, self.theirs(), n)
    }

    fn quiet(&self, set: Bitboard) -> Bitboard {
        set - self.theirs()
    }

    #[cold]
    fn crowd(&self) -> Crowd {
        Crowd::new(self.pieces, self.theirs(), |from| self.of(from))
    }
}
