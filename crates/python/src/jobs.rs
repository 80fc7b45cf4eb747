//! What is done with many games: each job takes inputs and gives text, which the next one reads.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, PoisonError};

use pgnkit::Fixer;
use pgnkit::diagnostics::{Level, Selection};
use pgnkit_archive::output::{self, OutputOptions, PgnText};
use pgnkit_archive::step::Step;
use pgnkit_archive::task::{Check, Rewrite};
use pgnkit_archive::{
    Account, Done, FindingFilter, Fixing, Input, InputError, OnError, OpenInput, RunEvent, RunInput,
    RunOptions, SourceError, Task, input, run,
};
use pgnkit_collections::dedup::{DedupOptions, Games as Duplicates, Survey};
use pgnkit_collections::eco::{Book, OpeningTags, SetOpening, SetOpenings};
use pgnkit_collections::edit::{
    DropCommands, DropComments, DropNags, DropVariations, EditGames, EditedBlock, RemoveTag, SetTag,
};
use pgnkit_collections::filter::{Choice, Filter};
use pgnkit_collections::position_index;
use pgnkit_collections::sort::{GatherGames, Order, Piece, SortOptions, Sorter, Stream as AsGiven};
use pgnkit_index::{IndexBuilder, IndexError};
use pgnkit_query::condition::Condition;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::errors::{EditError, SourceError as SourceFault, raise};
use crate::outlet::OutputFiles;
use crate::progress;
use crate::source::{Pieces, Raised, raised};
use crate::stream;
use pgnkit_archive::origin::{
    BlockOrigins, EntryPlaces, GameOrigin, GameOrigins, MovedPlaces, OriginSource, OriginTracker,
    OriginTrail, WithPlaces,
};

/// A job.
#[derive(Clone)]
pub(crate) enum Job {
    Filter { condition: Box<Condition>, count: Option<u64> },
    Sort { order: Order, unique: bool },
    Dedup { options: DedupOptions },
    Fix { unsafe_fixes: bool },
    Format,
    Openings { tags: OpeningTags, replace: bool },
    Edit(Edits),
}

/// What is edited in the bytes of games.
#[derive(Clone, Default)]
pub(crate) struct Edits {
    pub(crate) set: Vec<(String, String)>,
    pub(crate) remove: Vec<String>,
    pub(crate) drop: Vec<String>,
}

impl Edits {
    /// The words for what can be dropped.
    pub(crate) const DROPS: [&str; 4] = ["comments", "commands", "nags", "variations"];

    fn operations(&self) -> Vec<Box<dyn Step>> {
        let mut all: Vec<Box<dyn Step>> = Vec::new();
        all.extend(self.remove.iter().map(|name| Box::new(RemoveTag(name.clone())) as Box<dyn Step>));
        all.extend(self.set.iter().map(|(name, value)| Box::new(SetTag::new(name, value)) as Box<dyn Step>));
        for what in &self.drop {
            all.push(match what.as_str() {
                "variations" => Box::new(DropVariations),
                "nags" => Box::new(DropNags),
                "commands" => Box::new(DropCommands::all()),
                _ => Box::new(DropComments),
            });
        }
        all
    }
}

/// Inputs with what has to be known of them.
pub(crate) struct Inputs {
    pub(crate) inputs: Vec<Result<Input, SourceError>>,
    pub(crate) options: RunOptions,
    pub(crate) read: Arc<progress::Read>,
    pub(crate) raised: Raised,
    /// Where the games come from.
    pub(crate) whence: OriginSource,
    /// Whether nobody wants the results any more.
    pub(crate) stop: Arc<AtomicBool>,
}

/// What was written, and what was left out of it.
pub(crate) struct Written {
    pub(crate) games: u64,
    pub(crate) without: Vec<(&'static str, u64)>,
}

impl Written {
    /// An error where a form does not hold all of the games, unless that is wanted.
    fn of(form: &output::NamedOutput, lossy: bool, account: &Account) -> PyResult<Self> {
        let mut without: Vec<(&'static str, u64)> =
            account.tallies.get("without").cloned().unwrap_or_default();
        without.push(("games", account.dropped));
        without.push(("values that do not fit", account.truncated_values));
        without.retain(|(_, count)| *count > 0);
        if !lossy && !without.is_empty() {
            let lost: Vec<String> = without.iter().map(|(what, count)| format!("{count} {what}")).collect();
            let has_columns = matches!(form.name, "parquet" | "arrow" | "arrows");
            let whole = if has_columns { "with lossless=True columns hold all; " } else { "" };
            return Err(raise::<EditError>(format_args!(
                "{} cannot hold {} of the games; {whole}with lossy=True what it can hold is written",
                form.name,
                lost.join(", ")
            )));
        }
        Ok(Self { games: account.written, without })
    }
}

/// Why a run ends before its end.
enum Stop {
    /// Nobody wants more.
    Enough,
    Failed(PyErr),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::Enough } else { Self::Failed(error.into()) }
    }
}

type Write<'w> = &'w mut dyn FnMut(&[u8]) -> io::Result<()>;

/// The text that a job gives, and where its games come from.
struct Text<'w> {
    write: Write<'w>,
    /// Without it nobody asks.
    trail: Option<&'w OriginTrail>,
    /// Bytes so far.
    length: u64,
}

impl Text<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<()> {
        self.length += text.len() as u64;
        (self.write)(text)
    }

    /// Says where the games come from that begin so many bytes from here.
    fn mark_at(&self, distance: u64, origins: Vec<GameOrigin>) {
        if let Some(trail) = self.trail {
            trail.mark(self.length + distance, origins);
        }
    }

    /// Says where the next games come from.
    fn mark(&self, origins: impl IntoIterator<Item = GameOrigin>) {
        self.mark_at(0, origins.into_iter().collect());
    }

    /// Writes a piece of what was put in order.
    fn piece(&mut self, piece: Piece<'_>, origins: &GameOrigins) -> io::Result<()> {
        match piece {
            Piece::Game { text, number, .. } => {
                self.mark(origins.of(number));
                self.write(text)
            }
            Piece::Head(text) | Piece::Rest(text) => self.write(text),
        }
    }
}

impl Inputs {
    /// Puts the inputs through a task; the first that cannot be read ends it.
    fn run<T: Task>(
        self,
        task: &WithPlaces<T>,
        filter: FindingFilter,
        mut take: impl FnMut(&OpenInput, output::Numbers, Done<T::Out>, BlockOrigins) -> Result<(), Stop>,
    ) -> PyResult<()> {
        let Self { inputs, options, read, raised: slot, whence, stop } = self;
        let mut tracker = OriginTracker::new(whence);
        let mut take = |open: &OpenInput, numbers, done: Done<(T::Out, EntryPlaces)>| {
            let mut places = EntryPlaces::default();
            let done = done.map(|(value, found)| {
                places = found;
                value
            });
            let block = tracker.block(open, numbers, places);
            take(open, numbers, done, block)
        };
        let filter = Arc::new(filter);
        let inputs = inputs.into_iter().map(|input| Ok(RunInput::new(input?, Arc::clone(&filter))));
        let flow = run::run(inputs, task, &options, |event| observe(&read, &stop, event, &mut take));
        over(&slot, flow)
    }

    /// The same, with the text fixed.
    fn run_fixing(self, fixing: &Fixing, text: &mut Text<'_>) -> PyResult<u64> {
        let mut count = 0;
        let Self { inputs, options, read, raised: slot, whence, stop } = self;
        let mut tracker = OriginTracker::new(whence);
        let filter = Arc::new(FindingFilter::default());
        let inputs = inputs
            .into_iter()
            .map(|input| Ok(RunInput::new(input?, Arc::clone(&filter)).fixing(Some(fixing.clone()))));
        let flow = run::run_fixing(inputs, &WithPlaces(Check), &options, |event| {
            observe(&read, &stop, event, &mut |open: &_,
                                               numbers,
                                               done: Done<(
                ((), EntryPlaces),
                Option<pgnkit_archive::FixedBlock>,
            )>| {
                if open.format.name() != "pgn" {
                    let name = &open.name;
                    let said = format_args!("{name}: left out, it is not PGN; `pgn convert` writes it so");
                    return Err(Stop::Failed(raise::<SourceFault>(said)));
                }
                count += done.account.read();
                let (((), places), Some(fixed)) = done.value else { return Ok(()) };
                let BlockOrigins { places, origins } = tracker.block(open, numbers, places);
                let mut moved = MovedPlaces::by(&fixed.changes);
                for (place, origin) in places.games.iter().zip(origins) {
                    text.mark_at(moved.to(place.start - places.base), vec![origin]);
                }
                Ok(text.write(&fixed.text)?)
            })
        });
        over(&slot, flow)?;
        Ok(count)
    }

    /// Gives games, findings or rows as they are read; `each` makes them of a block.
    pub(crate) fn stream<T: Task, V>(
        self,
        task: &WithPlaces<T>,
        filter: FindingFilter,
        sender: &stream::Sender<V>,
        mut each: impl FnMut(&OpenInput, output::Numbers, Done<T::Out>, BlockOrigins) -> PyResult<Vec<V>>,
    ) -> PyResult<()> {
        self.run(task, filter, |open, numbers, done, block| {
            let values = each(open, numbers, done, block).map_err(Stop::Failed)?;
            if sender.send(values).is_continue() { Ok(()) } else { Err(Stop::Enough) }
        })
    }

    /// The inputs after a job: its text.
    pub(crate) fn after(self, job: Job) -> PyResult<Self> {
        let (raised, stop) = (Arc::clone(&self.raised), Arc::clone(&self.stop));
        let options = Self::of_text(&self.options);
        let (sender, receiver) = sync_channel(4);
        let slot = Arc::clone(&raised);
        let trail = OriginTrail::default();
        let whence = OriginSource::Trail(trail.clone());
        let work = move || {
            let mut write = |text: &[u8]| send(&sender, text);
            let text = Text { write: &mut write, trail: Some(&trail), length: 0 };
            let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job.run(self, text)));
            let done = done.unwrap_or_else(|panic| Err(PyRuntimeError::new_err(stream::said(&*panic))));
            if let Err(error) = done {
                let message = error.to_string();
                slot.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                let _ = sender.send(Err(io::Error::other(message)));
            }
        };
        std::thread::Builder::new().name("pgnkit".to_owned()).spawn(work)?;
        let text = Pieces::new(move || receiver.recv().unwrap_or_else(|_| Ok(Vec::new())));
        let input = Input::from_reader("<games>", text);
        // How far reading is, is said of the sources.
        Ok(Self { inputs: vec![input], options, read: Arc::default(), raised, whence, stop })
    }

    /// Text of games, whatever the inputs were.
    fn of_text(options: &RunOptions) -> RunOptions {
        let mut of_text = options.clone();
        of_text.format = input::by_name("pgn");
        of_text.charset = None;
        of_text
    }

    /// Writes the games in a form of output, or as a job does, and says what is written; `None` where nobody wants them any more and they are
    /// not all there.
    pub(crate) fn write(
        self,
        form: &output::NamedOutput,
        options: &OutputOptions,
        job: Option<Job>,
        out: &mut dyn output::Outlet,
    ) -> PyResult<Option<Written>> {
        let stop = Arc::clone(&self.stop);
        let written = match job {
            Some(job) => {
                let is_over = Arc::clone(&stop);
                let mut write = |text: &[u8]| match is_over.load(Ordering::Relaxed) {
                    true => Err(io::ErrorKind::BrokenPipe.into()),
                    false => out.write_all(text),
                };
                let text = Text { write: &mut write, trail: None, length: 0 };
                Written { games: job.run(self, text)?, without: Vec::new() }
            }
            None => self.convert(form, options, out)?,
        };
        Ok((!stop.load(Ordering::Relaxed)).then_some(written))
    }

    /// Makes an index of the games in a file; `None` where nobody wants it any more. Games with errors, and those whose rules are not known, are left out.
    pub(crate) fn index(
        mut self,
        path: std::path::PathBuf,
        memory: usize,
        level: pgnkit_index::Level,
        moves_only: bool,
    ) -> PyResult<Option<Written>> {
        self.options.on_error = OnError::Leave;
        let failed = |error: IndexError| raise::<SourceFault>(error);
        let mut out = OutputFiles::create(path).map_err(|error| failed(error.into()))?;
        let (stop, jobs) = (Arc::clone(&self.stop), self.options.pipeline.jobs.get());
        let mut builder = IndexBuilder::new(&std::env::temp_dir(), memory).threads(jobs).level(level);
        let (mut sources, mut last, mut read) = (Vec::new(), None, 0);
        let task = WithPlaces(position_index::GatherGames::default().moves_only(moves_only));
        self.run(&task, FindingFilter::default(), |open, numbers, done, _| {
            if last.replace(open.index) != Some(open.index) {
                sources.push(open.name.clone());
            }
            read += done.account.read();
            let source = sources.len() as u64 - 1;
            let added = builder.add(&done.value.batch, source, numbers.before_in_input);
            added.map_err(|error| Stop::Failed(failed(error)))
        })?;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let games = builder.len();
        builder.finish(&sources, &mut out).map_err(failed)?;
        out.finish().map_err(|error| failed(error.into()))?;
        let left_out = ("games with errors, or by unknown rules", read - games);
        let without = [left_out].into_iter().filter(|(_, count)| *count > 0).collect();
        Ok(Some(Written { games, without }))
    }

    /// Whether what is read was made of something else, where the games come from.
    pub(crate) fn is_made(&self) -> bool {
        matches!(self.whence, OriginSource::Trail(_))
    }

    fn convert(
        self,
        form: &output::NamedOutput,
        options: &OutputOptions,
        out: &mut dyn output::Outlet,
    ) -> PyResult<Written> {
        let task = WithPlaces(Rewrite::new((form.make)(options)));
        let jobs = self.options.pipeline.jobs.get();
        let mut assembler = output::assembler(&*task.0.output, jobs);
        assembler.begin(out)?;
        let mut account = Account::default();
        let is_made = self.is_made();
        self.run(&task, FindingFilter::default(), |open, numbers, mut done, block| {
            account += &done.account;
            if is_made {
                block.fill(&mut done.value, &*task.0.output);
            }
            Ok(assembler.add(done.value, numbers, &open.name, out)?)
        })?;
        let written = Written::of(form, options.lossy, &account)?;
        assembler.end(out)?;
        Ok(written)
    }

    /// Writes the games as Parquet files into the directories of partitions, below a directory that is there.
    pub(crate) fn write_partitions(
        self,
        form: &output::NamedOutput,
        options: &OutputOptions,
        by: &[String],
        directory: &std::path::Path,
    ) -> PyResult<Option<Written>> {
        let columns = options.parquet().divided_by(by).map_err(PyValueError::new_err)?;
        let jobs = self.options.pipeline.jobs.get();
        let stop = Arc::clone(&self.stop);
        let Some(mut files) = columns.partitioned(directory, jobs) else { return Ok(None) };
        let task = WithPlaces(Rewrite::new(Box::new(columns)));
        let mut account = Account::default();
        let is_made = self.is_made();
        self.run(&task, FindingFilter::default(), |open, numbers, mut done, block| {
            account += &done.account;
            if is_made {
                block.fill(&mut done.value, &*task.0.output);
            }
            Ok(files.add(done.value, numbers, &open.name)?)
        })?;
        let written = Written::of(form, options.lossy, &account)?;
        files.finish()?;
        Ok((!stop.load(Ordering::Relaxed)).then_some(written))
    }
}

fn send(sender: &SyncSender<io::Result<Vec<u8>>>, text: &[u8]) -> io::Result<()> {
    // An empty piece would be the end.
    if text.is_empty() {
        return Ok(());
    }
    sender.send(Ok(text.to_vec())).map_err(|_| io::ErrorKind::BrokenPipe.into())
}

fn observe<T>(
    read: &progress::Read,
    stop: &AtomicBool,
    event: RunEvent<'_, T>,
    take: &mut impl FnMut(&OpenInput, output::Numbers, Done<T>) -> Result<(), Stop>,
) -> ControlFlow<Result<InputError, Stop>> {
    if stop.load(Ordering::Relaxed) {
        return ControlFlow::Break(Err(Stop::Enough));
    }
    match event {
        RunEvent::Begin(open) => {
            read.begin(open.progress.clone());
            ControlFlow::Continue(())
        }
        RunEvent::Entries(open, numbers, done) => match take(open, numbers, done) {
            Ok(()) => ControlFlow::Continue(()),
            Err(stop) => ControlFlow::Break(Err(stop)),
        },
        RunEvent::End(_, Ok(())) => ControlFlow::Continue(()),
        RunEvent::End(_, Err(error)) => ControlFlow::Break(Ok(error.into())),
        RunEvent::Failed(error) => ControlFlow::Break(Ok(error)),
    }
}

/// How a run has ended.
fn over(slot: &Raised, flow: io::Result<ControlFlow<Result<InputError, Stop>>>) -> PyResult<()> {
    match flow? {
        ControlFlow::Continue(()) | ControlFlow::Break(Err(Stop::Enough)) => Ok(()),
        ControlFlow::Break(Err(Stop::Failed(error))) => Err(error),
        ControlFlow::Break(Ok(error)) => Err(raised(slot, error)),
    }
}

impl Job {
    /// The method that asks for it.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Filter { .. } => "filter",
            Self::Sort { .. } => "sort",
            Self::Dedup { .. } => "dedup",
            Self::Fix { .. } => "fix",
            Self::Format => "fmt",
            Self::Openings { .. } => "eco",
            Self::Edit(_) => "edit",
        }
    }

    /// Does it, and writes the games; their number.
    fn run(self, mut inputs: Inputs, mut text: Text<'_>) -> PyResult<u64> {
        let none = FindingFilter::default;
        // Games with errors stay as they are, wherever games do.
        inputs.options.on_error = OnError::Leave;
        match self {
            Self::Filter { condition, count } => {
                let task = WithPlaces(Filter::new(*condition));
                let mut games = AsGiven::new(Default::default());
                let mut choice = Choice::default();
                choice.limit = count;
                // A game is written when the next one comes.
                let mut last = None;
                inputs.run(&task, none(), |_, numbers, done, block| {
                    games.begin(&done.value.gathered, |piece| text.write(piece))?;
                    for (at, game) in done.value.games.iter().enumerate() {
                        if choice.takes(numbers.before_in_run + game.number, game.matches) {
                            text.mark(last.replace(block.origin(game.number)));
                            games.take(&done.value.gathered, at, |piece| text.write(piece))?;
                        }
                    }
                    if choice.is_full() { Err(Stop::Enough) } else { Ok(()) }
                })?;
                text.mark(last);
                games.finish(|piece| text.write(piece))?;
                Ok(choice.chosen)
            }
            Self::Sort { order, unique } => {
                let task = WithPlaces(GatherGames::new(order));
                let mut options = SortOptions::default();
                options.unique = unique;
                let mut sorter = Sorter::new(&task.0, options);
                let mut origins = GameOrigins::default();
                inputs.run(&task, none(), |_, _, done, block| {
                    origins.extend(block.origins);
                    Ok(sorter.push(done.value)?)
                })?;
                Ok(sorter.finish_pieces(|piece| text.piece(piece, &origins))?.written)
            }
            Self::Dedup { options } => {
                let task = WithPlaces(Survey::default());
                let mut games = Duplicates::new(&task.0, options);
                let mut origins = GameOrigins::default();
                inputs.run(&task, none(), |open, numbers, done, block| {
                    origins.extend(block.origins);
                    Ok(games.push(&open.name, numbers, done.value)?)
                })?;
                Ok(games.find()?.write_pieces(|piece| text.piece(piece, &origins))?.written)
            }
            Self::Fix { unsafe_fixes } => {
                let selection = Selection::default();
                let fixer =
                    Fixer::at_level(Level::Import).codes(selection.selected()).unsafe_fixes(unsafe_fixes);
                // What is found is not asked for, and places are those before.
                inputs.run_fixing(&Fixing::new(fixer, false), &mut text)
            }
            Self::Format => {
                inputs.options.on_error = OnError::Keep;
                let task = WithPlaces(Rewrite::new(Box::new(PgnText::default())));
                let mut count = 0;
                inputs.run(&task, none(), |open, numbers, done, block| {
                    count += done.account.written;
                    text.mark(block.origins);
                    Ok(text.write(&done.value.seal(numbers, &open.name))?)
                })?;
                Ok(count)
            }
            Self::Openings { tags, replace } => {
                let task = SetOpenings::new(SetOpening::new(Book::lichess(), tags).replace(replace));
                edit(inputs, task, text)
            }
            Self::Edit(edits) => edit(inputs, EditGames::new(edits.operations()), text),
        }
    }
}

fn edit(inputs: Inputs, task: impl Task<Out = EditedBlock>, mut text: Text<'_>) -> PyResult<u64> {
    let mut count = 0;
    inputs.run(&WithPlaces(task), FindingFilter::default(), |_, _, done, block| {
        count += done.account.read();
        text.mark(block.origins);
        Ok(text.write(&done.value.fixed.text)?)
    })?;
    Ok(count)
}
