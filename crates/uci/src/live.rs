//! An engine on a thread of its own, which searches the position that it was given last.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use pgnkit_chess::{Move, Position};

use crate::analysis::{Analysis, Line};
use crate::command::EngineCommand;
use crate::engine::{Engine, MULTI_PV};
use crate::error::EngineError;
use crate::limits::{Limits, Timeouts};
use crate::options::OptionKind;
use crate::root::Root;

/// The engine of a [`LiveEngine`], and times.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LiveOptions {
    /// The command that starts the engine.
    pub command: EngineCommand,
    /// Options that are set at each start, in this order.
    pub options: Vec<(String, String)>,
    /// Times after which it is given up.
    pub timeouts: Timeouts,
    /// The time that a position waits for another in its place before it is searched: somebody may be on the way through a game.
    pub pause: Duration,
    /// The time after which an engine that has nothing to search is asked to quit.
    pub idle: Duration,
}

impl LiveOptions {
    /// An engine for somebody who looks on: 10 s to start, 30 s to get ready, 1 s to stop, half a second to quit; a position is searched
    /// after 100 ms, and an idle engine ended after a minute.
    #[must_use]
    pub const fn new(command: EngineCommand) -> Self {
        let timeouts = Timeouts {
            start: Duration::from_secs(10),
            ready: Duration::from_secs(30),
            search: Duration::from_secs(2),
            stop: Duration::from_secs(1),
            quit: Duration::from_millis(500),
        };
        Self {
            command,
            options: Vec::new(),
            timeouts,
            pause: Duration::from_millis(100),
            idle: Duration::from_secs(60),
        }
    }
}

/// A position that is to be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveQuestion {
    /// The start position.
    pub start: Position,
    /// The moves from there, by which engines see repetitions.
    pub moves: Vec<Move>,
    /// The end of the search; without any, it goes on until another position comes or it is stopped.
    pub limits: Limits,
    /// Number of lines; as many as the engine can, if that is less.
    pub lines: u16,
}

/// News of a search.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum LiveEvent<'e> {
    /// The lines as they are known now, best first.
    Lines {
        /// The name of the engine.
        engine: &'e str,
        /// The lines, all of one depth.
        lines: &'e [Line],
    },
    /// The search has come to its end by itself, or failed. Nothing follows.
    Ended(Result<&'e Analysis, &'e EngineError>),
}

/// An engine on a thread of its own, which searches the position that it was given last: for programs that show a position and must not
/// wait. It is started when there is something to search, and again after it has failed.
///
/// No method waits for the engine, except that dropping waits for its end, which [`LiveEngine::close`] and [`LiveEngine::is_closed`] avoid.
#[derive(Debug)]
pub struct LiveEngine {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// Takes news, on the thread of the engine.
type Report = Box<dyn FnMut(LiveEvent<'_>) + Send>;

struct Job {
    question: LiveQuestion,
    report: Report,
    cancel: Arc<AtomicBool>,
    since: Instant,
}

#[derive(Default)]
struct State {
    /// The next position.
    next: Option<Job>,
    /// The flag of the position that was given last.
    cancel: Arc<AtomicBool>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    is_closing: Arc<AtomicBool>,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").field("is_closing", &self.is_closing).finish_non_exhaustive()
    }
}

impl LiveEngine {
    /// A thread that waits for positions. The engine is not started yet.
    ///
    /// # Errors
    ///
    /// If the system has no thread.
    pub fn new(options: LiveOptions) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let worker = Arc::clone(&shared);
        let work = move || Worker { options, shared: worker, engine: None }.work();
        let thread = thread::Builder::new().name("engine".to_owned()).spawn(work)?;
        Ok(Self { shared, thread: Some(thread) })
    }

    /// Searches a position, in the place of the one before, which is given up. News go to `report`, on the thread of the engine: it must not
    /// take long. It is dropped when there is nothing more to report.
    pub fn search(&self, question: LiveQuestion, report: impl FnMut(LiveEvent<'_>) + Send + 'static) {
        let cancel = Arc::new(AtomicBool::new(false));
        let job = Job { question, report: Box::new(report), cancel, since: Instant::now() };
        self.put(Some(job));
    }

    /// Stops the search. The engine stays, for [`LiveOptions::idle`].
    pub fn stop(&self) {
        self.put(None);
    }

    fn put(&self, job: Option<Job>) {
        let before = {
            let mut state = self.shared.state();
            state.cancel.store(true, Ordering::Release);
            if let Some(job) = &job {
                state.cancel = Arc::clone(&job.cancel);
            }
            std::mem::replace(&mut state.next, job)
        };
        self.shared.changed.notify_all();
        // What reports is not ours: it is dropped without the lock.
        drop(before);
    }

    /// Has the engine end, without waiting for that.
    pub fn close(&self) {
        self.shared.is_closing.store(true, Ordering::Release);
        self.stop();
    }

    /// Whether the engine and its thread have ended, after [`LiveEngine::close`].
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }
}

impl Drop for LiveEngine {
    fn drop(&mut self) {
        self.close();
        if let Some(thread) = self.thread.take() {
            // An error is a panic of what reports, which has been said.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_closing(&self) -> bool {
        self.is_closing.load(Ordering::Acquire)
    }

    /// Waits until something changes, or for so long.
    fn wait<'s>(&self, state: MutexGuard<'s, State>, time: Option<Duration>) -> MutexGuard<'s, State> {
        match time {
            None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            Some(time) => {
                let waited = self.changed.wait_timeout(state, time);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
        }
    }
}

struct Worker {
    options: LiveOptions,
    shared: Arc<Shared>,
    engine: Option<Engine>,
}

impl Worker {
    fn work(mut self) {
        while let Some(job) = self.next() {
            self.run(job);
        }
        self.quit();
    }

    /// The next position, when its pause is over; `None` at the end.
    fn next(&mut self) -> Option<Job> {
        let shared = Arc::clone(&self.shared);
        let idle_since = Instant::now();
        let mut state = shared.state();
        while !shared.is_closing() {
            let left = |since: Instant, time: Duration| time.checked_sub(since.elapsed());
            state = match &state.next {
                Some(job) => match left(job.since, self.options.pause) {
                    Some(time) if !time.is_zero() => shared.wait(state, Some(time)),
                    _ => return state.next.take(),
                },
                None if self.engine.is_none() => shared.wait(state, None),
                None => match left(idle_since, self.options.idle) {
                    Some(time) if !time.is_zero() => shared.wait(state, Some(time)),
                    _ => {
                        drop(state);
                        self.quit();
                        shared.state()
                    }
                },
            };
        }
        None
    }

    fn run(&mut self, mut job: Job) {
        let result = self.search(&mut job);
        if job.cancel.load(Ordering::Acquire) {
            return;
        }
        // An engine that does what it should not is better started anew.
        if result.as_ref().is_err_and(EngineError::is_retryable) {
            self.engine = None;
        }
        (job.report)(LiveEvent::Ended(result.as_ref()));
    }

    fn search(&mut self, job: &mut Job) -> Result<Analysis, EngineError> {
        let Job { question, report, cancel, .. } = job;
        let root = Root::new(&question.start, &question.moves)?;
        if !root.position().has_legal_move() {
            return Ok(Analysis::of_ended(root.position()));
        }
        let engine = match self.engine.take().filter(Engine::is_running) {
            Some(engine) => self.engine.insert(engine),
            None => self.engine.insert(self.start(&root)?),
        };
        let name = engine.name().to_owned();
        let lines = question.lines.clamp(1, most_lines(engine));
        engine.search_with(&root, &question.limits, lines, cancel, |lines| {
            if !cancel.load(Ordering::Acquire) {
                report(LiveEvent::Lines { engine: &name, lines });
            }
        })
    }

    fn start(&self, root: &Root<'_>) -> Result<Engine, EngineError> {
        let LiveOptions { command, options, timeouts, .. } = &self.options;
        let mut engine = Engine::start_unless(command, timeouts.clone(), &self.shared.is_closing)?;
        for (name, value) in options {
            engine.set_option(name, value)?;
        }
        engine.begin_game(root.start())?;
        Ok(engine)
    }

    fn quit(&mut self) {
        if let Some(engine) = self.engine.take() {
            engine.quit();
        }
    }
}

/// The greatest number of lines that an engine gives.
fn most_lines(engine: &Engine) -> u16 {
    match engine.options().get(MULTI_PV).map(|option| &option.kind) {
        Some(OptionKind::Spin { max: Some(max), .. }) => u16::try_from(*max).unwrap_or(u16::MAX).max(1),
        Some(_) => u16::MAX,
        None => 1,
    }
}
