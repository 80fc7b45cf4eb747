//! Many streams, one after the other, as one sequence of blocks.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::blocks::SplitPoints;
use crate::input::{RecordSlice, RecordSlices};
use crate::{Block, Blocks};

/// A stream, and everything that a worker must know of it.
#[derive(Debug)]
pub struct Stream<R, C> {
    /// Its content.
    pub content: StreamContent<R>,
    /// Whatever the worker and the sink need, such as a name or a format.
    pub context: C,
}

/// The content of a stream.
#[derive(Debug)]
pub enum StreamContent<R> {
    /// Bytes, which are cut into blocks.
    Bytes {
        /// The bytes.
        reader: R,
        /// Points at which they may be split.
        split: SplitPoints,
    },
    /// Records, which come in blocks.
    Records(RecordBlocks),
}

/// Slices of records as blocks, which count them.
pub struct RecordBlocks {
    slices: RecordSlices,
    /// The slice that comes next, which is read ahead to know whether a block is the last one.
    next: Option<io::Result<Arc<dyn RecordSlice>>>,
    records: u64,
    /// Whether no further record is needed.
    is_past: Arc<AtomicBool>,
}

impl RecordBlocks {
    /// The blocks of an opened input.
    pub fn new(mut slices: RecordSlices) -> Self {
        let next = next_slice(&mut slices);
        Self { slices, next, records: 0, is_past: Arc::default() }
    }

    /// Ends as soon as `is_past` is set.
    pub(crate) fn until(self, is_past: Arc<AtomicBool>) -> Self {
        Self { is_past, ..self }
    }
}

impl fmt::Debug for RecordBlocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordBlocks").field("records", &self.records).finish_non_exhaustive()
    }
}

fn next_slice(slices: &mut RecordSlices) -> Option<io::Result<Arc<dyn RecordSlice>>> {
    slices.find(|slice| slice.as_ref().is_ok_and(|slice| slice.count() > 0) || slice.is_err())
}

impl Iterator for RecordBlocks {
    type Item = io::Result<Block>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_past.load(Ordering::Relaxed) {
            return None;
        }
        let slice = self.next.take()?;
        self.next = next_slice(&mut self.slices);
        Some(slice.map(|slice| {
            let (bytes, offset) = (vec![0; slice.count()], self.records);
            self.records += slice.count() as u64;
            let is_last = self.next.is_none();
            Block { bytes, records: Some(slice), offset, first_line: 1, is_last }
        }))
    }
}

/// The blocks of a stream.
enum BlockSource<R> {
    Bytes(Blocks<R>),
    Records(RecordBlocks),
}

impl<R: Read> BlockSource<R> {
    fn recycle(&mut self, buffer: Vec<u8>) {
        if let Self::Bytes(blocks) = self {
            blocks.recycle(buffer);
        }
    }

    fn next(&mut self) -> Option<io::Result<Block>> {
        match self {
            Self::Bytes(blocks) => blocks.next(),
            Self::Records(blocks) => blocks.next(),
        }
    }
}

/// A part of the sequence.
#[derive(Debug)]
pub(crate) enum Item<C, E> {
    Begin(Arc<C>),
    Block(Arc<C>, Block),
    End(Arc<C>, io::Result<()>),
    Failed(E),
}

/// The sequence: of each stream its beginning, its blocks and its end.
pub(crate) struct Items<I, R, C, E> {
    streams: I,
    block_bytes: usize,
    longest: usize,
    open: Option<(Arc<C>, BlockSource<R>)>,
    /// Memory that came back while no stream was open.
    spare: Option<Vec<u8>>,
    /// Items that were looked at before their time.
    ahead: VecDeque<Item<C, E>>,
}

impl<I, R, C, E> Items<I, R, C, E>
where
    I: Iterator<Item = Result<Stream<R, C>, E>>,
    R: Read,
{
    pub(crate) fn new(streams: I, block_bytes: usize, longest: usize) -> Self {
        Self { streams, block_bytes, longest, open: None, spare: None, ahead: VecDeque::new() }
    }

    /// Gives the memory of a block back.
    pub(crate) fn recycle(&mut self, buffer: Vec<u8>) {
        match &mut self.open {
            Some((_, blocks)) => blocks.recycle(buffer),
            None => self.spare = Some(buffer),
        }
    }

    /// Whether there is so much that threads are worth it: a second block, or a second stream. A single small stream
    /// must not cost threads.
    pub(crate) fn are_many(&mut self) -> bool {
        let mut begun = 0;
        loop {
            let Some(item) = self.advance() else { return false };
            let enough = match &item {
                Item::Begin(_) => {
                    begun += 1;
                    begun > 1
                }
                Item::Block(_, block) => !block.is_last,
                Item::End(..) | Item::Failed(_) => false,
            };
            self.ahead.push_back(item);
            if enough {
                return true;
            }
        }
    }

    fn advance(&mut self) -> Option<Item<C, E>> {
        if let Some((context, blocks)) = &mut self.open {
            let context = Arc::clone(context);
            let end = match blocks.next() {
                Some(Ok(block)) => return Some(Item::Block(context, block)),
                Some(Err(error)) => Err(error),
                None => Ok(()),
            };
            self.open = None;
            return Some(Item::End(context, end));
        }
        match self.streams.next()? {
            Err(error) => Some(Item::Failed(error)),
            Ok(Stream { content, context }) => {
                let context = Arc::new(context);
                let mut blocks = match content {
                    StreamContent::Bytes { reader, split } => BlockSource::Bytes(
                        Blocks::new(reader, self.block_bytes).split(split).at_most(self.longest),
                    ),
                    StreamContent::Records(blocks) => BlockSource::Records(blocks),
                };
                if let Some(buffer) = self.spare.take() {
                    blocks.recycle(buffer);
                }
                self.open = Some((Arc::clone(&context), blocks));
                Some(Item::Begin(context))
            }
        }
    }
}

impl<I, R, C, E> Iterator for Items<I, R, C, E>
where
    I: Iterator<Item = Result<Stream<R, C>, E>>,
    R: Read,
{
    type Item = Item<C, E>;

    fn next(&mut self) -> Option<Item<C, E>> {
        self.ahead.pop_front().or_else(|| self.advance())
    }
}
