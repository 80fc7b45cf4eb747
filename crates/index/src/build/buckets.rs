//! Gathering games by keys that are cut.

use std::io::Write;
use std::path::Path;

use crate::buckets::Buckets;
use crate::error::IndexError;
use crate::table::{SortedRecords, Sorter, TableWriter};

/// Gathers keys and their games.
#[derive(Debug)]
pub(super) struct KeyGatherer {
    sorter: Sorter,
}

impl KeyGatherer {
    pub(super) fn new(folder: &Path, memory: usize) -> Self {
        Self { sorter: Sorter::new(folder, memory) }
    }

    /// Adds a game that has a key.
    pub(super) fn add(&mut self, key: u64, game: u64) -> Result<(), IndexError> {
        let mut record = [0; 16];
        record[..8].copy_from_slice(&key.to_be_bytes());
        record[8..].copy_from_slice(&game.to_be_bytes());
        Ok(self.sorter.push(&record, &[])?)
    }

    /// The keys of all gatherers, in order, and for each its games in order.
    pub(super) fn finish_all(gatherers: Vec<Self>) -> Result<SortedRecords, IndexError> {
        Ok(Sorter::finish_all(gatherers.into_iter().map(|gatherer| gatherer.sorter))?)
    }
}

/// Writes the table of keys that were gathered.
pub(super) fn write<W: Write>(
    mut sorted: SortedRecords,
    buckets: Buckets,
    kind: [u8; 4],
    out: W,
) -> Result<(), IndexError> {
    let mut table = TableWriter::new(out, kind)?;
    let (mut current, mut content) = (None, Vec::new());
    while let Some((record, _)) = sorted.next_record()? {
        let number = |place: usize| {
            let eight = record.get(place..place + 8).and_then(|eight| eight.try_into().ok());
            eight.map_or(0, u64::from_be_bytes)
        };
        let (key, game) = (number(0), number(8));
        let own = buckets.bucket(key);
        if let Some(before) = current.replace(own).filter(|before| *before != own) {
            table.push(before, &content)?;
            content.clear();
        }
        buckets.put(key, game, &mut content);
    }
    if let Some(last) = current {
        table.push(last, &content)?;
    }
    table.finish()?;
    Ok(())
}
