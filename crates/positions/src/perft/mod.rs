//! Counts of move sequences (perft) of many positions: on several threads, and without counting twice what two move
//! orders have in common.
//!
//! ```
//! use pgnkit_positions::perft::{Options, Perft};
//! use pgnkit_chess::Position;
//! use std::sync::atomic::AtomicBool;
//!
//! let perft = Perft::new(&Options::default().hash_mib(16))?;
//! let items: Vec<_> = (1..=4).map(|depth| (Position::START, depth)).collect();
//! let mut counts = Vec::new();
//! let end = perft.count_all(&items, &AtomicBool::new(false), |_, count| counts.push(count));
//! assert!(end.is_continue());
//! assert_eq!(counts, [20, 400, 8902, 197_281]);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Guarantees:
//!
//! * **Same counts.** They do not depend on the number of threads, nor on whether and how much is remembered. What is
//!   remembered is compared with the whole position, not with a key of it, so nothing is ever taken for something else.
//! * **Bounded memory.** The table is as large as it was asked for; besides it, a position for each open part of a
//!   count.
//! * **No idle thread.** A deep count is divided into parts, which go to whoever is free.
//! * **It can be stopped** at any time, within about a millisecond.

mod count;
mod queue;
mod table;
#[cfg(test)]
mod tests;

use pgnkit_chess::Position;
use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;
use std::thread;

use queue::{Message, Queue};
use table::Table;

/// Number of threads, and the memory for remembered counts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Threads that count, besides the calling one. By default, as many as the machine has cores for this process. One:
    /// everything on the calling thread.
    pub jobs: NonZeroUsize,
    /// Memory for counts made before, in MiB, shared by all threads; 64 by default. With 0 nothing is remembered.
    pub hash_mib: usize,
}

impl Default for Options {
    fn default() -> Self {
        let jobs = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Options { jobs, hash_mib: 64 }
    }
}

impl Options {
    /// The default options with another number of jobs; 0 means 1.
    #[must_use]
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.jobs = NonZeroUsize::new(jobs).unwrap_or(NonZeroUsize::MIN);
        self
    }

    /// The same options with another amount of memory for counts made before.
    #[must_use]
    pub fn hash_mib(mut self, hash_mib: usize) -> Self {
        self.hash_mib = hash_mib;
        self
    }
}

/// Counts move sequences, and remembers from one count to the next.
#[derive(Debug)]
pub struct Perft {
    jobs: usize,
    table: Option<Table>,
}

impl Perft {
    /// Takes the memory that `options` speak of.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::OutOfMemory`] when there is not so much.
    pub fn new(options: &Options) -> io::Result<Self> {
        let table = if options.hash_mib == 0 { None } else { Some(Table::new(options.hash_mib)?) };
        Ok(Perft { jobs: options.jobs.get(), table })
    }

    /// The number of sequences of `depth` legal moves from a position; [`u64::MAX`] when it is that or more. `None`
    /// when `stop` was set before the end.
    pub fn count(&self, position: &Position, depth: u8, stop: &AtomicBool) -> Option<u64> {
        let mut found = None;
        let _ = self.count_all(&[(*position, depth)], stop, |_, count| found = Some(count));
        found
    }

    /// Counts for each position and depth as [`count`](Self::count) does, and calls `on_done` with the index of the
    /// item and its count, in the order of the items and on the calling thread, as soon as it is its turn.
    ///
    /// `Break` when `stop` was set before everything was counted: by whoever else has it, such as a handler of signals,
    /// or by `on_done`.
    pub fn count_all(
        &self,
        items: &[(Position, u8)],
        stop: &AtomicBool,
        mut on_done: impl FnMut(usize, u64),
    ) -> ControlFlow<()> {
        let queue = Queue::new(items, self.jobs);
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            let mut threads = 0;
            if self.jobs > 1 {
                for _ in 0..self.jobs {
                    let (queue, sender) = (&queue, sender.clone());
                    let work =
                        move || queue.work(self.table.as_ref(), stop, |message| sender.send(message).is_ok());
                    let builder = thread::Builder::new().name("pgn-perft".to_owned());
                    // Fewer threads do the same, only slower.
                    threads += usize::from(builder.spawn_scoped(scope, work).is_ok());
                }
            }
            // The threads have their own; with this one alive the results would never end.
            drop(sender);
            let mut results = Results::default();
            if threads == 0 {
                queue.work(self.table.as_ref(), stop, |message| {
                    results.take(message, &mut on_done);
                    true
                });
            }
            for message in receiver {
                results.take(message, &mut on_done);
            }
            if results.turn == items.len() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
    }
}

/// Puts parts together and counts in order.
#[derive(Default)]
struct Results {
    /// The item whose count is to be given next.
    turn: usize,
    /// Number of missing parts of the items from `turn`, and the sum of the others.
    open: BTreeMap<usize, (usize, u64)>,
}

impl Results {
    fn take(&mut self, message: Message, on_done: &mut impl FnMut(usize, u64)) {
        match message {
            Message::Begun { item, parts } => {
                self.open.insert(item, (parts, 0));
            }
            Message::Counted { item, count } => {
                if let Some((missing, sum)) = self.open.get_mut(&item) {
                    *missing -= 1;
                    *sum = sum.saturating_add(count);
                }
            }
        }
        while let Some(&(0, sum)) = self.open.get(&self.turn) {
            self.open.remove(&self.turn);
            self.turn += 1;
            on_done(self.turn - 1, sum);
        }
    }
}
