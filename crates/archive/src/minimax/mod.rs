//! Scores of a book of positions, worked back from its leaves: what BOOKUP called backsolving.
//!
//! A [`Book`] takes records: a position, and perhaps its evaluation as the EPD operation `ce` has it (section 16.2.5.6):
//! in centipawns, from the view of the side to move, beyond ±32,000 a mate. [`Book::solve`] finds the moves that lead
//! from one position of the book to another, and gives every position the score it has when both sides choose the best
//! of these moves. Read *the book* below wherever a game could go on outside it: moves to other positions do not count.
//!
//! ```
//! use pgnkit_archive::minimax::{Book, Options, Origin};
//! use pgnkit_chess::{Position, san};
//! use std::sync::atomic::AtomicBool;
//!
//! let after = |moves: &[&str]| {
//!     moves.iter().fold(Position::START, |position, text| {
//!         position.after(san::read(&position, text.as_bytes()).unwrap().mv)
//!     })
//! };
//! let mut book = Book::new();
//! book.push(&after(&[]), None);
//! book.push(&after(&["e4"]), None);
//! book.push(&after(&["e4", "e5"]), Some(30)); // the side to move is White
//! book.push(&after(&["e4", "c5"]), Some(25));
//! book.push(&after(&["f3"]), Some(40)); // Black
//!
//! let solution = book.solve(&Options::default(), &AtomicBool::new(false)).unwrap();
//! let start = solution.verdict(0).unwrap();
//! assert_eq!((start.ce, start.origin), (Some(25), Origin::Moves));
//! let line: Vec<String> = solution.line(0).map(|mv| mv.to_uci(Default::default()).to_string()).collect();
//! assert_eq!(line, ["e2e4", "c7c5"]);
//! assert_eq!(solution.statistics().moves, 4);
//! ```
//!
//! # What is a position, and what a leaf
//!
//! * Positions are the same when they are so under the repetition rule ([`PackedPosition`]): so lines that transpose
//!   meet. Clocks do not count. Positions are compared as a whole, not by keys that might collide.
//! * Records of one position are one position, with the first evaluation that one of them has. This is all that depends
//!   on the order of the records, and [`Statistics::conflicts`] names those that say otherwise.
//! * A leaf is a position without a move to another one of the book. It has its own evaluation. A leaf without one has
//!   the score of the rules where the game is over there ([`Origin::Board`]), else it is unknown. From a position that
//!   is dead for lack of material no move is looked for: the game is over.
//! * Unknown positions are not chosen. A position all of whose moves lead to unknown ones is like a leaf.
//! * With [`InnerScores::Keep`] every evaluation of a record stands, as if its position were a leaf.
//! * −32767 says that a position is illegal (section 16.2.5.6), and so is no evaluation; nor is what the range excludes.
//!
//! # Scores
//!
//! The score of any other position is the best that one of its moves has: the negated score of the position it leads to.
//! A mate gets further away by a ply with each move back. The longest `ce` can say is a mate in 765 plies; longer ones
//! are compared as they are, written as the longest, and counted in [`Statistics::long_mates`].
//!
//! # Cycles
//!
//! Moves can lead back to a position. To play on for ever is worth a draw, 0, to both: that is what repetition comes to.
//! So a score is what both sides can force in this game, and it is well defined: nothing depends on where one begins.
//! Who is better leaves the cycle, and mates found through a cycle are as short as can be forced. A draw that would be
//! something else if playing on for ever were not a draw is a [`Origin::Repetition`].
//!
//! # Best moves
//!
//! Among the moves with the best score it is the first in the ASCII order of SAN. One that stays in a cycle is passed over,
//! though, when the side to move can force the score without repetition and the move comes no nearer to that. So lines
//! end, and at a position that has the score; only a draw by repetition can go round, and there the line stops before it
//! comes to a position again.
//!
//! # Cost
//!
//! Finding the moves takes nearly all the time; it is linear and shared among [`Options::jobs`] threads, and the result
//! is the same for any number. The rest is linear but for a sort of the leaves. Nothing recurs on the depth of the book.
//! At most about 60 bytes a record and 16 bytes a move between positions of the book are needed at any time.

mod chunks;
mod cycles;
mod forced;
mod graph;
mod index;
mod known;
mod score;
mod solution;
mod stop;
#[cfg(test)]
mod tests;

pub use solution::{Solution, Verdict};

use cycles::Components;
use graph::{Graph, Parents};
use index::Index;
use known::Known;
use pgnkit_chess::{PackedPosition, Position};
use score::Score;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::{error, fmt, thread};
use stop::Stop;

/// So many that the length of no mate comes near the value of one.
const MAX_RECORDS: usize = 1 << 29;

/// What stands for a missing evaluation; no evaluation itself.
const NO_CE: i16 = i16::MIN;

/// Records to be solved: positions with or without an evaluation, 34 bytes each.
#[derive(Clone, Debug, Default)]
pub struct Book {
    positions: Vec<PackedPosition>,
    evaluations: Vec<i16>,
    refused: usize,
}

/// How a book is solved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Threads that look for moves, the calling one among them. By default, as many as the machine has cores for this
    /// process.
    pub jobs: NonZeroUsize,
    /// What becomes of evaluations of positions that are no leaves. They are replaced by default.
    pub inner: InnerScores,
}

impl Default for Options {
    fn default() -> Self {
        let jobs = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Self { jobs, inner: InnerScores::default() }
    }
}

impl Options {
    /// The same options with another number of threads; 0 means 1.
    #[must_use]
    pub fn with_jobs(mut self, jobs: usize) -> Self {
        self.jobs = NonZeroUsize::new(jobs).unwrap_or(NonZeroUsize::MIN);
        self
    }

    /// The same options with another fate of inner evaluations.
    #[must_use]
    pub fn with_inner(mut self, inner: InnerScores) -> Self {
        self.inner = inner;
        self
    }
}

/// What becomes of the evaluation of a position from which moves lead on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InnerScores {
    /// The score that its moves give takes its place.
    #[default]
    Replace,
    /// It stands, and its moves do not count.
    Keep,
}

/// Where the score of a position comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// From nowhere: a leaf without an evaluation, or all its moves lead to such.
    Unknown,
    /// From the record: the position is a leaf or like one.
    Given,
    /// From the rules: the position is a leaf without an evaluation, and the game is over there. 0, but for the side that
    /// is checkmated, for which there is no `ce`.
    Board,
    /// From the best move.
    Moves,
    /// From the best move, and it is a draw only because play can go on for ever within the book.
    Repetition,
}

impl Origin {
    /// Whether the score comes from moves, by repetition or not.
    #[must_use]
    pub fn is_backed_up(self) -> bool {
        matches!(self, Self::Moves | Self::Repetition)
    }
}

/// What was found, in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// Records in the book.
    pub records: usize,
    /// Different positions among them.
    pub positions: usize,
    /// The records, ascending, whose evaluation is not that of an earlier record of the same position. It does not count.
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

/// Why a book was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// Somebody wished it to stop.
    Stopped,
    /// There are more than 2^29 records, or 2^32 moves between their positions.
    TooLarge,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stopped => "stopped",
            Self::TooLarge => "the book is too large",
        })
    }
}

impl error::Error for Failure {}

impl Book {
    /// A book without records.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a record: a position, and the operand of its `ce`.
    pub fn push(&mut self, position: &Position, ce: Option<i16>) {
        self.positions.push(PackedPosition::new(position));
        self.evaluations.push(ce.unwrap_or(NO_CE));
        self.refused += usize::from(ce.is_some_and(|ce| Score::from_ce(ce).is_none()));
    }

    /// How many records there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there is no record.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Scores every position; see the [module](self) for how. `stop` may be set by another thread at any time.
    ///
    /// # Errors
    ///
    /// [`Failure::Stopped`] soon after `stop` has been set, [`Failure::TooLarge`] when there are too many records or moves.
    pub fn solve(self, options: &Options, stop: &AtomicBool) -> Result<Solution, Failure> {
        let Self { mut positions, evaluations, refused } = self;
        if positions.len() > MAX_RECORDS {
            return Err(Failure::TooLarge);
        }
        let (index, places) = Index::of_distinct(&mut positions);
        let (given, conflicts) = merge(&evaluations, &places, positions.len());
        drop(evaluations);
        let graph = Graph::find(&positions, &index, options.jobs, stop)?;
        // They are the larger part, and have done what they are for.
        drop((index, positions));
        let found = Statistics { records: places.len(), conflicts, refused, ..Statistics::default() };
        solve(graph, &given, options.inner, places, found, &mut Stop::new(stop))
    }
}

/// The evaluation of each position, from those of the records at these places, and the records that contradict it.
fn merge(evaluations: &[i16], places: &[u32], positions: usize) -> (Vec<i16>, Vec<usize>) {
    let mut given = vec![NO_CE; positions];
    let mut conflicts = Vec::new();
    for (record, (&ce, place)) in evaluations.iter().zip(places).enumerate() {
        let first = &mut given[*place as usize];
        if Score::from_ce(ce).is_none() || *first == ce {
            continue;
        }
        if *first == NO_CE {
            *first = ce;
        } else {
            conflicts.push(record);
        }
    }
    (given, conflicts)
}

/// Scores the positions of a graph; `given` has the operand of `ce` of each, or [`NO_CE`].
fn solve(
    graph: Graph,
    given: &[i16],
    inner: InnerScores,
    places: Vec<u32>,
    found: Statistics,
    stop: &mut Stop<'_>,
) -> Result<Solution, Failure> {
    let parents = Parents::of(&graph);
    let mut known = Known::of(&graph, &parents, given, inner);
    let components = Components::of(&graph, |node| known.is_open(node));
    let best = forced::solve(&graph, &parents, &components, &mut known, stop)?;
    let Known { origins, scores, .. } = known;
    let count = |wanted: &[Origin]| origins.iter().filter(|origin| wanted.contains(origin)).count();
    let statistics = Statistics {
        positions: graph.len(),
        moves: graph.targets.len(),
        leaves: (0..graph.len() as u32).filter(|node| graph.edges(*node).is_empty()).count(),
        given: count(&[Origin::Given]),
        ended: count(&[Origin::Board]),
        backed_up: count(&[Origin::Moves, Origin::Repetition]),
        repetitions: count(&[Origin::Repetition]),
        unknown: count(&[Origin::Unknown]),
        cycles: components.cyclic,
        in_cycles: components.positions,
        long_mates: scores.iter().filter(|score| score.is_too_long()).count(),
        ..found
    };
    let Graph { targets, moves, .. } = graph;
    Ok(Solution { places, origins, scores, best, targets, moves, statistics })
}
