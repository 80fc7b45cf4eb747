//! The threads and queues.
//!
//! Memory is bounded by tokens, not by the length of queues: a token is the empty buffer of a block. The reader needs
//! one to read a block and the consumer gives it back when the block's turn has come, so a slow block holds up the
//! reader, however far the other workers are. No thread can wait for ever: the block whose turn it is has its token,
//! so it is queued or being worked, and a worker never waits but for a block.
//!
//! Each thread ends when the other end of a queue it uses is gone. Therefore the consumer's ends are owned by its
//! stack frame inside the scope: whether it returns or unwinds, they are dropped before the scope joins the threads.
//! What is still in a queue then must not be worked on; for that there is a flag besides, set at the same time.

use super::seam::Seam;
use super::{BlockOutcome, BlockView};
use crate::{Block, Blocks};
use std::any::Any;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// A block on its way to a worker, with its place in the order.
struct Job {
    index: u64,
    block: Block,
}

/// Messages from the threads.
enum Message<T> {
    Done(u64, Block, BlockOutcome<T>),
    Panicked(Box<dyn Any + Send>),
}

/// Says, when it goes out of scope, that no more results are wanted.
struct StopWhenDropped<'f>(&'f AtomicBool);

impl Drop for StopWhenDropped<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Reads blocks as long as there are tokens and somebody wants them.
fn read_blocks<R: Read>(
    first: Block,
    mut blocks: Blocks<R>,
    tokens: &Receiver<Vec<u8>>,
    jobs: &Sender<Job>,
    stop: &AtomicBool,
) -> io::Result<()> {
    let mut first = Some(first);
    for index in 0.. {
        let Ok(token) = tokens.recv() else { break };
        if stop.load(Ordering::Relaxed) {
            break;
        }
        blocks.recycle(token);
        let block = match first.take() {
            Some(block) => block,
            None => match blocks.next() {
                Some(block) => block?,
                None => break,
            },
        };
        if jobs.send(Job { index, block }).is_err() {
            break;
        }
    }
    Ok(())
}

/// Processes blocks until there are no more, or the results are no longer wanted.
fn work_blocks<S, T>(
    jobs: &Mutex<Receiver<Job>>,
    results: &Sender<Message<T>>,
    stop: &AtomicBool,
    make_state: &impl Fn() -> S,
    work: &impl Fn(&BlockView<'_>, &mut S) -> BlockOutcome<T>,
) {
    let all = || {
        let mut state = make_state();
        loop {
            // One waits in the queue, the others at the lock. Nothing that can panic runs with the lock held.
            let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(Job { index, block }) = job else { return };
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let worked = work(&BlockView::of(&block), &mut state);
            if results.send(Message::Done(index, block, worked)).is_err() {
                return;
            }
        }
    };
    // A worker that vanished with its block would leave the consumer waiting for it.
    if let Err(panic) = catch_unwind(AssertUnwindSafe(all)) {
        // Not sent: the consumer has gone already, for a reason of its own.
        let _ = results.send(Message::Panicked(panic));
    }
}

/// Puts the results in order, checks the seams and feeds the sink.
fn consume<S, T, B>(
    results: Receiver<Message<T>>,
    tokens: Sender<Vec<u8>>,
    make_state: &impl Fn() -> S,
    work: &impl Fn(&BlockView<'_>, &mut S) -> BlockOutcome<T>,
    mut sink: impl FnMut(T) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut waiting = BTreeMap::new();
    let mut turn = 0;
    let mut seam = Seam::default();
    // Most streams have no failed seam, and then the consumer needs no state of its own.
    let mut state = None;
    for message in &results {
        match message {
            Message::Done(index, block, worked) => waiting.insert(index, (block, worked)),
            Message::Panicked(panic) => resume_unwind(panic),
        };
        while let Some((block, worked)) = waiting.remove(&turn) {
            turn += 1;
            let redo = |view: &BlockView<'_>| work(view, state.get_or_insert_with(make_state));
            seam.accept(&block, Some(worked), redo, &mut sink)?;
            // The reader may be at its end and gone.
            let _ = tokens.send(block.bytes);
        }
    }
    ControlFlow::Continue(())
}

/// Runs everything; `first` is the first block of the stream, already read.
pub(super) fn run<R, S, T, B>(
    first: Block,
    blocks: Blocks<R>,
    jobs: usize,
    make_state: impl Fn() -> S + Sync,
    work: impl Fn(&BlockView<'_>, &mut S) -> BlockOutcome<T> + Sync,
    sink: impl FnMut(T) -> ControlFlow<B>,
) -> io::Result<ControlFlow<B>>
where
    R: Read + Send,
    T: Send,
{
    let (job_sender, job_receiver) = channel();
    let job_receiver = Mutex::new(job_receiver);
    let stop = &AtomicBool::new(false);
    let (make_state, work) = (&make_state, &work);
    thread::scope(|scope| {
        let _guard = StopWhenDropped(stop);
        let (token_sender, token_receiver) = channel();
        let (result_sender, result_receiver) = channel();
        for _ in 0..jobs.saturating_mul(2).saturating_add(2) {
            let _ = token_sender.send(Vec::new());
        }
        for started in 0..jobs {
            let (jobs, results) = (&job_receiver, result_sender.clone());
            let worker = move || work_blocks(jobs, &results, stop, make_state, work);
            match thread::Builder::new().name("pgn-worker".to_owned()).spawn_scoped(scope, worker) {
                Ok(_) => {}
                // Fewer workers do the same, only slower.
                Err(_) if started > 0 => break,
                Err(error) => return Err(error),
            }
        }
        // The workers have their own; with this one alive the results would never end.
        drop(result_sender);
        let read = move || read_blocks(first, blocks, &token_receiver, &job_sender, stop);
        let reader = thread::Builder::new().name("pgn-reader".to_owned()).spawn_scoped(scope, read)?;
        let flow = consume(result_receiver, token_sender, make_state, work, sink);
        stop.store(true, Ordering::Relaxed);
        match reader.join() {
            Err(panic) => resume_unwind(panic),
            // Errors of the reader after the consumer has stopped are ignored.
            Ok(Err(error)) if flow.is_continue() => Err(error),
            Ok(_) => Ok(flow),
        }
    })
}
