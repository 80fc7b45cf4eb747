//! The table of positions: two walks over the games, one to find the positions that come more than once, one to gather them.

use std::fs::File;
use std::io::Write;

use super::Limits;
use super::buckets::KeyGatherer;
use super::lines::{Shared, Single, Visit, walk};
use super::marks::{Marks, SharedKeys};
use super::phases::PhaseGatherer;
use crate::error::IndexError;
use crate::file::{POSITIONS, Pages};
use crate::level::Level;
use crate::rows::{Run, Runs, put_run};
use crate::table::{SortedRecords, Sorter, TableWriter};

/// Positions of a game that no other game has, about.
const POSITIONS_A_GAME: u64 = 64;

/// The records of a walk, in order.
pub(super) struct PositionRows {
    /// The runs of all positions that two games may have, by key and start.
    pub(super) runs: SortedRecords,
    /// The phases of games, if the index has games.
    pub(super) phases: Option<SortedRecords>,
    /// Every position that a game comes to alone, by key and game, if the index has them.
    pub(super) occurrences: Option<SortedRecords>,
}

/// Gathers the positions of all games.
pub(super) fn gather(
    file: &File,
    pages: &Pages,
    games: u64,
    limits: &Limits,
) -> Result<PositionRows, IndexError> {
    let threads = limits.threads.max(1);
    let (has_games, has_all) = (limits.level >= Level::Games, limits.level >= Level::Occurrences);
    // A quarter of the memory is that of identifiers and players.
    let marks = Marks::new(games.saturating_mul(POSITIONS_A_GAME), limits.memory / 8 * 5);
    let marker = || Marker {
        marks: &marks,
        phases: has_games.then(|| PhaseGatherer::new(&limits.folder, limits.memory / 16 / threads)),
    };
    let mut markers: Vec<Marker<'_>> = (0..threads).map(|_| marker()).collect();
    walk(file, pages, games, &mut markers)?;
    let phases = markers.into_iter().filter_map(|marker| marker.phases).collect();
    let phases = has_games.then(|| PhaseGatherer::finish_all(phases)).transpose()?;
    let shared = marks.finish();
    let memory = limits.memory / 8 * 3 / if has_all { 2 } else { 1 } / threads;
    let gatherer = || Gatherer {
        shared: &shared,
        sorter: Sorter::new(&limits.folder, memory),
        occurrences: has_all.then(|| KeyGatherer::new(&limits.folder, memory)),
        value: Vec::new(),
    };
    let mut gatherers: Vec<Gatherer<'_>> = (0..threads).map(|_| gatherer()).collect();
    walk(file, pages, games, &mut gatherers)?;
    let (mut sorters, mut occurrences) = (Vec::with_capacity(threads), Vec::new());
    for gatherer in gatherers {
        sorters.push(gatherer.sorter);
        occurrences.extend(gatherer.occurrences);
    }
    let runs = Sorter::finish_all(sorters)?;
    let occurrences = has_all.then(|| KeyGatherer::finish_all(occurrences)).transpose()?;
    Ok(PositionRows { runs, phases, occurrences })
}

struct Marker<'m> {
    marks: &'m Marks,
    phases: Option<PhaseGatherer>,
}

impl Visit for Marker<'_> {
    const PHASES: bool = true;

    fn singles(&mut self, game: u64, singles: &[Single]) -> Result<(), IndexError> {
        self.marks.mark(singles.iter().map(|single| single.key));
        let mut last = None;
        for single in singles {
            if single.phase.is_some() && single.phase != last {
                last = single.phase;
                if let (Some(phases), Some(row)) = (&mut self.phases, last) {
                    phases.add(game, row)?;
                }
            }
        }
        Ok(())
    }

    fn run(&mut self, shared: Shared) -> Result<(), IndexError> {
        self.marks.mark_shared(shared.key);
        Ok(())
    }
}

struct Gatherer<'m> {
    shared: &'m SharedKeys,
    sorter: Sorter,
    occurrences: Option<KeyGatherer>,
    value: Vec<u8>,
}

impl Gatherer<'_> {
    fn push(&mut self, key: u64, run: &Run) -> Result<(), IndexError> {
        let mut sort_key = [0; 16];
        sort_key[..8].copy_from_slice(&key.to_be_bytes());
        sort_key[8..].copy_from_slice(&run.start.to_be_bytes());
        self.value.clear();
        run.put(&mut self.value);
        self.sorter.push(&sort_key, &self.value)?;
        Ok(())
    }
}

impl Visit for Gatherer<'_> {
    const PHASES: bool = false;

    fn singles(&mut self, game: u64, singles: &[Single]) -> Result<(), IndexError> {
        // All are fetched at once, so that none is waited for.
        std::hint::black_box(singles.iter().filter(|single| self.shared.has(single.key)).count());
        for single in singles {
            if let Some(occurrences) = &mut self.occurrences {
                occurrences.add(single.key, game)?;
            }
            if !self.shared.has(single.key) {
                continue;
            }
            let (ended, moves) = match single.next {
                Some(code) => (0, vec![(code, 1)]),
                None => (1, Vec::new()),
            };
            self.push(single.key, &Run { start: game, is_counted_again: false, ended, moves })?;
            if let Some(code) = single.before {
                let moves = vec![(code, 1)];
                self.push(single.key, &Run { start: game, is_counted_again: true, ended: 0, moves })?;
            }
        }
        Ok(())
    }

    fn run(&mut self, shared: Shared) -> Result<(), IndexError> {
        let key = shared.key;
        let (run, again) = shared.runs();
        self.push(key, &run)?;
        again.map_or(Ok(()), |again| self.push(key, &again))
    }
}

/// Writes the table of those that two games or more have.
pub(super) fn write<W: Write>(mut rows: SortedRecords, out: W) -> Result<(), IndexError> {
    let mut table = TableWriter::new(out, POSITIONS)?;
    let (mut current, mut value, mut last) = (None, Vec::new(), 0);
    // Runs with the same start, of games that come to the position twice: threads give them in any order.
    let mut same: Vec<Vec<u8>> = Vec::new();
    while let Some((sort_key, run)) = rows.next_record()? {
        let number = |place: usize| {
            let eight = sort_key.get(place..place + 8).and_then(|eight| eight.try_into().ok());
            eight.map_or(0, u64::from_be_bytes)
        };
        let next = (number(0), number(8));
        if current != Some(next) {
            if let Some((key, start)) = current {
                put_runs(&mut same, &mut last, start, &mut value);
                if key != next.0 {
                    push(key, &value, &mut table)?;
                    value.clear();
                    last = 0;
                }
            }
            current = Some(next);
        }
        same.push(run.to_vec());
    }
    if let Some((key, start)) = current {
        put_runs(&mut same, &mut last, start, &mut value);
        push(key, &value, &mut table)?;
    }
    table.finish()?;
    Ok(())
}

/// Appends the runs that start at a game.
fn put_runs(same: &mut Vec<Vec<u8>>, last: &mut u64, start: u64, value: &mut Vec<u8>) {
    same.sort_unstable();
    for run in same.drain(..) {
        put_run(*last, start, &run, value);
        *last = start;
    }
}

fn push<W: Write>(key: u64, value: &[u8], table: &mut TableWriter<W>) -> Result<(), IndexError> {
    if games(value) > 1 {
        table.push(key, value)?;
    }
    Ok(())
}

/// The number of games of a value.
fn games(value: &[u8]) -> u64 {
    let (mut runs, mut run, mut games) = (Runs::new(value), Run::default(), 0_u64);
    while runs.next_into(&mut run) == Some(true) {
        games =
            if run.is_counted_again { games.wrapping_sub(run.len()) } else { games.wrapping_add(run.len()) };
    }
    games
}
