//! Many streams, one after the other, as one sequence of blocks.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::Arc;

use crate::blocks::SplitPoints;
use crate::{Block, Blocks};

/// A stream of bytes, and everything that a worker must know of it.
#[derive(Debug)]
pub struct Stream<R, C> {
    /// The bytes.
    pub reader: R,
    /// Points at which they may be split.
    pub split: SplitPoints,
    /// Whatever the worker and the sink need, such as a name or a format.
    pub context: C,
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
    open: Option<(Arc<C>, Blocks<R>)>,
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
            Ok(Stream { reader, split, context }) => {
                let context = Arc::new(context);
                let mut blocks = Blocks::new(reader, self.block_bytes).split(split).at_most(self.longest);
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
