//! Runs a worker over the blocks of a stream, on several threads, and hands the results on in input order.
//!
//! One thread reads (and so decompresses) and cuts into [`Blocks`], `jobs` threads work, and the calling thread gets
//! the results, strictly in the order of the input. With one job, or a stream of one block, everything happens on the
//! calling thread.
//!
//! Guarantees:
//!
//! * **Same results.** The values handed to the sink, put together, do not depend on the number of jobs, nor on the
//!   block size; which games share a value does. This asks two things of the worker: its value depends on the block
//!   alone (not on what its state has seen before), and what it reports as consumed are complete games, that is, games
//!   that would be the same whatever follows.
//! * **Seams.** A synchronisation point may be inside a game: a tag section may contain empty lines. The worker then
//!   consumes less than it got. The rest is joined with the next block and processed again, and the value made from
//!   that block alone is dropped.
//! * **Linear.** Also when every seam fails: the joined piece at least doubles before it is worked again.
//! * **Flat memory.** At most `2 * jobs + 2` blocks exist at a time, and their buffers are reused. Only a game larger
//!   than a block needs more: its own size.
//! * **No hanging.** When the sink breaks off, or any closure panics, all threads end after what they are doing; a
//!   panic goes on in the caller. A reader that waits for input, say at a terminal, is waited for.

mod parallel;
mod seam;
#[cfg(test)]
mod tests;

use crate::blocks::{SplitPoints, lines};
use crate::{Block, Blocks};
use seam::Seam;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::thread;

/// Number of threads, size of blocks, and points at which they begin.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Threads that work, besides the one that reads and the calling one. By default, as many as the machine has
    /// cores for this process. One: everything on the calling thread.
    pub jobs: NonZeroUsize,
    /// Target size of a block in bytes, 1 MiB by default. See [`crate::blocks`] for when a block is smaller or larger.
    pub block_bytes: usize,
    /// Points at which blocks may begin.
    pub split: SplitPoints,
}

impl Default for Options {
    fn default() -> Self {
        let jobs = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Options { jobs, block_bytes: crate::blocks::DEFAULT_BLOCK_BYTES, split: SplitPoints::Games }
    }
}

impl Options {
    /// The default options with another number of jobs; 0 means 1.
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.jobs = NonZeroUsize::new(jobs).unwrap_or(NonZeroUsize::MIN);
        self
    }

    /// The same options with another block size in bytes.
    pub fn block_bytes(mut self, block_bytes: usize) -> Self {
        self.block_bytes = block_bytes;
        self
    }

    /// The same options for another kind of stream.
    pub fn split(mut self, split: SplitPoints) -> Self {
        self.split = split;
        self
    }
}

/// Input of a worker: bytes from the start of the stream, from a synchronisation point, or from the place where the
/// worker itself stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockView<'b> {
    /// The bytes, never empty.
    pub bytes: &'b [u8],
    /// Offset of `bytes[0]` in the (decompressed) stream, from 0.
    pub offset: u64,
    /// The line `bytes[0]` is on, from 1; LF, CRLF and a lone CR end a line.
    pub first_line: u64,
    /// The column of `bytes[0]`, from 1, in characters: where the worker stopped within a line, more than 1.
    pub first_column: u64,
    /// Whether the stream ends after these bytes. Then all of them count as consumed.
    pub is_last: bool,
}

impl<'b> BlockView<'b> {
    fn of(block: &'b Block) -> Self {
        BlockView {
            bytes: &block.bytes,
            offset: block.offset,
            first_line: block.first_line,
            first_column: 1,
            is_last: block.is_last,
        }
    }

    /// The number of bytes that actually counts as consumed.
    fn consumed<T>(&self, worked: &BlockOutcome<T>) -> usize {
        let is_whole = self.is_last && !worked.paused;
        if is_whole { self.bytes.len() } else { worked.consumed.min(self.bytes.len()) }
    }

    /// The same without what was consumed.
    fn rest(&self, consumed: usize) -> Self {
        let bytes = &self.bytes[consumed..];
        // Nearly always everything is consumed, and then the place is not needed.
        let (first_line, first_column) = if bytes.is_empty() {
            (self.first_line, self.first_column)
        } else {
            lines::place_behind(self.bytes, consumed, (self.first_line, self.first_column))
        };
        BlockView {
            bytes,
            offset: self.offset + consumed as u64,
            first_line,
            first_column,
            is_last: self.is_last,
        }
    }
}

/// Result of a worker for a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockOutcome<T> {
    /// The result for `bytes[..consumed]`. It is dropped when that is empty.
    pub value: T,
    /// Length of the complete games at the start, in bytes. The rest is processed again together with the next block.
    pub consumed: usize,
    /// Set if the worker stopped early to bound the size of its result. The result is delivered and the rest of the
    /// block is processed next. Ignored if nothing was consumed.
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

/// Cuts what `reader` gives into blocks, calls `work` on each and `sink` on each result in input order.
///
/// `make_state` makes what a thread reuses from block to block, such as scratch memory. `Break` from the sink ends the
/// run and is returned.
///
/// # Errors
///
/// The error of the reader, after the results for everything read before it have been handed on; or, with several
/// jobs, that of the system when it has no thread to give.
///
/// # Panics
///
/// Only when `reader`, `make_state`, `work` or `sink` panics: the panic is passed on.
pub fn process<R, S, T, B>(
    reader: R,
    options: &Options,
    make_state: impl Fn() -> S + Sync,
    work: impl Fn(&BlockView<'_>, &mut S) -> BlockOutcome<T> + Sync,
    sink: impl FnMut(T) -> ControlFlow<B>,
) -> io::Result<ControlFlow<B>>
where
    R: Read + Send,
    T: Send,
{
    let mut blocks = Blocks::new(reader, options.block_bytes).split(options.split);
    if options.jobs.get() == 1 {
        return sequential(blocks, make_state, work, sink);
    }
    // A directory of small files must not cost threads for each: only a second block is worth them.
    let first = match blocks.next() {
        None => return Ok(ControlFlow::Continue(())),
        Some(Err(error)) => return Err(error),
        Some(Ok(block)) => block,
    };
    if first.is_last {
        let mut state = make_state();
        let flow = Seam::default().accept(&first, None, |view| work(view, &mut state), sink);
        // After the last block there is at most an error.
        return match blocks.next() {
            Some(Err(error)) if flow.is_continue() => Err(error),
            _ => Ok(flow),
        };
    }
    parallel::run(first, blocks, options.jobs.get(), make_state, work, sink)
}

fn sequential<R, S, T, B>(
    mut blocks: Blocks<R>,
    make_state: impl Fn() -> S,
    work: impl Fn(&BlockView<'_>, &mut S) -> BlockOutcome<T>,
    mut sink: impl FnMut(T) -> ControlFlow<B>,
) -> io::Result<ControlFlow<B>>
where
    R: Read,
{
    let mut state = make_state();
    let mut seam = Seam::default();
    while let Some(block) = blocks.next() {
        let block = block?;
        let flow = seam.accept(&block, None, |view| work(view, &mut state), &mut sink);
        if flow.is_break() {
            return Ok(flow);
        }
        blocks.recycle(block.bytes);
    }
    Ok(ControlFlow::Continue(()))
}
