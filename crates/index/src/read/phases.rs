//! The pages of games that may have a position, by its phase.

use std::fs::File;

use crate::error::IndexError;
use crate::file::{Pages, Unpacker};
use crate::phases::{self, ROW_BITS, span};

/// The phases of a segment.
#[derive(Debug)]
pub(super) struct Phases {
    pub(super) pages: Pages,
    /// The first page of each block, and the logarithm of the number of its pages.
    blocks: Vec<(usize, u8)>,
}

impl Phases {
    /// Those of so many blocks.
    pub(super) fn open(file: &File, pages: Pages, blocks: u64) -> Result<Self, IndexError> {
        let mut logs = Vec::new();
        let last = pages.len().saturating_sub(1);
        let damaged = || pages.damaged(last);
        if pages.content(last) != Some(blocks) {
            return Err(damaged());
        }
        pages.read(file, last, &mut logs)?;
        if logs.iter().any(|log| u32::from(*log) > ROW_BITS) {
            return Err(damaged());
        }
        let (mut end, mut blocks) = (0, Vec::with_capacity(logs.len()));
        for log in logs {
            blocks.push((end, log));
            end += 1 << log;
        }
        if end == last { Ok(Self { pages, blocks }) } else { Err(damaged()) }
    }

    /// The number of blocks.
    pub(super) fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Appends the pages of a block, counted from its first one, whose games may come to a phase.
    pub(super) fn find(
        &self,
        file: &File,
        unpacker: &mut Unpacker<'_>,
        block: usize,
        row: u32,
        found: &mut Vec<u64>,
    ) -> Result<(), IndexError> {
        let (first, log) = *self.blocks.get(block).ok_or_else(|| self.pages.damaged(block))?;
        let page = first + (u64::from(phases::mark(row, 0)) / span(log)) as usize;
        let mut bytes = Vec::new();
        self.pages.read_with(unpacker, file, page, &mut bytes)?;
        phases::pages(log, row, &bytes, found).ok_or_else(|| self.pages.damaged(page))
    }
}
