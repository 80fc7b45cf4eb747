//! Many streams, one after the other, as one sequence of blocks.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pgnkit::diagnostics::Diagnostic;
use pgnkit::syntax::{Sink, Span};

use super::Options;
use crate::blocks::SplitPoints;
use crate::blocks::{Block, Blocks};
use crate::entry::{EntryReader, ReadOptions, RecordSlice, RecordSlices, Target};
use crate::source::Waiting;

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
    Bytes(ByteStream<R>),
    /// Records, which come in blocks.
    Records(RecordBlocks),
}

/// A stream of bytes.
#[derive(Debug)]
pub struct ByteStream<R> {
    reader: R,
    split: SplitPoints,
    waiting: Option<Waiting>,
    /// Whether its bytes only need to be copied.
    is_at_hand: bool,
    /// The place of the first byte; its line and column.
    begin: (u64, (u64, u64)),
}

impl<R> ByteStream<R> {
    /// Bytes that may be split at these points.
    pub fn new(reader: R, split: SplitPoints) -> Self {
        Self { reader, split, waiting: None, is_at_hand: false, begin: (0, (1, 1)) }
    }

    /// The same from a pipe, if it is one: entries are worked on when it waits.
    pub(crate) fn live(self, waiting: Option<Waiting>) -> Self {
        Self { waiting, ..self }
    }

    /// The same of a file that is read as it is: any thread reads its next block as fast as another one.
    pub(crate) fn at_hand(self, is_at_hand: bool) -> Self {
        Self { is_at_hand, ..self }
    }

    /// The same of which so many bytes have been read, up to that line and column.
    pub(crate) fn begin_at(self, offset: u64, place: (u64, u64)) -> Self {
        Self { begin: (offset, place), ..self }
    }

    pub(crate) fn map<S>(self, map: impl FnOnce(R) -> S) -> ByteStream<S> {
        let Self { reader, split, waiting, is_at_hand, begin } = self;
        ByteStream { reader: map(reader), split, waiting, is_at_hand, begin }
    }
}

impl<R: Read> ByteStream<R> {
    fn blocks(self, options: &Options) -> Blocks<R> {
        let Self { reader, split, waiting, begin: (offset, place), .. } = self;
        let blocks = Blocks::new(reader, options.block_bytes).split(split).at_most(options.longest);
        blocks.single(options.single_entries).live(waiting).begin_at(offset, place)
    }
}

/// Slices of records as blocks, which count them.
pub struct RecordBlocks {
    slices: RecordSlices,
    /// Records that are not read.
    skipped: u64,
    /// Whether each record is a block.
    is_single: bool,
    /// The slice that is given record by record, and the next one in it.
    current: Option<(Arc<dyn RecordSlice>, usize)>,
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
        let is_past = Arc::default();
        Self { slices, skipped: 0, is_single: false, current: None, next, records: 0, is_past }
    }

    /// Begins after so many records.
    pub(crate) fn begin_at(self, skipped: u64) -> Self {
        Self { skipped, ..self }
    }

    fn single(self, is_single: bool) -> Self {
        Self { is_single, ..self }
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
        loop {
            if let Some((slice, at)) = self.current.take() {
                return Some(Ok(self.record(slice, at)));
            }
            let slice = match self.next.take()? {
                Ok(slice) => slice,
                Err(error) => return Some(Err(error)),
            };
            self.next = next_slice(&mut self.slices);
            let count = slice.count();
            let left_out = slice.left_out_before();
            self.records += left_out;
            self.skipped = self.skipped.saturating_sub(left_out);
            let skipped = usize::try_from(self.skipped).unwrap_or(usize::MAX).min(count);
            self.skipped -= skipped as u64;
            self.records += skipped as u64;
            if skipped == count {
                continue;
            }
            if self.is_single {
                self.current = Some((slice, skipped));
                continue;
            }
            let bytes = vec![0; count - skipped];
            return Some(Ok(self.block(bytes, slice, self.next.is_none())));
        }
    }
}

impl RecordBlocks {
    /// The block of one record.
    fn record(&mut self, slice: Arc<dyn RecordSlice>, at: usize) -> Block {
        let is_last_of_slice = at + 1 == slice.count();
        let one = Arc::new(OneRecord { slice: Arc::clone(&slice), at });
        if !is_last_of_slice {
            self.current = Some((slice, at + 1));
        }
        self.block(vec![0], one, is_last_of_slice && self.next.is_none())
    }

    fn block(&mut self, bytes: Vec<u8>, records: Arc<dyn RecordSlice>, is_last: bool) -> Block {
        let offset = self.records;
        self.records += bytes.len() as u64;
        Block { bytes, records: Some(records), offset, first_line: 1, first_column: 1, is_last }
    }
}

/// One record of a slice.
#[derive(Debug)]
struct OneRecord {
    slice: Arc<dyn RecordSlice>,
    at: usize,
}

impl RecordSlice for OneRecord {
    fn count(&self) -> usize {
        1
    }

    /// A share: the last record has what is left.
    fn bytes(&self) -> u64 {
        let (bytes, count) = (self.slice.bytes(), self.slice.count() as u64);
        let share = bytes / count.max(1);
        if self.at as u64 + 1 == count { bytes - share * (count - 1) } else { share }
    }

    fn left_out_before(&self) -> u64 {
        if self.at == 0 { self.slice.left_out_before() } else { 0 }
    }

    fn open<'r>(&'r self, skipped: usize, options: &ReadOptions) -> Box<dyn EntryReader + 'r> {
        let is_read = skipped > 0;
        Box::new(OneReader { reader: self.slice.open(self.at, options), is_read, was_read: is_read })
    }
}

/// A reader that ends after one record.
struct OneReader<'r> {
    reader: Box<dyn EntryReader + 'r>,
    is_read: bool,
    /// Whether it was at the place that was kept.
    was_read: bool,
}

impl EntryReader for OneReader<'_> {
    fn read(&mut self, target: Target<'_>, sink: &mut dyn Sink) -> Option<Span> {
        if std::mem::replace(&mut self.is_read, true) { None } else { self.reader.read(target, sink) }
    }

    fn consumed(&self) -> usize {
        usize::from(self.is_read)
    }

    fn save(&mut self) {
        self.was_read = self.is_read;
        self.reader.save();
    }

    fn restore(&mut self) {
        self.is_read = self.was_read;
        self.reader.restore();
    }

    fn can_pause(&self) -> bool {
        self.reader.can_pause()
    }

    fn recorded(&self) -> &[Diagnostic] {
        self.reader.recorded()
    }

    fn write_text(&mut self, out: &mut Vec<u8>) {
        self.reader.write_text(out);
    }

    /// Others that are lost with it are in blocks of their own.
    fn lost(&self) -> u64 {
        self.reader.lost().min(1)
    }
}

/// The blocks of a stream.
enum BlockSource<R> {
    Bytes(Box<Blocks<R>>),
    Records(RecordBlocks),
}

impl<R: Read> BlockSource<R> {
    fn recycle(&mut self, buffer: Vec<u8>) {
        if let Self::Bytes(blocks) = self {
            blocks.recycle(buffer);
        }
    }

    fn into_memory(self) -> Vec<Vec<u8>> {
        match self {
            Self::Bytes(blocks) => blocks.into_memory(),
            Self::Records(_) => Vec::new(),
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
    options: Options,
    open: Option<(Arc<C>, BlockSource<R>)>,
    /// Memory of the streams that have ended, for the next one: many small files need no more than one.
    spare: Vec<Vec<u8>>,
    /// Items that were looked at before their time.
    ahead: VecDeque<Item<C, E>>,
    /// Whether the first stream is at hand; others are nearly always like it.
    are_at_hand: Option<bool>,
}

impl<I, R, C, E> Items<I, R, C, E>
where
    I: Iterator<Item = Result<Stream<R, C>, E>>,
    R: Read,
{
    pub(crate) fn new(streams: I, options: &Options) -> Self {
        let options = options.clone();
        Self { streams, options, open: None, spare: Vec::new(), ahead: VecDeque::new(), are_at_hand: None }
    }

    /// Gives the memory of a block back.
    pub(crate) fn recycle(&mut self, buffer: Vec<u8>) {
        match &mut self.open {
            Some((_, blocks)) => blocks.recycle(buffer),
            None => self.spare.push(buffer),
        }
    }

    /// Whether streams only need to be copied, as far as is known.
    pub(crate) fn are_at_hand(&self) -> bool {
        self.are_at_hand == Some(true)
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
            self.spare.extend(self.open.take().into_iter().flat_map(|(_, blocks)| blocks.into_memory()));
            return Some(Item::End(context, end));
        }
        match self.streams.next()? {
            Err(error) => Some(Item::Failed(error)),
            Ok(Stream { content, context }) => {
                let context = Arc::new(context);
                let is_at_hand = matches!(&content, StreamContent::Bytes(stream) if stream.is_at_hand);
                self.are_at_hand.get_or_insert(is_at_hand);
                let mut blocks = match content {
                    StreamContent::Bytes(stream) => {
                        BlockSource::Bytes(Box::new(stream.blocks(&self.options)))
                    }
                    StreamContent::Records(blocks) => {
                        BlockSource::Records(blocks.single(self.options.single_entries))
                    }
                };
                for buffer in self.spare.drain(..) {
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
