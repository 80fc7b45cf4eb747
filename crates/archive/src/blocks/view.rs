//! A block as a worker gets it, and the result of the worker.

use super::{Block, lines};
use crate::entry::RecordSlice;

/// Bytes for a worker, which start at the start of the stream, at a synchronisation point, or where the
/// worker itself stopped.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BlockView<'b> {
    /// The bytes, never empty. Of records, a byte for each, whose value means nothing.
    pub bytes: &'b [u8],
    /// The records whose last ones these bytes count, if the stream is no text.
    pub records: Option<&'b dyn RecordSlice>,
    /// Offset of `bytes[0]` in the (decompressed) stream, from 0.
    pub offset: u64,
    /// The line `bytes[0]` is on, from 1; LF, CRLF and a lone CR end a line.
    pub first_line: u64,
    /// The column of `bytes[0]`, from 1, in characters: where the worker stopped within a line, more than 1.
    pub first_column: u64,
    /// Whether the stream ends after these bytes. Then everything in them counts as consumed.
    pub is_last: bool,
}

impl<'b> BlockView<'b> {
    /// The whole of a stream, for reading a text in memory.
    pub fn whole(bytes: &'b [u8]) -> Self {
        BlockView { bytes, records: None, offset: 0, first_line: 1, first_column: 1, is_last: true }
    }

    pub(crate) fn of(block: &'b Block) -> Self {
        BlockView {
            bytes: &block.bytes,
            records: block.records.as_deref(),
            offset: block.offset,
            first_line: block.first_line,
            first_column: block.first_column,
            is_last: block.is_last,
        }
    }

    /// The number of bytes that actually counts as consumed.
    pub(crate) fn consumed<T>(&self, outcome: &BlockOutcome<T>) -> usize {
        let is_whole = self.is_last && !outcome.paused;
        if is_whole { self.bytes.len() } else { outcome.consumed.min(self.bytes.len()) }
    }

    /// The same without what was consumed.
    pub(crate) fn rest(&self, consumed: usize) -> Self {
        let bytes = &self.bytes[consumed..];
        // Nearly always everything is consumed, and then the place is not needed.
        let (first_line, first_column) = if bytes.is_empty() {
            (self.first_line, self.first_column)
        } else {
            lines::place_behind(self.bytes, consumed, (self.first_line, self.first_column))
        };
        BlockView {
            bytes,
            records: self.records,
            offset: self.offset + consumed as u64,
            first_line,
            first_column,
            is_last: self.is_last,
        }
    }
}

/// The result of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BlockOutcome<T> {
    /// The result for `bytes[..consumed]`. It is dropped when that is empty.
    pub value: T,
    /// Number of bytes from the start that are complete games. The rest is read again together with more.
    pub consumed: usize,
    /// Set when the worker stopped early to bound the size of its result. The result is delivered and the rest of the
    /// block is processed next. Ignored where nothing was consumed.
    pub paused: bool,
}

impl<T> BlockOutcome<T> {
    /// A value for everything that could be worked.
    pub fn new(value: T, consumed: usize) -> Self {
        BlockOutcome { value, consumed, paused: false }
    }

    /// The same, but there is more to work in the block.
    #[must_use]
    pub fn paused(self) -> Self {
        BlockOutcome { paused: true, ..self }
    }
}
