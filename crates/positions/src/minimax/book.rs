//! The records, and how a book is solved step by step.

use super::cycles::Components;
use super::forced;
use super::graph::{self, Graph, Parents};
use super::index::Index;
use super::known::KnownScores;
use super::score::Score;
use super::stop::Stop;
use super::{InnerScores, Options, Origin, Solution, SolveError, Statistics};
use pgnkit_chess::{PackedPosition, Position};
use std::sync::atomic::AtomicBool;

/// So many that the length of no mate comes near the value of one.
const MAX_RECORDS: usize = 1 << 29;

/// Marker of a missing evaluation; not a valid evaluation.
pub(super) const NO_CE: i16 = i16::MIN;

/// Records to be solved: positions with or without an evaluation, 34 bytes each.
#[derive(Clone, Debug, Default)]
pub struct Book {
    positions: Vec<PackedPosition>,
    evaluations: Vec<i16>,
    refused: usize,
}

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

    /// Number of records.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there is no record.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Scores every position; see the [module](super) for how. `stop` may be set by another thread at any time.
    ///
    /// # Errors
    ///
    /// [`SolveError::Stopped`] soon after `stop` has been set, [`SolveError::TooLarge`] when there are too many records
    /// or moves.
    pub fn solve(self, options: &Options, stop: &AtomicBool) -> Result<Solution, SolveError> {
        let mut steps = Stop::new(stop);
        let Self { mut positions, evaluations, refused } = self;
        if positions.len() > MAX_RECORDS {
            return Err(SolveError::TooLarge);
        }
        let (index, places) = Index::of_distinct(&mut positions, &mut steps)?;
        let (given, conflicts) = merge(&evaluations, &places, positions.len());
        drop(evaluations);
        let pieces = graph::find(&positions, &index, options.jobs, stop)?;
        // They are the larger part, and have done what they are for.
        drop((index, positions));
        let graph = Graph::of(pieces)?;
        let found = Statistics { records: places.len(), conflicts, refused, ..Statistics::default() };
        solve(graph, &given, options.inner, places, found, &mut steps)
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
pub(super) fn solve(
    graph: Graph,
    given: &[i16],
    inner: InnerScores,
    places: Vec<u32>,
    found: Statistics,
    stop: &mut Stop<'_>,
) -> Result<Solution, SolveError> {
    let parents = Parents::of(&graph);
    let mut known = KnownScores::of(&graph, &parents, given, inner);
    let components = Components::of(&graph, |node| known.is_open(node), stop)?;
    let best = forced::solve(&graph, &parents, &components, &mut known, stop)?;
    let KnownScores { origins, scores, .. } = known;
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
