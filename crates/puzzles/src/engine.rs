//! Questions to the engine, each independent of those before.

use std::error::Error;
use std::fmt;
use std::sync::atomic::AtomicBool;

use pgnkit::chess::{Move, Position};
use pgnkit_uci::{Analyst, Bound, EngineError, Interruption, Limits, Root, Score};

/// The reason for which a position has no result of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// The engine failed, twice where a second try could help.
    Engine(EngineError),
    /// The search did not end by its limit.
    Interrupted(Interruption),
    /// There are fewer lines than the engine was asked for.
    NoSecondLine,
    /// A score is only a bound.
    NoExactScore,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(error) => error.fmt(f),
            Self::Interrupted(_) => {
                f.write_str("expected a search that ends by its limit, found one that does not: give another limit, as --depth")
            }
            Self::NoSecondLine => {
                f.write_str("expected two lines of the engine, found fewer: it needs the option MultiPV, and a larger limit")
            }
            Self::NoExactScore => {
                f.write_str("expected exact scores of the engine, found bounds alone: give a larger limit")
            }
        }
    }
}

impl Error for Failure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Engine(error) => Some(error),
            _ => None,
        }
    }
}

/// The best two moves of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Best {
    pub(crate) mv: Move,
    pub(crate) score: Score,
    /// `None` if there is no other move.
    pub(crate) second: Option<Score>,
    /// Depth in plies.
    pub(crate) depth: u32,
}

/// The engine with two limits: to solve, and to confirm.
pub(crate) struct Engine<'a> {
    analyst: &'a mut Analyst,
    cancel: &'a AtomicBool,
}

impl<'a> Engine<'a> {
    pub(crate) fn new(analyst: &'a mut Analyst, limits: Limits, cancel: &'a AtomicBool) -> Self {
        analyst.set_limits(limits);
        Self { analyst, cancel }
    }

    /// The best two moves after `moves`, searched by an engine that remembers nothing. The position must have a legal move.
    pub(crate) fn best(&mut self, start: &Position, moves: &[Move]) -> Result<Best, Failure> {
        self.analyst.begin_game();
        let root = Root::new(start, moves).map_err(Failure::Engine)?;
        let analysis = self.analyst.analyse(&root, self.cancel).map_err(Failure::Engine)?;
        if let Some(interruption) = analysis.interrupted {
            return Err(Failure::Interrupted(interruption));
        }
        let mut lines = analysis.lines.iter();
        let Some(first) = lines.next() else { return Err(Failure::NoSecondLine) };
        let second = lines.next();
        if second.is_none() && root.position().legal_move_count() > 1 {
            return Err(Failure::NoSecondLine);
        }
        if first.bound != Bound::Exact || second.is_some_and(|second| second.bound != Bound::Exact) {
            return Err(Failure::NoExactScore);
        }
        let Some(mv) = first.moves.first().copied().or(analysis.best_move) else {
            return Err(Failure::NoSecondLine);
        };
        Ok(Best { mv, score: first.score, second: second.map(|line| line.score), depth: first.depth })
    }
}

/// Limits that are twice as large; a depth is greater by two.
pub(crate) fn larger(limits: &Limits) -> Limits {
    Limits {
        nodes: limits.nodes.map(|nodes| nodes.saturating_mul(2)),
        depth: limits.depth.map(|depth| depth.saturating_add(2)),
        movetime: limits.movetime.map(|time| time.saturating_mul(2)),
        ..limits.clone()
    }
}
