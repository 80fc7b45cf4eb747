//! Games of moves as bytes, and of what is beside the moves.

use std::ops::Range;

use arrow_array::{Int64Array, RecordBatch};
use pgnkit::Start;
use pgnkit::chess::Position;
use pgnkit::internals::Assembler;

use super::arrays::{Bytes, Lists, Texts, integers, number};
use super::{RecordError, numbers, structs};
use crate::annotation::write_usual;
use crate::moves::Moves;

/// The columns of what is beside moves.
#[derive(Clone, Debug)]
pub(super) struct Sides {
    clocks: [Option<Lists<Int64Array>>; 2],
    evals: Option<Lists<Int64Array>>,
    comments: Option<Lists<(Int64Array, Texts)>>,
    nags: Option<Lists<(Int64Array, Int64Array)>>,
    variations: Option<Lists<Lines>>,
}

/// Variations: the places after the moves that they replace, those before their first moves, and their moves.
#[derive(Clone, Debug)]
struct Lines {
    nodes: Int64Array,
    starts: Int64Array,
    moves: Bytes,
}

impl Sides {
    pub(super) fn new(batch: &RecordBatch) -> Result<Self, RecordError> {
        Ok(Self {
            clocks: [numbers(batch, "clocks_white")?, numbers(batch, "clocks_black")?],
            // Files of the first version have another name.
            evals: numbers(
                batch,
                if batch.column_by_name("evals_cp").is_some() { "evals_cp" } else { "evals" },
            )?,
            comments: structs(batch, "comments", |field| {
                Some((integers(&field("node")?)?, Texts::new(&field("text")?)?))
            })?,
            nags: structs(batch, "nags", |field| {
                Some((integers(&field("node")?)?, integers(&field("nag")?)?))
            })?,
            variations: structs(batch, "variations", |field| {
                let (nodes, starts) = (integers(&field("node")?)?, integers(&field("start")?)?);
                Some(Lines { nodes, starts, moves: Bytes::new(&field("moves")?)? })
            })?,
        })
    }

    /// What clocks and evaluations of a row say.
    pub(super) fn said(&self, row: usize) -> Said<'_> {
        fn get(lists: &Option<Lists<Int64Array>>, row: usize) -> (Option<&Int64Array>, Range<usize>) {
            lists.as_ref().map_or((None, 0..0), |lists| (Some(&lists.values), lists.range(row)))
        }
        let [white, black] = &self.clocks;
        Said { clocks: [get(white, row), get(black, row)], evals: get(&self.evals, row) }
    }
}

type Part<'s> = (Option<&'s Int64Array>, Range<usize>);

/// What clocks and evaluations of a game say.
#[derive(Clone, Debug)]
pub(super) struct Said<'s> {
    clocks: [Part<'s>; 2],
    evals: Part<'s>,
}

impl Said<'_> {
    /// Appends the comment after a half-move, counted from 1, of a game in which White or else Black begins.
    pub(super) fn write(&self, ply: usize, white_begins: bool, out: &mut String) {
        let value = |(values, range): &Part<'_>, at: usize| {
            let at = range.start.checked_add(at).filter(|at| range.contains(at))?;
            number((*values)?, at)
        };
        let Some(before) = ply.checked_sub(1) else { return };
        let is_white = white_begins == (before % 2 == 0);
        let clock = value(&self.clocks[usize::from(!is_white)], before / 2);
        write_usual(clock, value(&self.evals, before), out);
    }
}

/// A list whose values come in the order of the text.
struct Rest<'s, T> {
    values: Option<&'s T>,
    places: Range<usize>,
}

impl<'s, T> Rest<'s, T> {
    fn of(lists: &'s Option<Lists<T>>, row: usize) -> Self {
        let places = lists.as_ref().map_or(0..0, |lists| lists.range(row));
        Self { values: lists.as_ref().map(|lists| &lists.values), places }
    }

    /// The next value, if it belongs to a place.
    #[inline]
    fn next(&mut self, node: i64, nodes: impl Fn(&T) -> &Int64Array) -> Option<(&'s T, usize)> {
        let at = self.places.start;
        if at >= self.places.end {
            return None;
        }
        let values = self.values?;
        if number(nodes(values), at) != Some(node) {
            return None;
        }
        self.places.start += 1;
        Some((values, at))
    }

    fn expect_end(&self, name: &str, nodes: impl Fn(&T) -> &Int64Array) -> Result<(), String> {
        if self.places.is_empty() {
            return Ok(());
        }
        let node =
            self.values.and_then(|values| number(nodes(values), self.places.start)).unwrap_or_default();
        Err(format!("{name}: expected places of the game in the order of its text, found {node}"))
    }
}

/// A line of moves that is open.
struct Line<'s> {
    moves: Moves<'s>,
    /// The position before its last move.
    before: Position,
    /// The number of the place before its first move, and of the last one.
    start: i64,
    node: i64,
}

/// Assembles a game that has its tags. Without moves its rules are not known. After an error the game has what comes before it.
pub(super) fn assemble(
    moves: Option<&[u8]>,
    sides: &Sides,
    row: usize,
    game: &mut Assembler<'_>,
) -> Result<(), String> {
    let mut start = Start::default();
    start.is_known = moves.is_some();
    let moves = Moves::new(moves.unwrap_or_default()).map_err(|error| format!("moves: {error}"))?;
    start.position = *moves.position();
    start.mode = moves.mode();
    start.set_up = start.position != start.position.variant().start();
    game.start(&start);
    let white_begins = start.position.turn() == pgnkit::chess::Color::White;
    let mut notes = Notes {
        said: sides.said(row),
        comments: Rest::of(&sides.comments, row),
        nags: Rest::of(&sides.nags, row),
        white_begins,
        usual: String::new(),
    };
    let mut variations = Rest::of(&sides.variations, row);
    let mut outer: Vec<Line<'_>> = Vec::new();
    let mut line = Line { before: start.position, moves, start: 0, node: 0 };
    notes.take(0, false, game);
    loop {
        if line.node > line.start
            && let Some((lines, at)) = variations.next(line.node, |lines| &lines.nodes)
        {
            let moves = lines.moves.get(at).unwrap_or_default();
            let moves = Moves::from_position(line.before, start.mode, moves);
            let first = number(&lines.starts, at).unwrap_or_default();
            let inner = Line { before: line.before, moves, start: first, node: first };
            outer.push(std::mem::replace(&mut line, inner));
            game.begin_variation();
            notes.take(first, false, game);
            continue;
        }
        line.before = *line.moves.position();
        match line.moves.next() {
            Some(mv) => {
                let name = if outer.is_empty() { "moves" } else { "moves of a variation" };
                let mv = match mv {
                    Ok(mv) => mv,
                    Err(error) => {
                        let error = format!("{name}: {error}");
                        close(line, outer, game);
                        return Err(error);
                    }
                };
                game.play(mv, &line.before, line.moves.position());
                line.node = line.node.wrapping_add(1);
                notes.take(line.node, outer.is_empty(), game);
            }
            None => {
                let Some(before) = outer.pop() else { break };
                game.end_variation(line.node != line.start);
                line = before;
            }
        }
    }
    notes.comments.expect_end("comments", |(nodes, _)| nodes)?;
    notes.nags.expect_end("nags", |(nodes, _)| nodes)?;
    variations.expect_end("variations", |lines| &lines.nodes)
}

/// Ends all lines that are open.
fn close<'s>(mut line: Line<'s>, mut outer: Vec<Line<'s>>, game: &mut Assembler<'_>) {
    while let Some(before) = outer.pop() {
        game.end_variation(line.node != line.start);
        line = before;
    }
}

/// Comments and glyphs, and what clocks and evaluations say.
struct Notes<'s> {
    said: Said<'s>,
    comments: Rest<'s, (Int64Array, Texts)>,
    nags: Rest<'s, (Int64Array, Int64Array)>,
    white_begins: bool,
    usual: String,
}

impl Notes<'_> {
    /// Adds those of a place.
    fn take(&mut self, node: i64, is_main_line: bool, game: &mut Assembler<'_>) {
        while let Some(((_, nags), at)) = self.nags.next(node, |(nodes, _)| nodes) {
            game.nag(number(nags, at).and_then(|nag| u8::try_from(nag).ok()).unwrap_or_default());
        }
        let mut any = false;
        while let Some(((_, texts), at)) = self.comments.next(node, |(nodes, _)| nodes) {
            game.comment(texts.get(at).unwrap_or_default());
            any = true;
        }
        if is_main_line && !any {
            self.usual.clear();
            self.said.write(usize::try_from(node).unwrap_or_default(), self.white_begins, &mut self.usual);
            if !self.usual.is_empty() {
                game.comment(&self.usual);
            }
        }
    }
}
