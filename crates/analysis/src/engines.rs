//! Engines at work: any number of processes that take positions from one queue.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use pgnkit::chess::Variant;
use pgnkit_uci::{Analysis, Analyst, EngineCommand, EngineError, Limits, Timeouts};

use crate::query::Query;

/// The engine that analyses, with all that its results depend on.
#[derive(Clone, Debug)]
pub struct EngineSetup {
    /// The command that starts it.
    pub command: EngineCommand,
    /// Options, which are set in this order.
    pub options: Vec<(String, String)>,
    /// The end of each search.
    pub limits: Limits,
    /// Lines of each position, at least 1.
    pub multipv: u16,
    /// Times after which it is given up.
    pub timeouts: Timeouts,
}

impl EngineSetup {
    /// An engine without options, for one line a position.
    #[must_use]
    pub fn new(command: EngineCommand, limits: Limits) -> Self {
        Self { command, options: Vec::new(), limits, multipv: 1, timeouts: Timeouts::default() }
    }

    fn analyst(&self) -> Analyst {
        let analyst = Analyst::new(self.command.clone(), self.limits.clone());
        let analyst = analyst.multipv(self.multipv).timeouts(self.timeouts.clone());
        self.options.iter().fold(analyst, |analyst, (name, value)| analyst.option(name, value))
    }
}

/// Counts of what engines have done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Figures {
    /// Positions that were searched.
    pub positions: u64,
    /// Positions searched below them, as the engines say.
    pub nodes: u64,
    /// Searches that did not end by their limit.
    pub interrupted: u64,
    /// Engines that failed, were started anew, and found a result.
    pub restarts: u64,
    /// Positions without a result.
    pub failures: u64,
    /// Time that the engines have spent with searches, all together.
    pub busy: Duration,
}

/// A function that takes the result, on the thread of an engine.
type Reply = Box<dyn FnOnce(Result<Analysis, EngineError>) + Send>;

/// Engines that take positions from one queue, in the order in which they are asked for. Before each position the engine forgets what it has
/// searched, so that a result depends on nothing but the position.
///
/// Dropped, the engines are stopped: positions that wait get [`EngineError::Cancelled`].
#[derive(Debug)]
pub struct Engines {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    name: String,
}

struct Shared {
    setup: EngineSetup,
    queue: Mutex<VecDeque<(Query, Reply)>>,
    wake: Condvar,
    cancel: AtomicBool,
    counts: Counts,
}

#[derive(Debug, Default)]
struct Counts {
    positions: AtomicU64,
    nodes: AtomicU64,
    interrupted: AtomicU64,
    restarts: AtomicU64,
    failures: AtomicU64,
    busy_nanoseconds: AtomicU64,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared")
            .field("setup", &self.setup)
            .field("counts", &self.counts)
            .finish_non_exhaustive()
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, VecDeque<(Query, Reply)>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Engines {
    /// Starts so many engines, at least one.
    ///
    /// # Errors
    /// When the first one cannot be started, has no such option, or cannot give so many lines; the others are started when they are needed.
    pub fn start(setup: EngineSetup, count: usize) -> Result<Self, EngineError> {
        let mut first = setup.analyst();
        let engine = first.engine()?;
        let name = engine.name().to_owned();
        if setup.multipv > 1 {
            // An engine that cannot do that is found out before any work.
            engine.set_option("MultiPV", &setup.multipv.to_string())?;
        }
        let shared = Arc::new(Shared {
            setup,
            queue: Mutex::default(),
            wake: Condvar::new(),
            cancel: AtomicBool::new(false),
            counts: Counts::default(),
        });
        let mut engines = Self { shared, threads: Vec::new(), name };
        let mut first = Some(first);
        for _ in 0..count.max(1) {
            let shared = Arc::clone(&engines.shared);
            let analyst = first.take().unwrap_or_else(|| shared.setup.analyst());
            let thread =
                thread::Builder::new().name("engine".to_owned()).spawn(move || work(&shared, analyst));
            // With fewer threads it takes longer.
            engines.threads.extend(thread.ok());
        }
        if engines.threads.is_empty() {
            let kind = std::io::ErrorKind::OutOfMemory;
            let program = engines.shared.setup.command.program().to_string_lossy().into_owned();
            return Err(EngineError::CannotStart {
                program,
                kind,
                text: "no thread can be started".to_owned(),
            });
        }
        Ok(engines)
    }

    /// The name that the engine gives itself; the program's if it gives none.
    #[must_use]
    pub fn name(&self) -> String {
        let program = || self.shared.setup.command.program().to_string_lossy().into_owned();
        if self.name.is_empty() { program() } else { self.name.clone() }
    }

    /// All that results depend on besides the position, as text: engine, options, limits, lines.
    #[must_use]
    pub fn identity(&self) -> String {
        let EngineSetup { options, limits, multipv, .. } = &self.shared.setup;
        format!("{} {options:?} {limits:?} {multipv}", self.name())
    }

    /// The engine with its options and limits.
    #[must_use]
    pub fn setup(&self) -> &EngineSetup {
        &self.shared.setup
    }

    /// Number of engines.
    #[must_use]
    pub fn len(&self) -> usize {
        self.threads.len()
    }

    /// Never: there is at least one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.threads.is_empty()
    }

    /// Has a position searched; `reply` gets the result, on the thread of an engine, which waits for it.
    pub fn search(&self, query: Query, reply: impl FnOnce(Result<Analysis, EngineError>) + Send + 'static) {
        self.shared.queue().push_back((query, Box::new(reply)));
        self.shared.wake.notify_one();
    }

    /// Counts of all that was done so far.
    #[must_use]
    pub fn figures(&self) -> Figures {
        let Counts { positions, nodes, interrupted, restarts, failures, busy_nanoseconds } =
            &self.shared.counts;
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Figures {
            positions: read(positions),
            nodes: read(nodes),
            interrupted: read(interrupted),
            restarts: read(restarts),
            failures: read(failures),
            busy: Duration::from_nanos(read(busy_nanoseconds)),
        }
    }

    /// A way to stop the engines from elsewhere, when the process is asked to end.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.shared))
    }
}

/// Stops engines from another thread.
#[derive(Clone, Debug)]
pub struct Stopper(Arc<Shared>);

impl Stopper {
    /// Has all engines end. Their searches and the positions that wait get [`EngineError::Cancelled`].
    pub fn stop(&self) {
        self.0.cancel.store(true, Ordering::Release);
        // Whoever is about to wait has looked at the flag with the queue in its hands.
        drop(self.0.queue());
        self.0.wake.notify_all();
    }
}

impl Drop for Engines {
    fn drop(&mut self) {
        self.stopper().stop();
        for thread in self.threads.drain(..) {
            // A panic of a reply has been reported.
            let _ = thread.join();
        }
    }
}

/// The life of an engine.
fn work(shared: &Shared, mut analyst: Analyst) {
    let mut former = Variant::Standard;
    loop {
        let mut queue = shared.queue();
        while queue.is_empty() && !shared.cancel.load(Ordering::Acquire) {
            queue = shared.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        let Some((query, reply)) = queue.pop_front() else { break };
        drop(queue);
        if shared.cancel.load(Ordering::Acquire) {
            reply(Err(EngineError::Cancelled));
            continue;
        }
        let started = Instant::now();
        let variant = query.position().variant();
        // Between positions of variants, a new game is not enough for all engines to forget.
        if variant != Variant::Standard || former != Variant::Standard {
            analyst.restart();
        }
        former = variant;
        analyst.begin_game();
        let result = query.root().and_then(|root| analyst.analyse(&root, &shared.cancel));
        shared.counts.add(&result, started.elapsed());
        reply(result);
    }
    analyst.quit();
}

impl Counts {
    fn add(&self, result: &Result<Analysis, EngineError>, time: Duration) {
        let add = |count: &AtomicU64, more: u64| count.fetch_add(more, Ordering::Relaxed);
        add(&self.busy_nanoseconds, u64::try_from(time.as_nanos()).unwrap_or(u64::MAX));
        match result {
            Ok(analysis) => {
                add(&self.positions, u64::from(analysis.ended.is_none()));
                add(&self.nodes, analysis.nodes.unwrap_or_default());
                add(&self.interrupted, u64::from(analysis.interrupted.is_some()));
                add(&self.restarts, u64::from(analysis.first_failure.is_some()));
            }
            Err(EngineError::Cancelled) => {}
            Err(_) => {
                add(&self.failures, 1);
            }
        }
    }
}
