//! Games on their way out: text in its order, written as it is or put into another format.
//!
//! Commands that gather games, put them in order or edit them in their bytes have text in the end. In another format it is the input of a second
//! run, on threads of its own, which begins with the first game and ends with the last one. A trail of origins says of what files and numbers
//! games come.

use std::io::{self, Read, Write as _};
use std::ops::ControlFlow;
use std::path::Path;
#[cfg(feature = "columns")]
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

use pgnkit::PieceLetters;
use pgnkit::syntax::{Code, Severity};
#[cfg(feature = "columns")]
use pgnkit_archive::AtomicDirectory;
use pgnkit_archive::input::Pgn;
use pgnkit_archive::origin::{
    BlockOrigins, GameOrigin, GameOrigins, OriginSource, OriginTracker, OriginTrail, WithPlaces,
};
use pgnkit_archive::output::{self, Numbers, Outlet};
use pgnkit_archive::{Account, Done, FindingFilter, Input, Output, RunEvent, RunInput, RunOptions, run};
use pgnkit_collections::sort::Piece;

use super::Form;
use crate::run::{Destination, Ledger, Run, Stop};
#[cfg(feature = "columns")]
use crate::run::{finish_whole, interrupt};

/// Bytes that are handed to the second run at a time.
const PIECE_BYTES: usize = 64 << 10;

/// Pieces that wait for it.
const WAITING: usize = 4;

/// Errors of the format that are shown.
const SHOWN: usize = 10;

/// The output of a command that writes games.
pub(crate) struct GameOutput {
    sink: GameSink<Target>,
    origins: GameOrigins,
}

/// The end of a file, in its place now or with the other outputs of the run.
type Finish = fn(Destination, &mut Run<'_>, Result<(), Stop>) -> Result<(), Stop>;

/// The place of an output.
enum Target {
    One(Destination),
    /// Files by the values of fields, in a directory.
    #[cfg(feature = "columns")]
    Many(AtomicDirectory, PathBuf, Vec<String>),
}

impl GameOutput {
    /// The file at `path`, none or `-` is standard output, in a format; without one games are written as they are.
    pub(crate) fn create(run: &Run<'_>, form: Option<Form>, path: Option<&Path>) -> Result<Self, Stop> {
        let target = match (&form, path) {
            #[cfg(feature = "columns")]
            (Some(Form { partition: Some(by), .. }), Some(path)) => {
                Target::Many(interrupt::create_directory(path)?, path.to_owned(), by.clone())
            }
            _ => Target::One(Destination::create(path)?),
        };
        Ok(Self { sink: GameSink::new(&run.options, form, target)?, origins: GameOrigins::default() })
    }

    /// Notes the origins of the games of a block that is gathered.
    pub(crate) fn note(&mut self, block: BlockOrigins) {
        if self.sink.is_converted() {
            self.origins.extend(block.origins);
        }
    }

    /// Writes a part of what was put in order.
    pub(crate) fn piece(&mut self, piece: Piece<'_>) -> Result<(), Stop> {
        if let Piece::Game { number, .. } = piece {
            self.sink.mark(self.origins.of(number));
        }
        self.sink.write(piece.text())
    }

    /// Notes the origins of the games that are written next.
    pub(crate) fn mark(&mut self, origins: impl IntoIterator<Item = GameOrigin>) {
        self.sink.mark(origins);
    }

    pub(crate) fn write(&mut self, text: &[u8]) -> Result<(), Stop> {
        self.sink.write(text)
    }

    /// Hands on what was written so far.
    pub(crate) fn flush(&mut self) -> Result<(), Stop> {
        self.sink.flush()
    }

    /// Ends the output after a run that has ended so, as [`Destination::finish`] does.
    pub(crate) fn finish(self, run: &mut Run<'_>, result: Result<(), Stop>) -> Result<(), Stop> {
        self.end(run, result, Destination::finish)
    }

    /// The same, but a file gets its place at once.
    pub(crate) fn finish_now(self, run: &mut Run<'_>, result: Result<(), Stop>) -> Result<(), Stop> {
        self.end(run, result, Destination::finish_now)
    }

    fn end(self, run: &mut Run<'_>, result: Result<(), Stop>, finish: Finish) -> Result<(), Stop> {
        let (target, converted) = self.sink.close(&mut run.ledger);
        let result = match (result, converted) {
            (Ok(()), converted) => converted,
            // A run that could not go on with its output has ended for the reason that the output has.
            (Err(Stop::BrokenPipe), Err(stop)) => Err(stop),
            (result, _) => result,
        };
        match target {
            Target::One(out) => finish(out, run, result),
            #[cfg(feature = "columns")]
            Target::Many(directory, path, _) => {
                finish_whole(run, result, Some(&path), || interrupt::commit(|| directory.commit()))
            }
        }
    }
}

/// Something that text of games is written to, in a format.
pub(crate) enum GameSink<T> {
    AsTheyAre(T),
    Converted(Conversion<T>),
}

/// A second run over the text.
pub(crate) struct Conversion<T> {
    text: SyncSender<Vec<u8>>,
    pending: Vec<u8>,
    /// Bytes so far.
    length: u64,
    trail: OriginTrail,
    worker: JoinHandle<(T, Result<Account, Stop>)>,
}

impl<T> Conversion<T> {
    fn send(&mut self) -> Result<(), Stop> {
        let piece = std::mem::take(&mut self.pending);
        // Whoever is gone says why when the output is closed.
        self.text.send(piece).map_err(|_| Stop::BrokenPipe)
    }
}

/// A target of text in any format.
pub(crate) trait FormTarget: Send + 'static {
    /// See [`Outlet::companion`].
    fn companion(&mut self, _extension: &'static str) -> io::Result<&mut dyn io::Write> {
        Err(io::Error::from(io::ErrorKind::InvalidInput))
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Hands on what was written so far.
    fn flush(&mut self) -> io::Result<()>;

    /// Converts the games of a text, and writes them here.
    fn convert(&mut self, second: SecondRun) -> Result<Account, Stop>
    where
        Self: Sized,
    {
        second.into_one(&mut Bytes(self))
    }
}

struct Bytes<'t, T>(&'t mut T);

impl<T: FormTarget> io::Write for Bytes<'_, T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl<T: FormTarget> Outlet for Bytes<'_, T> {
    fn companion(&mut self, extension: &'static str) -> io::Result<&mut dyn io::Write> {
        self.0.companion(extension)
    }
}

impl FormTarget for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::Write::flush(self)
    }
}

impl FormTarget for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::One(out) => out.write_all(bytes),
            #[cfg(feature = "columns")]
            Self::Many(..) => Ok(()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::One(out) => io::Write::flush(out),
            #[cfg(feature = "columns")]
            Self::Many(..) => Ok(()),
        }
    }

    fn convert(&mut self, second: SecondRun) -> Result<Account, Stop> {
        match self {
            Self::One(out) => second.into_one(out),
            #[cfg(feature = "columns")]
            Self::Many(directory, _, by) => second.into_many(directory.path(), by),
        }
    }
}

impl<T: FormTarget> GameSink<T> {
    /// A sink that writes to `target`; without a format text is written as it is.
    ///
    /// # Errors
    /// When the system has no thread to give.
    pub(crate) fn new(options: &RunOptions, form: Option<Form>, mut target: T) -> Result<Self, Stop> {
        let Some(form) = form else { return Ok(Self::AsTheyAre(target)) };
        let (text, receiver) = sync_channel(WAITING);
        let trail = OriginTrail::default();
        let second = SecondRun {
            form,
            jobs: options.pipeline.jobs.get(),
            letters: options.read.letters,
            text: receiver,
            trail: trail.clone(),
        };
        let work = move || {
            let result = target.convert(second);
            (target, result)
        };
        let worker = std::thread::Builder::new().name("pgn-convert".to_owned()).spawn(work)?;
        Ok(Self::Converted(Conversion { text, pending: Vec::new(), length: 0, trail, worker }))
    }

    pub(crate) fn is_converted(&self) -> bool {
        matches!(self, Self::Converted(_))
    }

    /// Notes the origins of the games that are written next.
    pub(crate) fn mark(&mut self, origins: impl IntoIterator<Item = GameOrigin>) {
        if let Self::Converted(conversion) = self {
            conversion.trail.mark(conversion.length, origins.into_iter().collect());
        }
    }

    pub(crate) fn write(&mut self, text: &[u8]) -> Result<(), Stop> {
        match self {
            Self::AsTheyAre(target) => Ok(target.write(text)?),
            Self::Converted(conversion) => {
                conversion.length += text.len() as u64;
                conversion.pending.extend_from_slice(text);
                if conversion.pending.len() < PIECE_BYTES { Ok(()) } else { conversion.send() }
            }
        }
    }

    /// Hands on what was written so far.
    pub(crate) fn flush(&mut self) -> Result<(), Stop> {
        match self {
            Self::AsTheyAre(target) => Ok(target.flush()?),
            Self::Converted(conversion) if conversion.pending.is_empty() => Ok(()),
            Self::Converted(conversion) => conversion.send(),
        }
    }

    /// Ends the text, and counts what came of it.
    pub(crate) fn close(self, ledger: &mut Ledger) -> (T, Result<(), Stop>) {
        let Conversion { text, pending, worker, .. } = match self {
            Self::AsTheyAre(target) => return (target, Ok(())),
            Self::Converted(conversion) => conversion,
        };
        if !pending.is_empty() {
            let _ = text.send(pending);
        }
        drop(text);
        let (target, result) = match worker.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        (target, result.map(|account| count(&account, &mut ledger.account)))
    }
}

/// Adds the counts of the second run to those of the first, which has read the games already.
fn count(second: &Account, first: &mut Account) {
    let written = (first.written + second.written).saturating_sub(second.read());
    let mut rest = second.clone();
    (rest.games, rest.records, rest.bytes, rest.written) = (0, 0, 0, 0);
    (rest.with_errors, rest.with_warnings) = (0, 0);
    *first += &rest;
    first.written = written;
}

/// Text of games that becomes another format.
pub(crate) struct SecondRun {
    form: Form,
    jobs: usize,
    letters: PieceLetters,
    text: Receiver<Vec<u8>>,
    trail: OriginTrail,
}

impl SecondRun {
    fn into_one(self, out: &mut dyn Outlet) -> Result<Account, Stop> {
        let task = WithPlaces(self.form.task());
        let mut assembler = output::assembler(&*task.0.output, self.jobs);
        assembler.begin(out)?;
        let account = self.run(&task, |mut chunk, numbers, origins| {
            origins.fill(&mut chunk, &*task.0.output);
            assembler.add(chunk, numbers, "", out)?;
            // What comes at once is due at once.
            out.flush()
        })?;
        assembler.end(out)?;
        Ok(account)
    }

    #[cfg(feature = "columns")]
    fn into_many(self, directory: &Path, by: &[String]) -> Result<Account, Stop> {
        let columns = self.form.options.parquet().divided_by(by).map_err(|message| {
            io::Error::new(io::ErrorKind::InvalidInput, format!("--partition: {message}"))
        })?;
        let files = columns.partitioned(directory, self.jobs);
        let mut files = files.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        let task = WithPlaces(pgnkit_archive::task::Rewrite::new(Box::new(columns)));
        let mut account = self.run(&task, |mut chunk, numbers, origins| {
            origins.fill(&mut chunk, &*task.0.output);
            files.add(chunk, numbers, "")
        })?;
        account.tally("files", &[("written", files.finish()? as u64)]);
        Ok(account)
    }

    fn run(
        self,
        task: &WithPlaces<pgnkit_archive::task::Rewrite>,
        mut take: impl FnMut(output::Chunk, Numbers, &BlockOrigins) -> io::Result<()>,
    ) -> Result<Account, Stop> {
        let Self { form: _, jobs, letters, text, trail } = self;
        let mut options = RunOptions::default().jobs(jobs);
        options.format = Some(&Pgn);
        options.read = options.read.letters(letters);
        // Errors of the games are those of the first run; what the format cannot hold is found out here.
        let alters = task.0.output.alters();
        let is_of_format =
            |code: Code| matches!(code, Code::LostInPgc | Code::LostInDatabase) || alters.contains(&code);
        let filter = Arc::new(FindingFilter::errors(usize::MAX, usize::MAX).also(alters));
        let mut tracker = OriginTracker::new(OriginSource::Trail(trail));
        let (mut account, mut shown) = (Account::default(), 0);
        let input = Input::from_pipe("<games>", Pieces { text, piece: Vec::new(), at: 0 });
        let input = input.map_err(io::Error::from)?;
        let flow = run::run([Ok(RunInput::new(input, filter))], task, &options, |event| {
            let result = match event {
                RunEvent::Entries(open, numbers, done) => {
                    account += &done.account;
                    let Done { value: (chunk, places), findings, .. } = done;
                    let origins = tracker.block(open, numbers, places);
                    let of_format = findings.iter().filter(|found| is_of_format(found.diagnostic.code));
                    of_format.for_each(|finding| show(finding, &origins, &mut shown));
                    take(chunk, numbers, &origins)
                }
                RunEvent::End(_, Err(error)) => Err(error.into()),
                RunEvent::Failed(error) => Err(io::Error::other(error.to_string())),
                RunEvent::Begin(_) | RunEvent::End(_, Ok(())) => Ok(()),
            };
            result.map_or_else(ControlFlow::Break, ControlFlow::Continue)
        })?;
        match flow {
            ControlFlow::Continue(()) => {
                account.diagnostics.retain(|(code, _), _| is_of_format(*code));
                Ok(account)
            }
            ControlFlow::Break(error) => Err(error.into()),
        }
    }
}

/// Shows what the format cannot hold of a game, by the origin of the game.
fn show(finding: &pgnkit_archive::Finding, origins: &BlockOrigins, shown: &mut usize) {
    *shown += 1;
    if *shown > SHOWN {
        return;
    }
    let number = finding.entry.as_ref().map_or(0, |entry| entry.before + 1);
    let origin = origins.origin(number);
    let diagnostic = &finding.diagnostic;
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    crate::run::say(&format_args!(
        "{}: game {}: {severity}[{}] {}: {}",
        origin.source,
        origin.number,
        diagnostic.code,
        diagnostic.code.name(),
        diagnostic.message
    ));
}

/// The text of pieces that come from another thread.
struct Pieces {
    text: Receiver<Vec<u8>>,
    piece: Vec<u8>,
    at: usize,
}

impl Read for Pieces {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.at == self.piece.len() {
            match self.text.recv() {
                Ok(piece) => (self.piece, self.at) = (piece, 0),
                // Nobody writes any more.
                Err(_) => return Ok(0),
            }
        }
        let rest = &self.piece[self.at..];
        let length = rest.len().min(out.len());
        out[..length].copy_from_slice(&rest[..length]);
        self.at += length;
        Ok(length)
    }
}
