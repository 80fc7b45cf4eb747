//! An engine that runs.

use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use pgnkit_chess::{ChessMode, Position, Variant};

use crate::command::EngineCommand;
use crate::error::{EngineError, Stage};
use crate::info::Message;
use crate::limits::Timeouts;
use crate::options::{OptionKind, Options};
use crate::process::{Process, Received};
use crate::root::mode_of;
use crate::text::shown;
use crate::variants::{UCI_CHESS960, UCI_VARIANT, names};

/// The option for the number of lines.
pub(crate) const MULTI_PV: &str = "MultiPV";

/// Options for analysis, where an engine has them: chances with the scores, no moves of a book without a score.
const FOR_ANALYSIS: [(&str, &str); 3] =
    [("UCI_ShowWDL", "true"), ("UCI_AnalyseMode", "true"), ("OwnBook", "false")];

/// Characters of the names of an engine and its author that are kept.
const LONGEST_NAME: usize = 200;

/// An engine: a process that speaks UCI, one position after another.
///
/// After an error that says that the process ended or was killed, every method fails with the same error;
/// [`Analyst`](crate::Analyst) starts a new one. Dropped, the process is killed; [`Engine::quit`] is kinder.
pub struct Engine {
    /// `None` after it has ended.
    pub(crate) process: Option<Process>,
    /// The error with which it ended.
    failure: Option<EngineError>,
    pub(crate) timeouts: Timeouts,
    name: String,
    author: String,
    options: Options,
    /// The rules that were set; `None` before that.
    variant: Option<Variant>,
    mode: Option<ChessMode>,
    /// Number of lines that was set.
    multipv: Option<u16>,
    /// Whether something was sent for which the engine may need a while.
    is_busy: bool,
    /// Whether it is given up while it starts or gets ready; never without it.
    abort: Option<Arc<AtomicBool>>,
}

impl Engine {
    /// Starts an engine, and reads its names and options. Where it has them, `UCI_ShowWDL` and `UCI_AnalyseMode` are set to true and
    /// `OwnBook` to false; [`Engine::set_option`] can change that.
    ///
    /// # Errors
    ///
    /// [`EngineError::CannotStart`], [`EngineError::Ended`], [`EngineError::NoUciOk`].
    pub fn start(command: &EngineCommand, timeouts: Timeouts) -> Result<Self, EngineError> {
        Self::begin(command, timeouts, None)
    }

    /// Like [`Engine::start`], for an engine that somebody waits for: once `abort` is true, it is no longer waited for while it starts or
    /// gets ready, now and before later searches. It is killed then, with [`EngineError::Cancelled`]. A search has a flag of its own.
    ///
    /// # Errors
    ///
    /// As [`Engine::start`], and [`EngineError::Cancelled`].
    pub fn start_unless(
        command: &EngineCommand,
        timeouts: Timeouts,
        abort: &Arc<AtomicBool>,
    ) -> Result<Self, EngineError> {
        Self::begin(command, timeouts, Some(Arc::clone(abort)))
    }

    fn begin(
        command: &EngineCommand,
        timeouts: Timeouts,
        abort: Option<Arc<AtomicBool>>,
    ) -> Result<Self, EngineError> {
        let cannot_start = |error| EngineError::cannot_start(&command.program().to_string_lossy(), &error);
        let process = Process::start(command).map_err(cannot_start)?;
        let mut engine = Self {
            process: Some(process),
            failure: None,
            timeouts,
            name: String::new(),
            author: String::new(),
            options: Options::default(),
            variant: None,
            mode: None,
            multipv: None,
            is_busy: false,
            abort,
        };
        engine.greet()?;
        for (name, value) in FOR_ANALYSIS {
            let is_check = |kind: &OptionKind| matches!(kind, OptionKind::Check { .. });
            if engine.options.get(name).is_some_and(|option| is_check(&option.kind)) {
                engine.set_option(name, value)?;
            }
        }
        Ok(engine)
    }

    /// From `uci` to `uciok`.
    fn greet(&mut self) -> Result<(), EngineError> {
        self.send("uci")?;
        let waited = self.timeouts.start;
        let deadline = after(waited);
        let mut heard = None;
        loop {
            let received = self.receive(deadline, Stage::Start);
            if let Some(line) = received.map_err(|error| with_words(error, heard.as_deref()))? {
                match Message::parse(&line) {
                    Message::Name(name) => self.name = shown(name, LONGEST_NAME),
                    Message::Author(author) => self.author = shown(author, LONGEST_NAME),
                    Message::Option(text) => self.options.read(text),
                    Message::UciOk => return Ok(()),
                    _ => {}
                }
                heard = Some(line);
            }
            if is_over(deadline) {
                let heard = heard.map(|line| shown(&line, LONGEST_NAME));
                return Err(self.give_up(|last_words| EngineError::NoUciOk { waited, heard, last_words }));
            }
        }
    }

    /// The name of the engine, with its version; empty if it says none.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The authors of the engine; empty if it says none.
    #[must_use]
    pub fn author(&self) -> &str {
        &self.author
    }

    /// The options of the engine.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Whether the process runs, as far as it is known: it may have ended since it spoke last.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        self.process.is_some()
    }

    /// Sets an option, whatever the case of its name; a button has the empty value. `MultiPV`, `UCI_Variant` and `UCI_Chess960` are set
    /// anew by each search.
    ///
    /// # Errors
    ///
    /// [`EngineError::UnknownOption`], [`EngineError::InvalidValue`]; nothing is sent then.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let command = self.options.command(name, value)?;
        self.send(&command)?;
        self.is_busy = true;
        let is = |other: &str| name.trim().eq_ignore_ascii_case(other);
        if is(MULTI_PV) {
            self.multipv = None;
        } else if is(UCI_VARIANT) {
            self.variant = None;
        } else if is(UCI_CHESS960) {
            self.mode = None;
        }
        Ok(())
    }

    /// Begins another game, from this position: the engine forgets what it has searched. Variant and Chess960 follow from the position.
    ///
    /// # Errors
    ///
    /// [`EngineError::NoVariant`], [`EngineError::NotReady`], [`EngineError::Ended`].
    pub fn begin_game(&mut self, start: &Position) -> Result<(), EngineError> {
        self.set_rules(start)?;
        self.send("ucinewgame")?;
        self.is_busy = true;
        self.get_ready()
    }

    /// Asks the engine to quit, and kills it if it does not within [`Timeouts::quit`]. The status is `None` if it was killed or had
    /// ended before.
    pub fn quit(mut self) -> Option<ExitStatus> {
        self.process.take().and_then(|mut process| process.quit(self.timeouts.quit))
    }

    /// Sets variant and castling for games from a position, where they are not set.
    pub(crate) fn set_rules(&mut self, start: &Position) -> Result<(), EngineError> {
        let (variant, mode) = (start.variant(), mode_of(start));
        if self.variant == Some(variant) && self.mode == Some(mode) {
            return Ok(());
        }
        let variant_name = self.name_of(variant)?;
        let has_chess960 = self.options.get(UCI_CHESS960).is_some();
        if mode == ChessMode::Chess960 && !has_chess960 {
            return Err(EngineError::NoVariant { variant: "Chess960".to_owned(), offered: self.offered() });
        }
        if let Some(name) = variant_name.filter(|_| self.variant != Some(variant)) {
            self.set_option(UCI_VARIANT, &name)?;
        }
        if has_chess960 && self.mode != Some(mode) {
            self.set_option(UCI_CHESS960, if mode == ChessMode::Chess960 { "true" } else { "false" })?;
        }
        (self.variant, self.mode) = (Some(variant), Some(mode));
        Ok(())
    }

    /// The name of a variant in this engine; `None` if it has one variant alone, and this is it.
    fn name_of(&self, variant: Variant) -> Result<Option<String>, EngineError> {
        let names = names(variant);
        let found = match self.options.get(UCI_VARIANT).map(|option| &option.kind) {
            Some(OptionKind::Combo { values, .. }) if !values.is_empty() => {
                let has = |name: &&&str| values.iter().any(|value| value.eq_ignore_ascii_case(name));
                names.iter().find(has)
            }
            Some(_) => names.first(),
            None if variant == Variant::Standard => return Ok(None),
            None => None,
        };
        let none = || EngineError::NoVariant { variant: variant.to_string(), offered: self.offered() };
        found.map(|name| Some((*name).to_owned())).ok_or_else(none)
    }

    /// The names of variants that the engine has.
    fn offered(&self) -> Vec<String> {
        match self.options.get(UCI_VARIANT).map(|option| &option.kind) {
            Some(OptionKind::Combo { values, .. }) => values.clone(),
            _ => Vec::new(),
        }
    }

    /// Sets the number of lines, where it is another.
    pub(crate) fn set_multipv(&mut self, multipv: u16) -> Result<(), EngineError> {
        let option = self.options.get(MULTI_PV);
        if self.multipv == Some(multipv) || (option.is_none() && multipv == 1) {
            return Ok(());
        }
        self.set_option(MULTI_PV, &multipv.to_string())?;
        self.multipv = Some(multipv);
        Ok(())
    }

    /// Waits until the engine is ready, if something was sent since it was.
    pub(crate) fn get_ready(&mut self) -> Result<(), EngineError> {
        if !self.is_busy {
            return Ok(());
        }
        self.send("isready")?;
        let waited = self.timeouts.ready;
        let deadline = after(waited);
        loop {
            match self.receive(deadline, Stage::Ready)? {
                Some(line) if Message::parse(&line) == Message::ReadyOk => break,
                Some(_) if !is_over(deadline) => {}
                None if !is_over(deadline) => {}
                _ => return Err(self.give_up(|last_words| EngineError::NotReady { waited, last_words })),
            }
        }
        self.is_busy = false;
        Ok(())
    }

    /// Sends a command.
    pub(crate) fn send(&self, command: &str) -> Result<(), EngineError> {
        match &self.process {
            Some(process) => {
                process.send(command.to_owned());
                Ok(())
            }
            None => Err(self.no_process()),
        }
    }

    /// The next line; `None` if there was none for a moment, or until the deadline.
    pub(crate) fn receive(
        &mut self,
        deadline: Option<Instant>,
        stage: Stage,
    ) -> Result<Option<String>, EngineError> {
        let Some(process) = &self.process else { return Err(self.no_process()) };
        let is_aborted = self.abort.as_ref().is_some_and(|abort| abort.load(Ordering::Acquire));
        if is_aborted && stage != Stage::Search {
            return Err(self.give_up(|_| EngineError::Cancelled));
        }
        match process.receive(deadline) {
            Received::Line(line) => Ok(Some(line)),
            Received::Nothing => Ok(None),
            Received::Closed => Err(self.end(stage)),
        }
    }

    fn no_process(&self) -> EngineError {
        let unknown = EngineError::Ended { stage: Stage::Ready, status: None, last_words: String::new() };
        self.failure.clone().unwrap_or(unknown)
    }

    /// The error of a process that has closed its pipes.
    fn end(&mut self, stage: Stage) -> EngineError {
        let Some(mut process) = self.process.take() else { return self.no_process() };
        let status = process.end();
        let error = EngineError::Ended { stage, status, last_words: process.last_words() };
        self.failure.insert(error).clone()
    }

    /// Kills the process; the error gets the last lines of its standard error.
    pub(crate) fn give_up(&mut self, error: impl FnOnce(String) -> EngineError) -> EngineError {
        let Some(mut process) = self.process.take() else { return self.no_process() };
        process.kill();
        let error = error(process.last_words());
        self.failure.insert(error).clone()
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine")
            .field("name", &self.name)
            .field("is_running", &self.is_running())
            .field("failure", &self.failure)
            .finish_non_exhaustive()
    }
}

/// The error of a program that ended without a word on its standard error, with those of its output: not an engine, a wrong argument.
fn with_words(error: EngineError, heard: Option<&str>) -> EngineError {
    match (error, heard) {
        (EngineError::Ended { stage, status, last_words }, Some(heard)) if last_words.is_empty() => {
            EngineError::Ended { stage, status, last_words: shown(heard, LONGEST_NAME) }
        }
        (error, _) => error,
    }
}

/// The moment after some time; `None` if that never comes.
pub(crate) fn after(time: Duration) -> Option<Instant> {
    Instant::now().checked_add(time)
}

pub(crate) fn is_over(deadline: Option<Instant>) -> bool {
    deadline.is_some_and(|deadline| Instant::now() >= deadline)
}
