//! Gathering the phases that games come to, block by block.

use std::io::Write;
use std::path::Path;

use crate::error::{IndexError, Place};
use crate::file::{CountingWriter, MOVES_PAGE, PageWriter, Part};
use crate::phases::{BLOCK, log_of_pages, mark, put, span, take};
use crate::table::{SortedRecords, Sorter};

/// Gathers the phases of games that come in the order of their numbers.
#[derive(Debug)]
pub(super) struct PhaseGatherer {
    block: u64,
    marks: Vec<u32>,
    /// Marks of blocks, or of parts of them.
    blocks: Sorter,
}

impl PhaseGatherer {
    pub(super) fn new(folder: &Path, memory: usize) -> Self {
        Self { block: 0, marks: Vec::new(), blocks: Sorter::new(folder, memory) }
    }

    /// Adds the row of a phase of a game.
    pub(super) fn add(&mut self, game: u64, row: u32) -> Result<(), IndexError> {
        let page = game / MOVES_PAGE as u64;
        if page / BLOCK != self.block {
            self.end()?;
            self.block = page / BLOCK;
        }
        self.marks.push(mark(row, page));
        Ok(())
    }

    fn end(&mut self) -> Result<(), IndexError> {
        if !self.marks.is_empty() {
            self.marks.sort_unstable();
            self.marks.dedup();
            let mut bytes = Vec::with_capacity(self.marks.len() * 5 / 4);
            put(0, &self.marks, &mut bytes);
            self.blocks.push(&self.block.to_be_bytes(), &bytes)?;
            self.marks.clear();
        }
        Ok(())
    }

    /// The marks of all gatherers by block.
    pub(super) fn finish_all(gatherers: Vec<Self>) -> Result<SortedRecords, IndexError> {
        let mut sorters = Vec::with_capacity(gatherers.len());
        for mut gatherer in gatherers {
            gatherer.end()?;
            sorters.push(gatherer.blocks);
        }
        Ok(Sorter::finish_all(sorters)?)
    }
}

/// Writes the pages of the phases of so many blocks, one more with the logarithms of their numbers, and the list of them.
pub(super) fn write<W: Write>(
    mut blocks: SortedRecords,
    count: u64,
    out: &mut CountingWriter<W>,
) -> Result<Part, IndexError> {
    let (mut pages, mut logs) = (PageWriter::new()?, Vec::new());
    let (mut marks, mut next) = (Vec::new(), 0);
    while let Some((key, mut bytes)) = blocks.next_record()? {
        let block = u64::from_be_bytes(key.try_into().unwrap_or_default());
        while next < block {
            write_block(&mut marks, &mut pages, &mut logs, out)?;
            next += 1;
        }
        // Threads may have a part of the block each.
        let mut last = 0;
        while !bytes.is_empty() {
            last = take(last, &mut bytes).ok_or(IndexError::Damaged(Place::Game(0)))?;
            marks.push(last as u32);
        }
    }
    for _ in next..count {
        write_block(&mut marks, &mut pages, &mut logs, out)?;
    }
    pages.push(&logs, out)?;
    pages.finish(out)
}

/// Writes the marks of a block, and removes them.
fn write_block<W: Write>(
    marks: &mut Vec<u32>,
    pages: &mut PageWriter,
    logs: &mut Vec<u8>,
    out: &mut CountingWriter<W>,
) -> Result<(), IndexError> {
    marks.sort_unstable();
    marks.dedup();
    let log = log_of_pages(marks.len());
    logs.push(log);
    let (mut rest, mut content) = (&marks[..], Vec::new());
    for page in 0..1_u64 << log {
        let (first, end) = (page * span(log), (page + 1) * span(log));
        let (here, after) = rest.split_at(rest.partition_point(|mark| u64::from(*mark) < end));
        rest = after;
        content.clear();
        put(first, here, &mut content);
        pages.push(&content, out)?;
    }
    marks.clear();
    Ok(())
}
