//! Cuts a byte stream into blocks that start where a game very probably starts, without parsing; or where a line does,
//! for formats with a record on each line ([`SplitPoints::Lines`]), or where the caller says ([`SplitPoints::Whole`]).
//!
//! A *synchronisation point* is the start of a line that
//!
//! * is directly preceded by an empty line (nothing but spaces and tabs on it), and
//! * begins with a tag pair: optional blanks, `[`, optional blanks, a name (a letter or digit, then letters, digits and
//!   `_`), optional blanks, `"`.
//!
//! By decision A-09 such a point ends every comment left open before it, so reading can start there knowing nothing of
//! what came before, but for one thing: a tag section may itself hold empty lines. So a point is not always the start
//! of a game, and whoever needs certainty uses [`pipeline`](crate::pipeline), which checks each seam.
//!
//! Guarantees:
//!
//! * All blocks put together are the stream, byte for byte; no block is empty.
//! * Every block but the first starts at a synchronisation point, or at a line. Therefore a block starts a line, and no
//!   CRLF is divided between two blocks.
//! * A block ends at the last point within the target size. Where there is none, it grows by doubling until one is
//!   found or the stream ends. A bracket is looked at once, but for one that the end of the buffer left undecided, so
//!   that the work is linear in the length of the stream, whatever is in it.
//! * Exactly the last block has [`Block::is_last`]; an empty stream has no block.
//! * What was read before an error of the reader comes first, as blocks, then the error.
//! * No more is held than [`Blocks::at_most`] allows: of a longer stretch without a point comes the beginning, as the last block,
//!   and then an error.

mod ends;
pub(crate) mod lines;
mod sync;
#[cfg(test)]
mod tests;
mod view;

pub use lines::LineCounter;
pub use lines::{count_newlines, newlines_before};
pub use sync::begins_tag_pair;
pub use view::{BlockOutcome, BlockView};

use std::io::{self, Read};
use std::sync::Arc;
use std::{fmt, mem};

use crate::entry::RecordSlice;
use crate::source::{DecodeFailure, SourceErrorKind, Waiting};
use ends::EntryEnds;

/// The target size of a block when nothing else is said: 256 KiB, so that a block and what is made of it stay in the
/// cache of a core.
pub const DEFAULT_BLOCK_BYTES: usize = 256 << 10;

/// The longest stretch without a point when nothing else is said. What is made of a game takes several times its size, and
/// the largest ones of people have some megabytes.
pub const DEFAULT_LONGEST: usize = 256 << 20;

/// Bytes that are read at a time where each entry is a block.
const SINGLE_BYTES: usize = 16 << 10;

/// Buffers kept for reuse. More are only in use at the same time when several threads work, and they come back.
const POOL_BUFFERS: usize = 4;

/// Points at which a stream may be split.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub enum SplitPoints {
    /// At synchronisation points.
    #[default]
    Games,
    /// At the beginning of any line: the meaning of a line does not depend on the text before it.
    Lines,
    /// After a number of bytes returned by functions: they get the bytes read so far. For binary formats. They are called again after the
    /// number of bytes has doubled, so they should take at most linear time.
    Whole {
        /// Length of the part that is complete.
        all: fn(&[u8]) -> usize,
        /// Length of the first entry, if it is complete, else 0.
        first: fn(&[u8]) -> usize,
    },
}

/// A piece of a stream that starts at the start of the stream or at a synchronisation point.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Block {
    /// The bytes; empty only in a last block that ends a stream of which everything has been handed on. Of
    /// [records](crate::input::RecordSlice), a byte for each, whose value means nothing.
    pub bytes: Vec<u8>,
    /// The records, if the stream is no text: the bytes only count them.
    pub records: Option<Arc<dyn RecordSlice>>,
    /// Offset of `bytes[0]` in the (decompressed) stream, from 0.
    pub offset: u64,
    /// The line `bytes[0]` is on, from 1; LF, CRLF and a lone CR end a line.
    pub first_line: u64,
    /// The column of `bytes[0]`, from 1, in characters; more than 1 only where reading began within a line.
    pub first_column: u64,
    /// Whether the stream ends with this block.
    pub is_last: bool,
}

/// The blocks of a stream, in order.
///
/// ```
/// use pgnkit_archive::Blocks;
/// let pgn = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n";
/// let blocks: Vec<_> = Blocks::new(pgn.as_bytes(), 40).collect::<Result<_, _>>()?;
/// assert_eq!(blocks.len(), 2);
/// assert!(blocks[1].bytes.starts_with(b"[Event \"b\"]"));
/// assert_eq!((blocks[1].offset, blocks[1].first_line, blocks[1].is_last), (22, 5, true));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Blocks<R> {
    reader: R,
    target: usize,
    longest: usize,
    split: SplitPoints,
    /// Its length is what has been written once and need not be cleared again; only `..filled` means something.
    buffer: Vec<u8>,
    filled: usize,
    /// The bytes before this are known to contain no point, except the one at the start.
    searched: usize,
    offset: u64,
    line: u64,
    column: u64,
    ended: bool,
    failed: Option<io::Error>,
    pool: Vec<Vec<u8>>,
    examined: u64,
    ends: EntryEnds,
    /// Whether each block is to be one entry.
    is_single: bool,
    /// The pipe that is read, if it is one: its entries are handed on when it waits.
    waiting: Option<Waiting>,
    /// Whether all that was read has been handed on in a block that was not the last.
    owes_last: bool,
}

impl<R: Read> Blocks<R> {
    /// Cuts what `reader` gives into blocks of about `block_bytes` bytes (at least 1). The reader needs no buffer: it
    /// is asked for large pieces.
    pub fn new(reader: R, block_bytes: usize) -> Self {
        Blocks {
            reader,
            target: block_bytes.max(1),
            longest: DEFAULT_LONGEST,
            split: SplitPoints::Games,
            buffer: Vec::new(),
            filled: 0,
            searched: 0,
            offset: 0,
            line: 1,
            column: 1,
            ended: false,
            failed: None,
            pool: Vec::new(),
            examined: 0,
            ends: EntryEnds::default(),
            is_single: false,
            waiting: None,
            owes_last: false,
        }
    }

    /// Cuts elsewhere; to be called before the first block is taken.
    #[must_use]
    pub fn split(self, split: SplitPoints) -> Self {
        Self { split, ..self }
    }

    /// With one entry in a block, as far as its end is certain without what follows; to be called before the first block is taken. This is for
    /// work that takes longer than reading: the entries are read twice.
    #[must_use]
    pub fn single(self, is_single: bool) -> Self {
        let target = if is_single { self.target.min(SINGLE_BYTES) } else { self.target };
        Self { is_single, target, ..self }
    }

    /// Hands on complete entries as soon as the pipe that is read waits.
    #[must_use]
    pub(crate) fn live(self, waiting: Option<Waiting>) -> Self {
        Self { waiting, ..self }
    }

    /// Begins at a place of the stream that is not its beginning: `offset` bytes have been read, up to that line and column.
    #[must_use]
    pub(crate) fn begin_at(self, offset: u64, (line, column): (u64, u64)) -> Self {
        Self { offset, line, column, ..self }
    }

    /// Holds at most so many bytes; to be called before the first block is taken. Binary formats know the lengths of their parts
    /// and are not bound.
    #[must_use]
    pub fn at_most(self, longest: usize) -> Self {
        Self { longest, target: self.target.min(longest.max(1)), ..self }
    }

    /// Ends the stream where a stretch is too long: what was read before is complete, and of the stretch the beginning is there.
    #[cold]
    fn give_up(&mut self) {
        self.ended = true;
        self.failed = Some(too_long(self.longest, self.line).into_io());
        self.filled = self.filled.min(self.target);
    }

    /// Gives the memory of a block back, so that the next block needs none. Its content does not matter.
    pub fn recycle(&mut self, buffer: Vec<u8>) {
        // The memory for one huge game is not kept for good.
        let usual = self.target.saturating_mul(4).max(1 << 16);
        if self.pool.len() < POOL_BUFFERS && (1..=usual).contains(&buffer.capacity()) {
            self.pool.push(buffer);
        }
    }

    /// The memory that it holds, for the blocks of the next stream.
    pub(crate) fn into_memory(mut self) -> Vec<Vec<u8>> {
        let buffer = mem::take(&mut self.buffer);
        self.recycle(buffer);
        self.pool
    }

    /// Number of bytes examined by the search for points so far, to check that it stays linear.
    #[cfg(test)]
    pub(crate) fn examined(&self) -> u64 {
        self.examined
    }

    /// Reads until `goal` bytes are there or the stream ends. Before a pipe makes it wait, it gives the end of the entries that are complete,
    /// if there are any.
    fn fill(&mut self, goal: usize) -> Option<usize> {
        if self.buffer.capacity() == 0 {
            self.buffer = self.pool.pop().unwrap_or_default();
        }
        if self.buffer.capacity() == 0 {
            // The system has zeroed memory at hand.
            self.buffer = vec![0; goal];
        } else if self.buffer.len() < goal {
            self.buffer.reserve_exact(goal - self.buffer.len());
            self.buffer.resize(goal, 0);
        }
        while self.filled < goal && !self.ended {
            if !self.is_single
                && self.filled > 0
                && self.waiting.as_ref().is_some_and(Waiting::is_waiting)
                && let Some(end) = self.ends.last(self.split, &self.buffer[..self.filled])
            {
                return Some(end);
            }
            match self.reader.read(&mut self.buffer[self.filled..goal]) {
                Ok(0) => self.ended = true,
                // Guards against a reader that claims more bytes than fit into the buffer.
                Ok(got) => self.filled = goal.min(self.filled + got),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.ended = true;
                    self.failed = Some(error);
                }
            }
            if self.is_single && self.waiting.is_some() {
                // An entry may be complete now.
                break;
            }
        }
        None
    }

    /// Takes `..cut` out of the buffer as a block; what follows stays for the next one.
    fn emit(&mut self, cut: usize, resume: usize) -> Block {
        let rest = &self.buffer[cut..self.filled];
        let mut next = self.pool.pop().unwrap_or_default();
        if next.len() < rest.len() {
            next.resize(rest.len(), 0);
        }
        next[..rest.len()].copy_from_slice(rest);
        let is_last = self.ended && rest.is_empty();
        self.owes_last = rest.is_empty() && !is_last;
        let mut bytes = mem::replace(&mut self.buffer, next);
        bytes.truncate(cut);
        let (offset, first_line, first_column) = (self.offset, self.line, mem::replace(&mut self.column, 1));
        let block = Block { bytes, records: None, offset, first_line, first_column, is_last };
        self.offset += cut as u64;
        self.line += if is_last { 0 } else { count_newlines(&block.bytes) };
        self.filled -= cut;
        self.searched = resume - cut;
        self.ends.cut(cut);
        block
    }

    /// The next block that ends at a point, or where a pipe waits; none at the end of the stream.
    fn next_complete(&mut self) -> Option<Block> {
        // The rest of a block that had to grow may exceed the target size: then one target size is added.
        let mut goal =
            if self.filled < self.target { self.target } else { self.filled.saturating_add(self.target) };
        while !self.ended {
            if let Some(end) = self.fill(goal) {
                return Some(self.emit(end, end));
            }
            if self.ended {
                break;
            }
            let filled = &self.buffer[..self.filled];
            let found = match self.split {
                SplitPoints::Games => sync::search_back(filled, self.searched, &mut self.examined),
                SplitPoints::Lines => sync::last_line(filled, self.searched, &mut self.examined),
                SplitPoints::Whole { all, .. } => {
                    let point = Some(all(filled).min(filled.len())).filter(|cut| *cut > 0);
                    sync::SearchResult { point, resume: filled.len() }
                }
            };
            if let Some(cut) = found.point {
                return Some(self.emit(cut, found.resume));
            }
            self.searched = found.resume;
            let bounded = !matches!(self.split, SplitPoints::Whole { .. });
            if bounded && self.filled > self.longest {
                self.give_up();
                break;
            }
            // One byte more than allowed is enough to know.
            let most = if bounded { self.longest.saturating_add(1) } else { usize::MAX };
            goal = self.filled.saturating_mul(2).min(most);
        }
        None
    }

    /// The next block of one entry; none where only a last block is left.
    fn next_single(&mut self) -> Option<Block> {
        loop {
            let end = self.ends.first(self.split, &self.buffer[..self.filled], self.ended);
            // Whether it is the last one is known by what follows, unless that may take for ever.
            let is_known = |end: &usize| *end < self.filled || self.waiting.is_some();
            if let Some(end) = end.filter(is_known) {
                return Some(self.emit(end, end));
            }
            if self.ended {
                return None;
            }
            if self.filled > self.longest && !matches!(self.split, SplitPoints::Whole { .. }) {
                self.give_up();
                return None;
            }
            let goal = self.filled.saturating_mul(2).max(self.target);
            self.fill(goal);
        }
    }
}

impl<R: Read> Iterator for Blocks<R> {
    type Item = io::Result<Block>;

    fn next(&mut self) -> Option<Self::Item> {
        let complete = if self.is_single { self.next_single() } else { self.next_complete() };
        if let Some(block) = complete {
            return Some(Ok(block));
        }
        if self.filled > 0 || mem::take(&mut self.owes_last) {
            let (cut, resume) = (self.filled, self.filled);
            return Some(Ok(self.emit(cut, resume)));
        }
        self.failed.take().map(Err)
    }
}

/// A stretch, which begins on that line, is longer than allowed.
pub(crate) fn too_long(longest: usize, line: u64) -> DecodeFailure {
    let size = match longest {
        bytes if bytes >= 1 << 20 && bytes.is_multiple_of(1 << 20) => format!("{} MiB", bytes >> 20),
        bytes => format!("{bytes} bytes"),
    };
    let text = format!("the one that begins on line {line} has more than {size}");
    DecodeFailure { kind: SourceErrorKind::TooLarge, text }
}

impl<R> fmt::Debug for Blocks<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Blocks")
            .field("target", &self.target)
            .field("offset", &self.offset)
            .field("line", &self.line)
            .finish_non_exhaustive()
    }
}
