//! Builds record batches.

use std::sync::Arc;

use arrow_array::builder::{BinaryBuilder, Int32Builder, StringBuilder, UInt8Builder};
use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions, StringArray, UInt64Array};
use arrow_schema::{ArrowError, SchemaRef};
use pgnkit::chess::Color;
use pgnkit::diagnostics::Located;
use pgnkit::{Game, Visitor};
use pgnkit_facts::{Extent, Fact, Value, movetext};

use crate::annotation::Clock;
use crate::game::{LeftOut, Needs, Visited};
use crate::proof::Proof;
use crate::schema::{Content, Layout, Rows};
use crate::tags::{Tag, TagKind};
use crate::values::{MISSING, Values};

/// Builds record batches of a [`Layout`], game by game: each is visited ([`visitor`](Self::visitor)), and then
/// [added](Self::add), or not.
#[derive(Debug)]
pub struct Builder {
    rows: Rows,
    schema: SchemaRef,
    columns: Vec<Column>,
    /// The places of columns that have something of each game.
    of_each: Vec<usize>,
    /// The place of the column of each tag.
    of_tags: [Option<usize>; Tag::ALL.len()],
    /// The place of the column of all other tags.
    of_others: Option<usize>,
    visited: Visited,
    length: usize,
    needs_game: bool,
    scratch: String,
    list: Vec<i32>,
    /// Tags whose value is not what their column gives back.
    unlike: Vec<Tag>,
    /// What is to be proven, where there is a column for what cannot be.
    proof: Option<Proof>,
}

/// A column as it is built.
#[derive(Debug)]
struct Column {
    content: Content,
    values: Values,
    memo: Memo,
}

/// The last number that a fact has made of a tag: games of a day come one after the other.
#[derive(Debug, Default)]
struct Memo {
    /// The only tag that the fact is made of; none where there are several.
    tag: Option<Tag>,
    /// Whether the last game had it; none if there was no game.
    was_there: Option<bool>,
    value: String,
    number: Option<i32>,
}

impl Memo {
    fn of(content: Content) -> Self {
        let tag = match content {
            Content::Fact(Fact { reads: Extent::Tags([name]), .. }) => Tag::named(name.as_bytes()),
            _ => None,
        };
        Self { tag, ..Self::default() }
    }

    fn number(&mut self, fact: &Fact, visited: &Visited) -> Option<i32> {
        let value = self.tag.and_then(|tag| visited.tag(tag));
        let (is_there, value) = (Some(value.is_some()), value.unwrap_or_default());
        if self.tag.is_none() || self.was_there != is_there || self.value != value {
            self.was_there = is_there;
            self.value.clear();
            self.value.push_str(value);
            self.number = match fact.value_from(visited) {
                Value::Integer(number) => i32::try_from(number).ok(),
                _ => None,
            };
        }
        self.number
    }
}

impl Builder {
    /// Builds batches of this layout.
    pub fn new(layout: &Layout) -> Self {
        let schema = layout.schema();
        let (mut of_each, mut of_tags, mut of_others) = (Vec::new(), [None; Tag::ALL.len()], None);
        let mut columns = Vec::new();
        for (at, (column, field)) in layout.columns().iter().zip(schema.fields()).enumerate() {
            let content = column.content;
            match content {
                // It is there whatever the tag says.
                Content::Tag(tag) if tag != Tag::Result => of_tags[tag as usize] = Some(at),
                Content::Tags => of_others = Some(at),
                // Known when the batch is complete.
                Content::Pgn => {}
                _ => of_each.push(at),
            }
            columns.push(Column { content, values: Values::new(field.data_type()), memo: Memo::of(content) });
        }
        Self {
            rows: layout.rows(),
            columns,
            of_each,
            of_tags,
            of_others,
            schema,
            visited: Visited::new(Needs::of(layout)),
            length: 0,
            needs_game: layout.has(&[Content::Movetext]) || layout.has(Content::OF_TREES),
            proof: layout.has(&[Content::Pgn]).then(Proof::default),
            scratch: String::new(),
            list: Vec::new(),
            unlike: Vec::new(),
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

    /// What is in the game that was visited last and in none of its columns.
    pub fn left_out(&self) -> LeftOut {
        // The column of movetext has all.
        if self.needs_game { LeftOut::default() } else { self.visited.left_out }
    }

    /// Rows so far.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there are no rows yet.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Adds the rows of the game that was visited last. `number` is that of the game; `diagnostics` are what is wrong with it.
    pub fn add(&mut self, number: u64, game: Option<&Game>, diagnostics: &[Located]) {
        let Self { rows, columns, of_each, visited, scratch, list, .. } = self;
        let plies = visited.plies;
        let places = match rows {
            Rows::Games => 0..1,
            Rows::Plies => 1..plies + 1,
            Rows::Positions => 0..plies + 1,
        };
        if let Some(proof) = &mut self.proof {
            proof.expect(game);
        }
        for at in of_each {
            let Some(Column { content, values, memo }) = columns.get_mut(*at) else { continue };
            let row = Row { visited, number, game, diagnostics, scratch, list };
            if row.has(*content) {
                values.go_to(self.length);
                row.append(*content, places.clone(), values, memo);
            }
        }
        self.add_tags(places.len());
        self.length += places.len();
    }

    /// Adds the tags of the game, so many times: only to columns of those that it has.
    fn add_tags(&mut self, times: usize) {
        let Self { columns, of_tags, of_others, visited, unlike, length, .. } = self;
        let visited = &*visited;
        unlike.clear();
        for tag in visited.present() {
            let Some(value) = visited.tag(*tag) else { continue };
            let (kind, column) = (tag.kind(), of_tags[*tag as usize].and_then(|at| columns.get_mut(at)));
            let number = kind.number(value);
            if let Some(Column { values, .. }) = column {
                values.go_to(*length);
                match kind {
                    TagKind::Text => (0..times).for_each(|_| values.text(Some(value))),
                    _ => (0..times).for_each(|_| values.number(number)),
                }
            }
            let is_alike = match (tag, kind) {
                (Tag::Result, _) => value == visited.result.as_str(),
                (_, TagKind::Text) => true,
                (_, kind) => number.is_some() && kind.is_usual(value),
            };
            if !is_alike {
                unlike.push(*tag);
            }
        }
        let Some(Column { values, .. }) = of_others.and_then(|at| columns.get_mut(at)) else { return };
        if unlike.is_empty() && visited.others().next().is_none() {
            return;
        }
        unlike.sort_unstable_by_key(|tag| *tag as usize);
        let unlike = unlike.iter().filter_map(|tag| Some((tag.name(), visited.tag(*tag)?)));
        values.go_to(*length);
        (0..times).for_each(|_| values.pairs(visited.others().chain(unlike.clone())));
    }

    /// The batch of the games added since the last one.
    ///
    /// # Errors
    /// When there are more than 2 GiB of text in a column.
    pub fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        let arrays = self
            .columns
            .iter_mut()
            .map(|column| column.values.finish(self.length))
            .collect::<Result<_, _>>()?;
        let options = RecordBatchOptions::new().with_row_count(Some(self.length));
        self.length = 0;
        let batch = RecordBatch::try_new_with_options(self.schema.clone(), arrays, &options)?;
        match (&mut self.proof, self.columns.iter().position(|column| column.content == Content::Pgn)) {
            (Some(proof), Some(column)) => proof.complete(batch, column),
            _ => Ok(batch),
        }
    }
}

/// The rows of a game.
struct Row<'r> {
    visited: &'r Visited,
    number: u64,
    game: Option<&'r Game>,
    diagnostics: &'r [Located],
    scratch: &'r mut String,
    list: &'r mut Vec<i32>,
}

impl Row<'_> {
    /// Whether there is anything for a column; without it, all its rows are NULL.
    #[inline]
    fn has(&self, content: Content) -> bool {
        let Visited { said, nags, comments, .. } = self.visited;
        match content {
            Content::ClocksWhite | Content::ClocksBlack | Content::Clock => said.has_clocks(),
            Content::Emt | Content::Egt => said.has_times(),
            Content::Evals | Content::Eval => !said.evals().is_empty(),
            Content::EvalDepth => said.has_depths(),
            Content::NagList => !nags.is_empty(),
            Content::Comment => !comments.is_empty(),
            Content::Diagnostics => !self.diagnostics.is_empty(),
            _ => true,
        }
    }

    /// Appends the values of a column, one for each of the places: what comes after so many half-moves.
    #[inline]
    fn append(self, content: Content, places: std::ops::Range<usize>, values: &mut Values, memo: &mut Memo) {
        let Self { visited, number, game, diagnostics, scratch, list } = self;
        let said = &visited.said;
        match content {
            Content::Game | Content::Number => places.for_each(|_| values.unsigned(Some(number))),
            // Known where blocks come in order; until then the number says which game it is.
            Content::File => {
                scratch.clear();
                scratch.push_str(&number.to_string());
                places.for_each(|_| values.text(Some(scratch)));
            }
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
            Content::San => places.for_each(|at| values.bytes(visited.san.get(at - 1))),
            Content::Uci => {
                let before = usize::from(places.start > 0);
                places.for_each(|at| values.bytes(visited.uci.get(at - before)));
            }
            Content::Clock => places.for_each(|at| values.decimal(said.clock(at).map(Clock::exact))),
            Content::Emt => places.for_each(|at| values.decimal(said.emt(at).map(Clock::exact))),
            Content::Egt => places.for_each(|at| values.decimal(said.egt(at).map(Clock::exact))),
            Content::EvalDepth => places.for_each(|at| values.number(said.depth(at))),
            Content::Eval => places.for_each(|at| values.number(said.eval(at))),
            Content::FenBefore | Content::FenAfter => {
                places.for_each(|at| values.bytes(visited.fens.get(at).filter(|_| visited.start.is_known)));
            }
            Content::LegalFenBefore | Content::LegalFenAfter => {
                places.for_each(|at| {
                    values.bytes(visited.legal_fens.get(at).filter(|_| visited.start.is_known))
                });
            }
            Content::NagList => {
                let mut nags = visited.nags.iter().peekable();
                while nags.next_if(|(plies, _)| *plies < places.start).is_some() {}
                for at in places {
                    let is_there = nags.peek().is_some_and(|(plies, _)| *plies == at);
                    list.clear();
                    list.extend(std::iter::from_fn(|| {
                        nags.next_if(|(plies, _)| *plies == at).map(|(_, nag)| i32::from(*nag))
                    }));
                    values.numbers(is_there.then_some(list));
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
            // They are added tag by tag.
            Content::Tag(_) | Content::Tags => {}
            Content::Fact(fact) => {
                let number = memo.number(fact, visited);
                places.for_each(|_| values.number(number));
            }
            Content::Plies => places.for_each(|_| values.number(i32::try_from(visited.plies).ok())),
            Content::Moves => values.bytes(visited.start.is_known.then_some(&visited.moves)),
            Content::SanList => values.texts(Some(visited.san.iter())),
            Content::UciList => values.texts(visited.start.is_known.then(|| visited.uci.iter())),
            Content::Movetext => {
                values.text(game.map(movetext).as_deref());
            }
            Content::ClocksWhite | Content::ClocksBlack => {
                let side = if content == Content::ClocksWhite { Color::White } else { Color::Black };
                let first = if visited.start.position.turn() == side { 1 } else { 2 };
                let count = (visited.plies + 2).saturating_sub(first) / 2;
                numbers(said.clocks().skip(first).step_by(2), count, list, values);
            }
            Content::Evals => {
                numbers(said.evals().iter().skip(1).copied(), visited.plies, list, values);
            }
            Content::Comments => {
                let starts = visited.tree.starts(visited.plies);
                let is_derived = |plies: usize, comment: &str| {
                    scratch.clear();
                    visited.write_usual(plies, scratch);
                    scratch == comment
                };
                values.structs(visited.tree.comments(&starts, is_derived), |structs, (node, text)| {
                    structs.field_builder::<Int32Builder>(0)?.append_value(node);
                    structs.field_builder::<StringBuilder>(1)?.append_value(text);
                    Some(())
                });
            }
            Content::Nags => {
                let starts = visited.tree.starts(visited.plies);
                values.structs(visited.tree.nags(&starts), |structs, (node, nag)| {
                    structs.field_builder::<Int32Builder>(0)?.append_value(node);
                    structs.field_builder::<UInt8Builder>(1)?.append_value(nag);
                    Some(())
                });
            }
            Content::Variations => {
                let starts = visited.tree.starts(visited.plies);
                values.structs(visited.tree.variations(&starts), |structs, line| {
                    for (at, number) in [line.node, line.start, line.plies].into_iter().enumerate() {
                        structs.field_builder::<Int32Builder>(at)?.append_value(number);
                    }
                    structs.field_builder::<BinaryBuilder>(3)?.append_value(line.moves);
                    Some(())
                });
            }
            Content::Pgn => {}
            Content::Diagnostics => places.for_each(|_| {
                let codes = diagnostics.iter().map(|found| found.diagnostic.code.to_string());
                values.texts((!diagnostics.is_empty()).then_some(codes));
            }),
        }
    }
}

/// Appends a list of so many numbers, of which the last ones may be missing; NULL where all are.
fn numbers(known: impl Iterator<Item = i32>, count: usize, list: &mut Vec<i32>, values: &mut Values) {
    list.clear();
    list.extend(known);
    let any = list.iter().any(|number| *number != MISSING);
    list.resize(count, MISSING);
    values.numbers(any.then_some(list));
}

/// The same rows with so much added to the numbers of their games, where they have any.
pub fn numbered_from(batch: RecordBatch, before: u64) -> RecordBatch {
    added(batch, "game", before)
}

/// The same rows with their place: the games before them, in all and in their file, and the name of the file, where there are columns for that.
pub fn placed(batch: RecordBatch, before: u64, before_in_file: u64, file: &str) -> RecordBatch {
    let batch = added(added(batch, "game", before), "game_in_file", before_in_file);
    let Ok(at) = batch.schema_ref().index_of("file") else { return batch };
    let files = StringArray::from_iter_values(std::iter::repeat_n(file, batch.num_rows()));
    replaced(batch, at, Arc::new(files))
}

/// Where a game comes from.
#[derive(Clone, Copy, Debug)]
pub struct GamePlace<'p> {
    /// Its number through all files.
    pub game: u64,
    /// The name of its file.
    pub file: &'p str,
    /// Its number in that.
    pub number: u64,
}

/// The same rows, as they were built, with the place of each game by the number that it was [added](Builder::add) with.
pub fn placed_by<'p>(batch: RecordBatch, place: impl Fn(u64) -> GamePlace<'p>) -> RecordBatch {
    let numbered = |batch: RecordBatch, column: &str, number: &dyn Fn(u64) -> u64| {
        let at = batch.schema_ref().index_of(column).ok();
        let numbers = at.and_then(|at| Some((at, batch.column(at).as_primitive_opt::<UInt64Type>()?)));
        let Some((at, numbers)) = numbers else { return batch };
        let numbers: UInt64Array = numbers.unary(number);
        replaced(batch, at, Arc::new(numbers))
    };
    let batch = numbered(batch, "game", &|number| place(number).game);
    let batch = numbered(batch, "game_in_file", &|number| place(number).number);
    let at = batch.schema_ref().index_of("file").ok();
    let numbers = at.and_then(|at| Some((at, batch.column(at).as_string_opt::<i32>()?)));
    let Some((at, numbers)) = numbers else { return batch };
    let file = |number: Option<&str>| place(number.unwrap_or_default().parse().unwrap_or_default()).file;
    let files = StringArray::from_iter_values(numbers.iter().map(file));
    replaced(batch, at, Arc::new(files))
}

fn added(batch: RecordBatch, column: &str, before: u64) -> RecordBatch {
    let Ok(at) = batch.schema_ref().index_of(column) else { return batch };
    let Some(numbers) = batch.column(at).as_primitive_opt::<UInt64Type>().filter(|_| before > 0) else {
        return batch;
    };
    let numbers: UInt64Array = numbers.unary(|number| number.saturating_add(before));
    replaced(batch, at, Arc::new(numbers))
}

fn replaced(batch: RecordBatch, at: usize, column: ArrayRef) -> RecordBatch {
    let mut columns = batch.columns().to_vec();
    columns[at] = column;
    // The types are the same.
    RecordBatch::try_new(batch.schema(), columns).unwrap_or(batch)
}
