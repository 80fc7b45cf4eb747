//! Games made again of their columns.

use std::fmt::Write as _;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, BinaryArray, ListArray, MapArray, StringArray};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Int32Type};
use datafusion::common::exec_err;
use datafusion::error::{DataFusionError, Result};
use pgnkit::Game;
use pgnkit::chess::Color;
use pgnkit_archive::condition::Expression;
use pgnkit_columns::MATE;
use pgnkit_columns::moves::Moves;

/// The columns that an expression needs, or what is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NeededColumns {
    /// Names.
    Columns(Vec<String>),
    /// It asks about comments, glyphs or variations, and no column has them.
    Movetext,
    /// It asks about moves, and no column has them.
    Moves,
}

/// The columns that an expression needs, among those that there are.
pub fn needed(expression: &Expression, has: &dyn Fn(&str) -> bool) -> NeededColumns {
    let reads = expression.reads();
    let mut names = Vec::new();
    let mut others = false;
    for tag in &reads.tags {
        if has(tag) {
            names.push(tag.clone());
        }
        // A value that is not of the kind of its column is among the other tags.
        others = true;
    }
    if (reads.result || reads.moves) && has("Result") {
        names.push("Result".to_owned());
    }
    if others && has("tags") {
        names.push("tags".to_owned());
    }
    if reads.annotations && has("movetext") {
        names.push("movetext".to_owned());
    } else if reads.annotations && asks_for_words(expression.as_str()) {
        return NeededColumns::Movetext;
    } else if reads.moves || reads.annotations {
        if !has("moves") {
            return NeededColumns::Moves;
        }
        names.push("moves".to_owned());
        if reads.annotations {
            let times = ["clocks_white", "clocks_black", "evals"];
            names.extend(times.into_iter().filter(|name| has(name)).map(str::to_owned));
        }
    }
    if reads.moves {
        // A position to start from is in the moves, and in the movetext it is not.
        names.extend(["FEN", "Variant"].into_iter().filter(|name| has(name)).map(str::to_owned));
    }
    names.sort_unstable();
    names.dedup();
    NeededColumns::Columns(names)
}

/// Whether something among the moves is asked for that is no number.
fn asks_for_words(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let mut words = words.map(str::to_ascii_lowercase);
    words.any(|word| {
        matches!(&*word, "comment" | "comments" | "nag" | "nags" | "variations" | "movetext" | "theme")
    })
}

/// Makes games of rows.
pub(super) struct Rebuilder {
    tags: Vec<(String, StringArray)>,
    others: Option<MapArray>,
    moves: Option<BinaryArray>,
    movetext: Option<StringArray>,
    clocks: [Option<ListArray>; 2],
    evals: Option<ListArray>,
    text: String,
    game: Game,
}

impl Rebuilder {
    pub(super) fn new(names: &[&str], columns: &[ArrayRef]) -> Result<Self> {
        let mut made = Self {
            tags: Vec::new(),
            others: None,
            moves: None,
            movetext: None,
            clocks: [None, None],
            evals: None,
            text: String::new(),
            game: Game::default(),
        };
        for (name, column) in names.iter().zip(columns) {
            match *name {
                "moves" => made.moves = Some(cast(column, &DataType::Binary)?.as_binary::<i32>().clone()),
                "movetext" => made.movetext = Some(strings(column)?),
                "clocks_white" => made.clocks[0] = Some(numbers(column)?),
                "clocks_black" => made.clocks[1] = Some(numbers(column)?),
                "evals" => made.evals = Some(numbers(column)?),
                "tags" => made.others = column.as_map_opt().cloned(),
                name => made.tags.push((name.to_owned(), strings(&written(name, column)?)?)),
            }
        }
        Ok(made)
    }

    /// The game of a row; `None` where its moves are not known although they are needed.
    pub(super) fn game(&mut self, row: usize) -> Result<Option<&Game>> {
        let Self { tags, others, moves, movetext, clocks, evals, text, game } = self;
        text.clear();
        let mut result = "*";
        for (name, values) in tags.iter().filter(|(_, values)| values.is_valid(row)) {
            if name == "Result" {
                result = values.value(row);
            }
            tag(text, name, values.value(row));
        }
        if let Some(others) = others.as_ref().filter(|others| others.is_valid(row)) {
            let entries = others.value(row);
            let (keys, values) = (strings(entries.column(0))?, strings(entries.column(1))?);
            for at in 0..keys.len() {
                tag(text, keys.value(at), values.value(at));
            }
        }
        text.push('\n');
        if let Some(movetext) = movetext {
            // It has the result, too.
            text.push_str(if movetext.is_valid(row) { movetext.value(row) } else { result });
        } else if let Some(moves) = moves {
            if moves.is_null(row) {
                return Ok(None);
            }
            let values = |list: &Option<ListArray>| {
                let list = list.as_ref().filter(|list| list.is_valid(row));
                list.map(|list| list.value(row))
            };
            let said = Said { clocks: [values(&clocks[0]), values(&clocks[1])], evals: values(evals) };
            write_moves(moves.value(row), &said, text)?;
            text.push_str(result);
        } else {
            text.push_str(result);
        }
        let Some(parsed) = pgnkit::parse_games(text.as_bytes()).next() else { return Ok(None) };
        *game = parsed.game;
        Ok(Some(game))
    }
}

/// What is known of moves.
struct Said {
    clocks: [Option<ArrayRef>; 2],
    evals: Option<ArrayRef>,
}

impl Said {
    fn number(values: &Option<ArrayRef>, at: usize) -> Option<i32> {
        let values = values.as_ref()?.as_primitive_opt::<Int32Type>()?;
        (at < values.len() && values.is_valid(at)).then(|| values.value(at))
    }

    fn clock(&self, mover: Color, at: usize) -> Option<i32> {
        Self::number(&self.clocks[usize::from(mover == Color::Black)], at)
    }

    fn eval(&self, at: usize) -> Option<i32> {
        Self::number(&self.evals, at)
    }
}

/// Writes moves as text; those of another start come after its tags.
fn write_moves(bytes: &[u8], said: &Said, out: &mut String) -> Result<()> {
    let external = |error| DataFusionError::External(Box::new(error));
    let mut moves = Moves::new(bytes).map_err(external)?;
    let mut ply = 0_usize;
    loop {
        let position = *moves.position();
        let Some(mv) = moves.next() else { break };
        let mv = mv.map_err(external)?;
        let mover = position.turn();
        let _ = write!(out, "{} ", position.san(mv));
        // Both sides have moved as often, or the first one once more.
        let own = ply / 2;
        if let Some(clock) = said.clock(mover, own) {
            let _ = write!(out, "{{[%clk {}:{:02}:{:02}]}} ", clock / 3600, clock / 60 % 60, clock % 60);
        }
        if let Some(eval) = said.eval(ply) {
            write_eval(eval, out);
        }
        ply += 1;
    }
    Ok(())
}

/// Centipawns, or so many moves to mate.
fn write_eval(eval: i32, out: &mut String) {
    let mate = i32::from(MATE);
    // Writing to memory cannot fail.
    let _ = if eval.abs() > 32_000 {
        let moves = mate - eval.abs();
        write!(out, "{{[%eval #{}{moves}]}} ", if eval < 0 { "-" } else { "" })
    } else {
        let sign = if eval < 0 { "-" } else { "" };
        write!(out, "{{[%eval {sign}{}.{:02}]}} ", eval.abs() / 100, eval.abs() % 100)
    };
}

fn tag(out: &mut String, name: &str, value: &str) {
    // A name of another file may be anything.
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return;
    }
    let _ = write!(out, "[{name} \"");
    for c in value.chars() {
        if matches!(c, '"' | '\\') {
            out.push('\\');
        }
        out.push(if c.is_control() { ' ' } else { c });
    }
    out.push_str("\"]\n");
}

/// The values of a tag as they are written: dates with dots.
fn written(name: &str, column: &ArrayRef) -> Result<ArrayRef> {
    if !matches!(column.data_type(), DataType::Date32) {
        return Ok(column.clone());
    }
    let dates = strings(column)?;
    let dates: StringArray = dates.iter().map(|date| date.map(|date| date.replace('-', "."))).collect();
    if name.is_empty() { exec_err!("a date without a name") } else { Ok(std::sync::Arc::new(dates)) }
}

fn strings(column: &ArrayRef) -> Result<StringArray> {
    Ok(cast(column, &DataType::Utf8)?.as_string::<i32>().clone())
}

fn numbers(column: &ArrayRef) -> Result<ListArray> {
    let field = datafusion::arrow::datatypes::Field::new_list_field(DataType::Int32, true);
    Ok(cast(column, &DataType::List(std::sync::Arc::new(field)))?.as_list::<i32>().clone())
}
