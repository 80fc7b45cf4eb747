//! The threads and queues.
//!
//! Memory is bounded by tokens, not by the length of queues: a token is the empty buffer of a block. The reader needs
//! one to read a block or to open a stream, and the consumer gives it back when the turn of the block has come, so a
//! slow block holds up the reader, however far the other workers are. No thread can wait for ever: the block whose turn
//! it is has its token, so it is queued or being worked, and a worker never waits but for a block.
//!
//! A thread of its own reads, so that decompressing goes on beside the work, and what it looks back at stays in the cache of one core. Plain files
//! need no such thread: each worker reads its next block, which then is in the cache of its core.
//!
//! Each thread ends when the other end of a queue it uses is gone. Therefore the consumer's ends are owned by its
//! stack frame inside the scope: whether it returns or unwinds, they are dropped before the scope joins the threads.
//! Blocks still in a queue then must not be worked on; for that there is a flag besides, set at the same time.

use super::streams::{Item, Items, Stream};
use super::{BlockOutcome, BlockView, InOrder, Options, StreamEvent};
use std::any::Any;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::blocks::Block;

/// A block on its way to a worker, with its place in the order.
struct Job<C> {
    index: u64,
    context: Arc<C>,
    block: Block,
}

/// A message to the consumer.
enum Message<C, E, T> {
    /// An item, at its place in the order, and the outcome of a block.
    Item(u64, Item<C, E>, Option<BlockOutcome<T>>),
    Panicked(Box<dyn Any + Send>),
}

/// Says, when it goes out of scope, that no more results are wanted.
struct StopWhenDropped<'f>(&'f AtomicBool);

impl Drop for StopWhenDropped<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The items that are still to be read.
struct Reading<I, R, C, E> {
    items: Items<I, R, C, E>,
    tokens: Receiver<Vec<u8>>,
    index: u64,
    is_over: bool,
}

impl<I, R, C, E> Reading<I, R, C, E>
where
    I: Iterator<Item = Result<Stream<R, C>, E>>,
    R: Read,
{
    /// The next block, as long as there are tokens and somebody wants the blocks. What is between blocks goes to the consumer.
    fn next<T>(&mut self, results: &Sender<Message<C, E, T>>, stop: &AtomicBool) -> Option<Job<C>> {
        while !self.is_over {
            // Over at an early end, too: with a panic, or when no token comes any more.
            self.is_over = true;
            let token = self.tokens.recv().ok()?;
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            self.items.recycle(token);
            let item = self.items.next()?;
            self.is_over = false;
            let index = self.index;
            self.index += 1;
            match item {
                Item::Block(context, block) => return Some(Job { index, context, block }),
                item => results.send(Message::Item(index, item, None)).ok()?,
            }
        }
        None
    }
}

/// Works until there are no more blocks or the results are no longer wanted.
fn work_blocks<C, E, S, T>(
    mut next: impl FnMut() -> Option<Job<C>>,
    results: &Sender<Message<C, E, T>>,
    stop: &AtomicBool,
    make_state: &impl Fn() -> S,
    work: &impl Fn(&C, &BlockView<'_>, &mut S) -> BlockOutcome<T>,
) {
    let mut state = make_state();
    while let Some(Job { index, context, block }) = next() {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        // A last block may be empty.
        let outcome = (!block.bytes.is_empty()).then(|| work(&context, &BlockView::of(&block), &mut state));
        if results.send(Message::Item(index, Item::Block(context, block), outcome)).is_err() {
            return;
        }
    }
}

/// A lock whatever happened while it was held: after a panic nothing more is read.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Passes a panic on to the consumer: a thread that vanished with its block would leave the consumer waiting for it.
fn catching<C, E, T>(results: &Sender<Message<C, E, T>>, all: impl FnOnce()) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(all)) {
        // Not sent: the consumer has gone already, for a reason of its own.
        let _ = results.send(Message::Panicked(panic));
    }
}

/// Puts the results in order and feeds the sink.
fn consume<C, E, S, T, B>(
    results: &Receiver<Message<C, E, T>>,
    tokens: &Sender<Vec<u8>>,
    make_state: &impl Fn() -> S,
    work: &impl Fn(&C, &BlockView<'_>, &mut S) -> BlockOutcome<T>,
    sink: impl FnMut(StreamEvent<'_, C, T, E>) -> ControlFlow<B>,
    longest: usize,
) -> ControlFlow<B> {
    let mut waiting = BTreeMap::new();
    let mut turn = 0;
    let mut in_order = InOrder::new(make_state, work, sink, longest);
    for message in results {
        match message {
            Message::Item(index, item, outcome) => waiting.insert(index, (item, outcome)),
            Message::Panicked(panic) => resume_unwind(panic),
        };
        while let Some((item, outcome)) = waiting.remove(&turn) {
            turn += 1;
            // The reader may be at its end and gone.
            let _ = tokens.send(in_order.accept(item, outcome)?);
        }
    }
    ControlFlow::Continue(())
}

/// Runs everything.
pub(super) fn run<I, R, C, E, S, T, B>(
    items: Items<I, R, C, E>,
    options: &Options,
    make_state: &(impl Fn() -> S + Sync),
    work: &(impl Fn(&C, &BlockView<'_>, &mut S) -> BlockOutcome<T> + Sync),
    sink: impl FnMut(StreamEvent<'_, C, T, E>) -> ControlFlow<B>,
) -> io::Result<ControlFlow<B>>
where
    I: Iterator<Item = Result<Stream<R, C>, E>> + Send,
    R: Read + Send,
    C: Send + Sync,
    E: Send,
    T: Send,
{
    let Options { jobs, longest, .. } = *options;
    let jobs = jobs.get();
    let are_at_hand = items.are_at_hand();
    let (token_sender, tokens) = channel();
    // One is held by the consumer.
    for _ in 0..jobs.saturating_mul(2).saturating_add(3) {
        let _ = token_sender.send(Vec::new());
    }
    let reading = Mutex::new(Reading { items, tokens, index: 0, is_over: false });
    let (job_sender, job_receiver) = channel();
    let job_receiver = Mutex::new(job_receiver);
    let stop = &AtomicBool::new(false);
    thread::scope(|scope| {
        let _guard = StopWhenDropped(stop);
        let (result_sender, result_receiver) = channel();
        let token_sender = token_sender;
        for started in 0..jobs {
            let (reading, jobs, results) = (&reading, &job_receiver, result_sender.clone());
            let next = move |results: &_| {
                // One waits for a block, the others at the lock.
                if are_at_hand { lock(reading).next(results, stop) } else { lock(jobs).recv().ok() }
            };
            let worker = move || {
                catching(&results, || work_blocks(|| next(&results), &results, stop, make_state, work));
            };
            match thread::Builder::new().name("pgn-worker".to_owned()).spawn_scoped(scope, worker) {
                Ok(_) => {}
                // Fewer workers do the same, only slower.
                Err(_) if started > 0 => break,
                Err(error) => return Err(error),
            }
        }
        // The last senders go to the reader: with other ones alive the results would never end.
        let (reading, results) = (&reading, result_sender);
        if are_at_hand {
            drop((job_sender, results));
        } else {
            let read = move || {
                catching(&results, || {
                    let mut reading = lock(reading);
                    while let Some(job) = reading.next(&results, stop) {
                        if job_sender.send(job).is_err() {
                            return;
                        }
                    }
                });
            };
            thread::Builder::new().name("pgn-reader".to_owned()).spawn_scoped(scope, read)?;
        }
        let flow = consume(&result_receiver, &token_sender, make_state, work, sink, longest);
        stop.store(true, Ordering::Relaxed);
        // Dropped before the scope joins the reader, which may wait for a token.
        drop((result_receiver, token_sender));
        Ok(flow)
    })
}
