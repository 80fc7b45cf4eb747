//! Counts over the positions of a book.

/// Counts of positions by their results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// Records in the book.
    pub records: usize,
    /// Different positions among them.
    pub positions: usize,
    /// The records, ascending, whose evaluation is not that of an earlier record of the same position. It does not
    /// count.
    pub conflicts: Vec<usize>,
    /// Records whose evaluation is none: −32767 or out of range.
    pub refused: usize,
    /// Moves that lead from one position of the book to another.
    pub moves: usize,
    /// Positions without such a move.
    pub leaves: usize,
    /// Positions that have their score from a record.
    pub given: usize,
    /// Positions that have their score from the rules.
    pub ended: usize,
    /// Positions that have their score from moves, draws by repetition among them.
    pub backed_up: usize,
    /// Positions that are draws only because play can go on for ever.
    pub repetitions: usize,
    /// Positions that have no score.
    pub unknown: usize,
    /// Groups of positions within which moves that count lead from each to each other one.
    pub cycles: usize,
    /// Positions in such groups.
    pub in_cycles: usize,
    /// Positions whose mate is further away than `ce` can say.
    pub long_mates: usize,
}
