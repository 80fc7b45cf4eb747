//! Games that an input may look up in the place of reading all of them.

use std::fmt::Debug;

use pgnkit::chess::Position;

/// Conditions that all games have which a run needs. A form that knows where such games are gives these, and no others or a few more; the
/// other forms give all games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lookup {
    /// Positions of the main line: the men, the side to move, and the rights, in standard chess or any variant.
    pub positions: Vec<Position>,
}

impl Lookup {
    /// Games whose main lines have all these positions.
    pub fn of_positions(positions: Vec<Position>) -> Self {
        Self { positions }
    }

    /// Whether any game will do.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }
}
