//! The table of positions: two walks over the games, one to find the positions that come more than once, one to gather them.

use std::fs::File;
use std::io::Write;

use super::Limits;
use super::lines::{Shared, Single, Visit, walk};
use super::marks::Marks;
use super::phases::PhaseGatherer;
use crate::error::IndexError;
use crate::file::{POSITIONS, Pages};
use crate::rows::{Run, Runs, put_run};
use crate::table::{SortedRecords, Sorter, TableWriter};

/// Positions of a game that no other game has, about.
const POSITIONS_A_GAME: u64 = 64;

/// The runs of all positions that two games may have, in the order of their keys and starts; and the phases of games.
pub(super) fn gather(
    file: &File,
    pages: &Pages,
    games: u64,
    limits: &Limits,
) -> Result<(SortedRecords, SortedRecords), IndexError> {
    let threads = limits.threads.max(1);
    // Each thread marks what it meets: half of the memory for all marks, a quarter for those of a thread.
    let marker = || Marker {
        marks: Marks::new(games.saturating_mul(POSITIONS_A_GAME), limits.memory / 2 / threads),
        phases: PhaseGatherer::new(&limits.folder, limits.memory / 16 / threads),
    };
    let mut markers: Vec<Marker> = (0..threads).map(|_| marker()).collect();
    walk(file, pages, games, &mut markers)?;
    let (mut all, mut phases) = (None::<Marks>, Vec::with_capacity(threads));
    for marker in markers {
        phases.push(marker.phases);
        match &mut all {
            None => all = Some(marker.marks),
            Some(all) => all.join(&marker.marks),
        }
    }
    let marks = all.unwrap_or_else(|| marker().marks);
    let phases = PhaseGatherer::finish_all(phases)?;
    let memory = limits.memory / 2 / threads;
    let gatherer =
        || Gatherer { marks: &marks, sorter: Sorter::new(&limits.folder, memory), value: Vec::new() };
    let mut gatherers: Vec<Gatherer<'_>> = (0..threads).map(|_| gatherer()).collect();
    walk(file, pages, games, &mut gatherers)?;
    let runs = Sorter::finish_all(gatherers.into_iter().map(|gatherer| gatherer.sorter))?;
    Ok((runs, phases))
}

struct Marker {
    marks: Marks,
    phases: PhaseGatherer,
}

impl Visit for Marker {
    const PHASES: bool = true;

    fn singles(&mut self, game: u64, singles: &[Single]) -> Result<(), IndexError> {
        let mut last = None;
        for single in singles {
            self.marks.mark(single.key);
            if single.phase.is_some() && single.phase != last {
                last = single.phase;
                last.map_or(Ok(()), |row| self.phases.add(game, row))?;
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
    marks: &'m Marks,
    sorter: Sorter,
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
        for single in singles {
            if !self.marks.is_shared(single.key) {
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
