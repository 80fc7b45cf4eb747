//! Conditions that puzzles meet.

use std::ops::RangeInclusive;

/// Conditions that puzzles meet, in evaluations of the games and in those of the engine.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Settings {
    /// Chances that a side gains by the opponent's move, at least; chances are between -1 and 1, a mate is 1.
    pub rise: f64,
    /// Centipawns from which on a side is winning.
    pub winning: i32,
    /// Points of material (1, 3, 3, 5, 9) by which a side is far ahead: a win is no puzzle then.
    pub lead: i32,
    /// Chances by which the best move is better than the second, at least.
    pub margin: f64,
    /// Moves of the solver.
    pub moves: RangeInclusive<usize>,
}

impl Default for Settings {
    /// A gain of 0.6, two pawns, a lead of three points, a margin of 0.7, two to ten moves.
    fn default() -> Self {
        Self { rise: 0.6, winning: 200, lead: 3, margin: 0.7, moves: 2..=10 }
    }
}
