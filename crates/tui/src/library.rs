//! Files: their games are listed in the background, and read again one by one when they are opened.

use std::fmt;
use std::fs::File;
use std::io::{self, Cursor, Read as _, Seek as _, SeekFrom, Write as _};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use pgnkit::PieceLetters;
use pgnkit_archive::Inputs;
use pgnkit_archive::headers::{GatherHeaders, Headers};
#[cfg(feature = "index")]
use pgnkit_archive::input::game_of;
use pgnkit_archive::source::Progress;
use pgnkit_archive::task::Check;
use pgnkit_archive::{
    Detail, Finding, FindingFilter, Input, InputError, InputFormat, OpenInput, RunEvent, RunInput,
    RunOptions, Selection, from_reader, run,
};

#[cfg(feature = "index")]
use pgnkit_index::Index;

use crate::game::OpenGame;
use crate::list::{Field, GameList, Place};

/// Blocks that wait to be taken into the list, at most.
const WAITING: usize = 4;
/// Diagnostics of a game that are shown, at most.
const FINDINGS: usize = 500;

/// The files of a reader.
pub struct Library {
    reports: Receiver<Report>,
    inputs: Vec<Opened>,
    /// The decompressed text of all inputs that are no plain files, one after the other. A game of a compressed file could
    /// only be read again by decompressing everything before it: half a second for one at the end of 300 MB. The file has no
    /// name, and is gone with the process.
    spool: Option<File>,
    spooled: u64,
    progress: Option<Progress>,
    state: State,
    letters: PieceLetters,
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Library")
            .field("inputs", &self.inputs)
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

/// The state of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// So many hundredths of the input that is read now; `None` where its size is not known.
    Reading(Option<u8>),
    /// Everything is listed.
    Done,
}

/// An input that was opened, and where the texts of its games are.
#[derive(Debug)]
struct Opened {
    name: String,
    format: &'static dyn InputFormat,
    home: Home,
}

#[derive(Debug)]
enum Home {
    /// A plain file, as it was when it was opened.
    File { path: PathBuf, state: Option<(u64, SystemTime)> },
    /// The spool, from here on.
    Spool(u64),
    /// An index, which has its games by number.
    #[cfg(feature = "index")]
    Index(Box<Index>),
}

/// A message of the thread that reads.
enum Report {
    Begin { name: String, home: Origin, format: &'static dyn InputFormat, progress: Progress },
    Games(Headers),
    Failed(String),
}

/// The place at which an input can be read again.
enum Origin {
    File(PathBuf),
    /// Nowhere: its text is kept.
    Spool,
    #[cfg(feature = "index")]
    Index(Box<Index>),
}

impl Origin {
    fn of(open: &OpenInput) -> Self {
        #[cfg(feature = "index")]
        if open.format.reads_by_number()
            && let Some(index) = open.path.as_deref().and_then(|path| Index::open(path).ok())
        {
            return Self::Index(Box::new(index));
        }
        open.plain_file().map_or(Self::Spool, |path| Self::File(path.to_owned()))
    }
}

/// Something that could not be read, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError(String);

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ReadError {}

impl Library {
    /// Begins to list the games of files and directories; `-` and no path at all are standard input.
    ///
    /// # Errors
    /// When the first of them cannot be opened, or the system has no thread to give.
    pub fn open(
        paths: Vec<PathBuf>,
        format: Option<&'static dyn InputFormat>,
        letters: PieceLetters,
    ) -> Result<Self, ReadError> {
        let mut inputs = Inputs::new(paths);
        let first = inputs.next().transpose().map_err(|error| ReadError(error.to_string()))?;
        let mut options = RunOptions::default();
        options.format = format;
        options.read = options.read.letters(letters);
        let (sender, reports) = sync_channel(WAITING);
        let all = first.into_iter().map(Ok).chain(inputs);
        thread::Builder::new()
            .name("reading".to_owned())
            .spawn(move || list(all, &options, &sender))
            .map_err(|error| ReadError(format!("no thread for reading: {error}")))?;
        Ok(Self {
            reports,
            inputs: Vec::new(),
            spool: None,
            spooled: 0,
            progress: None,
            state: State::Reading(None),
            letters,
        })
    }

    /// The state of reading.
    pub fn state(&self) -> State {
        self.state
    }

    /// Takes what was read into a list, for so long at most; waits for it if there is nothing yet. What could not be read is
    /// added to `failures`. Whether anything has changed.
    pub fn take(&mut self, list: &mut GameList, failures: &mut Vec<String>, time: Duration) -> bool {
        if self.state == State::Done {
            return false;
        }
        let end = Instant::now() + time;
        let mut changed = false;
        loop {
            let report = if changed {
                self.reports.try_recv().map_err(|error| error == TryRecvError::Disconnected)
            } else {
                self.reports.recv_timeout(time).map_err(|error| error == RecvTimeoutError::Disconnected)
            };
            match report {
                Ok(report) => self.accept(report, list, failures),
                Err(true) => {
                    self.state = State::Done;
                    list.seal();
                    return true;
                }
                Err(false) => break,
            }
            changed = true;
            if Instant::now() >= end {
                break;
            }
        }
        let progress = self.progress.as_ref();
        let total = progress.and_then(Progress::stored_bytes_total).filter(|total| *total > 0);
        let read = progress.map_or(0, Progress::stored_bytes_read);
        self.state = State::Reading(total.map(|total| (100 * read.min(total) / total) as u8));
        changed
    }

    fn accept(&mut self, report: Report, list: &mut GameList, failures: &mut Vec<String>) {
        match report {
            Report::Begin { name, home, format, progress } => {
                list.begin_input();
                let home = match home {
                    Origin::File(path) => {
                        let state = state_of(&path).ok();
                        Home::File { path, state }
                    }
                    Origin::Spool => Home::Spool(self.spooled),
                    #[cfg(feature = "index")]
                    Origin::Index(index) => Home::Index(index),
                };
                self.inputs.push(Opened { name, format, home });
                self.progress = Some(progress);
            }
            Report::Games(headers) => {
                headers.iter().for_each(|header| list.push(&header));
                if !headers.text.is_empty()
                    && let Err(error) = self.keep(&headers.text)
                {
                    failures.push(format!("the text cannot be kept in a temporary file: {error}"));
                }
            }
            Report::Failed(error) => failures.push(error),
        }
    }

    /// Appends to the spool.
    fn keep(&mut self, text: &[u8]) -> io::Result<()> {
        if self.spool.is_none() {
            self.spool = Some(tempfile::tempfile()?);
        }
        let Some(spool) = &mut self.spool else { return Ok(()) };
        spool.seek(SeekFrom::Start(self.spooled))?;
        spool.write_all(text)?;
        self.spooled += text.len() as u64;
        Ok(())
    }

    /// The name of an input.
    pub fn name(&self, input: usize) -> &str {
        self.inputs.get(input).map_or("", |input| &input.name)
    }

    /// The number of inputs that were opened.
    pub fn inputs(&self) -> usize {
        self.inputs.len()
    }

    /// Reads a game again.
    ///
    /// # Errors
    /// When its file has changed or is gone.
    pub fn read(&mut self, place: Place) -> Result<OpenGame, ReadError> {
        let gone = || ReadError("there is no such game".to_owned());
        let Opened { name, format, home } = self.inputs.get(place.input).ok_or_else(gone)?;
        let failed = |error: io::Error| ReadError(format!("{name}: {error}"));
        let bytes = match home {
            Home::File { path, state } => {
                if state_of(path).map_err(failed)? != state.ok_or_else(gone)? {
                    return Err(ReadError(format!("{name} has changed; leave and open it again")));
                }
                read_at(&mut File::open(path).map_err(failed)?, place.offset, place.length)
            }
            Home::Spool(start) => match &mut self.spool {
                Some(spool) => read_at(spool, start + place.offset, place.length),
                // The numbers of the games are known, and no file that has them by number.
                None => return Err(ReadError(format!("{name}: unpack the index to open its games"))),
            },
            #[cfg(feature = "index")]
            Home::Index(index) => {
                let game = game_of(index, place.offset);
                let game = game.map_err(|error| ReadError(format!("{name}: {error}")))?;
                Ok(game.to_string().into_bytes())
            }
        };
        let bytes = bytes.map_err(failed)?;
        let findings = check(&bytes, *format, self.letters);
        let games = from_reader(name.as_str(), Cursor::new(bytes.clone()));
        let games = games.map_err(|error| ReadError(error.to_string()))?;
        let read = games.format(*format).letters(self.letters).games().next();
        let read = read.ok_or_else(gone)?.map_err(|error| ReadError(error.to_string()))?;
        let text = format.is_fixable().then(|| String::from_utf8(bytes).ok()).flatten();
        Ok(OpenGame::new(read.game, text, findings, place.line))
    }
}

/// Size and time of change.
fn state_of(path: &std::path::Path) -> io::Result<(u64, SystemTime)> {
    let metadata = path.metadata()?;
    Ok((metadata.len(), metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH)))
}

fn read_at(file: &mut File, offset: u64, length: usize) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(offset))?;
    let mut bytes = Vec::new();
    file.take(length as u64).read_to_end(&mut bytes)?;
    if bytes.len() < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(bytes)
}

/// What `pgn check` reports of a game.
fn check(bytes: &[u8], format: &'static dyn InputFormat, letters: PieceLetters) -> Vec<Finding> {
    let mut filter = FindingFilter::all(Selection::default(), Detail::Place);
    (filter.max_per_entry, filter.max_per_block) = (FINDINGS, FINDINGS);
    let mut found = Vec::new();
    let Ok(input) = Input::from_reader("", Cursor::new(bytes.to_vec())) else { return found };
    let mut options = RunOptions::default().jobs(1);
    options.format = Some(format);
    options.read = options.read.letters(letters);
    // One job needs no thread, and memory can be read.
    let _ = run::run([Ok(RunInput::new(input, Arc::new(filter)))], &Check, &options, |event| {
        if let RunEvent::Entries(_, _, done) = event {
            found.extend(done.findings);
        }
        ControlFlow::<()>::Continue(())
    });
    found
}

/// Lists the games of all inputs, until nobody is there to receive them.
fn list(
    inputs: impl Iterator<Item = Result<Input, pgnkit_archive::SourceError>> + Send,
    options: &RunOptions,
    sender: &SyncSender<Report>,
) {
    let filter = Arc::new(FindingFilter::default());
    let inputs = inputs.map(|input| Ok::<_, InputError>(RunInput::new(input?, Arc::clone(&filter))));
    // A block is copied before it is known whether its input is a plain file: that costs next to nothing.
    let task = GatherHeaders::new(Field::TAGS).with_texts(true);
    let send = |report| match sender.send(report) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    };
    // The text of the records of an input so far.
    let mut text_of_records = 0;
    let result = run::run(inputs, &task, options, |event| match event {
        RunEvent::Begin(open) => {
            text_of_records = 0;
            send(Report::Begin {
                name: open.name.clone(),
                home: Origin::of(open),
                format: open.text_format(),
                progress: open.progress.clone(),
            })
        }
        RunEvent::Entries(open, _, done) => {
            let mut headers = done.value;
            if open.format.split().is_none() && !open.format.reads_by_number() {
                headers.shift(text_of_records);
                text_of_records += headers.text.len() as u64;
            }
            if open.plain_file().is_some() {
                headers.text = Vec::new();
            }
            send(Report::Games(headers))
        }
        RunEvent::End(_, Ok(())) => ControlFlow::Continue(()),
        RunEvent::End(_, Err(error)) => send(Report::Failed(error.to_string())),
        RunEvent::Failed(error) => send(Report::Failed(error.to_string())),
    });
    if let Err(error) = result {
        let _ = sender.send(Report::Failed(format!("no thread for reading: {error}")));
    }
}
