//! Tags of games with the places of the games in their input, read as fast as games can be passed over: for lists of games that
//! are opened one by one afterwards.
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::sync::Arc;
//!
//! use pgnkit_archive::headers::GatherHeaders;
//! use pgnkit_archive::{FindingFilter, Input, RunEvent, RunInput, RunOptions, run};
//!
//! let text = "[White \"Tal\"]\n\n1. e4 e5 1-0\n\n[White \"Fine\"]\n\n1. d4 *\n";
//! let input = Input::from_reader("games.pgn", std::io::Cursor::new(text))?;
//! let input = RunInput::new(input, Arc::new(FindingFilter::default()));
//! let mut listed = Vec::new();
//! let task = GatherHeaders::new(["White", "Black"]);
//! run::run([Ok(input)], &task, &RunOptions::default(), |event| {
//!     if let RunEvent::Entries(_, _, done) = event {
//!         for header in done.value.iter() {
//!             let game = &text[header.offset as usize..][..header.length];
//!             listed.push((header.value(0).to_owned(), header.line, game.trim().len()));
//!         }
//!     }
//!     ControlFlow::<()>::Continue(())
//! })?;
//! assert_eq!(listed, [("Tal".to_owned(), 1, 27), ("Fine".to_owned(), 3, 23)]);
//! # Ok::<(), std::io::Error>(())
//! ```

use std::ops::Range;

use pgnkit::{Flow, Start, Text, Visitor};

use crate::account::Account;
use crate::blocks::BlockView;
use crate::blocks::LineCounter;
use crate::input::{InputFormat, Target};
use crate::task::{At, Task};

/// Gathers tags of games and where the games are. Their moves are passed over.
#[derive(Clone, Debug)]
pub struct GatherHeaders {
    names: Box<[&'static str]>,
    texts: bool,
}

impl GatherHeaders {
    /// Gathers the values of these tags.
    pub fn new(names: impl IntoIterator<Item = &'static str>) -> Self {
        Self { names: names.into_iter().collect(), texts: false }
    }

    /// With the bytes of the blocks, for inputs that cannot be read at a place again: put together they are the decompressed
    /// input, in which the [offsets](Header::offset) count. Of records it is their text, and offsets count from the beginning of that of their
    /// block. Of forms that are [read by number](InputFormat::reads_by_number) there is none, and offsets are the numbers, from 0.
    #[must_use]
    pub fn with_texts(self, texts: bool) -> Self {
        Self { texts, ..self }
    }
}

/// The tags of the games of a block.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Headers {
    /// The bytes that were read, where they are asked for.
    pub text: Vec<u8>,
    places: Vec<Place>,
    /// All values, one after the other.
    values: String,
    /// The ends of the values, so many for each game as there are names.
    ends: Vec<usize>,
    lines: LineCounter,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    offset: u64,
    length: usize,
    line: u64,
}

/// The tags of a game, and its place.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Header<'h> {
    /// Offset of its text in the (decompressed) input, in bytes. The text of a PGN game has what is before it since the game
    /// before, so that reading it again reports what reading the whole reports.
    pub offset: u64,
    /// Bytes of its text.
    pub length: usize,
    /// The line that its text begins on, from 1.
    pub line: u64,
    values: &'h str,
    start: usize,
    ends: &'h [usize],
}

impl<'h> Header<'h> {
    /// The value of the tag whose name was given at that place, from 0; empty where the game has no such tag.
    pub fn value(&self, index: usize) -> &'h str {
        let start = index.checked_sub(1).map_or(self.start, |before| self.ends[before]);
        &self.values[start..self.ends[index]]
    }
}

impl Headers {
    /// The games, in the order of the input.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Header<'_>> {
        let columns = self.ends.len() / self.places.len().max(1);
        self.places.iter().enumerate().map(move |(row, &Place { offset, length, line })| {
            let start = (row * columns).checked_sub(1).map_or(0, |before| self.ends[before]);
            let ends = &self.ends[row * columns..(row + 1) * columns];
            Header { offset, length, line, values: &self.values, start, ends }
        })
    }

    /// Adds to all offsets: of records, what the blocks before have as text.
    pub fn shift(&mut self, bytes: u64) {
        self.places.iter_mut().for_each(|place| place.offset += bytes);
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is no game.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }
}

/// Memory of a thread that gathers: the tags of one game.
#[derive(Debug)]
pub struct Tags<'t> {
    names: &'t [&'static str],
    values: String,
    places: Vec<Option<Range<usize>>>,
}

impl Visitor for Tags<'_> {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        let Some(index) = self.names.iter().position(|known| name == *known) else { return };
        let place = &mut self.places[index];
        if place.is_none() {
            let start = self.values.len();
            self.values.push_str(&value.to_str());
            *place = Some(start..self.values.len());
        }
    }

    fn start(&mut self, _: &Start) -> Flow {
        Flow::Skip
    }
}

impl Task for GatherHeaders {
    type Scratch<'t> = Tags<'t>;
    type Out = Headers;

    fn scratch(&self) -> Tags<'_> {
        Tags { names: &self.names, values: String::new(), places: vec![None; self.names.len()] }
    }

    fn wants_text(&self, format: &dyn InputFormat) -> bool {
        self.texts && !format.reads_by_number()
    }

    fn target<'s>(&self, scratch: &'s mut Tags<'_>, _format: &dyn InputFormat) -> Target<'s> {
        Target::Visit(scratch)
    }

    fn take(&self, tags: &mut Tags<'_>, at: &At<'_>, out: &mut Headers, _account: &mut Account) {
        for place in &mut tags.places {
            out.values.push_str(place.take().map_or("", |place| &tags.values[place]));
            out.ends.push(out.values.len());
        }
        tags.values.clear();
        if at.format.reads_by_number() {
            out.places.push(Place { offset: at.block.offset + at.span.start as u64, length: 0, line: 1 });
            return;
        }
        if at.block.records.is_some() {
            out.places.push(Place { offset: out.text.len() as u64, length: at.stretch.len(), line: 1 });
            if self.texts {
                out.text.extend_from_slice(at.stretch);
            }
            return;
        }
        let span = if at.format.is_fixable() { at.stretch_span } else { at.span };
        out.places.push(Place {
            offset: at.block.offset + span.start as u64,
            length: span.end - span.start,
            line: at.block.first_line + out.lines.lines_before(at.block.bytes, span.start),
        });
    }

    fn end_of_block(
        &self,
        block: &BlockView<'_>,
        consumed: usize,
        out: &mut Headers,
        _account: &mut Account,
    ) {
        if self.texts && block.records.is_none() {
            out.text = block.bytes[..consumed].to_vec();
        }
    }
}
