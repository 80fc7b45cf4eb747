//! The origins of games: of which file, and where there, through all that was done with them.
//!
//! A run whose input is the text that another run makes knows nothing of the files that its games come from. [`WithPlaces`] has a task note
//! the places of games, an [`OriginTracker`] makes origins of these, an [`OriginTrail`] hands them from the run that makes the text to the run that
//! reads it, and [`BlockOrigins::fill`] writes them into the output.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use crate::account::Account;
use crate::blocks::BlockView;
use crate::input::{InputFormat, Target};
use crate::output;
use crate::run::OpenInput;
use crate::source::Compression;
use crate::task::{At, Task};
use pgnkit::syntax::Sink;

/// The origin of a game.
#[derive(Clone, Debug)]
pub struct GameOrigin {
    /// The name of its input; empty for a game that was made.
    pub source: Arc<str>,
    /// Its number there, from 1; 0 for a game that was made.
    pub number: u64,
    /// Its number through all inputs, from 1.
    pub in_run: u64,
    /// Its bytes in the file, where that has them as they were read.
    pub span: Option<(u64, u64)>,
}

impl GameOrigin {
    /// That of a game that is a text by itself, or was made where the number is 0.
    pub fn alone(number: u64) -> Self {
        Self { source: "".into(), number, in_run: number, span: None }
    }

    fn for_output(&self) -> output::Origin<'_> {
        output::Origin { name: &self.source, in_input: self.number, in_run: self.in_run }
    }
}

/// The origins of the games of a block.
#[derive(Debug, Default)]
pub struct BlockOrigins {
    /// Places in the text that is read.
    pub places: EntryPlaces,
    /// The origin of each.
    pub origins: Vec<GameOrigin>,
}

impl BlockOrigins {
    /// That of a game by its number in the block, from 1.
    pub fn origin(&self, number: u64) -> GameOrigin {
        self.get(number).cloned().unwrap_or_else(|| GameOrigin::alone(0))
    }

    /// Fills the gaps of the output of the block, which is of this form.
    pub fn fill(&self, chunk: &mut output::Chunk, form: &dyn output::OutputFormat) {
        let nowhere = GameOrigin::alone(0);
        chunk.originate(form, |number| self.get(number).unwrap_or(&nowhere).for_output());
    }

    fn get(&self, number: u64) -> Option<&GameOrigin> {
        let at = self.places.games.binary_search_by_key(&number, |place| place.number).ok()?;
        self.origins.get(at)
    }
}

/// The source of the games that a run reads.
#[derive(Clone, Debug)]
pub enum OriginSource {
    /// The inputs of the run.
    Inputs {
        /// Whether it is files or bytes, in which games have places.
        has_places: bool,
    },
    /// The games that the text was made of.
    Trail(OriginTrail),
}

/// Finds the origins of the games of a run, block by block.
#[derive(Debug)]
pub struct OriginTracker {
    source_of_games: OriginSource,
    /// The input at hand: its place among all, its name, and whether bytes of the file are read.
    input: Option<(usize, Arc<str>, bool)>,
}

impl OriginTracker {
    /// A tracker of games from there.
    pub fn new(source: OriginSource) -> Self {
        Self { source_of_games: source, input: None }
    }

    /// The origins of the games of a block, which are asked for in the order of the input.
    pub fn block(&mut self, open: &OpenInput, numbers: output::Numbers, places: EntryPlaces) -> BlockOrigins {
        let has_places = match &self.source_of_games {
            OriginSource::Trail(trail) => {
                let origins = trail.origins(&places);
                return BlockOrigins { places, origins };
            }
            OriginSource::Inputs { has_places } => *has_places,
        };
        if self.input.as_ref().is_none_or(|(index, ..)| *index != open.index) {
            let is_plain = open.path.as_ref().map_or_else(
                || {
                    open.compression == Compression::Plain
                        && !open.is_decoded
                        && open.format.split().is_some()
                },
                |_| open.plain_file().is_some(),
            );
            let has_bytes = has_places && is_plain;
            self.input = Some((open.index, open.name.as_str().into(), has_bytes));
        }
        let Some((_, source, has_bytes)) = &self.input else { return BlockOrigins::default() };
        let origin = |place: &EntryPlace| GameOrigin {
            source: Arc::clone(source),
            number: numbers.before_in_input + place.number,
            in_run: numbers.before_in_run + place.number,
            span: has_bytes.then_some((place.start, place.end)),
        };
        let origins = places.games.iter().map(origin).collect();
        BlockOrigins { places, origins }
    }
}

/// The origins of the games of a text that is made of others, from who makes it to who reads it.
#[derive(Clone, Debug, Default)]
pub struct OriginTrail(Arc<Mutex<Marks>>);

#[derive(Debug, Default)]
struct Marks {
    /// The bytes of the text from which on games have these origins, one after the other.
    waiting: VecDeque<(u64, Vec<GameOrigin>)>,
    now: std::vec::IntoIter<GameOrigin>,
    last: Option<GameOrigin>,
}

impl OriginTrail {
    /// Notes the origins of the games that begin at a byte of the text or after it. It is noted before the text is given.
    pub fn mark(&self, start: u64, origins: Vec<GameOrigin>) {
        if !origins.is_empty() {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).waiting.push_back((start, origins));
        }
    }

    /// The origins of games, which are asked for in the order of the text.
    fn origins(&self, places: &EntryPlaces) -> Vec<GameOrigin> {
        let mut marks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let marks = &mut *marks;
        let origin = |place: &EntryPlace| {
            while marks.waiting.front().is_some_and(|(start, _)| *start <= place.start) {
                let next = marks.waiting.pop_front().map(|(_, origins)| origins);
                marks.now = next.unwrap_or_default().into_iter();
            }
            // Where a game has become two, both come from it.
            marks.last = marks.now.next().or_else(|| marks.last.take());
            marks.last.clone().unwrap_or_else(|| GameOrigin::alone(0))
        };
        places.games.iter().map(origin).collect()
    }
}

/// The origins of many games in few bytes.
#[derive(Debug, Default)]
pub struct GameOrigins {
    /// The first one of each stretch of games that follow one another.
    stretches: Vec<(u64, GameOrigin)>,
    starts: Vec<u64>,
    lengths: Vec<u32>,
}

/// No bytes of a file.
const NOWHERE: u32 = u32::MAX;

impl GameOrigins {
    /// Appends those of the next games.
    pub fn extend(&mut self, origins: Vec<GameOrigin>) {
        for origin in origins {
            let game = self.starts.len() as u64;
            let goes_on = self.stretches.last().is_some_and(|(first, from)| {
                let more = game - first;
                from.source == origin.source
                    && from.number + more == origin.number
                    && from.in_run + more == origin.in_run
            });
            let (start, length) = match origin.span {
                Some((start, end)) => (start, u32::try_from(end - start).unwrap_or(NOWHERE)),
                None => (0, NOWHERE),
            };
            self.starts.push(start);
            self.lengths.push(length);
            if !goes_on {
                self.stretches.push((game, origin));
            }
        }
    }

    /// That of a game, by its number from 0.
    pub fn of(&self, game: u64) -> Option<GameOrigin> {
        let at = self.stretches.partition_point(|(first, _)| *first <= game).checked_sub(1)?;
        let (first, from) = self.stretches.get(at)?;
        let index = usize::try_from(game).ok()?;
        let (start, length) = (*self.starts.get(index)?, *self.lengths.get(index)?);
        Some(GameOrigin {
            source: Arc::clone(&from.source),
            number: from.number + (game - first),
            in_run: from.in_run + (game - first),
            span: (length != NOWHERE).then_some((start, start + u64::from(length))),
        })
    }
}

/// The places of the games of a block in the text that is read.
#[derive(Clone, Debug, Default)]
pub struct EntryPlaces {
    /// The first byte of the block.
    pub base: u64,
    /// The games that the task was given.
    pub games: Vec<EntryPlace>,
}

/// The place of a game in the text that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryPlace {
    /// Its number in its block, from 1.
    pub number: u64,
    /// Its first byte.
    pub start: u64,
    /// The byte after it.
    pub end: u64,
}

/// A task, with the places of the games.
#[derive(Debug)]
pub struct WithPlaces<T>(pub T);

/// Memory of a thread of [`WithPlaces`].
#[allow(missing_debug_implementations)] // tasks need not have any
pub struct Scratch<'s, T: Task + 's>(T::Scratch<'s>);

impl<T: Task> Task for WithPlaces<T> {
    type Scratch<'s>
        = Scratch<'s, T>
    where
        Self: 's;
    type Out = (T::Out, EntryPlaces);

    fn scratch(&self) -> Scratch<'_, T> {
        Scratch(self.0.scratch())
    }

    fn target<'s>(&self, scratch: &'s mut Scratch<'_, T>, format: &dyn InputFormat) -> Target<'s> {
        self.0.target(&mut scratch.0, format)
    }

    fn accepts(&self, format: &dyn InputFormat) -> Result<(), &'static str> {
        self.0.accepts(format)
    }

    fn wants_located(&self) -> bool {
        self.0.wants_located()
    }

    fn wants_text(&self, format: &dyn InputFormat) -> bool {
        self.0.wants_text(format)
    }

    fn wants_whole_blocks(&self) -> bool {
        self.0.wants_whole_blocks()
    }

    fn is_slow(&self) -> bool {
        self.0.is_slow()
    }

    fn look(&self, scratch: &mut Scratch<'_, T>, at: &At<'_>, sink: &mut dyn Sink) {
        self.0.look(&mut scratch.0, at, sink);
    }

    fn pass(&self, scratch: &mut Scratch<'_, T>, at: &At<'_>, out: &mut Self::Out, account: &mut Account) {
        self.0.pass(&mut scratch.0, at, &mut out.0, account);
    }

    fn take(&self, scratch: &mut Scratch<'_, T>, at: &At<'_>, out: &mut Self::Out, account: &mut Account) {
        out.1.games.push(place(at));
        self.0.take(&mut scratch.0, at, &mut out.0, account);
    }

    fn leave(&self, scratch: &mut Scratch<'_, T>, at: &At<'_>, out: &mut Self::Out, account: &mut Account) {
        out.1.games.push(place(at));
        self.0.leave(&mut scratch.0, at, &mut out.0, account);
    }

    fn leave_rest(&self, format: &dyn InputFormat, rest: &[u8], out: &mut Self::Out) {
        self.0.leave_rest(format, rest, &mut out.0);
    }

    fn take_rest(
        &self,
        format: &dyn InputFormat,
        block: &BlockView<'_>,
        start: usize,
        out: &mut Self::Out,
        account: &mut Account,
    ) {
        self.0.take_rest(format, block, start, &mut out.0, account);
    }

    fn end_of_entries(&self, scratch: &mut Scratch<'_, T>, out: &mut Self::Out) {
        self.0.end_of_entries(&mut scratch.0, &mut out.0);
    }

    fn end_of_block(
        &self,
        block: &BlockView<'_>,
        consumed: usize,
        out: &mut Self::Out,
        account: &mut Account,
    ) {
        self.0.end_of_block(block, consumed, &mut out.0, account);
    }

    fn begin_block(&self, format: &dyn InputFormat, block: &BlockView<'_>) -> Self::Out {
        (self.0.begin_block(format, block), EntryPlaces { base: block.offset, games: Vec::new() })
    }
}

fn place(at: &At<'_>) -> EntryPlace {
    let place = |byte: usize| at.block.offset + byte as u64;
    EntryPlace { number: at.number, start: place(at.span.start), end: place(at.span.end) }
}

/// Places of a text moved by changes in it: each change is its place in the new text, and what was there before.
#[derive(Debug)]
pub struct MovedPlaces<'c> {
    changes: std::slice::Iter<'c, (pgnkit::syntax::Span, Vec<u8>)>,
    next: Option<&'c (pgnkit::syntax::Span, Vec<u8>)>,
    shift: i64,
}

impl<'c> MovedPlaces<'c> {
    /// Places before these changes.
    pub fn by(changes: &'c [(pgnkit::syntax::Span, Vec<u8>)]) -> Self {
        let mut changes = changes.iter();
        let next = changes.next();
        Self { changes, next, shift: 0 }
    }

    /// The place in the new text; places are asked for in their order. What is written at the place itself is after it.
    pub fn to(&mut self, place: u64) -> u64 {
        while let Some((new, old)) = self.next {
            if new.start as i64 - self.shift >= place as i64 {
                break;
            }
            self.shift += (new.end - new.start) as i64 - old.len() as i64;
            self.next = self.changes.next();
        }
        place.saturating_add_signed(self.shift)
    }
}
