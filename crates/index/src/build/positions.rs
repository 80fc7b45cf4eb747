//! The table of positions: two walks over the games, one to find the positions that come more than once, one to gather them.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use super::lines::{Shared, Single, Visit, walk};
use super::marks::Marks;
use crate::error::IndexError;
use crate::file::{MOVES_PAGE, POSITIONS, Pages};
use crate::rows::{Run, Runs, put_run};
use crate::spill::{SortedRecords, Sorter};
use crate::table::TableWriter;

/// Positions of a game that no other game has, about.
const POSITIONS_A_GAME: u64 = 64;

/// The runs of all positions that two games may have, in the order of their keys and starts.
pub(super) fn gather(
    file: &File,
    pages: &Pages,
    folder: &Path,
    memory: usize,
) -> Result<SortedRecords, IndexError> {
    let keys = (pages.len() * MOVES_PAGE) as u64 * POSITIONS_A_GAME;
    let mut marker = Marker { marks: Marks::new(keys, memory / 2) };
    walk(file, pages, &mut marker)?;
    let sorter = Sorter::new(folder, memory / 2);
    let mut gatherer = Gatherer { marks: marker.marks, sorter, value: Vec::new() };
    walk(file, pages, &mut gatherer)?;
    Ok(gatherer.sorter.finish()?)
}

struct Marker {
    marks: Marks,
}

impl Visit for Marker {
    fn singles(&mut self, _: u64, singles: &[Single]) -> Result<(), IndexError> {
        singles.iter().for_each(|single| self.marks.mark(single.key));
        Ok(())
    }

    fn run(&mut self, shared: Shared) -> Result<(), IndexError> {
        self.marks.mark_shared(shared.key);
        Ok(())
    }
}

struct Gatherer {
    marks: Marks,
    sorter: Sorter,
    value: Vec<u8>,
}

impl Gatherer {
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

impl Visit for Gatherer {
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
    while let Some((sort_key, run)) = rows.next_record()? {
        let number = |place: usize| {
            let eight = sort_key.get(place..place + 8).and_then(|eight| eight.try_into().ok());
            eight.map_or(0, u64::from_be_bytes)
        };
        let (key, start) = (number(0), number(8));
        if current != Some(key) {
            push(current, &value, &mut table)?;
            (current, last) = (Some(key), 0);
            value.clear();
        }
        put_run(last, start, run, &mut value);
        last = start;
    }
    push(current, &value, &mut table)?;
    table.finish()?;
    Ok(())
}

fn push<W: Write>(key: Option<u64>, value: &[u8], table: &mut TableWriter<W>) -> Result<(), IndexError> {
    match key {
        Some(key) if games(value) > 1 => Ok(table.push(key, value)?),
        _ => Ok(()),
    }
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
