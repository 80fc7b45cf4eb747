//! Where games come from: of which file, and where there, through all that was done with them.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use pgnkit::syntax::Sink;
use pgnkit_archive::input::{Locations, Target};
use pgnkit_archive::pipeline::BlockView;
use pgnkit_archive::task::At;
use pgnkit_archive::{Account, Compression, InputFormat, OpenInput, Task, output};

/// Where a game comes from.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    /// The name of its input; empty for a game that was made.
    pub(crate) source: Arc<str>,
    /// Its number there, from 1; 0 for a game that was made.
    pub(crate) number: u64,
    /// Its number through all inputs, from 1.
    pub(crate) in_run: u64,
    /// Its bytes in the file, where that has them as they were read.
    pub(crate) span: Option<(u64, u64)>,
}

impl Origin {
    /// That of a game that is a text by itself, or was made where the number is 0.
    pub(crate) fn alone(number: u64) -> Self {
        Self { source: "".into(), number, in_run: number, span: None }
    }

    /// As the forms of output take it.
    fn for_output(&self) -> output::Origin<'_> {
        output::Origin { name: &self.source, in_input: self.number, in_run: self.in_run }
    }
}

/// Where the games of a block come from.
#[derive(Debug, Default)]
pub(crate) struct Block {
    /// The first byte of the block, and its games, in the text that is read.
    pub(crate) places: Places,
    pub(crate) origins: Vec<Origin>,
}

impl Block {
    /// That of a game by its number in the block, from 1.
    pub(crate) fn origin(&self, number: u64) -> Origin {
        let at = usize::try_from(number).unwrap_or_default().checked_sub(1);
        at.and_then(|at| self.origins.get(at)).cloned().unwrap_or_else(|| Origin::alone(0))
    }

    /// Has the output of the block say where its games come from.
    pub(crate) fn tell(&self, chunk: &mut output::Chunk, form: &dyn output::OutputFormat) {
        let nowhere = Origin::alone(0);
        let of = |number: u64| {
            let at = usize::try_from(number).unwrap_or_default().checked_sub(1);
            at.and_then(|at| self.origins.get(at)).unwrap_or(&nowhere)
        };
        chunk.originate(form, |number| of(number).for_output());
    }
}

/// Where the games of what is read come from.
#[derive(Clone, Debug)]
pub(crate) enum Whence {
    /// From what is read; `has_places` where it is files or bytes.
    Inputs { has_places: bool },
    /// From what the text was made of.
    Trail(Trail),
}

/// Finds the origins of the games of a run, block by block.
#[derive(Debug)]
pub(crate) struct Tracker {
    whence: Whence,
    /// The input at hand: its place among all, its name, and whether bytes of the file are read.
    input: Option<(usize, Arc<str>, bool)>,
}

impl Tracker {
    pub(crate) fn new(whence: Whence) -> Self {
        Self { whence, input: None }
    }

    pub(crate) fn block(&mut self, open: &OpenInput, numbers: output::Numbers, places: Places) -> Block {
        let has_places = match &self.whence {
            Whence::Trail(trail) => {
                let origins = trail.origins(&places);
                return Block { places, origins };
            }
            Whence::Inputs { has_places } => *has_places,
        };
        if self.input.as_ref().is_none_or(|(index, ..)| *index != open.index) {
            let is_plain = open.path.as_ref().map_or_else(
                || {
                    open.compression == Compression::Plain
                        && !open.is_decoded
                        && open.format.container().is_none()
                },
                |_| open.plain_file().is_some(),
            );
            let has_bytes = has_places && is_plain && open.format.locations() != Locations::Rows;
            self.input = Some((open.index, open.name.as_str().into(), has_bytes));
        }
        let Some((_, source, has_bytes)) = &self.input else { return Block::default() };
        let origin = |(place, number): (&Range<u64>, u64)| Origin {
            source: Arc::clone(source),
            number: numbers.before_in_input + number,
            in_run: numbers.before_in_run + number,
            span: has_bytes.then_some((place.start, place.end)),
        };
        let origins = places.games.iter().zip(1..).map(origin).collect();
        Block { places, origins }
    }
}

/// The origins of the games of a text that is made of others, from who makes it to who reads it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trail(Arc<Mutex<Marks>>);

#[derive(Debug, Default)]
struct Marks {
    /// From which byte of the text on games come from these places, one after the other.
    waiting: VecDeque<(u64, Vec<Origin>)>,
    now: std::vec::IntoIter<Origin>,
    last: Option<Origin>,
}

impl Trail {
    /// Says where the games come from that begin at a byte of the text or after it. It is said before the text is given.
    pub(crate) fn mark(&self, start: u64, origins: Vec<Origin>) {
        if !origins.is_empty() {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).waiting.push_back((start, origins));
        }
    }

    /// The origins of games, which are asked for in the order of the text.
    fn origins(&self, places: &Places) -> Vec<Origin> {
        let mut marks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let marks = &mut *marks;
        let origin = |place: &Range<u64>| {
            while marks.waiting.front().is_some_and(|(start, _)| *start <= place.start) {
                let next = marks.waiting.pop_front().map(|(_, origins)| origins);
                marks.now = next.unwrap_or_default().into_iter();
            }
            // Where a game has become two, both come from it.
            marks.last = marks.now.next().or_else(|| marks.last.take());
            marks.last.clone().unwrap_or_else(|| Origin::alone(0))
        };
        places.games.iter().map(origin).collect()
    }
}

/// The origins of many games in few bytes.
#[derive(Debug, Default)]
pub(crate) struct Origins {
    /// Of each stretch of games that follow one another the first.
    stretches: Vec<(u64, Origin)>,
    starts: Vec<u64>,
    lengths: Vec<u32>,
}

/// No bytes of a file.
const NOWHERE: u32 = u32::MAX;

impl Origins {
    pub(crate) fn extend(&mut self, origins: Vec<Origin>) {
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
    pub(crate) fn of(&self, game: u64) -> Option<Origin> {
        let at = self.stretches.partition_point(|(first, _)| *first <= game).checked_sub(1)?;
        let (first, from) = self.stretches.get(at)?;
        let index = usize::try_from(game).ok()?;
        let (start, length) = (*self.starts.get(index)?, *self.lengths.get(index)?);
        Some(Origin {
            source: Arc::clone(&from.source),
            number: from.number + (game - first),
            in_run: from.in_run + (game - first),
            span: (length != NOWHERE).then_some((start, start + u64::from(length))),
        })
    }
}

/// The places of the games of a block in the text that is read.
#[derive(Debug, Default)]
pub(crate) struct Places {
    pub(crate) base: u64,
    pub(crate) games: Vec<Range<u64>>,
}

/// A task, with the places of the games.
pub(crate) struct Located<T>(pub(crate) T);

/// Its memory.
pub(crate) struct Scratch<'s, T: Task + 's>(T::Scratch<'s>);

impl<T: Task> Task for Located<T> {
    type Scratch<'s>
        = Scratch<'s, T>
    where
        Self: 's;
    type Out = (T::Out, Places);

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

    fn wants_whole_blocks(&self) -> bool {
        self.0.wants_whole_blocks()
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
        (self.0.begin_block(format, block), Places { base: block.offset, games: Vec::new() })
    }
}

fn place(at: &At<'_>) -> Range<u64> {
    at.block.offset + at.span.start as u64..at.block.offset + at.span.end as u64
}

/// How far places of a text move by changes in it: each is where it is in the new text, and what was there before.
pub(crate) struct Moved<'c> {
    changes: std::slice::Iter<'c, (pgnkit::syntax::Span, Vec<u8>)>,
    next: Option<&'c (pgnkit::syntax::Span, Vec<u8>)>,
    shift: i64,
}

impl<'c> Moved<'c> {
    pub(crate) fn by(changes: &'c [(pgnkit::syntax::Span, Vec<u8>)]) -> Self {
        let mut changes = changes.iter();
        let next = changes.next();
        Self { changes, next, shift: 0 }
    }

    /// Where a place is in the new text; places are asked for in their order. What is written at the place itself is after it.
    pub(crate) fn to(&mut self, place: u64) -> u64 {
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
