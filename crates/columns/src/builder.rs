//! Builds record batches.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{RecordBatch, RecordBatchOptions, UInt64Array};
use arrow_schema::{ArrowError, SchemaRef};
use pgnkit::chess::Color;
use pgnkit::{Export, Game, Visitor};

use crate::annotation::Said;
use crate::game::{Needs, Visited};
use crate::schema::{Content, Layout, Rows};
use crate::tags::{Tag, TagKind, date_parts, time_control};
use crate::values::Values;

/// Builds record batches of a [`Layout`], game by game: each is visited ([`visitor`](Self::visitor)), and then
/// [added](Self::add), or not.
#[derive(Debug)]
pub struct Builder {
    rows: Rows,
    schema: SchemaRef,
    columns: Vec<(Content, Values)>,
    visited: Visited,
    length: usize,
    needs_game: bool,
    scratch: String,
}

impl Builder {
    /// Builds batches of this layout.
    pub fn new(layout: &Layout) -> Self {
        let schema = layout.schema();
        let contents = layout.columns().iter().map(|column| column.content);
        let values = schema.fields().iter().map(|field| Values::new(field.data_type()));
        Self {
            rows: layout.rows(),
            columns: contents.zip(values).collect(),
            schema,
            visited: Visited::new(Needs::of(layout)),
            length: 0,
            needs_game: layout.has(&[Content::Movetext]),
            scratch: String::new(),
        }
    }

    /// Reads games to their end, variations included, whatever the columns need, so that all errors are found.
    #[must_use]
    pub fn reading_on(mut self, reads_on: bool) -> Self {
        self.visited.needs().whole = reads_on;
        self
    }

    /// The schema of the batches.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Whether [`add`](Self::add) needs the game itself, which its visitor has seen.
    pub fn needs_game(&self) -> bool {
        self.needs_game
    }

    /// The visitor of the next game.
    pub fn visitor(&mut self) -> &mut (dyn Visitor + 'static) {
        &mut self.visited
    }

    /// Rows so far.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there are no rows yet.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Adds the rows of the game that was visited last. `number` is that of the game; `diagnostics` are the names of what is wrong with it.
    pub fn add(&mut self, number: u64, game: Option<&Game>, diagnostics: &[&str]) {
        let Self { rows, columns, visited, scratch, .. } = self;
        let plies = visited.plies;
        let places = match rows {
            Rows::Games => 0..1,
            Rows::Plies => 1..plies + 1,
            Rows::Positions => 0..plies + 1,
        };
        self.length += places.len();
        for (content, values) in columns {
            let row = Row { visited, number, game, diagnostics, scratch };
            row.append(*content, places.clone(), values);
        }
    }

    /// The batch of the games added since the last one.
    ///
    /// # Errors
    /// When there are more than 2 GiB of text in a column.
    pub fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        let arrays = self.columns.iter_mut().map(|(_, values)| values.finish()).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(self.length));
        self.length = 0;
        RecordBatch::try_new_with_options(self.schema.clone(), arrays, &options)
    }
}

/// The rows of a game.
struct Row<'r> {
    visited: &'r Visited,
    number: u64,
    game: Option<&'r Game>,
    diagnostics: &'r [&'r str],
    scratch: &'r mut String,
}

impl Row<'_> {
    /// Appends the values of a column, one for each of the places: what comes after so many half-moves.
    #[inline]
    fn append(self, content: Content, places: std::ops::Range<usize>, values: &mut Values) {
        let Self { visited, number, game, diagnostics, scratch } = self;
        let said = |at: usize| visited.said.get(at).copied().unwrap_or_default();
        match content {
            Content::Game => places.for_each(|_| values.unsigned(Some(number))),
            Content::Ply => places.for_each(|at| values.number(i32::try_from(at).ok())),
            Content::KeyBefore | Content::KeyAfter => {
                places.for_each(|at| {
                    values.unsigned(visited.keys.get(at).copied().filter(|_| visited.start.is_known))
                });
            }
            Content::MoveNumber => {
                let offset = usize::from(visited.start.position.turn() == Color::Black);
                let first = visited.start.position.fullmove_number() as usize;
                places.for_each(|at| values.number(i32::try_from(first + (at + offset - 1) / 2).ok()));
            }
            Content::Color => places.for_each(|at| {
                values.text(Some(if visited.mover(at) == Color::White { "white" } else { "black" }));
            }),
            // The move that leads to a place, or that is played there.
            Content::San => places.for_each(|at| values.text(visited.san.get(at - 1))),
            Content::Uci => {
                let before = usize::from(places.start > 0);
                places.for_each(|at| values.text(visited.uci.get(at - before)));
            }
            Content::Clock => places.for_each(|at| {
                values.decimal(said(at).clock.map(|clock| clock.nanoseconds() as f64 / 1e9));
            }),
            Content::Eval => places.for_each(|at| values.number(said(at).eval.map(i32::from))),
            Content::FenBefore | Content::FenAfter => {
                places.for_each(|at| values.text(visited.fens.get(at).filter(|_| visited.start.is_known)));
            }
            Content::NagList => {
                let mut nags = visited.nags.iter().peekable();
                while nags.next_if(|(plies, _)| *plies < places.start).is_some() {}
                for at in places {
                    let is_there = nags.peek().is_some_and(|(plies, _)| *plies == at);
                    let those = std::iter::from_fn(|| {
                        nags.next_if(|(plies, _)| *plies == at).map(|(_, nag)| Some(i32::from(*nag)))
                    });
                    values.numbers(is_there.then_some(those));
                }
            }
            Content::Comment => {
                let mut comments = visited.comments.iter().peekable();
                while comments.next_if(|(plies, _)| *plies < places.start).is_some() {}
                for at in places {
                    values.text(comments.next_if(|(plies, _)| *plies == at).map(|(_, text)| &**text));
                }
            }
            Content::Tag(Tag::Result) => places.for_each(|_| values.text(Some(visited.result.as_str()))),
            Content::Tag(tag) => {
                let value = visited.tag(tag);
                match tag.kind() {
                    TagKind::Text => places.for_each(|_| values.text(value)),
                    kind => {
                        let number = value.and_then(|value| kind.number(value));
                        places.for_each(|_| values.number(number));
                    }
                }
            }
            Content::Tags => {
                places.for_each(|_| values.pairs(visited.others().chain(unlike(visited, scratch))));
            }
            Content::Year | Content::Month | Content::Day => {
                let part = match content {
                    Content::Year => 0,
                    Content::Month => 1,
                    _ => 2,
                };
                let number = visited.tag(Tag::Date).and_then(|date| date_parts(date)[part]);
                places.for_each(|_| values.number(number));
            }
            Content::TimeInitial | Content::TimeIncrement => {
                let part = usize::from(content == Content::TimeIncrement);
                let number = visited.tag(Tag::TimeControl).and_then(|control| time_control(control)[part]);
                places.for_each(|_| values.number(number));
            }
            Content::Plies => places.for_each(|_| values.number(i32::try_from(visited.plies).ok())),
            Content::Moves => values.bytes(visited.start.is_known.then_some(&visited.moves)),
            Content::SanList => values.texts(Some(visited.san.iter())),
            Content::UciList => values.texts(visited.start.is_known.then(|| visited.uci.iter())),
            Content::Movetext => {
                values.text(game.map(|game| movetext(game)).as_deref());
            }
            Content::ClocksWhite | Content::ClocksBlack => {
                let side = if content == Content::ClocksWhite { Color::White } else { Color::Black };
                let first = if visited.start.position.turn() == side { 1 } else { 2 };
                let clock = |said: &Said| said.clock.and_then(|clock| i32::try_from(clock.seconds()).ok());
                let any = visited.said.iter().skip(first).step_by(2).any(|said| said.clock.is_some());
                values.numbers(any.then(|| visited.said.iter().skip(first).step_by(2).map(clock)));
            }
            Content::Evals => {
                let any = visited.said.iter().skip(1).any(|said| said.eval.is_some());
                values.numbers(any.then(|| visited.said.iter().skip(1).map(|said| said.eval.map(i32::from))));
            }
            Content::Diagnostics => places.for_each(|_| {
                values.texts((!diagnostics.is_empty()).then(|| diagnostics.iter().copied()));
            }),
        }
    }
}

/// Tags whose value is not what their column gives back.
fn unlike<'v>(
    visited: &'v Visited,
    scratch: &mut String,
) -> impl Iterator<Item = (&'v str, &'v str)> + use<'v> {
    let mut found = Vec::new();
    for tag in Tag::ALL {
        let Some(value) = visited.tag(*tag) else { continue };
        let is_alike = match (tag, tag.kind()) {
            (Tag::Result, _) => value == visited.result.as_str(),
            (_, TagKind::Text) => continue,
            (_, kind) => kind.number(value).is_some_and(|number| {
                scratch.clear();
                kind.write(number, scratch);
                scratch == value
            }),
        };
        if !is_alike {
            found.push((tag.name(), value));
        }
    }
    found.into_iter()
}

/// The movetext of a game in export format.
fn movetext(game: &Game) -> String {
    let mut text = Vec::new();
    Export::default().write_game(game, &mut text);
    let text = String::from_utf8_lossy(&text);
    // A tag value has no line breaks there, and a tag pair is a line.
    text.split_once("\n\n").map_or(&*text, |(_, movetext)| movetext).trim_end().to_owned()
}

/// The same rows with so much added to the numbers of their games, where they have any.
pub fn numbered_from(batch: RecordBatch, before: u64) -> RecordBatch {
    let Ok(at) = batch.schema_ref().index_of("game") else { return batch };
    let Some(numbers) = batch.column(at).as_primitive_opt::<UInt64Type>().filter(|_| before > 0) else {
        return batch;
    };
    let numbers: UInt64Array = numbers.unary(|number| number.saturating_add(before));
    let mut columns = batch.columns().to_vec();
    columns[at] = Arc::new(numbers);
    // The types are the same.
    RecordBatch::try_new(batch.schema(), columns).unwrap_or(batch)
}
