//! Games put in order, in memory as far as it reaches.

use std::io;
use std::path::PathBuf;

use pgnkit::PieceLetters;

use super::batch::{Batch, Comparison, Record};
use super::chunk::{Chunk, Reference};
use super::gather::GatherGames;
use super::job::{Job, JobResult, Work};
use super::merge::{Sequence, merge};
use super::order::Order;
use super::runs::RunFile;
use super::writer::Writer;
use pgnkit_archive::MARK;

/// Memory for each run that is read: the window of the compression, buffers, a game.
const RUN_BYTES: usize = 1 << 20;

/// Runs that are merged at a time.
const RUNS: std::ops::RangeInclusive<usize> = 16..=128;

/// Choices about sorting.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SortOptions {
    /// Bytes of games and keys that are held in memory. Reading, threads and merging take some more.
    pub memory: usize,
    /// The directory of temporary files; without it that of the system.
    pub temp_dir: Option<PathBuf>,
    /// Whether of games that are equal in everything that is compared, and byte for byte, only the first is given. Games that
    /// are equal in everything that is compared are then in the order of their bytes. Text outside games comes once, too.
    pub unique: bool,
    /// The piece letters of the games.
    pub letters: PieceLetters,
}

/// 512 MiB.
impl Default for SortOptions {
    fn default() -> Self {
        Self { memory: 512 << 20, temp_dir: None, unique: false, letters: PieceLetters::default() }
    }
}

/// The counts of a sort.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SortCounts {
    /// Games that were given.
    pub written: u64,
    /// Games that were left out since the same had been given.
    pub duplicates: u64,
    /// Games that got their marker since they would have run into the next one.
    pub ended: u64,
    /// Games that are in export format since that was not enough.
    pub reformatted: u64,
    /// Byte order marks that were left out since not all that follows is UTF-8.
    pub lost_marks: u64,
    /// Those games, for people: their titles, and what is otherwise in them.
    pub rewritten: Vec<String>,
    /// Whether a temporary file was needed.
    pub spilled: bool,
}

/// A piece of what is sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'s> {
    /// Text before all games, possibly empty.
    Head(&'s [u8]),
    /// A game, in the order of keys.
    Game {
        /// Its key.
        key: &'s [u8],
        /// Its text, with an empty line at the end.
        text: &'s [u8],
        /// Its number among those that were given to be sorted, from 0.
        number: u64,
    },
    /// Text after all games, possibly empty.
    Rest(&'s [u8]),
}

impl<'s> Piece<'s> {
    /// The text.
    pub fn text(self) -> &'s [u8] {
        match self {
            Self::Head(text) | Self::Game { text, .. } | Self::Rest(text) => text,
        }
    }
}

/// Puts games in order. See the [module](super) for what holds.
///
/// ```
/// use std::ops::ControlFlow;
/// use std::sync::Arc;
///
/// use pgnkit_collections::sort::{GatherGames, Order, SortOptions, Sorter};
/// use pgnkit_archive::{FindingFilter, Input, RunEvent, RunInput, RunOptions, run};
///
/// let games = "[White \"Tal\"]\n\n1. e4 *\n\n[White \"Fine\"]\n\n1. d4 *\n";
/// let input = RunInput::new(Input::from_reader("games", games.as_bytes())?, Arc::new(FindingFilter::default()));
/// let task = GatherGames::new(Order::default());
/// let mut sorter = Sorter::new(&task, SortOptions::default());
/// let flow = run::run([Ok(input)], &task, &RunOptions::default(), |event| match event {
///     RunEvent::Entries(_, _, done) => sorter.push(done.value).map_or_else(ControlFlow::Break, ControlFlow::Continue),
///     _ => ControlFlow::Continue(()),
/// })?;
/// assert!(flow.is_continue());
/// let mut sorted = Vec::new();
/// sorter.finish(|text| std::io::Write::write_all(&mut sorted, text))?;
/// assert_eq!(sorted, b"[White \"Fine\"]\n\n1. d4 *\n\n[White \"Tal\"]\n\n1. e4 *\n\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Sorter {
    options: SortOptions,
    comparison: Comparison,
    by_key: bool,
    /// The latest batches, not sorted yet, and their bytes: up to half of the memory.
    filling: Vec<Batch>,
    filling_bytes: usize,
    /// Work of another thread, which sorts the half before.
    job: Option<Job>,
    /// The first half, while it is not known that there is too much for memory.
    chunk: Option<Chunk>,
    runs: Option<RunFile>,
    any: bool,
    /// Whether the output may begin with a byte order mark, whether it does, and whether all is UTF-8 so far.
    keeps_mark: bool,
    mark: bool,
    is_utf8: bool,
    head: Vec<u8>,
    rest: Vec<u8>,
    ended: u64,
    /// Games so far.
    count: u64,
}

impl Sorter {
    /// Sorts what that task gathers.
    pub fn new(task: &GatherGames, options: SortOptions) -> Self {
        let comparison = Comparison {
            by_movetext: task.order().by_movetext(),
            by_bytes: options.unique,
            letters: options.letters,
        };
        Self {
            options,
            comparison,
            by_key: task.has_names(),
            filling: Vec::new(),
            filling_bytes: 0,
            job: None,
            chunk: None,
            runs: None,
            any: false,
            keeps_mark: task.keeps_mark(),
            mark: false,
            is_utf8: true,
            head: Vec::new(),
            rest: Vec::new(),
            ended: 0,
            count: 0,
        }
    }

    /// Takes the games of a block.
    ///
    /// # Errors
    /// When the temporary file cannot be written, or the system has no thread to give.
    pub fn push(&mut self, mut gathered: Batch) -> io::Result<()> {
        // Of several texts the first one says how the output begins.
        self.mark |= gathered.mark && !self.any && self.keeps_mark;
        self.is_utf8 &= !self.mark || gathered.is_utf8();
        let outside = [(&mut self.head, &mut gathered.head), (&mut self.rest, &mut gathered.rest)];
        for (all, new) in outside {
            let holds = |one: &[u8], other: &[u8]| memchr::memmem::find(one, other).is_some();
            if self.options.unique && !new.is_empty() && holds(new, all) {
                std::mem::swap(all, new);
            } else if !self.options.unique || !holds(all, new) {
                all.append(new);
            }
        }
        self.ended += gathered.ended;
        if gathered.places.is_empty() {
            return Ok(());
        }
        self.any = true;
        for (place, number) in gathered.places.iter_mut().zip(self.count..) {
            place.number = number;
        }
        self.count += gathered.places.len() as u64;
        let bytes = gathered.allocated_bytes() + gathered.places.len() * size_of::<Reference>();
        if self.filling_bytes > 0 && self.filling_bytes + bytes > self.options.memory / 2 {
            self.hand_over()?;
        }
        self.filling_bytes += bytes;
        self.filling.push(gathered);
        Ok(())
    }

    /// Sorts texts by keys that are given with them, with this part of the memory.
    pub(crate) fn keyed(options: &SortOptions, memory: usize) -> Self {
        let options = SortOptions { memory, unique: false, ..options.clone() };
        Self::new(&GatherGames::new(Order::as_given()), options)
    }

    /// Has the next text say how the output begins.
    pub(crate) fn begin_again(&mut self) {
        self.any = false;
    }

    /// Has the latest batches sorted and, if memory is exceeded, written to the temporary file.
    fn hand_over(&mut self) -> io::Result<()> {
        self.wait()?;
        let mut runs = self.runs.take();
        if let Some(chunk) = self.chunk.take() {
            let mut file = self.new_file()?;
            file.write_run(&chunk)?;
            runs = Some(file);
        }
        let batches = std::mem::take(&mut self.filling);
        self.filling_bytes = 0;
        self.job = Some(Job::start(Work { batches, comparison: self.comparison, file: runs })?);
        Ok(())
    }

    /// Waits for the other thread.
    fn wait(&mut self) -> io::Result<()> {
        match self.job.take().map(Job::wait).transpose()? {
            None => {}
            Some(JobResult::Sorted(chunk)) => self.chunk = Some(chunk),
            Some(JobResult::Written(file)) => self.runs = Some(file),
        }
        Ok(())
    }

    fn new_file(&self) -> io::Result<RunFile> {
        match &self.options.temp_dir {
            Some(directory) => RunFile::create(directory),
            None => RunFile::create(&std::env::temp_dir()),
        }
    }

    /// Gives the texts of the games in order, with what comes before and after them.
    ///
    /// # Errors
    /// When the temporary file cannot be written or read, and those of `write`.
    pub fn finish<E: From<io::Error>>(
        self,
        mut write: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<SortCounts, E> {
        self.finish_pieces(|piece| match piece {
            Piece::Head(text) | Piece::Game { text, .. } | Piece::Rest(text) => write(text),
        })
    }

    /// The same, with the keys of the games.
    ///
    /// # Errors
    /// As for [`finish`](Self::finish).
    pub fn finish_pieces<E: From<io::Error>>(
        self,
        write: impl FnMut(Piece<'_>) -> Result<(), E>,
    ) -> Result<SortCounts, E> {
        self.settle()?.write(|_| Fate::Write, write)
    }

    /// Puts the games in order, to go through them as often as needed.
    ///
    /// # Errors
    /// When the temporary file cannot be written or read.
    pub fn settle(mut self) -> io::Result<SortedGames> {
        if self.job.is_none() && self.chunk.is_none() && self.runs.is_none() && self.filling.len() > 1 {
            let batches = self.filling.drain(..self.filling.len() / 2).collect();
            self.job = Some(Job::start(Work { batches, comparison: self.comparison, file: None })?);
        }
        // While the other thread may still be sorting what came before.
        let last = Chunk::sort(std::mem::take(&mut self.filling), self.comparison);
        self.wait()?;
        let at_a_time = (self.options.memory / RUN_BYTES).clamp(*RUNS.start(), *RUNS.end());
        let mut file = self.runs.take();
        while let Some(long) = file.take_if(|file| file.count() > at_a_time) {
            file = Some(self.merge_some(&long, at_a_time)?);
        }
        // What follows it would be taken for UTF-8.
        let lost_marks = u64::from(self.mark && !self.is_utf8);
        if self.mark && self.is_utf8 {
            self.head.splice(..0, MARK.iter().copied());
        }
        let Self { options, comparison, by_key, chunk, head, rest, ended, .. } = self;
        let SortOptions { unique, letters, .. } = options;
        let counts = SortCounts { ended, lost_marks, ..SortCounts::default() };
        Ok(SortedGames { comparison, unique, by_key, letters, chunk, last, file, head, rest, counts })
    }

    /// Makes fewer and longer runs.
    fn merge_some(&self, file: &RunFile, at_a_time: usize) -> io::Result<RunFile> {
        let mut merged = self.new_file()?;
        for start in (0..file.count()).step_by(at_a_time) {
            let mut run = merged.begin()?;
            let runs = readers(file, start..file.count().min(start + at_a_time))?;
            merge(runs, self.comparison, |record, place| run.write(record, place))?;
            run.finish()?;
        }
        Ok(merged)
    }
}

/// Games in order, of which each can be read again and again.
#[derive(Debug)]
pub struct SortedGames {
    comparison: Comparison,
    unique: bool,
    by_key: bool,
    letters: PieceLetters,
    chunk: Option<Chunk>,
    last: Chunk,
    file: Option<RunFile>,
    head: Vec<u8>,
    rest: Vec<u8>,
    /// Counts of sorting.
    counts: SortCounts,
}

/// Fate of a game when sorted games are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is written.
    Write,
    /// Another text is written for it: a game with an end.
    Replace(Vec<u8>),
    /// It is left out.
    LeaveOut,
}

impl SortedGames {
    /// Gives the texts of all games in order.
    ///
    /// # Errors
    /// When the temporary file cannot be read, and those of `take`.
    pub fn each<E: From<io::Error>>(&self, mut take: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        merge(self.sequences()?, self.comparison, |record, _| take(record.text))
    }

    /// Gives the texts in order, with what comes before and after them; `fate` is asked about each game by its place in the
    /// order, from 0.
    ///
    /// # Errors
    /// When the temporary file cannot be read, and those of `write`.
    pub fn write<E: From<io::Error>>(
        &self,
        mut fate: impl FnMut(u64) -> Fate,
        mut write: impl FnMut(Piece<'_>) -> Result<(), E>,
    ) -> Result<SortCounts, E> {
        write(Piece::Head(&self.head))?;
        let mut writer = Writer::new(self.unique, self.by_key, self.letters);
        writer.sorted = SortCounts { spilled: self.file.is_some(), ..self.counts.clone() };
        let mut numbers = 0..;
        merge(self.sequences()?, self.comparison, |record, _| {
            match numbers.next().map_or(Fate::Write, &mut fate) {
                Fate::Write => writer.take(record, &mut write),
                Fate::Replace(text) => {
                    let other = Record { bytes: &text, movetext: &[], text: &text, closed: true, ..*record };
                    writer.take(&other, &mut write)
                }
                Fate::LeaveOut => Ok(()),
            }
        })?;
        let sorted = writer.finish(!self.rest.is_empty(), &mut write)?;
        write(Piece::Rest(&self.rest))?;
        Ok(sorted)
    }

    fn sequences(&self) -> io::Result<Vec<Sequence<'_>>> {
        let mut sequences = match &self.file {
            Some(file) => readers(file, 0..file.count())?,
            None => Vec::new(),
        };
        let chunks = self.chunk.iter().chain([&self.last]);
        sequences.extend(chunks.map(|chunk| Sequence::Chunk(chunk, 0)));
        Ok(sequences)
    }
}

fn readers(file: &RunFile, mut runs: std::ops::Range<usize>) -> io::Result<Vec<Sequence<'_>>> {
    let mut sequences = Vec::with_capacity(runs.len());
    runs.try_for_each(|run| {
        sequences.push(Sequence::Run(Box::new(file.read(run)?)));
        Ok::<_, io::Error>(())
    })?;
    Ok(sequences)
}
