//! Runs a worker over the blocks of streams, on several threads, and hands the results on in input order.
//!
//! One thread reads (and so decompresses) and cuts into [`Blocks`](crate::Blocks), `jobs` threads work, and the calling
//! thread gets the results, strictly in the order of the input. With one job, or a single stream of one block,
//! everything happens on the calling thread. [`process`] works through one stream, [`process_all`] through many: a
//! directory of small files uses all cores as one large file does.
//!
//! Guarantees:
//!
//! * **Same results.** The values handed to the sink, put together, do not depend on the number of jobs, nor on the
//!   block size; which games share a value does. This asks two things of the worker: its value depends on the block
//!   alone (not on what its state has seen before), and what it reports as consumed are complete games, that is, games
//!   that would be the same whatever follows.
//! * **Seams.** A synchronisation point may be inside a game: a tag section may hold empty lines. The worker says
//!   so by consuming less than it got. Then the rest is joined with the next block and worked again, and the value
//!   that had been made from that block alone is dropped.
//! * **Linear.** Also when every seam fails: the joined piece at least doubles before it is worked again.
//! * **Flat memory.** At most `2 * jobs + 3` blocks exist at a time, and their buffers are reused. Only a game larger
//!   than a block needs more: its own size.
//! * **No hanging.** When the sink breaks off, or any closure panics, all threads end after what they are doing; a
//!   panic goes on in the caller. A reader that waits for input, say at a terminal, is waited for.

#[cfg(feature = "threads")]
mod parallel;
mod seam;
mod streams;
#[cfg(test)]
mod tests;

pub use crate::blocks::{BlockOutcome, BlockView};
use crate::blocks::{SplitPoints, too_long};
pub(crate) use seam::Seam;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::thread;
pub use streams::{ByteStream, RecordBlocks, Stream, StreamContent};
pub(crate) use streams::{Item, Items};

/// Number of threads, size of blocks, and points at which they begin.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Threads that work, besides the one that reads and the calling one. By default, as many as the machine has
    /// cores for this process. One: everything on the calling thread, as always without the feature `threads`.
    pub jobs: NonZeroUsize,
    /// Target size of a block in bytes, 256 KiB by default. See [`crate::blocks`] for when a block is smaller or
    /// larger.
    pub block_bytes: usize,
    /// The most bytes that one game, or one line of records, may have; 256 MiB by default. A stream with a larger one ends there with
    /// an error.
    pub longest: usize,
    /// Whether each entry is a block of its own: for work that takes much longer than reading, such as asking an engine. Then as many entries
    /// are worked on at the same time as there are jobs, and each is handed on in its turn, however long those after it take.
    pub single_entries: bool,
}

impl Default for Options {
    fn default() -> Self {
        let jobs = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let (block_bytes, longest) = (crate::blocks::DEFAULT_BLOCK_BYTES, crate::blocks::DEFAULT_LONGEST);
        Options { jobs, block_bytes, longest, single_entries: false }
    }
}

impl Options {
    /// The default options with another number of jobs; 0 means 1.
    #[must_use]
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.jobs = NonZeroUsize::new(jobs).unwrap_or(NonZeroUsize::MIN);
        self
    }

    /// The same options with each entry in a block of its own, or with many in one.
    #[must_use]
    pub fn single_entries(mut self, single_entries: bool) -> Self {
        self.single_entries = single_entries;
        self
    }

    /// The same options with another block size in bytes.
    #[must_use]
    pub fn block_bytes(mut self, block_bytes: usize) -> Self {
        self.block_bytes = block_bytes;
        self
    }
}

/// A report of [`process_all`] to its sink, in the order of the input.
#[derive(Debug)]
pub enum StreamEvent<'c, C, T, E> {
    /// A stream begins.
    Begin(&'c C),
    /// A worker has made this of the next part of the stream.
    Value(&'c C, T),
    /// The stream is over, or could not be read on after the values before.
    End(&'c C, io::Result<()>),
    /// A stream could not be opened.
    Failed(E),
}

/// Cuts the bytes of `reader` into blocks, calls `work` on each and `sink` on each result in input order.
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
    split: SplitPoints,
    options: &Options,
    make_state: impl Fn() -> S + Sync,
    work: impl Fn(&BlockView<'_>, &mut S) -> BlockOutcome<T> + Sync,
    sink: impl FnMut(T) -> ControlFlow<B>,
) -> io::Result<ControlFlow<B>>
where
    R: Read + Send,
    T: Send,
{
    process_stream(ByteStream::new(reader, split), options, make_state, work, sink)
}

fn process_stream<R, S, T, B>(
    stream: ByteStream<R>,
    options: &Options,
    make_state: impl Fn() -> S + Sync,
    work: impl Fn(&BlockView<'_>, &mut S) -> BlockOutcome<T> + Sync,
    mut sink: impl FnMut(T) -> ControlFlow<B>,
) -> io::Result<ControlFlow<B>>
where
    R: Read + Send,
    T: Send,
{
    let content = StreamContent::Bytes(stream);
    let streams = std::iter::once(Ok::<_, std::convert::Infallible>(Stream { content, context: () }));
    let flow = process_all(
        streams,
        options,
        make_state,
        |(), view, state| work(view, state),
        |event| match event {
            StreamEvent::Value((), value) => sink(value).map_break(Ok),
            StreamEvent::End((), Err(error)) => ControlFlow::Break(Err(error)),
            StreamEvent::Begin(()) | StreamEvent::End((), Ok(())) | StreamEvent::Failed(_) => {
                ControlFlow::Continue(())
            }
        },
    )?;
    match flow {
        ControlFlow::Continue(()) => Ok(ControlFlow::Continue(())),
        ControlFlow::Break(result) => result.map(ControlFlow::Break),
    }
}

/// [`process`] for many streams, one after the other: their blocks are shared among the same threads, and the sink is
/// called where each begins and ends. Streams are opened, by `streams`, some blocks before their turn.
///
/// # Errors
///
/// That of the system when it has no thread to give. Errors of streams go to the sink.
///
/// # Panics
///
/// Only when `streams`, a reader, `make_state`, `work` or `sink` panics: the panic is passed on.
pub fn process_all<I, R, C, E, S, T, B>(
    streams: I,
    options: &Options,
    make_state: impl Fn() -> S + Sync,
    work: impl Fn(&C, &BlockView<'_>, &mut S) -> BlockOutcome<T> + Sync,
    sink: impl FnMut(StreamEvent<'_, C, T, E>) -> ControlFlow<B>,
) -> io::Result<ControlFlow<B>>
where
    I: Iterator<Item = Result<Stream<R, C>, E>> + Send,
    R: Read + Send,
    C: Send + Sync,
    E: Send,
    T: Send,
{
    let mut items = Items::new(streams, options);
    #[cfg(feature = "threads")]
    if options.jobs.get() > 1 && items.are_many() {
        return parallel::run(items, options, &make_state, &work, sink);
    }
    let mut in_order = InOrder::new(&make_state, &work, sink, options.longest);
    while let Some(item) = items.next() {
        match in_order.accept(item, None) {
            ControlFlow::Continue(buffer) => items.recycle(buffer),
            ControlFlow::Break(value) => return Ok(ControlFlow::Break(value)),
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Takes items in their order, checks the seams and feeds the sink.
struct InOrder<'w, M, W, K, S> {
    make_state: &'w M,
    work: &'w W,
    sink: K,
    seam: Seam,
    /// The most bytes that may wait for more.
    longest: usize,
    /// Whether more waited, so that the stream has ended.
    has_given_up: bool,
    /// Most streams have no failed seam, and then no state is needed where others work.
    state: Option<S>,
}

impl<'w, M, W, K, S> InOrder<'w, M, W, K, S>
where
    M: Fn() -> S,
{
    fn new(make_state: &'w M, work: &'w W, sink: K, longest: usize) -> Self {
        let (seam, has_given_up) = (Seam::default(), false);
        Self { make_state, work, sink, seam, longest, has_given_up, state: None }
    }

    /// Takes an item, with what was made of it when it is a block and that is known. Gives memory back.
    fn accept<C, E, T, B>(
        &mut self,
        item: Item<C, E>,
        outcome: Option<BlockOutcome<T>>,
    ) -> ControlFlow<B, Vec<u8>>
    where
        W: Fn(&C, &BlockView<'_>, &mut S) -> BlockOutcome<T>,
        K: FnMut(StreamEvent<'_, C, T, E>) -> ControlFlow<B>,
    {
        let Self { make_state, work, sink, seam, longest, has_given_up, state } = self;
        let (make_state, work) = (*make_state, *work);
        match item {
            Item::Begin(context) => {
                *has_given_up = false;
                sink(StreamEvent::Begin(&context))?;
                ControlFlow::Continue(seam.clear())
            }
            Item::Block(_, block) if *has_given_up => ControlFlow::Continue(block.bytes),
            Item::End(..) if *has_given_up => ControlFlow::Continue(Vec::new()),
            Item::Block(context, block) => {
                let mut outcome = outcome.filter(|_| seam.is_closed());
                let spare = seam.push(block);
                let mut work =
                    |view: &BlockView<'_>| work(&context, view, state.get_or_insert_with(make_state));
                while let Some(value) = seam.next(outcome.take(), &mut work) {
                    sink(StreamEvent::Value(&context, value))?;
                }
                if let Some(line) = seam.waits_with_more_than(*longest) {
                    *has_given_up = true;
                    sink(StreamEvent::End(&context, Err(too_long(*longest, line).into_io())))?;
                    return ControlFlow::Continue(seam.clear());
                }
                ControlFlow::Continue(spare)
            }
            Item::End(context, result) => {
                sink(StreamEvent::End(&context, result))?;
                ControlFlow::Continue(Vec::new())
            }
            Item::Failed(error) => {
                sink(StreamEvent::Failed(error))?;
                ControlFlow::Continue(Vec::new())
            }
        }
    }
}
