//! The seam check: joins the bytes a worker could not finish with the next block, and has them worked again.

use crate::blocks::{Block, BlockOutcome, BlockView};
use crate::entry::RecordSlice;
use std::mem;
use std::sync::Arc;

/// Takes the blocks of a stream in order and gives the values that are right.
///
/// The work is linear: after a failed seam with a remainder of `n` bytes, work is redone only when the remainder has
/// grown to `2 n` bytes or the stream ends. So at least half of the bytes that are worked again are new.
#[derive(Debug, Default)]
pub(crate) struct Seam {
    /// The last block, or the bytes that were joined.
    bytes: Vec<u8>,
    /// The records that they count. Blocks of records are never joined: each record is whole.
    records: Option<Arc<dyn RecordSlice>>,
    /// The bytes of `bytes` that are done.
    done: usize,
    offset: u64,
    first_line: u64,
    first_column: u64,
    is_last: bool,
    /// Whether nothing more comes of these bytes until there are more.
    is_exhausted: bool,
    /// The length at which it pays to try again.
    needed: usize,
}

impl Seam {
    /// Whether the next block starts where a game starts, so that a result made from it alone can be used.
    pub(crate) fn is_closed(&self) -> bool {
        self.done == self.bytes.len()
    }

    /// The line that the bytes begin on which wait for the next block, if they are more than that.
    pub(crate) fn waits_with_more_than(&self, longest: usize) -> Option<u64> {
        let waiting = self.bytes.len() - self.done;
        (waiting > longest && !self.is_last).then_some(self.first_line)
    }

    /// Takes the next block; gives back memory that is no longer needed.
    pub(crate) fn push(&mut self, block: Block) -> Vec<u8> {
        let Block { bytes, records, offset, first_line, first_column, is_last } = block;
        (self.is_last, self.is_exhausted, self.records) = (is_last, false, records);
        if self.is_closed() {
            (self.offset, self.first_line, self.first_column) = (offset, first_line, first_column);
            (self.done, self.needed) = (0, 0);
            return mem::replace(&mut self.bytes, bytes);
        }
        self.bytes.drain(..self.done);
        self.done = 0;
        // One huge game must not keep its memory for the rest of the stream.
        let length = self.bytes.len() + bytes.len();
        if self.bytes.capacity() > (1 << 16) && length < self.bytes.capacity() / 8 {
            self.bytes.shrink_to(length);
        }
        self.bytes.extend_from_slice(&bytes);
        bytes
    }

    /// Forgets what is left; the next block is the first of another stream. Gives back memory.
    pub(crate) fn clear(&mut self) -> Vec<u8> {
        mem::take(self).bytes
    }

    /// The next value; `None` where a further block is needed. `outcome` is what a worker made of the last block alone,
    /// for a block that was taken while the seam [was closed](Self::is_closed).
    ///
    /// A result that covers no bytes of the stream is dropped, so that the results do not depend on how the stream was
    /// cut.
    pub(crate) fn next<T>(
        &mut self,
        outcome: Option<BlockOutcome<T>>,
        work: impl FnOnce(&BlockView<'_>) -> BlockOutcome<T>,
    ) -> Option<T> {
        let view = BlockView {
            bytes: &self.bytes[self.done..],
            records: self.records.as_deref(),
            offset: self.offset,
            first_line: self.first_line,
            first_column: self.first_column,
            is_last: self.is_last,
        };
        let is_too_short = view.bytes.len() < self.needed && !self.is_last;
        if self.is_exhausted || view.bytes.is_empty() || is_too_short {
            return None;
        }
        let outcome = outcome.unwrap_or_else(|| work(&view));
        let consumed = view.consumed(&outcome);
        let rest = view.rest(consumed);
        (self.offset, self.first_line, self.first_column) = (rest.offset, rest.first_line, rest.first_column);
        if !outcome.paused || consumed == 0 {
            self.is_exhausted = true;
            self.needed = rest.bytes.len().saturating_mul(2);
        }
        self.done += consumed;
        (consumed > 0).then_some(outcome.value)
    }
}
