//! Writing a table, entry by entry.

use std::io::Write;

use super::{BLOCK, MAGIC, TableError, numbers};

/// Writes a table to anything that takes bytes, which it has all when the table is [finished](Self::finish): what breaks off before is no
/// table, and is known for it.
///
/// It needs the memory of a block, and about ten bytes for each block before.
#[derive(Debug)]
pub struct TableWriter<W: Write> {
    out: W,
    block: Vec<u8>,
    /// Length of what was written.
    written: u64,
    /// The first key of the block, and the last key of all.
    first: u64,
    last: Option<u64>,
    fences: Vec<u8>,
    /// The key of the last fence.
    last_fence: u64,
    blocks: u64,
    entries: u64,
}

impl<W: Write> TableWriter<W> {
    /// Begins a table; `values` says what its values are, and is asked for when it is opened.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn new(mut out: W, values: [u8; 4]) -> Result<Self, TableError> {
        let mut head = [&MAGIC[..], &values].concat();
        head.extend_from_slice(&crc32fast::hash(&head).to_le_bytes());
        out.write_all(&head)?;
        Ok(Self {
            out,
            block: Vec::with_capacity(BLOCK + BLOCK / 4),
            written: head.len() as u64,
            first: 0,
            last: None,
            fences: Vec::new(),
            last_fence: 0,
            blocks: 0,
            entries: 0,
        })
    }

    /// Adds an entry.
    ///
    /// # Errors
    /// When the key is not greater than the one before, which leaves the table as it was, or `out` takes no more.
    pub fn push(&mut self, key: u64, value: &[u8]) -> Result<(), TableError> {
        if self.last.is_some_and(|last| last >= key) {
            return Err(TableError::Order(key));
        }
        if self.block.len() >= BLOCK {
            self.end_block()?;
        }
        let before = if self.block.is_empty() { key } else { self.last.unwrap_or(key) };
        if self.block.is_empty() {
            self.first = key;
        }
        numbers::put(key - before, &mut self.block);
        numbers::put(value.len() as u64, &mut self.block);
        self.block.extend_from_slice(value);
        self.last = Some(key);
        self.entries += 1;
        Ok(())
    }

    /// The number of entries that were added.
    pub fn len(&self) -> u64 {
        self.entries
    }

    /// Whether no entry was added.
    pub fn is_empty(&self) -> bool {
        self.entries == 0
    }

    fn end_block(&mut self) -> Result<(), TableError> {
        let sum = crc32fast::hash(&self.block);
        self.block.extend_from_slice(&sum.to_le_bytes());
        self.out.write_all(&self.block)?;
        numbers::put(self.first - self.last_fence, &mut self.fences);
        numbers::put(self.block.len() as u64, &mut self.fences);
        self.written += self.block.len() as u64;
        self.last_fence = self.first;
        self.blocks += 1;
        self.block.clear();
        Ok(())
    }

    /// Writes what is left, and gives back what it was written to, flushed.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn finish(mut self) -> Result<W, TableError> {
        if !self.block.is_empty() {
            self.end_block()?;
        }
        let mut foot = Vec::with_capacity(super::FOOT);
        for number in [self.written, self.fences.len() as u64, self.blocks, self.entries] {
            foot.extend_from_slice(&number.to_le_bytes());
        }
        foot.extend_from_slice(&crc32fast::hash(&self.fences).to_le_bytes());
        foot.extend_from_slice(&crc32fast::hash(&foot).to_le_bytes());
        self.out.write_all(&self.fences)?;
        self.out.write_all(&foot)?;
        self.out.flush()?;
        Ok(self.out)
    }
}
