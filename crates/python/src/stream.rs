//! Work on a thread of its own whose results Python takes one by one.

use std::any::Any;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;

/// How long Python waits before it looks whether somebody has pressed Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(50);

/// How long Python waits for work to end that nobody wants any more.
const LAST_WAIT: Duration = Duration::from_secs(5);

/// Batches that are ready before work waits for them to be taken.
const AHEAD: usize = 2;

enum Message<T> {
    Values(Vec<T>),
    End(PyResult<()>),
}

/// Hands results over; work ends where that breaks off, since nobody wants them any more.
pub(crate) struct Sender<T>(SyncSender<Message<T>>);

impl<T> Sender<T> {
    pub(crate) fn send(&self, values: Vec<T>) -> ControlFlow<()> {
        if values.is_empty() {
            return ControlFlow::Continue(());
        }
        match self.0.send(Message::Values(values)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

/// Results in their order. When it is dropped, the work ends at the next one.
pub(crate) struct Stream<T> {
    state: Mutex<State<T>>,
    /// The process that the thread belongs to: another one, after a fork, has none.
    process: u32,
    /// Tells the work that nobody wants it any more.
    stop: Arc<AtomicBool>,
    /// Called with Python's lock for each batch, and once at the end.
    watch: Option<Box<dyn Fn(Python<'_>, bool) -> PyResult<()> + Send + Sync>>,
}

struct State<T> {
    ready: VecDeque<T>,
    /// Gone when the work is over.
    receiver: Option<Receiver<Message<T>>>,
}

impl<T: Send + 'static> Stream<T> {
    /// Begins work, which should end soon after `stop` has become true.
    pub(crate) fn start(
        stop: Arc<AtomicBool>,
        work: impl FnOnce(&Sender<T>) -> PyResult<()> + Send + 'static,
    ) -> PyResult<Self> {
        let (sender, receiver) = sync_channel(AHEAD);
        let run = move || {
            let sender = Sender(sender);
            let result = catch_unwind(AssertUnwindSafe(|| work(&sender)));
            let result = result.unwrap_or_else(|panic| Err(PyRuntimeError::new_err(said(&*panic))));
            // Nobody may be there to hear of it.
            let _ = sender.0.send(Message::End(result));
        };
        std::thread::Builder::new()
            .name("pgnkit".to_owned())
            .spawn(run)
            .map_err(|error| PyRuntimeError::new_err(format!("no thread: {error}")))?;
        let state = State { ready: VecDeque::new(), receiver: Some(receiver) };
        Ok(Self { state: Mutex::new(state), process: std::process::id(), stop, watch: None })
    }

    /// With a function that is called for each batch, and once at the end.
    pub(crate) fn watched(
        mut self,
        watch: impl Fn(Python<'_>, bool) -> PyResult<()> + Send + Sync + 'static,
    ) -> Self {
        self.watch = Some(Box::new(watch));
        self
    }

    /// The next result; `None` after the last one. Other threads of Python run meanwhile, and signals are answered.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<T>> {
        // Who waits with this lock does not have that of Python, which is given up here if need be.
        let mut state = self.state.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        self.take(py, &mut state)
    }

    /// Ends the work, and waits until it has: what it had begun to write is gone then. Work that waits for an input is not waited for long.
    pub(crate) fn give_up(&self, py: Python<'_>) {
        self.stop.store(true, Ordering::Relaxed);
        let mut state = self.state.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let Some(receiver) = state.receiver.take().filter(|_| self.process == std::process::id()) else {
            return;
        };
        py.detach(move || {
            let end = Instant::now() + LAST_WAIT;
            while let Some(left) = end.checked_duration_since(Instant::now())
                && matches!(receiver.recv_timeout(left), Ok(Message::Values(_)))
            {}
        });
    }

    fn take(&self, py: Python<'_>, state: &mut State<T>) -> PyResult<Option<T>> {
        loop {
            if let Some(value) = state.ready.pop_front() {
                return Ok(Some(value));
            }
            let Some(receiver) = state.receiver.take() else { return Ok(None) };
            if self.process != std::process::id() {
                state.receiver = Some(receiver);
                return Err(PyRuntimeError::new_err(
                    "the reading began in another process; begin it in this one",
                ));
            }
            let (receiver, received) = wait(py, receiver);
            // After Ctrl-C the results go on where they were, for who wants them nevertheless.
            state.receiver = Some(receiver);
            match received? {
                Message::Values(values) => {
                    state.ready = values.into();
                    // A loop in C asks for the next ones without giving Python a chance to.
                    py.check_signals()?;
                    self.tell(py, false)?;
                }
                Message::End(result) => {
                    state.receiver = None;
                    self.tell(py, true)?;
                    result?;
                }
            }
        }
    }

    fn tell(&self, py: Python<'_>, is_over: bool) -> PyResult<()> {
        self.watch.as_ref().map_or(Ok(()), |watch| watch(py, is_over))
    }
}

impl<T> Drop for Stream<T> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Waits for a message. A receiver can be moved to another thread, but not shared: it goes into what runs without Python's lock, and comes
/// back.
fn wait<T: Send>(
    py: Python<'_>,
    mut receiver: Receiver<Message<T>>,
) -> (Receiver<Message<T>>, PyResult<Message<T>>) {
    if let Ok(message) = receiver.try_recv() {
        return (receiver, Ok(message));
    }
    loop {
        let received;
        (receiver, received) = py.detach(move || {
            let received = receiver.recv_timeout(PATIENCE);
            (receiver, received)
        });
        match received {
            Ok(message) => return (receiver, Ok(message)),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(error) = py.check_signals() {
                    return (receiver, Err(error));
                }
            }
            Err(RecvTimeoutError::Disconnected) => return (receiver, Ok(Message::End(Ok(())))),
        }
    }
}

/// What a panic said.
pub(crate) fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    format!("pgnkit has a fault, please report it: {}", text.unwrap_or_default())
}
