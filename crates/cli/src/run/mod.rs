//! The frame of every command that reads games: options, progress, account, rejects, exit status.

mod account;
mod destination;
mod errors;
pub(crate) mod inputs;
pub(crate) mod interrupt;
pub(crate) mod outputs;
mod progress;
mod rejects;

use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use pgnkit::PieceLetters;
use pgnkit_archive::output::Numbers;
use pgnkit_archive::task::Task;
use pgnkit_archive::{
    Account, Done, EntryFilter, FixedBlock, InputError, OpenInput, PreparedFile, RunEvent, RunInput,
    RunOptions, is_broken_pipe, run,
};

pub(crate) use account::CONFLICTS;
#[cfg(feature = "columns")]
pub(crate) use destination::finish_whole;
pub(crate) use destination::{Destination, InPlace, leave_changed, refuse_in_place};
pub(crate) use errors::Errors;
use rejects::Rejects;

use crate::advice;
use crate::args::{AccountForm, CommonArgs, SelectArgs};
use progress::Progress;

/// The end of a run; the exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Status {
    /// No errors in the games.
    Clean = 0,
    /// Errors in the games, or with `--check` differences.
    Unclean = 1,
    /// The work could not be done.
    Failed = 2,
}

/// Says on standard error why something could not be done.
pub(crate) fn complain(error: &dyn std::fmt::Display) {
    say(error);
}

/// The end of a command that cannot do anything, with the reason.
pub(crate) fn refused(reason: &dyn std::fmt::Display) -> Status {
    complain(reason);
    Status::Failed
}

/// Says something on standard error, in a line of its own.
pub(crate) fn say(text: &dyn std::fmt::Display) {
    let _ = writeln!(anstream::stderr(), "pgn: {}", pgnkit::render::safe(&text.to_string()));
}

/// Writes a text that is not a game to standard output.
pub(crate) fn print(text: &[u8]) -> Status {
    let mut out = pgnkit_archive::Output::stdout();
    match out.write_all(text).and_then(|()| out.finish()) {
        Err(error) if !is_broken_pipe(&error) => {
            complain(&error);
            Status::Failed
        }
        _ => Status::Clean,
    }
}

/// The reason why a run over the inputs ended early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The reader of the output has gone.
    BrokenPipe,
    /// The output cannot be written.
    Output(std::io::Error),
    /// `--on-error stop` met an error.
    GameWithErrors,
    /// There is nothing more to do.
    Enough,
}

impl From<std::io::Error> for Stop {
    fn from(error: std::io::Error) -> Self {
        if is_broken_pipe(&error) { Self::BrokenPipe } else { Self::Output(error) }
    }
}

/// A run of a command: its inputs, and the account of what was made of them so far.
pub(crate) struct Run<'a> {
    common: &'a CommonArgs,
    pub(crate) options: RunOptions,
    pub(crate) ledger: Ledger,
    /// A text for the progress of long work, beside that of the input.
    pub(crate) notice: Option<Notice>,
    /// Outputs that are complete, and get their places together.
    ready: Vec<(PathBuf, PreparedFile)>,
}

/// Makes the text of the progress: it is asked many times, on a thread of its own.
pub(crate) type Notice = Arc<dyn Fn() -> String + Send + Sync>;

/// The account of a run so far.
#[derive(Default)]
pub(crate) struct Ledger {
    pub(crate) account: Account,
    /// Inputs that could not be read, or not to their end.
    pub(crate) failures: usize,
    /// Whether games are checked, so that all warnings about them are known.
    pub(crate) checks: bool,
    /// Whether parts of games were left out in reading, so that errors may be there that were not found.
    pub(crate) leaves_out: bool,
    /// Whether only some entries are selected.
    pub(crate) selects: bool,
    /// Whether an output was not written.
    pub(crate) unwritten: bool,
    /// Findings of the baseline that no longer occur.
    pub(crate) gone: u64,
    /// Advice on the fixes that are available.
    pub(crate) offer: Option<String>,
    pub(crate) rejects: Rejects,
}

impl Ledger {
    /// The number of games and records that were selected, if not all are.
    fn selected(&self) -> Option<u64> {
        self.selects.then(|| self.account.read() - self.account.passed)
    }

    /// Counts work that could not be done, and says why.
    pub(crate) fn fail(&mut self, error: &dyn std::fmt::Display) {
        let error = error.to_string();
        match advice::of_feature(&error) {
            Some(advice) => complain(&format_args!("{error}; {advice}")),
            None => complain(&error),
        }
        self.failures += 1;
    }
}

/// An event of a run as commands see it: account, rejects and failures are dealt with.
#[expect(clippy::large_enum_variant, reason = "one a block, and moved once")]
pub(crate) enum Event<'r, T> {
    Begin(&'r OpenInput),
    Entries(&'r OpenInput, Numbers, Done<T>),
    End(&'r OpenInput),
}

impl<'a> Run<'a> {
    /// Prepares a run; `None` when the rejects file cannot be written.
    pub(crate) fn new(common: &'a CommonArgs, letters: Option<PieceLetters>) -> Option<Self> {
        let rejects = match Rejects::create(common.rejects.as_deref()) {
            Ok(rejects) => rejects,
            Err(error) => {
                complain(&error);
                return None;
            }
        };
        let mut options = RunOptions::default();
        options.read = options.read.letters(letters.unwrap_or_default());
        options.format = common.from;
        options.fallback = common.fallback;
        options.charset = common.from_encoding;
        options.password = common.password.as_deref().map(Arc::from);
        options.on_error = common.on_error.map(Into::into).unwrap_or_default();
        options.rejects = common.rejects.is_some();
        let SelectArgs { only, games, limit } = &common.select;
        let selection = &mut options.selection;
        selection.filter = only.clone().map(|condition| Arc::new(condition) as Arc<dyn EntryFilter>);
        (selection.numbers, selection.limit) = (games.clone(), *limit);
        let selects = !selection.is_all();
        if let Some(jobs) = common.jobs {
            options = options.jobs(jobs);
        }
        if let Some(longest) = common.max_game {
            options.pipeline.longest = longest;
        }
        let ledger = Ledger { rejects, leaves_out: selects, selects, ..Ledger::default() };
        Some(Self { common, options, ledger, notice: None, ready: Vec::new() })
    }

    /// A run whose work is one function.
    pub(crate) fn with(
        common: &'a CommonArgs,
        letters: Option<PieceLetters>,
        work: impl FnOnce(&mut Self) -> Result<(), Stop>,
    ) -> Status {
        let Some(mut run) = Self::new(common, letters) else { return Status::Failed };
        let result = work(&mut run);
        run.finish(result.err().as_ref())
    }

    /// Counts work that could not be done, and says why.
    pub(crate) fn fail(&mut self, error: &dyn std::fmt::Display) {
        self.ledger.fail(error);
    }

    /// Leaves entries with errors as they are unless something else is asked for: the output takes the place of the input.
    pub(crate) fn leave_by_default(&mut self) {
        if self.common.on_error.is_none() {
            self.options.on_error = pgnkit_archive::OnError::Leave;
        }
    }

    /// Reads all games of inputs that are not those of the command line, whatever is selected of these.
    pub(crate) fn unselected<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let selection = std::mem::take(&mut self.options.selection);
        let result = read(self);
        self.options.selection = selection;
        result
    }

    /// Whether only some games are selected.
    pub(crate) fn selects(&self) -> bool {
        self.ledger.selects
    }

    /// Has all inputs read to their ends: games that are not selected stay as they are.
    pub(crate) fn keep_others(&mut self) {
        self.options.selection.reads_on = true;
    }

    /// Whether nothing but results and faults is wanted.
    pub(crate) fn is_quiet(&self) -> bool {
        self.common.quiet
    }

    /// Puts inputs through a task; `sink` gets the results in their order.
    pub(crate) fn all<T: Task>(
        &mut self,
        inputs: Vec<Result<RunInput, InputError>>,
        task: &T,
        mut sink: impl FnMut(&mut Ledger, Event<'_, T::Out>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let options = self.options.clone();
        let mut progress = None;
        let flow = run::run(inputs, task, &options, |event| self.observe(event, &mut progress, &mut sink))?;
        flow.break_value().map_or(Ok(()), Err)
    }

    /// The same, with the text of inputs fixed.
    pub(crate) fn all_fixing<T: Task>(
        &mut self,
        inputs: Vec<Result<RunInput, InputError>>,
        task: &T,
        mut sink: impl FnMut(&mut Ledger, Event<'_, (T::Out, Option<FixedBlock>)>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let options = self.options.clone();
        let mut progress = None;
        let flow =
            run::run_fixing(inputs, task, &options, |event| self.observe(event, &mut progress, &mut sink))?;
        flow.break_value().map_or(Ok(()), Err)
    }

    /// Deals with an event, and passes it on.
    fn observe<T>(
        &mut self,
        event: RunEvent<'_, T>,
        progress: &mut Option<Progress>,
        sink: &mut impl FnMut(&mut Ledger, Event<'_, T>) -> Result<(), Stop>,
    ) -> ControlFlow<Stop> {
        let Self { ledger, common, notice, .. } = self;
        let result = match event {
            RunEvent::Begin(open) => {
                *progress = Some(Progress::new(open, common.quiet, notice.clone()));
                sink(ledger, Event::Begin(open))
            }
            RunEvent::Entries(open, numbers, mut done) => {
                let stopped = done.stopped;
                let written = ledger.rejects.write(&std::mem::take(&mut done.rejects)).map_err(Stop::from);
                let result = written.and_then(|()| {
                    ledger.account += &done.account;
                    let sink = || sink(ledger, Event::Entries(open, numbers, done));
                    match progress {
                        Some(progress) => {
                            progress.advance();
                            progress.suspend(sink)
                        }
                        None => sink(),
                    }
                });
                result.and(if stopped { Err(Stop::GameWithErrors) } else { Ok(()) })
            }
            RunEvent::End(open, result) => {
                if let Some(progress) = progress.take() {
                    progress.finish();
                }
                if let Err(error) = result {
                    ledger.fail(&error);
                }
                sink(ledger, Event::End(open))
            }
            RunEvent::Failed(error) => {
                ledger.fail(&error);
                Ok(())
            }
        };
        match result {
            Ok(()) => ControlFlow::Continue(()),
            Err(stop) => {
                if let Some(progress) = progress.take() {
                    progress.finish();
                }
                ControlFlow::Break(stop)
            }
        }
    }

    /// Has a complete output put in its place at the end of the run.
    fn take_ready(&mut self, path: PathBuf, file: PreparedFile) {
        self.ready.push((path, file));
    }

    /// Puts the outputs in their places, all of them or none; those with errors first, since they are not in the others.
    fn place_outputs(&mut self, stop: Option<&Stop>) {
        let ready = std::mem::take(&mut self.ready);
        let mut failed = matches!(stop, Some(Stop::Output(_)));
        match std::mem::take(&mut self.ledger.rejects).prepare() {
            Ok(None) => {}
            Ok(Some(rejects)) => {
                if let Err(error) = interrupt::commit(|| rejects.place()) {
                    self.fail(&error);
                    failed = true;
                }
            }
            Err(error) => {
                self.fail(&error);
                failed = true;
            }
        }
        if ready.is_empty() {
            return;
        }
        if failed {
            for (path, _) in &ready {
                complain(&format_args!("{}: not written, since another output is not", path.display()));
            }
        } else if let Err(error) =
            interrupt::commit(|| ready.into_iter().try_for_each(|(_, file)| file.place()))
        {
            self.fail(&error);
            failed = true;
        }
        if failed {
            self.ledger.account.written = 0;
            self.ledger.unwritten = true;
        }
    }

    /// Closes the run: outputs, account, exit status.
    pub(crate) fn finish(mut self, stop: Option<&Stop>) -> Status {
        self.place_outputs(stop);
        match stop {
            Some(Stop::Output(error)) => self.fail(error),
            Some(Stop::GameWithErrors) => {
                let message = "stopped at a game with errors (--on-error stop); run `pgn check` to see them";
                let _ = writeln!(anstream::stderr(), "pgn: {message}");
            }
            Some(Stop::BrokenPipe | Stop::Enough) | None => {}
        }
        let Ledger { account, failures, .. } = &self.ledger;
        // After a failure that left nothing to read, its message has said it all.
        let nothing = *failures > 0 && account.bytes == 0 && self.common.account == AccountForm::Text;
        if matches!(stop, Some(Stop::BrokenPipe)) {
        } else if self.common.quiet {
            // What is lost is never silent.
            account::losses(account).for_each(|loss| complain(&loss));
        } else if !nothing {
            let _ = writeln!(anstream::stderr(), "{}", account::show(&self.ledger, self.common.account));
        }
        if *failures > 0 {
            Status::Failed
        } else if account.has_errors() || matches!(stop, Some(Stop::GameWithErrors)) {
            Status::Unclean
        } else {
            Status::Clean
        }
    }
}
