//! The analysis of the position on the board by an engine. Whoever runs the reader asks the engine.

use pgnkit::chess::Move;
use pgnkit::command::Score;

/// The state of an analysis.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Analysis {
    /// The engine has said nothing yet.
    #[default]
    Working,
    /// It has come so far.
    Found(EngineReport),
    /// It cannot go on; a sentence with the reason.
    Failed(String),
}

/// Lines of an engine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineReport {
    /// The name of the engine; empty if it has none.
    pub engine: String,
    /// The depth of the search, in half-moves.
    pub depth: u32,
    /// Positions that were searched.
    pub nodes: Option<u64>,
    /// Positions a second.
    pub nps: Option<u64>,
    /// The lines, best first.
    pub lines: Vec<EngineLine>,
}

/// A line of play with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineLine {
    /// The score, for White.
    pub score: Score,
    /// The moves, each legal after those before it.
    pub moves: Vec<Move>,
}
