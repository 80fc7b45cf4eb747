//! Building a file: evaluations are sorted by their keys, and the best of each position is written.

use std::io::Write;
use std::path::Path;

use pgnkit_index::table::{Sorter, TableWriter};

use crate::batch::EvalsBatch;
use crate::error::EvalsError;
use crate::file::VALUES;
use crate::value::effort;

/// Builds a file of evaluations.
///
/// Memory is bounded; what does not fit goes to temporary files, some 20 bytes a position. The bytes of the file do not depend on it.
#[derive(Debug)]
pub struct EvalsBuilder {
    sorter: Sorter,
    count: u64,
}

/// A file that was written.
#[derive(Debug)]
#[non_exhaustive]
pub struct BuiltEvals<W> {
    /// The writer, flushed.
    pub out: W,
    /// The number of positions.
    pub positions: u64,
}

impl EvalsBuilder {
    /// Builds with so many bytes of memory, and temporary files in a folder.
    pub fn new(folder: &Path, memory: usize) -> Self {
        // A list that grows is there twice for a moment.
        Self { sorter: Sorter::new(folder, memory / 2), count: 0 }
    }

    /// Adds the evaluations of a batch. The order in which batches are added decides only between evaluations of the same depth and number of nodes.
    ///
    /// # Errors
    /// When a temporary file cannot be written.
    pub fn add(&mut self, batch: &EvalsBatch) -> Result<(), EvalsError> {
        for (key, value) in batch.entries() {
            self.sorter.push(&key.to_be_bytes(), value)?;
            self.count += 1;
        }
        Ok(())
    }

    /// The number of evaluations that were added.
    pub fn len(&self) -> u64 {
        self.count
    }

    /// Whether none was added.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Writes the file to anything that takes bytes, which has all of it when this returns. Of the evaluations of a position the one with the greatest depth is
    /// written, of equal depths that with the most nodes, of equal ones that which was added first.
    ///
    /// Takes the time to sort them.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn finish<W: Write>(self, out: W) -> Result<BuiltEvals<W>, EvalsError> {
        let mut writer = TableWriter::new(out, VALUES)?;
        let mut sorted = self.sorter.finish()?;
        // The key of the last entries, and the best of their values.
        let mut last: Option<u64> = None;
        let mut best = Vec::new();
        while let Some((key, value)) = sorted.next_record()? {
            let key = <[u8; 8]>::try_from(key).map_or(0, u64::from_be_bytes);
            if last == Some(key) {
                if effort(value) <= effort(&best) {
                    continue;
                }
            } else if let Some(last) = last.replace(key) {
                writer.push(last, &best)?;
            }
            best.clear();
            best.extend_from_slice(value);
        }
        if let Some(last) = last {
            writer.push(last, &best)?;
        }
        let positions = writer.len();
        Ok(BuiltEvals { out: writer.finish()?, positions })
    }
}
