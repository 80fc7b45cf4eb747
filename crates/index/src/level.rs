//! The parts that an index has.

/// The parts that an index has: each level has those of the level before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Level {
    /// Positions that two games have, with the facts that their games are counted by: some 15 bytes a game of a large collection.
    Positions = 1,
    /// The games too, whole. A position that one game has is found by a search.
    #[default]
    Games = 2,
    /// Every occurrence of a position too, so that nothing is searched for: some 300 bytes a game more.
    Occurrences = 3,
}

impl Level {
    /// All of them, the lowest first.
    pub const ALL: [Self; 3] = [Self::Positions, Self::Games, Self::Occurrences];

    /// The level of a number from 1.
    #[must_use]
    pub fn of_number(number: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.number() == number)
    }

    /// Its number, from 1.
    #[must_use]
    pub const fn number(self) -> u64 {
        self as u64
    }
}
