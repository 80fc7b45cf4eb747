//! Merging what is sorted.

use std::cmp::Ordering;
use std::io;

use super::batch::{Comparison, Place, Record};
use super::chunk::Chunk;
use super::runs::RunReader;

/// Sorted games, from the temporary file or from memory.
pub(super) enum Sequence<'f> {
    Run(Box<RunReader<'f>>),
    Chunk(&'f Chunk, usize),
}

impl Sequence<'_> {
    /// The next game; `None` at the end.
    fn record(&self) -> Option<(Record<'_>, &Place)> {
        match self {
            Self::Run(reader) => reader.record(),
            Self::Chunk(chunk, at) => chunk.get(*at),
        }
    }

    fn advance(&mut self) -> io::Result<()> {
        match self {
            Self::Run(reader) => reader.advance(),
            Self::Chunk(_, at) => {
                *at += 1;
                Ok(())
            }
        }
    }
}

/// Gives the games of some sequences in order; of equal ones that of the earlier sequence first.
pub(super) fn merge<E: From<io::Error>>(
    mut sequences: Vec<Sequence<'_>>,
    comparison: Comparison,
    mut take: impl FnMut(&Record<'_>, &Place) -> Result<(), E>,
) -> Result<(), E> {
    let mut heap: Vec<usize> = (0..sequences.len()).filter(|at| sequences[*at].record().is_some()).collect();
    for at in (0..heap.len() / 2).rev() {
        sift_down(&mut heap, at, &sequences, comparison);
    }
    while let Some(&first) = heap.first() {
        if let Some((record, place)) = sequences[first].record() {
            take(&record, place)?;
        }
        sequences[first].advance()?;
        if sequences[first].record().is_none() {
            heap.swap_remove(0);
        }
        sift_down(&mut heap, 0, &sequences, comparison);
    }
    Ok(())
}

/// Moves a sequence down to its place in a heap whose first sequence has the first game.
fn sift_down(heap: &mut [usize], mut at: usize, sequences: &[Sequence<'_>], comparison: Comparison) {
    let is_before = |one: usize, other: usize| match (sequences[one].record(), sequences[other].record()) {
        (Some((a, _)), Some((b, _))) => comparison.compare(&a, &b).then(one.cmp(&other)) == Ordering::Less,
        (record, _) => record.is_some(),
    };
    loop {
        let children = 2 * at + 1..heap.len().min(2 * at + 3);
        let least = |one, other| if is_before(heap[other], heap[one]) { other } else { one };
        let Some(least) = children.reduce(least) else { return };
        if is_before(heap[at], heap[least]) {
            return;
        }
        heap.swap(at, least);
        at = least;
    }
}
