//! A run: a task over many inputs of any form, on all cores, in order.

mod position;

use std::fmt;
use std::io::{self, Cursor, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pgnkit::diagnostics::{CodeSet, Suppression};

use crate::account::Account;
use crate::blocks::lines;
use crate::entries::{self, EntryRules, OnError};
use crate::entry::{Kind, Locations};
use crate::findings::{Done, FindingFilter, KnownFindings, Mixture, holds_suppressions};
use crate::fixing::{self, FixedBlock, Fixing};
use crate::input::{self, Access, InputFormat, Pgn, ReadOptions};
use crate::inputs::Input;
use crate::output::Numbers;
use crate::pipeline::{
    self, BlockOutcome, BlockView, ByteStream, RecordBlocks, Stream, StreamContent, StreamEvent,
};
use crate::select::{EntrySelection, EntrySelector};
use crate::source::{self, Lookup, SourceError};
use crate::stamp::Stamp;
use crate::task::Task;

pub use position::{RunPosition, RunPositionError};

/// Bytes that are looked at to find the form of an input whose name says nothing.
const HEAD_BYTES: usize = 4096;

/// Options of a run.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct RunOptions {
    /// Threads and blocks.
    pub pipeline: pipeline::Options,
    /// Options for reading entries.
    pub read: ReadOptions,
    /// The form of all inputs; without it names decide, and then content.
    pub format: Option<&'static dyn InputFormat>,
    /// The form of inputs of which neither name nor content says for certain.
    pub fallback: Option<&'static dyn InputFormat>,
    /// The character set of text that is not UTF-8; without it each value that is not is ISO 8859-1 (decision A-01).
    pub charset: Option<source::Charset>,
    /// The password of inputs that have one: archives of ChessBase, `.cbz`.
    pub password: Option<Arc<str>>,
    /// Conditions that all games have which the run needs: an input may leave out the others.
    pub lookup: Lookup,
    /// Treatment of entries with errors.
    pub on_error: OnError,
    /// Whether the original bytes of entries with errors are handed on, in [`Done::rejects`].
    pub rejects: bool,
    /// The entries that the task is given.
    pub selection: EntrySelection,
    /// The place at which the run begins, where an earlier one stopped.
    pub begin: RunPosition,
}

impl RunOptions {
    /// With so many threads that work.
    #[must_use]
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.pipeline = self.pipeline.jobs(jobs);
        self
    }

    /// The form of an input as far as its name and these options determine it.
    pub fn format_of(&self, name: &str) -> Option<&'static dyn InputFormat> {
        self.format.or_else(|| input::by_file_name(name))
    }

    /// Conditions that all games have which the run needs. What a selection passes over is not needed where nobody counts it.
    fn lookup(&self) -> Lookup {
        let EntrySelection { filter, reads_on, .. } = &self.selection;
        match filter {
            Some(filter) if self.lookup.is_empty() && !reads_on && !self.selection.counts() => {
                filter.lookup()
            }
            _ => self.lookup.clone(),
        }
    }

    /// Whether an input holds games or positions, as far as its name and these options determine it.
    pub fn kind_of(&self, name: &str) -> Option<Kind> {
        self.format_of(name).or(self.fallback).map(InputFormat::holds)
    }
}

/// An input of a run, with what is peculiar to it.
#[derive(Debug)]
#[non_exhaustive]
pub struct RunInput {
    /// Its origin.
    pub input: Input,
    /// The findings that are wanted of it.
    pub filter: Arc<FindingFilter>,
    /// The fixer of its text, if it is to be fixed.
    pub fixing: Option<Fixing>,
    /// The findings in it that are known, and do not count.
    pub known: Option<KnownFindings>,
}

impl RunInput {
    /// An input of which these findings are wanted.
    pub fn new(input: Input, filter: Arc<FindingFilter>) -> Self {
        Self { input, filter, fixing: None, known: None }
    }

    /// With findings that are known, and do not count.
    #[must_use]
    pub fn known(self, known: Option<KnownFindings>) -> Self {
        Self { known, ..self }
    }

    /// With fixes applied.
    #[must_use]
    pub fn fixing(self, fixing: Option<Fixing>) -> Self {
        Self { fixing, ..self }
    }
}

/// An opened input of a run.
#[derive(Debug)]
#[non_exhaustive]
pub struct OpenInput {
    /// Its place among the inputs of the run, from 0, those that could not be used counted.
    pub index: usize,
    /// The name it is called by.
    pub name: String,
    /// The file, when the input is a whole file.
    pub path: Option<PathBuf>,
    /// Its form.
    pub format: &'static dyn InputFormat,
    /// The compression it is stored in.
    pub compression: source::Compression,
    /// Whether it is stored in UTF-16 or another character set that was decoded: what is read is not the bytes of the file.
    pub is_decoded: bool,
    /// Progress of reading it.
    pub progress: source::Progress,
    /// The state of the file when it was opened; `None` for what is no file.
    pub stamp: Option<Stamp>,
    /// Whether it is a pipe: what is made of it should be seen at once, and not only when there is much.
    pub is_pipe: bool,
    filter: Arc<FindingFilter>,
    fixing: Option<Fixing>,
    known: Option<KnownFindings>,
    /// Whether no further entry of it can be chosen, so that it is not read to its end.
    is_past: Arc<AtomicBool>,
}

impl OpenInput {
    /// The file in which offsets count: it is there if its bytes are those that are read.
    pub fn plain_file(&self) -> Option<&Path> {
        let is_plain = self.compression == source::Compression::Plain
            && !self.is_decoded
            && self.format.split().is_some();
        self.path.as_deref().filter(|path| is_plain && path.is_file())
    }

    /// The form of the text of its entries: that of records is PGN.
    pub fn text_format(&self) -> &'static dyn InputFormat {
        match self.format.access() {
            Access::Stream(_) => self.format,
            Access::Records(_) => &Pgn,
        }
    }

    pub(crate) fn filter(&self) -> &FindingFilter {
        &self.filter
    }
}

/// An input that could not be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum InputError {
    /// It could not be opened or read.
    Source(SourceError),
    /// Its form is not for the task.
    LeftOut {
        /// The name of the input.
        name: String,
        /// The reason.
        reason: &'static str,
    },
    /// The caller cannot use it.
    Refused {
        /// The name of the input.
        name: String,
        /// The reason.
        reason: String,
    },
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Source(error) => error.fmt(f),
            Self::LeftOut { name, reason } => write!(f, "{name}: left out, {reason}"),
            Self::Refused { name, reason } => write!(f, "{name}: {reason}"),
        }
    }
}

impl std::error::Error for InputError {}

impl From<SourceError> for InputError {
    fn from(error: SourceError) -> Self {
        Self::Source(error)
    }
}

/// A report of a run to its sink, in the order of the inputs.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "one a block, and moved once")]
pub enum RunEvent<'r, T> {
    /// An input begins.
    Begin(&'r OpenInput),
    /// Some entries of the input were worked.
    Entries(&'r OpenInput, Numbers, Done<T>),
    /// The input is over; with an error it could not be read to its end.
    End(&'r OpenInput, Result<(), SourceError>),
    /// An input could not be used.
    Failed(InputError),
}

/// Works through inputs with a task; `sink` gets the results in the order of the inputs, whatever thread they come
/// from. Inputs are opened some blocks before their turn. The run ends early where the sink breaks off, and after a
/// result with [`Done::stopped`].
///
/// # Errors
/// When the system has no thread to give. Errors of inputs go to the sink.
pub fn run<'t, T: Task, B>(
    inputs: impl IntoIterator<Item = Result<RunInput, InputError>, IntoIter: Send>,
    task: &'t T,
    options: &RunOptions,
    sink: impl FnMut(RunEvent<'_, T::Out>) -> ControlFlow<B>,
) -> io::Result<ControlFlow<B>> {
    let rules = EntryRules {
        read: options.read,
        on_error: options.on_error,
        rejects: options.rejects,
        whole_blocks: task.wants_whole_blocks(),
    };
    let work = |open: &OpenInput, block: &BlockView<'_>, memory: &mut Memory<'t, '_, T>| {
        memory.select(open, |scratch, selector| {
            entries::work(&rules, &open.filter, task, open.format, block, scratch, selector)
        })
    };
    drive(inputs, task, options, work, sink)
}

/// Memory of a thread.
struct Memory<'t, 's, T: Task + 't> {
    scratch: T::Scratch<'t>,
    selector: Option<EntrySelector<'s>>,
}

impl<'t, 's, T: Task> Memory<'t, 's, T> {
    fn new(task: &'t T, selection: &'s EntrySelection) -> Self {
        Self { scratch: task.scratch(), selector: selection.selector() }
    }

    /// Works a block of an input with a choice of its entries.
    fn select<U>(
        &mut self,
        open: &OpenInput,
        work: impl FnOnce(&mut T::Scratch<'t>, Option<&mut EntrySelector<'s>>) -> BlockOutcome<Done<U>>,
    ) -> BlockOutcome<Done<U>> {
        let Self { scratch, selector } = self;
        let Some(selector) = selector else { return work(scratch, None) };
        let before = selector.begin_block(open.index);
        let mut outcome = work(scratch, Some(selector));
        if outcome.consumed == 0 {
            // It is worked again, together with more.
            selector.undo(before);
        }
        if outcome.value.is_past {
            open.is_past.store(true, Ordering::Relaxed);
        }
        outcome.value.is_full = selector.is_full();
        outcome
    }
}

/// [`run`], with the text of inputs fixed as [`RunInput::fixing`] says.
///
/// # Errors
/// As for [`run`].
pub fn run_fixing<'t, T: Task, B>(
    inputs: impl IntoIterator<Item = Result<RunInput, InputError>, IntoIter: Send>,
    task: &'t T,
    options: &RunOptions,
    sink: impl FnMut(RunEvent<'_, (T::Out, Option<FixedBlock>)>) -> ControlFlow<B>,
) -> io::Result<ControlFlow<B>> {
    let rules = |whole_blocks| EntryRules {
        read: options.read,
        on_error: options.on_error,
        rejects: options.rejects,
        whole_blocks,
    };
    let (rules, whole) = (rules(false), rules(true));
    let work = |open: &OpenInput, block: &BlockView<'_>, memory: &mut Memory<'t, '_, T>| {
        match open.fixing.as_ref().filter(|_| open.format.is_fixable()) {
            // A fix is one of the text of a block, whatever is selected of it.
            Some(fixing) => {
                let scratch = &mut memory.scratch;
                let mut read = |block: &BlockView<'_>| {
                    entries::work(&whole, &open.filter, task, open.format, block, scratch, None)
                };
                let outcome = read(block);
                let BlockOutcome { value, consumed, paused } =
                    fixing::fix_block(fixing, block, outcome, read);
                BlockOutcome { value: value.map(|(value, fixed)| (value, Some(fixed))), consumed, paused }
            }
            None => {
                let outcome = memory.select(open, |scratch, selector| {
                    entries::work(&rules, &open.filter, task, open.format, block, scratch, selector)
                });
                // Other forms stay as they are, byte for byte.
                let same = |_: &Fixing| FixedBlock::unchanged(&block.bytes[..outcome.consumed]);
                let fixed = open.fixing.as_ref().map(same);
                let BlockOutcome { value, consumed, paused } = outcome;
                BlockOutcome { value: value.map(|value| (value, fixed)), consumed, paused }
            }
        }
    };
    drive(inputs, task, options, work, sink)
}

fn drive<'t, 's, T: Task, U: Send, B>(
    inputs: impl IntoIterator<Item = Result<RunInput, InputError>, IntoIter: Send>,
    task: &'t T,
    options: &'s RunOptions,
    work: impl Fn(&OpenInput, &BlockView<'_>, &mut Memory<'t, 's, T>) -> BlockOutcome<Done<U>> + Sync,
    mut sink: impl FnMut(RunEvent<'_, U>) -> ControlFlow<B>,
) -> io::Result<ControlFlow<B>> {
    let mut pipeline = options.pipeline.clone();
    pipeline.single_entries |= task.is_slow();
    if options.selection.counts() {
        pipeline = pipeline.jobs(1);
    }
    let begin = options.begin;
    let streams = inputs.into_iter().enumerate().skip(begin.input);
    let streams = streams.map(|(index, input)| open(index, input?, task, options));
    let (mut numbers, mut mixture) = (begin.numbers, Mixture::default());
    let flow = pipeline::process_all(
        streams,
        &pipeline,
        || Memory::new(task, &options.selection),
        work,
        |event| match event {
            StreamEvent::Begin(open) => {
                if open.index > begin.input {
                    numbers.before_in_input = 0;
                }
                mixture = Mixture::default();
                sink(RunEvent::Begin(open)).map_break(Some)
            }
            StreamEvent::Value(open, mut done) => {
                if let Some(known) = &open.known {
                    known.settle(&mut done, &open.filter);
                }
                mixture.settle(&mut done, &open.filter);
                let (read, stopped) = (done.account.read(), done.stopped || done.is_full);
                numbers.before_in_run += done.left_out_before;
                numbers.before_in_input += done.left_out_before;
                sink(RunEvent::Entries(open, numbers, done)).map_break(Some)?;
                numbers.before_in_run += read;
                numbers.before_in_input += read;
                if stopped { ControlFlow::Break(None) } else { ControlFlow::Continue(()) }
            }
            StreamEvent::End(open, result) => {
                let result = result.map_err(|error| SourceError::of(&open.name, error));
                sink(RunEvent::End(open, result)).map_break(Some)
            }
            StreamEvent::Failed(error) => sink(RunEvent::Failed(error)).map_break(Some),
        },
    )?;
    Ok(match flow {
        ControlFlow::Break(Some(value)) => ControlFlow::Break(value),
        ControlFlow::Break(None) | ControlFlow::Continue(()) => ControlFlow::Continue(()),
    })
}

/// Opens an input and determines its form.
pub(crate) fn open<T: Task>(
    index: usize,
    RunInput { input, mut filter, mut fixing, known }: RunInput,
    task: &T,
    options: &RunOptions,
) -> Result<Stream<Box<dyn Read + Send>, OpenInput>, InputError> {
    let (name, path) = (input.name().to_owned(), input.path().map(Path::to_owned));
    let companions = input.companions();
    let mut source = input.open()?;
    let named = options.format_of(&name);
    if named.is_some_and(|format| matches!(format.access(), Access::Records(_))) {
        source = source.of_bytes();
    } else if let Some(charset) = options.charset {
        source = source.decoded_from(charset);
    }
    let is_decoded = source.is_decoded()?;
    let (progress, compression, stamp) = (source.progress(), source.compression(), source.stamp());
    let waiting = source.waiting();
    let is_pipe = waiting.is_some();
    let problem = |error| SourceError::of(&name, error);
    let (format, head, reader) = sniff(&name, source, waiting.as_ref(), options).map_err(problem)?;
    if let Err(reason) = task.accepts(format) {
        return Err(InputError::LeftOut { name, reason });
    }
    let skipped = if index == options.begin.input { options.begin.offset } else { 0 };
    let content = match format.access() {
        Access::Stream(format) => {
            let mut reader = boxed(reader);
            let place = pass_over(&mut reader, skipped).map_err(problem)?;
            let is_at_hand = compression == source::Compression::Plain && !is_decoded && stamp.is_some();
            let stream = ByteStream::new(reader, format.split()).live(waiting).at_hand(is_at_hand);
            StreamContent::Bytes(stream.begin_at(skipped, place))
        }
        Access::Records(store) => {
            // A pipe has a path, too, but what was read of it is gone.
            let is_file = compression == source::Compression::Plain && !is_decoded;
            let file = path.clone().filter(|path| is_file && path.is_file());
            let opened = source::Opened {
                reader: Box::new(reader),
                file,
                companions: companions.named(store.companions(&name, &head)),
                progress: progress.clone(),
                name: name.clone(),
                charset: options.charset,
                password: options.password.clone(),
                lookup: options.lookup(),
            };
            let blocks = RecordBlocks::new(store.open(opened).map_err(problem)?);
            StreamContent::Records(blocks.begin_at(skipped))
        }
    };
    let suppressed = Suppression::of_file(&head);
    if known.is_some() {
        Arc::make_mut(&mut filter).compares = true;
    }
    if filter.heeds_suppressions && holds_suppressions(format) && suppressed != CodeSet::EMPTY {
        Arc::make_mut(&mut filter).suppressed = suppressed;
        if let Some(fixing) = &mut fixing {
            fixing.fixer = fixing.fixer.without(&suppressed);
        }
    }
    let context = OpenInput {
        index,
        name,
        path,
        format,
        compression,
        is_decoded,
        progress,
        stamp,
        is_pipe,
        filter,
        fixing,
        known,
        is_past: Arc::default(),
    };
    let is_past = context.is_past.clone();
    let content = match content {
        content if !options.selection.counts() => content,
        StreamContent::Bytes(stream) => {
            StreamContent::Bytes(stream.map(|reader| boxed(ReadWhileNeeded { reader, is_past })))
        }
        StreamContent::Records(blocks) => StreamContent::Records(blocks.until(is_past)),
    };
    Ok(Stream { content, context })
}

fn boxed(reader: impl Read + Send + 'static) -> Box<dyn Read + Send> {
    Box::new(reader)
}

/// A stream that ends as soon as no further entry of it can be chosen.
struct ReadWhileNeeded {
    reader: Box<dyn Read + Send>,
    is_past: Arc<AtomicBool>,
}

impl Read for ReadWhileNeeded {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.is_past.load(Ordering::Relaxed) { Ok(0) } else { self.reader.read(out) }
    }
}

/// Passes over bytes at the beginning of a stream; gives the line and the column after them.
fn pass_over(reader: &mut impl Read, bytes: u64) -> io::Result<(u64, u64)> {
    let (mut left, mut place, mut last) = (bytes, (1, 1), 0);
    let mut piece = vec![0; if bytes > 0 { 64 << 10 } else { 0 }];
    while left > 0 {
        let most = piece.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        let got = match reader.read(&mut piece[..most]) {
            Ok(0) => return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "it is shorter than it was")),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            got => got?,
        };
        // A line break of two characters may come in two pieces.
        place.0 -= u64::from(last == b'\r' && piece[0] == b'\n');
        place = lines::place_behind(&piece[..got], got, place);
        (last, left) = (piece[got - 1], left - got as u64);
    }
    Ok(place)
}

/// The form of an input, by options, name and content in this order, its first bytes, and all of them.
fn sniff<R: Read>(
    name: &str,
    mut reader: R,
    waiting: Option<&source::Waiting>,
    options: &RunOptions,
) -> io::Result<(&'static dyn InputFormat, Vec<u8>, impl Read + use<R>)> {
    let head = source::read_head(&mut reader, HEAD_BYTES, waiting)?;
    let reader = Cursor::new(head.clone()).chain(reader);
    let format = options.format.or_else(|| input::by_name_and_content(name, &head)).or(options.fallback);
    let format = format.unwrap_or_else(|| input::by_content(&head).0);
    // An explicit format overrides detection.
    let is_text = format.locations() == Locations::Lines;
    if options.format.is_none() && is_text {
        source::refuse_binary(name, &head)?;
    }
    Ok((format, head, reader))
}

/// The counts of a run so far, for sinks that only count.
impl<T> RunEvent<'_, T> {
    /// Adds the counts of an event.
    pub fn count(&self, account: &mut Account) {
        if let Self::Entries(_, _, done) = self {
            *account += &done.account;
        }
    }
}
