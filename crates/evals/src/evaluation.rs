//! An evaluation of a position, as plain data.

use pgnkit_chess::Move;

/// The evaluation of a position by an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evaluation {
    /// The depth of the search, in half-moves.
    pub depth: u32,
    /// Thousands of positions that were looked at.
    pub knodes: u64,
    /// The lines of moves, the best one first.
    pub lines: Vec<ScoredLine>,
}

impl Evaluation {
    /// The number by which evaluations of one position are compared: the deeper one is better, of equal depths the one with more nodes.
    #[must_use]
    pub fn effort(&self) -> (u32, u64) {
        (self.depth, self.knodes)
    }
}

/// A line of moves with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredLine {
    /// The score.
    pub score: Score,
    /// The moves, legal one after the other; at least one.
    pub moves: Vec<Move>,
}

/// A score for White: positive if White is better, whoever is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves to mate, of the side that gives it.
    Mate(i32),
}
