//! When to read games into trees instead of writing them while they are read.

use pgnkit_syntax::{Ignore, Parser};

use crate::game::GameBuilder;
use crate::read::Replayer;

/// The games that are read into a tree at once, since those before had to be read twice.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Trees {
    /// The number of next games that are.
    left: u32,
    /// The number after the next game that has to be read twice.
    next: u32,
}

/// At most so many games are read into a tree because one had to be.
const MOST: u32 = 63;

impl Trees {
    /// Whether the next game is read into a tree at once.
    #[inline]
    pub(crate) fn take_next(&mut self) -> bool {
        let is_due = self.left > 0;
        self.left -= u32::from(is_due);
        is_due
    }

    /// After a game that was written while it was read.
    #[inline]
    pub(crate) fn needed_none(&mut self) {
        self.next = 0;
    }

    /// Reads the last game again, which begins at `before`; everything about it has been reported.
    #[cold]
    pub(crate) fn read_again<'a>(
        &mut self,
        replayer: &mut Replayer<'a>,
        before: Parser<'a>,
        builder: &mut GameBuilder,
    ) {
        replayer.go_back(before);
        replayer.read_into(builder, &mut Ignore);
        self.left = self.next;
        self.next = (2 * self.next + 1).min(MOST);
    }
}
