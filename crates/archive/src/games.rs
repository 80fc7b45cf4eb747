//! The door for people: the games of a path, whatever their form and compression.

use std::io::Read;
use std::iter;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use pgnkit::diagnostics::{Diagnostic, Located, Severity};
use pgnkit::{Flow, Game, GameBuilder, PieceLetters, Start, Visitor};

use crate::account::Account;
use crate::blocks::too_long;
use crate::entries::{self, EntryRules};
use crate::findings::{Done, Finding, FindingFilter};
use crate::input::{Content, EntryBuf, InputFormat, Target};
use crate::inputs::{Input, Inputs};
use crate::pipeline::{Item, Items, Seam, Stream};
use crate::run::{self, InputError, OpenInput, RunEvent, RunInput, RunOptions};
use crate::source::SourceError;
use crate::task::{At, Check, Task};

/// Opens a file, a directory or, as `-`, standard input: games of any form ([`INPUTS`](crate::input::INPUTS)), compressed
/// or not.
///
/// ```
/// # let directory = tempfile::tempdir()?;
/// # let path = directory.path().join("games.pgn");
/// # std::fs::write(&path, "[White \"Tal\"]\n\n1. e4 e5 1-0\n\n[White \"Fine\"]\n\n1. d4 *\n")?;
/// let mut games = pgnkit_archive::open(&path)?.games();
/// while let Some(read) = games.next_game()? {
///     println!("{} {}", read.game.tag("White").unwrap_or("?"), read.game.result());
///     assert!(read.diagnostics.is_empty());
/// }
/// assert_eq!(pgnkit_archive::open(&path)?.games().count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the path cannot be opened. What is wrong with single files of a directory comes in their turn.
pub fn open(path: impl Into<PathBuf>) -> Result<Collection, SourceError> {
    let mut inputs = Inputs::new([path.into()]);
    let first = inputs.next().transpose()?;
    Ok(Collection::new(first.into_iter().map(Ok).chain(inputs)))
}

/// Opens bytes from anywhere; `name` is what errors call them.
///
/// # Errors
/// When the first bytes cannot be read, or are compressed in a form that cannot be used.
pub fn from_reader(
    name: impl Into<String>,
    reader: impl Read + Send + 'static,
) -> Result<Collection, SourceError> {
    Ok(Collection::new(iter::once(Ok(Input::from_reader(name, reader)?))))
}

/// Everything that is wrong with the games or positions of a text, as far as the filter wants to know. The text may be
/// of any form.
pub fn check(text: &[u8], filter: &FindingFilter) -> Vec<Finding> {
    let mut found = Vec::new();
    let Ok(input) = Input::from_reader("", std::io::Cursor::new(text.to_vec())) else { return found };
    let input = RunInput::new(input, Arc::new(filter.clone()));
    let options = RunOptions::default().jobs(1);
    // One job needs no thread, and memory can be read.
    let _ = run::run([Ok(input)], &Check, &options, |event| {
        if let RunEvent::Entries(_, _, done) = event {
            found.extend(done.findings);
        }
        ControlFlow::<()>::Continue(())
    });
    found
}

type BoxInputs = Box<dyn Iterator<Item = Result<Input, SourceError>> + Send>;

/// Games that are ready to be read, one after the other or on all cores.
///
/// Positions (EPD, FEN) are read as games that start from them.
#[must_use]
pub struct Collection {
    inputs: BoxInputs,
    options: RunOptions,
}

impl std::fmt::Debug for Collection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Collection").field("options", &self.options).finish_non_exhaustive()
    }
}

/// A game as it was read.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct ReadGame {
    /// The game.
    pub game: Game,
    /// Diagnostics of reading it, with their places in the input. For those of [`Checker`](pgnkit::Checker), which also
    /// asks whether the game makes sense, use [`check`] or a [`run`](crate::run::run).
    pub diagnostics: Vec<Located>,
    /// Diagnostics written in the game's JSON object: those of the text it was made from. Empty for other forms.
    pub recorded: Vec<Diagnostic>,
    /// The record that the game was made of, where the input holds positions.
    #[cfg(feature = "epd")]
    pub record: Option<pgnkit::epd::Epd>,
    /// Its number in its input, from 1.
    pub number: u64,
}

impl ReadGame {
    /// Whether something had to be guessed, was skipped or left out in reading it.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|found| found.diagnostic.severity == Severity::Error)
    }
}

impl Collection {
    fn new(inputs: impl Iterator<Item = Result<Input, SourceError>> + Send + 'static) -> Self {
        Self { inputs: Box::new(inputs), options: RunOptions::default() }
    }

    /// Moves of games as text in other piece letters.
    pub fn letters(mut self, letters: PieceLetters) -> Self {
        self.options.read = self.options.read.letters(letters);
        self
    }

    /// The form of all inputs, whatever their names say.
    pub fn format(mut self, format: &'static dyn InputFormat) -> Self {
        self.options.format = Some(format);
        self
    }

    /// Threads that work; by default as many as there are cores.
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.options = self.options.jobs(jobs);
        self
    }

    /// The games one after the other, on the calling thread.
    pub fn games(self) -> Games {
        let Self { inputs, options } = self;
        let filter = Arc::new(FindingFilter::default());
        let opened = options.clone();
        let streams = inputs.enumerate().map(move |(index, input)| {
            let stream = run::open(
                index,
                RunInput::new(input?, Arc::clone(&filter)),
                &CollectGames::default(),
                &opened,
            )?;
            Ok(stream)
        });
        Games {
            items: Items::new(Box::new(streams), &options.pipeline),
            longest: options.pipeline.longest,
            has_given_up: false,
            rules: EntryRules { read: options.read, ..EntryRules::default() },
            seam: Seam::default(),
            open: None,
            scratch: CollectingGames::default(),
            ready: Vec::new().into_iter(),
            last: ReadGame::default(),
            numbers: 0,
        }
    }

    /// Reads games on all cores and calls `each` with every one, in order, on the calling thread.
    ///
    /// # Errors
    /// The first input that cannot be opened or read to its end ends the reading.
    pub fn for_each(self, mut each: impl FnMut(&ReadGame)) -> Result<(), InputError> {
        self.drive(&CollectGames::default(), |mut done, numbers| {
            for read in &mut done.value {
                read.number += numbers;
                each(read);
            }
        })
    }

    /// Works on games on all cores: `each` adds a game to a value that `init` has made, and `merge` gets the values on the
    /// calling thread, in the order of the games.
    ///
    /// ```
    /// # let directory = tempfile::tempdir()?;
    /// # let path = directory.path().join("games.pgn");
    /// # std::fs::write(&path, "1. e4 e5 1-0\n\n1. d4 *\n")?;
    /// let mut plies = 0;
    /// let games = pgnkit_archive::open(&path)?;
    /// games.fold(|| 0, |sum, read| *sum += read.game.ply_count(), |sum| plies += sum)?;
    /// assert_eq!(plies, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`for_each`](Self::for_each).
    pub fn fold<T: Send>(
        self,
        init: impl Fn() -> T + Sync,
        each: impl Fn(&mut T, &ReadGame) + Sync,
        mut merge: impl FnMut(T),
    ) -> Result<(), InputError> {
        self.drive(&Fold { init, each }, |done, _| done.value.map_or((), &mut merge))
    }

    /// Replays games on all cores into visitors, without building documents: the fastest way to look at every move. Each
    /// visitor sees some games one after the other, and `merge` gets the visitors on the calling thread, in the order of
    /// the games.
    ///
    /// # Errors
    /// As for [`for_each`](Self::for_each).
    pub fn visit<V: Visitor + Send>(
        self,
        init: impl Fn() -> V + Sync,
        mut merge: impl FnMut(V),
    ) -> Result<(), InputError> {
        self.drive(&Visit { init }, |done, _| done.value.map_or((), &mut merge))
    }

    fn drive<T: Task>(self, task: &T, mut sink: impl FnMut(Done<T::Out>, u64)) -> Result<(), InputError> {
        let Self { inputs, options } = self;
        let filter = Arc::new(FindingFilter::default());
        let inputs = inputs.map(|input| Ok(RunInput::new(input?, Arc::clone(&filter))));
        let flow = run::run(inputs, task, &options, |event| match event {
            RunEvent::Entries(_, numbers, done) => {
                sink(done, numbers.before_in_input);
                ControlFlow::Continue(())
            }
            RunEvent::Failed(error) => ControlFlow::Break(error),
            RunEvent::End(_, Err(error)) => ControlFlow::Break(error.into()),
            RunEvent::Begin(_) | RunEvent::End(_, Ok(())) => ControlFlow::Continue(()),
        });
        match flow {
            Ok(ControlFlow::Continue(())) => Ok(()),
            Ok(ControlFlow::Break(error)) => Err(error),
            Err(error) => Err(SourceError::of("threads", error).into()),
        }
    }
}

impl IntoIterator for Collection {
    type Item = Result<ReadGame, InputError>;
    type IntoIter = Games;

    fn into_iter(self) -> Games {
        self.games()
    }
}

type BoxRead = Box<dyn Read + Send>;
type BoxStreams = Box<dyn Iterator<Item = Result<Stream<BoxRead, OpenInput>, InputError>> + Send>;

/// The games of a [`Collection`], one after the other.
///
/// As an iterator it gives games to keep; [`next_game`](Self::next_game) lends them and reuses their memory.
pub struct Games {
    items: Items<BoxStreams, BoxRead, OpenInput, InputError>,
    /// The most bytes of a game, and whether the input has a larger one, and so has ended.
    longest: usize,
    has_given_up: bool,
    rules: EntryRules,
    seam: Seam,
    open: Option<Arc<OpenInput>>,
    scratch: CollectingGames,
    /// Games that were read already.
    ready: std::vec::IntoIter<ReadGame>,
    /// The game that was lent last.
    last: ReadGame,
    /// Games of this input before those that are ready.
    numbers: u64,
}

impl std::fmt::Debug for Games {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Games").field("open", &self.open).finish_non_exhaustive()
    }
}

impl Games {
    /// The next game, in memory that is used again for the one after it; `None` after the last one.
    ///
    /// # Errors
    /// When an input cannot be opened, or read on; the next call goes on with the input after it.
    pub fn next_game(&mut self) -> Result<Option<&ReadGame>, InputError> {
        let Some(next) = self.advance()? else { return Ok(None) };
        let spare = std::mem::replace(&mut self.last, next);
        self.scratch.spare.push(spare);
        Ok(Some(&self.last))
    }

    /// Skips the next games of an input, as far as it has so many, at the speed of scanning text.
    pub fn skip_games(&mut self, count: u64) {
        let mut left = count;
        while left > 0 && self.ready.next().is_some() {
            left -= 1;
        }
        self.scratch.skip += left;
    }

    /// From now on reads only tags and result of games, without their moves, which is several times faster. Games of the
    /// block that is being read may have been read already.
    pub fn headers_only(&mut self) {
        self.scratch.buffer.builder = GameBuilder::new().headers_only(true);
    }

    /// The number of games of the input that have been read or skipped; all of them once there is no further one.
    pub fn passed(&self) -> u64 {
        self.numbers
    }

    /// The input that the game read last comes from.
    pub fn input(&self) -> Option<&OpenInput> {
        self.open.as_deref()
    }

    fn advance(&mut self) -> Result<Option<ReadGame>, InputError> {
        loop {
            if let Some(game) = self.ready.next() {
                return Ok(Some(game));
            }
            if self.next_chunk() {
                continue;
            }
            if let Some(line) = self.seam.waits_with_more_than(self.longest) {
                self.items.recycle(self.seam.clear());
                self.has_given_up = true;
                let name = self.open.as_ref().map_or("", |open| &open.name);
                return Err(SourceError::of(name, too_long(self.longest, line).into_io()).into());
            }
            match self.items.next() {
                None => return Ok(None),
                Some(Item::Block(_, block)) if self.has_given_up => self.items.recycle(block.bytes),
                Some(Item::End(..)) if self.has_given_up => {}
                Some(Item::Begin(open)) => {
                    self.numbers = 0;
                    self.has_given_up = false;
                    if self.open.is_some() {
                        self.scratch.skip = 0;
                    }
                    self.open = Some(open);
                    self.items.recycle(self.seam.clear());
                }
                Some(Item::Block(_, block)) => {
                    let spare = self.seam.push(block);
                    self.items.recycle(spare);
                }
                Some(Item::End(_, Ok(()))) => {}
                Some(Item::End(open, Err(error))) => return Err(SourceError::of(&open.name, error).into()),
                Some(Item::Failed(error)) => return Err(error),
            }
        }
    }

    /// Reads the games of a block; false where a further block is needed.
    fn next_chunk(&mut self) -> bool {
        let Self { open: Some(open), seam, rules, scratch, .. } = self else { return false };
        let filter = open.filter();
        let done = seam.next(None, |view| {
            entries::work(rules, filter, &CollectGames::default(), open.format, view, scratch, None)
        });
        let Some(Done { mut value, account, .. }) = done else { return false };
        for read in &mut value {
            read.number += self.numbers;
        }
        self.numbers += account.read();
        self.ready = value.into_iter();
        true
    }
}

impl Iterator for Games {
    type Item = Result<ReadGame, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.advance().transpose()
    }
}

/// Gathers the games of each block, with what was wrong in reading them, for a [`run`](run::run) that hands them on. The numbers of
/// games are those in their block.
#[derive(Clone, Copy, Debug, Default)]
pub struct CollectGames {
    headers_only: bool,
}

impl CollectGames {
    /// Whole games, or only tags and results.
    pub fn new(headers_only: bool) -> Self {
        Self { headers_only }
    }
}

/// Memory of a thread that gathers games.
#[derive(Debug, Default)]
pub struct CollectingGames {
    buffer: EntryBuf,
    /// Games whose memory can be used again.
    spare: Vec<ReadGame>,
    /// Number of games that are skipped before the next one is read.
    skip: u64,
    skipped: Skipped,
}

/// Reads nothing of a game.
#[derive(Debug, Default)]
struct Skipped;

impl Visitor for Skipped {
    fn start(&mut self, _start: &Start) -> Flow {
        Flow::Skip
    }
}

impl Task for CollectGames {
    type Scratch<'t> = CollectingGames;
    type Out = Vec<ReadGame>;

    fn scratch(&self) -> CollectingGames {
        let mut scratch = CollectingGames::default();
        scratch.buffer.builder = GameBuilder::new().headers_only(self.headers_only);
        scratch
    }

    fn target<'s>(&self, scratch: &'s mut CollectingGames, _format: &dyn InputFormat) -> Target<'s> {
        match scratch {
            CollectingGames { skip: 1.., skipped, .. } => Target::Visit(skipped),
            CollectingGames { buffer, .. } => Target::Build(buffer),
        }
    }

    fn wants_located(&self) -> bool {
        true
    }

    fn take(
        &self,
        scratch: &mut CollectingGames,
        at: &At<'_>,
        out: &mut Vec<ReadGame>,
        _account: &mut Account,
    ) {
        if scratch.skip > 0 {
            scratch.skip -= 1;
            return;
        }
        let CollectingGames { buffer, spare, .. } = scratch;
        let mut read = spare.pop().unwrap_or_default();
        take(buffer, at, &mut read);
        out.push(read);
    }
}

/// Moves the entry that was read last out of a buffer, which gets the memory of `read`.
fn take(buffer: &mut EntryBuf, at: &At<'_>, read: &mut ReadGame) {
    match at.entry(buffer).content {
        #[cfg(feature = "epd")]
        Content::Position(position) => {
            read.game = position.to_game();
            read.record = position.epd.cloned();
        }
        Content::Game(_) => {
            std::mem::swap(&mut read.game, buffer.builder.game_mut());
            #[cfg(feature = "epd")]
            {
                read.record = None;
            }
        }
    }
    std::mem::swap(&mut read.diagnostics, &mut buffer.located);
    std::mem::swap(&mut read.recorded, &mut buffer.recorded);
    read.number = at.number;
}

struct Fold<I, E> {
    init: I,
    each: E,
}

impl<T: Send, I: Fn() -> T + Sync, E: Fn(&mut T, &ReadGame) + Sync> Task for Fold<I, E> {
    type Scratch<'t>
        = (EntryBuf, ReadGame)
    where
        Self: 't;
    type Out = Option<T>;

    fn scratch(&self) -> (EntryBuf, ReadGame) {
        Default::default()
    }

    fn target<'s>(&self, scratch: &'s mut (EntryBuf, ReadGame), _format: &dyn InputFormat) -> Target<'s> {
        Target::Build(&mut scratch.0)
    }

    fn wants_located(&self) -> bool {
        true
    }

    fn take(
        &self,
        (buffer, read): &mut (EntryBuf, ReadGame),
        at: &At<'_>,
        out: &mut Option<T>,
        _account: &mut Account,
    ) {
        take(buffer, at, read);
        (self.each)(out.get_or_insert_with(&self.init), read);
    }
}

struct Visit<I> {
    init: I,
}

impl<V: Visitor + Send, I: Fn() -> V + Sync> Task for Visit<I> {
    type Scratch<'t>
        = Option<V>
    where
        Self: 't;
    type Out = Option<V>;

    fn scratch(&self) -> Option<V> {
        None
    }

    fn target<'s>(&self, scratch: &'s mut Option<V>, _format: &dyn InputFormat) -> Target<'s> {
        Target::Visit(scratch.get_or_insert_with(&self.init))
    }

    fn take(&self, _scratch: &mut Option<V>, _at: &At<'_>, _out: &mut Option<V>, _account: &mut Account) {}

    fn end_of_entries(&self, scratch: &mut Option<V>, out: &mut Option<V>) {
        *out = scratch.take();
    }
}
