//! A list of moves without allocation.

use core::fmt;
use core::ops::Deref;

use super::Move;

/// The moves of one position, in a fixed array; dereferences to a slice.
///
/// Positions of real games have at most 218 legal moves. Positions composed of many queens and
/// knights can have more; the capacity is above what fits on 64 squares.
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; Self::CAPACITY],
    len: usize,
}

impl MoveList {
    /// Largest number of moves in the list.
    pub const CAPACITY: usize = 512;

    /// An empty list.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self { moves: [Move::NULL; Self::CAPACITY], len: 0 }
    }

    /// Makes the list empty.
    #[inline]
    pub(crate) const fn clear(&mut self) {
        self.len = 0;
    }

    #[inline]
    pub(crate) fn push(&mut self, mv: Move) {
        if let Some(slot) = self.moves.get_mut(self.len) {
            *slot = mv;
            self.len += 1;
        }
    }

    /// Replaces all moves by those that `fill` adds.
    #[inline(always)]
    pub(crate) fn refill(&mut self, fill: impl FnOnce(&mut Filling<'_>)) {
        let mut filling = Filling { moves: &mut self.moves, len: 0 };
        fill(&mut filling);
        self.len = filling.len;
    }

    /// The moves as a slice.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[Move] {
        self.moves.get(..self.len).unwrap_or(&[])
    }
}

/// The front of a list that is being filled. Its length is counted apart and written to the list once: in the list it would be read
/// and written again with every move.
pub(crate) struct Filling<'l> {
    moves: &'l mut [Move; MoveList::CAPACITY],
    len: usize,
}

impl Filling<'_> {
    #[inline(always)]
    pub(crate) fn push(&mut self, mv: Move) {
        if let Some(slot) = self.moves.get_mut(self.len) {
            *slot = mv;
            self.len += 1;
        }
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        self.as_slice()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = core::iter::Take<core::array::IntoIter<Move, { MoveList::CAPACITY }>>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter().take(self.len)
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}
