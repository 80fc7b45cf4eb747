use std::io::Write as _;

use pgnkit::chess::Color;
use pgnkit::clocks::{Clocks, DerivedTime, Row};
use pgnkit::command::Score;
use pgnkit_facts::{Named, column_of_moves};
use serde_json::Value;

use super::super::fields::field;
use super::super::{Chunk, EntryWriter, OutputFormat};
use super::count_contradictions;
use crate::account::Account;
use crate::input::Entry;

/// The columns, in their order. Those of [`values`] come after the file and the game.
const COLUMNS: [Named; 17] = [
    column_of_moves("file"),
    column_of_moves("game"),
    column_of_moves("ply"),
    column_of_moves("number"),
    column_of_moves("color"),
    column_of_moves("san"),
    column_of_moves("clock_before_ms"),
    column_of_moves("clock_ms"),
    column_of_moves("clock_source"),
    column_of_moves("used_ms"),
    column_of_moves("used_source"),
    column_of_moves("game_time_ms"),
    column_of_moves("game_time_source"),
    column_of_moves("eval_pawns"),
    column_of_moves("mate"),
    column_of_moves("depth"),
    column_of_moves("contradiction"),
];

/// The time of each move as JSON Lines: an object for each ply.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClocksJson;

impl OutputFormat for ClocksJson {
    fn writer(&self) -> Box<dyn EntryWriter + '_> {
        Box::new(Writer(write_json))
    }

    fn input_name(&self, name: &str) -> String {
        Value::from(name).to_string()
    }

    fn expected_bytes(&self, read: usize) -> usize {
        2 * read
    }
}

/// The time of each move as comma-separated values: a row for each ply.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClocksCsv;

impl OutputFormat for ClocksCsv {
    fn writer(&self) -> Box<dyn EntryWriter + '_> {
        Box::new(Writer(write_csv))
    }

    fn begin(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(COLUMNS.map(|column| column.name).join(",").as_bytes());
        out.push(b'\n');
    }

    fn input_name(&self, name: &str) -> String {
        field(name).into_owned()
    }

    fn expected_bytes(&self, read: usize) -> usize {
        2 * read
    }
}

struct Writer(fn(&Clocks, u64, &mut Chunk));

impl EntryWriter for Writer {
    fn write(&mut self, entry: Entry<'_>, number: u64, out: &mut Chunk, account: &mut Account) {
        let clocks = Clocks::of(&entry.content.to_game());
        (self.0)(&clocks, number, out);
        count_contradictions(&clocks, account);
    }
}

/// The values of a move after file and game, in the order of the [columns](COLUMNS).
fn values(row: &Row, clocks: &Clocks) -> [Value; 15] {
    let ms = |time: Option<DerivedTime>| {
        time.map_or(Value::Null, |time| Value::from(time.time.nanoseconds().div_euclid(1_000_000)))
    };
    let source = |time: Option<DerivedTime>| time.map_or(Value::Null, |time| Value::from(time.origin.name()));
    let (pawns, mate) = match row.score() {
        Some(Score::Pawns(pawns)) => (Value::from(pawns), Value::Null),
        Some(Score::Mate(moves)) => (Value::Null, Value::from(moves)),
        None => (Value::Null, Value::Null),
    };
    let of_ply = clocks.contradictions.partition_point(|found| found.ply < row.ply);
    let found = clocks.contradictions.get(of_ply).filter(|found| found.ply == row.ply);
    [
        row.ply.into(),
        row.number.into(),
        if row.color == Color::White { "white" } else { "black" }.into(),
        row.san.to_string().into(),
        ms(row.before),
        ms(row.after),
        source(row.after),
        ms(row.used),
        source(row.used),
        ms(row.elapsed),
        source(row.elapsed),
        pawns,
        mate,
        row.evaluation.and_then(|found| found.depth).into(),
        found.map(|found| found.kind.code().name()).into(),
    ]
}

fn write_json(clocks: &Clocks, game: u64, out: &mut Chunk) {
    for row in &clocks.rows {
        let [file, number, others @ ..] = &COLUMNS;
        // Writing to memory cannot fail.
        let _ = write!(out.bytes, "{{\"{}\":", file.name);
        out.input_name();
        let _ = write!(out.bytes, ",\"{}\":", number.name);
        out.number_in_run(game);
        for (column, value) in others.iter().zip(values(row, clocks)) {
            let _ = write!(out.bytes, ",\"{}\":{value}", column.name);
        }
        out.bytes.extend_from_slice(b"}\n");
    }
}

fn write_csv(clocks: &Clocks, game: u64, out: &mut Chunk) {
    for row in &clocks.rows {
        out.input_name();
        out.bytes.push(b',');
        out.number_in_run(game);
        for value in values(row, clocks) {
            let _ = match value {
                Value::Null => write!(out.bytes, ","),
                Value::String(text) => write!(out.bytes, ",{}", field(&text)),
                other => write!(out.bytes, ",{other}"),
            };
        }
        out.bytes.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use pgnkit_facts::{Kind, Shape};

    use super::*;

    #[test]
    fn values_have_the_types_of_their_facts() {
        let text = "[TimeControl \"180+2\"]\n\n1. e4 {[%clk 0:02:58] [%eval 0.31,14]} e5 {[%eval #-3] [%clk 0:05:00]} *";
        let clocks = Clocks::of(&text.parse().unwrap());
        let mut known = [false; 15];
        for row in &clocks.rows {
            for ((column, value), known) in COLUMNS[2..].iter().zip(values(row, &clocks)).zip(&mut known) {
                let fits = match column.fact.shape {
                    _ if value.is_null() => continue,
                    Shape::One(Kind::Text) => value.is_string(),
                    Shape::One(Kind::Integer) => value.is_u64(),
                    Shape::Signed => value.is_i64(),
                    _ => value.is_f64(),
                };
                assert!(fits, "{}: {value}", column.name);
                *known = true;
            }
        }
        assert_eq!(known, [true; 15], "{clocks:?}");
    }
}
