//! An engine that is restarted when it fails.

use std::process::ExitStatus;
use std::sync::atomic::AtomicBool;

use crate::analysis::Analysis;
use crate::command::EngineCommand;
use crate::engine::Engine;
use crate::error::EngineError;
use crate::limits::{Limits, Timeouts};
use crate::root::Root;

/// An engine with its options and limits, for one position after another. It is started when it is needed. After a failure it is
/// started anew and the position tried once more; a second failure is the result for this position, and the next one is tried
/// with a new process.
///
/// Each result depends on what the engine has searched since [`Analyst::begin_game`]: for results that are the same whatever came before,
/// call it before each position, or before the same group of positions. After a restart the engine knows nothing of earlier
/// positions; [`Analysis::first_failure`] says where.
#[derive(Debug)]
pub struct Analyst {
    command: EngineCommand,
    options: Vec<(String, String)>,
    limits: Limits,
    multipv: u16,
    timeouts: Timeouts,
    engine: Option<Engine>,
    is_new_game: bool,
    starts: u64,
}

impl Analyst {
    /// An analyst for one line a position, with the usual times to wait.
    #[must_use]
    pub fn new(command: EngineCommand, limits: Limits) -> Self {
        Self {
            command,
            options: Vec::new(),
            limits,
            multipv: 1,
            timeouts: Timeouts::default(),
            engine: None,
            is_new_game: true,
            starts: 0,
        }
    }

    /// With an option of the engine, set at each start, after those set before. It is checked when the engine is started.
    #[must_use]
    pub fn option(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.options.push((name.into(), value.into()));
        self
    }

    /// With so many lines a position, at least 1.
    #[must_use]
    pub const fn multipv(mut self, multipv: u16) -> Self {
        self.multipv = multipv;
        self
    }

    /// Other limits for the positions from now on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// With other times to wait.
    #[must_use]
    pub const fn timeouts(mut self, timeouts: Timeouts) -> Self {
        self.timeouts = timeouts;
        self
    }

    /// The engine, started if it does not run: for its name and options before the first position.
    ///
    /// # Errors
    ///
    /// As [`Engine::start`] and [`Engine::set_option`].
    pub fn engine(&mut self) -> Result<&mut Engine, EngineError> {
        let engine = match self.engine.take() {
            Some(engine) if engine.is_running() => engine,
            _ => {
                self.starts += 1;
                self.is_new_game = true;
                let mut engine = Engine::start(&self.command, self.timeouts.clone())?;
                for (name, value) in &self.options {
                    engine.set_option(name, value)?;
                }
                engine
            }
        };
        Ok(self.engine.insert(engine))
    }

    /// Number of times that the engine was started.
    #[must_use]
    pub const fn starts(&self) -> u64 {
        self.starts
    }

    /// The next position is of another game: the engine forgets what it has searched.
    pub const fn begin_game(&mut self) {
        self.is_new_game = true;
    }

    /// Ends the engine, if it runs: it is started anew for the next position, and has forgotten all. [`Analyst::begin_game`] is enough for engines that keep to it;
    /// Fairy-Stockfish 11.1 remembers something of positions of other variants.
    pub fn restart(&mut self) {
        if let Some(engine) = self.engine.take() {
            engine.quit();
        }
    }

    /// Searches a position, a second time with a new process if the first fails.
    ///
    /// # Errors
    ///
    /// As [`Engine::search`] and [`Analyst::engine`]; of two failures, the second. After errors that are not
    /// [retryable](EngineError::is_retryable) there is no second try.
    pub fn analyse(&mut self, root: &Root<'_>, cancel: &AtomicBool) -> Result<Analysis, EngineError> {
        match self.try_once(root, cancel) {
            Err(failure) if failure.is_retryable() => {
                let mut analysis = self.try_once(root, cancel)?;
                analysis.first_failure = Some(Box::new(failure));
                Ok(analysis)
            }
            result => result,
        }
    }

    /// Asks the engine to quit, as [`Engine::quit`]; `None` if it does not run.
    pub fn quit(mut self) -> Option<ExitStatus> {
        self.engine.take().and_then(Engine::quit)
    }

    fn try_once(&mut self, root: &Root<'_>, cancel: &AtomicBool) -> Result<Analysis, EngineError> {
        let result = self.search(root, cancel);
        if result.as_ref().is_err_and(EngineError::is_retryable) {
            self.engine = None;
        }
        result
    }

    fn search(&mut self, root: &Root<'_>, cancel: &AtomicBool) -> Result<Analysis, EngineError> {
        if !root.position().has_legal_move() {
            return Ok(Analysis::of_ended(root.position()));
        }
        // If this starts it, its first game has not begun.
        self.engine()?;
        let is_new_game = std::mem::take(&mut self.is_new_game);
        let (limits, multipv) = (self.limits.clone(), self.multipv);
        let engine = self.engine()?;
        if is_new_game && let Err(error) = engine.begin_game(root.start()) {
            self.is_new_game = true;
            return Err(error);
        }
        engine.search(root, &limits, multipv, cancel)
    }
}
