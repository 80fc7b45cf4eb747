//! What every command does with its inputs: open them one by one, share their games among threads, keep the account.

mod account;
mod coded;
mod content;
mod destination;
mod errors;
mod findings;
mod inputs;
pub(crate) mod interrupt;
mod json;
mod mending;
mod plies;
mod progress;
mod records;
mod rejects;
mod title;

use std::io::Write as _;
use std::ops::ControlFlow;

use pgnkit::epd::{Reader, Record, RecordFormat};
use pgnkit::json::Located;
use pgnkit::syntax::{Parser, StartContext};
use pgnkit::{GameBuilder, PieceLetters, Replayer, pgc};
use pgnkit_archive::blocks::SplitPoints;
use pgnkit_archive::pipeline::{self, BlockOutcome, BlockView, Options};
use pgnkit_archive::{Input, SourceError, is_broken_pipe};

pub(crate) use account::{Account, Fixable, Tally};
pub(crate) use content::{Content, ending};
pub(crate) use destination::{Destination, InPlace};
pub(crate) use errors::Errors;
pub(crate) use findings::{Detail, Finding, Findings, Wanted};
pub(crate) use mending::{Fixing, Growth, Mended};
pub(crate) use records::{Held, write_record};
pub(crate) use rejects::Rejects;

use crate::args::{CommonArgs, OnError};
use progress::Progress;

/// Small enough that a block and what is made of it stay in a core's cache, and because what is found in one is held
/// until it is shown, and can be a hundred times as long as the text.
const BLOCK_BYTES: usize = 256 << 10;

/// How a run ended; the exit status.
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

/// Says something on standard error, in a line of its own.
pub(crate) fn say(text: &dyn std::fmt::Display) {
    let _ = writeln!(anstream::stderr(), "pgn: {}", crate::render::safe(&text.to_string()));
}

/// Writes a text that is no game to standard output.
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

/// What a command makes of the games of one block.
#[derive(Debug, Default)]
pub(crate) struct BlockResult {
    /// What is written for these games.
    pub(crate) out: Vec<u8>,
    /// Original bytes of games with errors.
    pub(crate) rejects: Vec<u8>,
    pub(crate) account: Account,
    /// What is shown, at its place in the input.
    pub(crate) findings: Vec<Finding>,
    /// A game with errors ended the run.
    pub(crate) stopped: bool,
    /// The text with fixes, where it is wanted.
    pub(crate) mended: Option<Mended>,
    /// The records of `out`, for commands that hold them all.
    pub(crate) held: Vec<Held>,
    /// Whatever else the command needs to know.
    pub(crate) differs: Option<u64>,
}

/// What a worker does with one game, or one record.
pub(crate) trait Worker: Sync {
    /// Scratch of one thread.
    type State: Default;

    /// Reads the next game of the block; false when there is none.
    fn read(
        &self,
        replayer: &mut Replayer<'_>,
        state: &mut Self::State,
        findings: &mut Findings<'_>,
    ) -> Option<pgnkit::syntax::Span>;

    /// Writes the game read last.
    fn write(&self, state: &mut Self::State, out: &mut Vec<u8>, account: &mut Account);

    /// Reads the next game of a block in binary coding.
    fn read_pgc(
        &self,
        reader: &mut pgc::Reader<'_>,
        state: &mut Self::State,
        findings: &mut Findings<'_>,
    ) -> Option<pgnkit::syntax::Span>;

    /// Looks at the game read last before it is known whether it has errors.
    fn look(&self, _state: &mut Self::State, _game: pgnkit::syntax::Span, _findings: &mut Findings<'_>) {}

    /// The same for a record, which stands on `line`.
    fn look_at_record(&self, _record: &Record, _line: &[u8], _findings: &mut Findings<'_>) {}

    /// Why games that come in another form than PGN are not for this command; `None` where they are.
    fn refuses(&self, _content: Content) -> Option<&'static str> {
        None
    }

    /// What a game that comes as JSON is read into; without it, it is only looked at.
    fn building<'s>(&self, _state: &'s mut Self::State) -> Option<&'s mut Building> {
        None
    }

    /// Writes a record, which stands on `line`.
    fn write_record(&self, _record: &Record, _line: &[u8], _form: RecordFormat, _result: &mut BlockResult) {}

    /// About how many bytes are written for a block of `read` bytes.
    fn expected_output(&self, _read: usize) -> usize {
        0
    }

    /// Looks at the whole block once what is in it is written.
    fn finish(&self, _block: &BlockView<'_>, _consumed: usize, _result: &mut BlockResult) {}
}

/// Works through blocks with a [`Worker`].
pub(crate) struct Job<'a, W> {
    pub(crate) worker: &'a W,
    pub(crate) wanted: Wanted,
    pub(crate) on_error: OnError,
    pub(crate) rejects: bool,
    /// The piece letters of games in PGN.
    pub(crate) letters: PieceLetters,
    /// Whether and how the text is mended.
    pub(crate) fixing: Option<Fixing>,
}

impl<'a, W: Worker> Job<'a, W> {
    /// A job that makes something else of what is read, and shows the first errors only.
    pub(crate) fn converting(worker: &'a W, common: &CommonArgs) -> Self {
        Self {
            worker,
            wanted: Errors::wanted(),
            on_error: common.on_error,
            rejects: common.rejects.is_some(),
            letters: PieceLetters::default(),
            fixing: None,
        }
    }

    fn block(
        &self,
        block: &BlockView<'_>,
        content: Content,
        state: &mut W::State,
    ) -> BlockOutcome<BlockResult> {
        match (content, &self.fixing) {
            (Content::Records(form), _) => self.read_records(block, form),
            (Content::Json, _) => self.read_json(block, state),
            (Content::Pgc, _) => self.read_pgc(block, state),
            (Content::Games, None) => self.read_games(block, state),
            (Content::Games, Some(fixing)) => {
                let worked = self.read_games(block, state);
                fixing.block(block, worked, |block| self.read_games(block, state))
            }
        }
    }

    fn read_games(&self, block: &BlockView<'_>, state: &mut W::State) -> BlockOutcome<BlockResult> {
        let mut replayer = Replayer::from_parser(parser_over(block)).letters(self.letters);
        let mut findings = Findings::new(block, Content::Games, &self.wanted).in_letters(self.letters);
        let mut result = BlockResult::default();
        let mut paused = false;
        result.out.reserve(self.worker.expected_output(block.bytes.len()));
        let mut end_of_games = 0;
        while !paused {
            let start = replayer.parser().consumed();
            let Some(span) = self.worker.read(&mut replayer, state, &mut findings) else {
                if block.is_last {
                    findings.end_of_text();
                }
                break;
            };
            let end = replayer.parser().consumed();
            end_of_games = end;
            self.worker.look(state, span, &mut findings);
            let clean = findings.end_of_game(span);
            // A block is mended as a whole.
            paused = self.fixing.is_none() && findings.is_full();
            result.account.games += 1;
            if !clean {
                if self.rejects {
                    rejects::append(block.bytes.get(start..end).unwrap_or_default(), &mut result.rejects);
                }
                match self.unclean(&mut result) {
                    OnError::Keep => {}
                    OnError::Drop => continue,
                    OnError::Stop => break,
                }
            }
            self.worker.write(state, &mut result.out, &mut result.account);
        }
        let consumed = if block.is_last && !paused {
            block.bytes.len()
        } else if findings.waits() {
            // What was found behind the last game is found again, with the game it stands before.
            end_of_games
        } else {
            replayer.parser().consumed()
        };
        self.worked(block, result, findings, consumed, paused)
    }

    /// Lines are whole in every block.
    fn read_records(&self, block: &BlockView<'_>, form: RecordFormat) -> BlockOutcome<BlockResult> {
        let mut reader = Reader::new(block.bytes).format(form);
        let mut findings = Findings::new(block, Content::Records(form), &self.wanted);
        let mut result = BlockResult::default();
        result.out.reserve(self.worker.expected_output(block.bytes.len()));
        while !findings.is_full() {
            let Some(record) = reader.read_record(&mut findings) else {
                findings.end_of_text();
                break;
            };
            let line = record.span.of(block.bytes);
            self.worker.look_at_record(&record, line, &mut findings);
            let clean = findings.end_of_game(record.span);
            result.account.records += 1;
            if !clean {
                if self.rejects {
                    result.rejects.extend_from_slice(line);
                    result.rejects.push(b'\n');
                }
                match self.unclean(&mut result) {
                    OnError::Keep => {}
                    OnError::Drop => continue,
                    OnError::Stop => break,
                }
            }
            self.worker.write_record(&record, line, form, &mut result);
        }
        let consumed = reader.consumed();
        let paused = consumed < block.bytes.len();
        // Nothing is mended in records, and what is written is what was read.
        result.mended = self.fixing.as_ref().map(|_| Mended::same(&block.bytes[..consumed]));
        self.worked(block, result, findings, consumed, paused)
    }

    /// Counts a game or record with errors, and says what is to become of it.
    fn unclean(&self, result: &mut BlockResult) -> OnError {
        result.account.with_errors += 1;
        match self.on_error {
            OnError::Keep => {}
            OnError::Drop => result.account.dropped += 1,
            OnError::Stop => result.stopped = true,
        }
        self.on_error
    }

    fn worked(
        &self,
        block: &BlockView<'_>,
        mut result: BlockResult,
        findings: Findings<'_>,
        consumed: usize,
        paused: bool,
    ) -> BlockOutcome<BlockResult> {
        result.account.bytes = consumed as u64;
        findings.into_result(&mut result);
        if !result.stopped {
            self.worker.finish(block, consumed, &mut result);
        }
        let worked = BlockOutcome::new(result, consumed);
        if paused { worked.paused() } else { worked }
    }
}

/// Reads the games of a block; of one that is not the last, those that are whole.
fn parser_over<'a>(block: &BlockView<'a>) -> Parser<'a> {
    let parser = if block.is_last { Parser::new(block.bytes) } else { Parser::partial(block.bytes) };
    let beginning = match (block.offset, block.first_column) {
        (0, _) => StartContext::Text,
        (_, 1) => StartContext::Line,
        _ => StartContext::WithinLine,
    };
    parser.in_context(beginning)
}

/// Why a run over the inputs ended early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Nobody reads the output any more.
    BrokenPipe,
    /// The output cannot be written.
    Output(std::io::Error),
    /// `--on-error stop` met an error.
    GameWithErrors,
}

impl From<std::io::Error> for Stop {
    fn from(error: std::io::Error) -> Self {
        if is_broken_pipe(&error) { Self::BrokenPipe } else { Self::Output(error) }
    }
}

/// The inputs of a command, and what was made of them so far.
pub(crate) struct Run<'a> {
    common: &'a CommonArgs,
    options: Options,
    pub(crate) account: Account,
    rejects: Rejects,
    failures: usize,
}

impl<'a> Run<'a> {
    /// Prepares a run; `None` when the rejects file cannot be written.
    pub(crate) fn new(common: &'a CommonArgs) -> Option<Self> {
        let rejects = match Rejects::create(common.rejects.as_deref()) {
            Ok(rejects) => rejects,
            Err(error) => {
                complain(&error);
                return None;
            }
        };
        let mut options = Options::default().block_bytes(BLOCK_BYTES);
        if let Some(jobs) = common.jobs {
            options = options.jobs(jobs);
        }
        Some(Self { common, options, account: Account::default(), rejects, failures: 0 })
    }

    /// Notes that some of the work could not be done, and says why.
    pub(crate) fn fail(&mut self, error: &dyn std::fmt::Display) {
        complain(error);
        self.failures += 1;
    }

    /// Whether nothing but results and faults is wanted.
    pub(crate) fn is_quiet(&self) -> bool {
        self.common.quiet
    }

    /// How many inputs could not be read, or not to their end.
    pub(crate) fn failures(&self) -> usize {
        self.failures
    }

    /// Puts one input through a job; `sink` gets the results in the order of the input.
    pub(crate) fn input<W: Worker>(
        &mut self,
        input: Input,
        job: &Job<'_, W>,
        mut sink: impl FnMut(&str, &Account, BlockResult) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let name = input.name().to_owned();
        let source = match input.open() {
            Ok(source) => source,
            Err(error) => {
                self.fail(&error);
                return Ok(());
            }
        };
        let mut progress = Progress::new(&source, self.common.quiet);
        let (content, source) = match Content::of(&name, self.common, source) {
            Ok(opened) => opened,
            Err(error) => {
                self.fail_reading(&name, &error);
                return Ok(());
            }
        };
        if let Some(reason) = job.worker.refuses(content) {
            progress.finish();
            self.fail(&format_args!("{name}: left out, {reason}"));
            return Ok(());
        }
        let cut = match content {
            Content::Games => SplitPoints::Games,
            Content::Records(_) | Content::Json => SplitPoints::Lines,
            Content::Pgc => SplitPoints::Whole(pgc::whole_games),
        };
        let options = self.options.clone().split(cut);
        let (account, rejects) = (&mut self.account, &mut self.rejects);
        let flow = pipeline::process(
            source,
            &options,
            W::State::default,
            |block, state| job.block(block, content, state),
            |mut result: BlockResult| {
                progress.advance();
                let stopped = result.stopped;
                let outcome =
                    rejects.write(&std::mem::take(&mut result.rejects)).map_err(Stop::from).and_then(|()| {
                        let before = account.clone();
                        account.add(&result.account);
                        progress.suspend(|| sink(&name, &before, result))
                    });
                match outcome {
                    Err(stop) => ControlFlow::Break(stop),
                    Ok(()) if stopped => ControlFlow::Break(Stop::GameWithErrors),
                    Ok(()) => ControlFlow::Continue(()),
                }
            },
        );
        progress.finish();
        match flow {
            Ok(ControlFlow::Break(stop)) => Err(stop),
            Ok(ControlFlow::Continue(())) => Ok(()),
            Err(error) => {
                self.fail_reading(&name, &error);
                Ok(())
            }
        }
    }

    /// Puts inputs through a job, one after the other, and shows the first errors in them; `sink` gets the results in
    /// their order.
    pub(crate) fn all<W: Worker>(
        &mut self,
        inputs: impl IntoIterator<Item = Input>,
        job: &Job<'_, W>,
        errors: &mut Errors,
        mut sink: impl FnMut(&str, BlockResult) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        inputs.into_iter().try_for_each(|input| {
            let before = self.account.read();
            self.input(input, job, |name, account, result| {
                errors.show(name, account.read() - before, &result);
                sink(name, result)
            })
        })
    }

    fn fail_reading(&mut self, name: &str, error: &std::io::Error) {
        match SourceError::from_io(error) {
            Some(error) => self.fail(error),
            None => self.fail(&format_args!("{name}: {error}")),
        }
    }

    /// Closes the run: rejects, account, exit status.
    pub(crate) fn finish(mut self, stop: Option<&Stop>) -> Status {
        let rejects = std::mem::take(&mut self.rejects);
        if let Err(error) = interrupt::commit(|| rejects.finish()) {
            self.fail(&error);
        }
        match stop {
            Some(Stop::Output(error)) => self.fail(error),
            Some(Stop::GameWithErrors) => {
                let message = "stopped at a game with errors (--on-error stop); run `pgn check` to see them";
                let _ = writeln!(anstream::stderr(), "pgn: {message}");
            }
            Some(Stop::BrokenPipe) | None => {}
        }
        if !self.common.quiet && !matches!(stop, Some(Stop::BrokenPipe)) {
            let _ = writeln!(anstream::stderr(), "{}", self.account.show(self.common.account));
        }
        if self.failures > 0 {
            Status::Failed
        } else if self.account.has_errors() || matches!(stop, Some(Stop::GameWithErrors)) {
            Status::Unclean
        } else {
            Status::Clean
        }
    }
}

/// State of workers that build games.
#[derive(Debug, Default)]
pub(crate) struct Building {
    pub(crate) builder: GameBuilder,
    /// What was wrong with the game read last, where it is kept.
    pub(crate) located: Vec<Located>,
}
