//! The threads and queues.
//!
//! Memory is bounded by tokens, not by the length of queues: a token is the empty buffer of a block. The reader needs
//! one to read a block or to open a stream, and the consumer gives it back when the turn of the block has come, so a
//! slow block holds up the reader, however far the other workers are. No thread can wait for ever: the block whose turn
//! it is has its token, so it is queued or being worked, and a worker never waits but for a block.
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
use std::sync::{Arc, Mutex, PoisonError};
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

/// Reads as long as there are tokens and somebody wants the blocks.
fn read_items<I, R, C, E, T>(
    mut items: Items<I, R, C, E>,
    tokens: &Receiver<Vec<u8>>,
    jobs: &Sender<Job<C>>,
    results: &Sender<Message<C, E, T>>,
    stop: &AtomicBool,
) where
    I: Iterator<Item = Result<Stream<R, C>, E>>,
    R: Read,
{
    for index in 0.. {
        let Ok(token) = tokens.recv() else { return };
        if stop.load(Ordering::Relaxed) {
            return;
        }
        items.recycle(token);
        let sent = match items.next() {
            None => return,
            Some(Item::Block(context, block)) => jobs.send(Job { index, context, block }).is_ok(),
            Some(item) => results.send(Message::Item(index, item, None)).is_ok(),
        };
        if !sent {
            return;
        }
    }
}

/// Works until there are no more blocks or the results are no longer wanted.
fn work_blocks<C, E, S, T>(
    jobs: &Mutex<Receiver<Job<C>>>,
    results: &Sender<Message<C, E, T>>,
    stop: &AtomicBool,
    make_state: &impl Fn() -> S,
    work: &impl Fn(&C, &BlockView<'_>, &mut S) -> BlockOutcome<T>,
) {
    let mut state = make_state();
    loop {
        // One waits in the queue, the others at the lock. Nothing that can panic runs with the lock held.
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { index, context, block }) = job else { return };
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
    let (job_sender, job_receiver) = channel();
    let job_receiver = Mutex::new(job_receiver);
    let stop = &AtomicBool::new(false);
    thread::scope(|scope| {
        let _guard = StopWhenDropped(stop);
        let (token_sender, token_receiver) = channel();
        let (result_sender, result_receiver) = channel();
        // One is held by the consumer.
        for _ in 0..jobs.saturating_mul(2).saturating_add(3) {
            let _ = token_sender.send(Vec::new());
        }
        for started in 0..jobs {
            let (jobs, results) = (&job_receiver, result_sender.clone());
            let worker = move || catching(&results, || work_blocks(jobs, &results, stop, make_state, work));
            match thread::Builder::new().name("pgn-worker".to_owned()).spawn_scoped(scope, worker) {
                Ok(_) => {}
                // Fewer workers do the same, only slower.
                Err(_) if started > 0 => break,
                Err(error) => return Err(error),
            }
        }
        // The last sender goes to the reader: with another one alive the results would never end.
        let results = result_sender;
        let read = move || {
            catching(&results, || read_items(items, &token_receiver, &job_sender, &results, stop));
        };
        thread::Builder::new().name("pgn-reader".to_owned()).spawn_scoped(scope, read)?;
        let flow = consume(&result_receiver, &token_sender, make_state, work, sink, longest);
        stop.store(true, Ordering::Relaxed);
        // Dropped before the scope joins the reader, which may wait for a token.
        drop((result_receiver, token_sender));
        Ok(flow)
    })
}
