//! Results of a search.

use std::time::Duration;

use pgnkit_chess::{Color, Move, Position, Status};

use crate::error::EngineError;
use crate::score::{Bound, Score, Wdl};

/// The result of a search: lines with their scores, and the best move.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Analysis {
    /// The lines, best first, each with another first move: the last set of one depth that was whole, so that the best move can be of
    /// a later, unfinished depth and begin none of them. Their scores are exact, unless the engine gave nothing exact, or nothing
    /// exact of the last two depths: see [`Line::bound`].
    ///
    /// In a position without a legal move it is one line without moves (see [`Analysis::ended`]), or none if the side to
    /// move has won by not being able to move, for which there is no score.
    pub lines: Vec<Line>,
    /// Number of lines that were asked for and are possible, but were not given.
    pub missing: usize,
    /// The best move as the engine says, always legal; `None` in a position without a legal move.
    pub best_move: Option<Move>,
    /// The answer that the engine expects to the best move. An illegal one is left out.
    pub ponder: Option<Move>,
    /// Positions searched, as the engine says last.
    pub nodes: Option<u64>,
    /// Time of the search, as the engine says last; without that, as it was measured here.
    pub time: Duration,
    /// Positions a second, as the engine says last.
    pub nps: Option<u64>,
    /// Depth of the first line, in plies.
    pub depth: u32,
    /// The best moves in the course of the search, the last one at its end, which is [`Analysis::best_move`]. Empty in a position without a legal move.
    pub choices: Vec<Choice>,
    /// Reason for which the search did not end by its limit, if that is so.
    pub interrupted: Option<Interruption>,
    /// The end of the game that the position is, if it has no legal move. The engine was not asked then.
    pub ended: Option<Status>,
    /// The failure of the first try, if [`Analyst`](crate::Analyst) had to restart the engine for this position.
    pub first_failure: Option<Box<EngineError>>,
}

impl Analysis {
    /// The score of the first line.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }

    /// The result for a position without a legal move.
    pub(crate) fn of_ended(position: &Position) -> Self {
        let status = position.status();
        let lost = status.winner().is_some_and(|winner| winner != position.turn());
        let score = match status.winner() {
            Some(_) if lost => Some(Score::Mate(0)),
            Some(Color::White | Color::Black) => None,
            None => Some(Score::Centipawns(0)),
        };
        let line = |score| Line { score, ..Line::default() };
        Self { lines: score.map(line).into_iter().collect(), ended: Some(status), ..Self::empty() }
    }

    pub(crate) const fn empty() -> Self {
        Self {
            lines: Vec::new(),
            missing: 0,
            best_move: None,
            ponder: None,
            nodes: None,
            time: Duration::ZERO,
            nps: None,
            depth: 0,
            choices: Vec::new(),
            interrupted: None,
            ended: None,
            first_failure: None,
        }
    }
}

/// A line of play with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// The score, as the side to move in the position of the search sees it.
    pub score: Score,
    /// Whether the score is exact. Bounds are given only if there is no exact line that is nearly as deep.
    pub bound: Bound,
    /// Depth of the search, in plies; 0 if unknown.
    pub depth: u32,
    /// Depth of its deepest branch, in plies.
    pub seldepth: Option<u32>,
    /// Positions searched when the line was given.
    pub nodes: Option<u64>,
    /// Time of the search when the line was given.
    pub time: Option<Duration>,
    /// Chances of the side to move, where the engine has `UCI_ShowWDL`.
    pub wdl: Option<Wdl>,
    /// The moves, each legal after those before it, at most 1,000. Empty if the engine gave a score alone.
    pub moves: Vec<Move>,
    /// The illegal move with which the engine's line went on.
    pub cut: Option<IllegalMove>,
}

impl Default for Line {
    fn default() -> Self {
        Self {
            score: Score::Centipawns(0),
            bound: Bound::Exact,
            depth: 0,
            seldepth: None,
            nodes: None,
            time: None,
            wdl: None,
            moves: Vec::new(),
            cut: None,
        }
    }
}

/// The best move from one moment of a search on, until the next choice or the end. A choice is another one if the move is, or the number of moves to a
/// mate. Scores that are only known to be at most something are none: an engine searches such a line once more.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choice {
    /// The move.
    pub best_move: Move,
    /// The score with which it was given first, exact or a lower bound; `None` if the engine ended with this move and gave no score of it.
    pub score: Option<Score>,
    /// Depth in plies; 0 if unknown.
    pub depth: u32,
    /// Positions searched until then.
    pub nodes: Option<u64>,
    /// Time of the search until then, as the engine says.
    pub time: Option<Duration>,
}

impl Choice {
    /// A choice, of which all is known.
    #[must_use]
    pub const fn new(
        best_move: Move,
        score: Option<Score>,
        depth: u32,
        nodes: Option<u64>,
        time: Option<Duration>,
    ) -> Self {
        Self { best_move, score, depth, nodes, time }
    }

    /// Moves to a mate, below zero if the side to move is mated.
    #[must_use]
    pub const fn mate(&self) -> Option<i32> {
        match self.score {
            Some(Score::Mate(moves)) => Some(moves),
            _ => None,
        }
    }
}

/// A move in a line of an engine that is illegal there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// Number of legal moves before it.
    pub ply: usize,
    /// Its text, cut after 20 characters.
    pub text: String,
}

/// Reason for which a search did not end by its limit. All but the last depend on time, so that the result is not the same again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Interruption {
    /// A search without a limit was cancelled, which is how it ends.
    Cancelled,
    /// [`Timeouts::search`](crate::Timeouts::search) was over, and the engine answered to `stop`.
    TimedOut,
    /// The engine does not know the limit of nodes: it had passed it four times over, and answered to `stop`.
    NodesExceeded,
    /// The engine ended by itself after less than a tenth of the nodes, with no mate and more than one move to search: it does not know the
    /// limit and takes another. A limit of depth may serve. Nodes below 1,000 are too few to say so.
    EndedEarly,
}
