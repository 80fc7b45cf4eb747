//! Gathering every position that a game comes to alone.

use std::io::Write;
use std::path::Path;

use crate::error::IndexError;
use crate::file::OCCURRENCES;
use crate::occurrences::Layout;
use crate::spill::{SortedRecords, Sorter};
use crate::table::TableWriter;

/// Gathers positions and their games.
pub(super) struct OccurrenceGatherer {
    sorter: Sorter,
}

impl OccurrenceGatherer {
    pub(super) fn new(folder: &Path, memory: usize) -> Self {
        Self { sorter: Sorter::new(folder, memory) }
    }

    /// Adds a game that comes to the position of a key.
    pub(super) fn add(&mut self, key: u64, game: u64) -> Result<(), IndexError> {
        let mut record = [0; 16];
        record[..8].copy_from_slice(&key.to_be_bytes());
        record[8..].copy_from_slice(&game.to_be_bytes());
        Ok(self.sorter.push(&record, &[])?)
    }

    /// The occurrences of all gatherers, by key and game.
    pub(super) fn finish_all(gatherers: Vec<Self>) -> Result<SortedRecords, IndexError> {
        Ok(Sorter::finish_all(gatherers.into_iter().map(|gatherer| gatherer.sorter))?)
    }
}

/// Writes the table of the occurrences in a segment with so many games.
pub(super) fn write<W: Write>(mut sorted: SortedRecords, games: u64, out: W) -> Result<(), IndexError> {
    let (layout, mut table) = (Layout::of(games), TableWriter::new(out, OCCURRENCES)?);
    let (mut current, mut bucket) = (None, Vec::new());
    while let Some((record, _)) = sorted.next_record()? {
        let number = |place: usize| {
            let eight = record.get(place..place + 8).and_then(|eight| eight.try_into().ok());
            eight.map_or(0, u64::from_be_bytes)
        };
        let (key, game) = (number(0), number(8));
        let own = layout.bucket(key);
        if let Some(before) = current.replace(own).filter(|before| *before != own) {
            table.push(before, &bucket)?;
            bucket.clear();
        }
        layout.put(key, game, &mut bucket);
    }
    if let Some(last) = current {
        table.push(last, &bucket)?;
    }
    table.finish()?;
    Ok(())
}
