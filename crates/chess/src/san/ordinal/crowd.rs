//! Three or more pieces of one letter, some of which can go to the same square.

use core::ops::ControlFlow;

use super::order;
use crate::board::{Bitboard, File, Rank, Square};

/// The pieces of one kind and where each can go.
pub(super) struct Crowd {
    pieces: Bitboard,
    theirs: Bitboard,
    targets: [Bitboard; 64],
    /// Squares that exactly one piece can reach.
    plain: Bitboard,
}

/// The destinations of a piece that others can reach as well, by disambiguation.
struct ToldApart {
    by_file: Bitboard,
    by_rank: Bitboard,
    by_square: Bitboard,
}

/// Moves that have the origin in common as far as the text shows it.
struct Group {
    pieces: Bitboard,
    targets: Bitboard,
    /// The destinations of plain moves that come before these.
    following: Bitboard,
}

impl Crowd {
    pub(super) fn new(pieces: Bitboard, theirs: Bitboard, of: impl Fn(Square) -> Bitboard) -> Self {
        let mut targets = [Bitboard::EMPTY; 64];
        let (mut all, mut shared) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for from in pieces {
            let own = of(from);
            shared |= all & own;
            all |= own;
            targets[from.index()] = own;
        }
        Self { pieces, theirs, targets, plain: all - shared }
    }

    fn of(&self, from: Square) -> Bitboard {
        self.targets[from.index()]
    }

    fn origin(&self, pieces: Bitboard, to: Square) -> Option<Square> {
        pieces.into_iter().find(|from| self.of(*from).contains(to))
    }

    /// The number of a move; `None` when it is not one of these.
    #[inline(never)]
    pub(super) fn index(&self, from: Square, to: Square) -> Option<u32> {
        if !self.of(from).contains(to) {
            return None;
        }
        let is_plain = self.plain.contains(to);
        let captures = self.theirs.contains(to);
        let mut earlier = 0;
        let found = self.groups(|group| {
            if group.pieces.contains(from) && group.targets.contains(to) {
                let quiet = self.plain - self.theirs;
                return ControlFlow::Break(
                    earlier
                        + (quiet & group.following).len()
                        + order::index_in(group.targets, self.theirs, to),
                );
            }
            if !is_plain || captures || !group.following.contains(to) {
                earlier += group.targets.len();
            }
            ControlFlow::Continue(())
        });
        match found {
            Some(index) => Some(index),
            None if is_plain => Some(earlier + order::index_in(self.plain, self.theirs, to)),
            None => None,
        }
    }

    /// The move numbered `n`: from where to where.
    #[inline(never)]
    pub(super) fn nth(&self, n: u32) -> Option<(Square, Square)> {
        let mut earlier = 0;
        let quiet = self.plain - self.theirs;
        let found = self.groups(|group| {
            let start = earlier + (quiet & group.following).len();
            if n < start {
                return ControlFlow::Break(None);
            }
            if n < start + group.targets.len() {
                let to = order::nth_in(group.targets, self.theirs, n - start);
                return ControlFlow::Break(self.origin(group.pieces, to).map(|from| (from, to)));
            }
            earlier += group.targets.len();
            ControlFlow::Continue(())
        });
        match found {
            Some(Some(found)) => Some(found),
            _ => {
                let n = n - earlier;
                if n >= self.plain.len() {
                    return None;
                }
                let to = order::nth_in(self.plain, self.theirs, n);
                Some((self.origin(self.pieces, to)?, to))
            }
        }
    }

    /// Calls a function with the groups in the order of their texts, until it breaks.
    fn groups<T>(&self, mut call: impl FnMut(Group) -> ControlFlow<T>) -> Option<T> {
        let mut group = |pieces: Bitboard, following, part: fn(ToldApart) -> Bitboard| {
            let mut targets = Bitboard::EMPTY;
            for from in pieces {
                targets |= part(self.told_apart(from));
            }
            // Two pieces of a group never share a destination, since their common disambiguation would not distinguish
            // them.
            if targets.any() { call(Group { pieces, targets, following }) } else { ControlFlow::Continue(()) }
        };
        let mut all = || -> ControlFlow<T> {
            for rank in Rank::ALL {
                group(self.pieces & rank.squares(), Bitboard::EMPTY, |apart| apart.by_rank)?;
            }
            for file in File::ALL {
                let pieces = self.pieces & file.squares();
                for from in pieces {
                    // `Qa1` is the beginning of `Qa1b2`.
                    group(from.bit(), order::before(from) | from.bit(), |apart| apart.by_square)?;
                }
                group(pieces, order::files_through(file), |apart| apart.by_file)?;
            }
            ControlFlow::Continue(())
        };
        all().break_value()
    }

    /// Disambiguation of the moves of a piece (section 8.2.3.4): by file, else by rank, else by both.
    fn told_apart(&self, from: Square) -> ToldApart {
        let (mut others, mut on_file, mut on_rank) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
        for other in self.pieces - from.bit() {
            let targets = self.of(other);
            others |= targets;
            if other.file() == from.file() {
                on_file |= targets;
            }
            if other.rank() == from.rank() {
                on_rank |= targets;
            }
        }
        let shared = self.of(from) & others;
        ToldApart {
            by_file: shared - on_file,
            by_rank: (shared & on_file) - on_rank,
            by_square: shared & on_file & on_rank,
        }
    }
}
