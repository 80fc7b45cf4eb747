use std::io::Write as _;

use pgnkit::chess::Color;
use pgnkit::clocks::{Clocks, DerivedTime, Row};
use pgnkit::command::Score;
use serde_json::Value;

use super::super::fields::field;
use super::super::{Chunk, EntryWriter, OutputFormat};
use super::count_contradictions;
use crate::account::Account;
use crate::input::Entry;

const CSV_HEADER: &[u8] = b"file,game,ply,number,color,san,clock_before_ms,clock_ms,clock_source,used_ms,used_source,game_time_ms,game_time_source,eval,mate,depth,contradiction\n";

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
        out.extend_from_slice(CSV_HEADER);
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

/// The columns after file and game, in their order.
fn columns(row: &Row, clocks: &Clocks) -> [(&'static str, Value); 15] {
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
        ("ply", row.ply.into()),
        ("number", row.number.into()),
        ("color", if row.color == Color::White { "white" } else { "black" }.into()),
        ("san", row.san.to_string().into()),
        ("clock_before_ms", ms(row.before)),
        ("clock_ms", ms(row.after)),
        ("clock_source", source(row.after)),
        ("used_ms", ms(row.used)),
        ("used_source", source(row.used)),
        ("game_time_ms", ms(row.elapsed)),
        ("game_time_source", source(row.elapsed)),
        ("eval", pawns),
        ("mate", mate),
        ("depth", row.evaluation.and_then(|found| found.depth).into()),
        ("contradiction", found.map(|found| found.kind.code().name()).into()),
    ]
}

fn write_json(clocks: &Clocks, game: u64, out: &mut Chunk) {
    for row in &clocks.rows {
        out.bytes.extend_from_slice(b"{\"file\":");
        out.input_name();
        out.bytes.extend_from_slice(b",\"game\":");
        out.number_in_input(game);
        for (name, value) in columns(row, clocks) {
            // Writing to memory cannot fail.
            let _ = write!(out.bytes, ",\"{name}\":{value}");
        }
        out.bytes.extend_from_slice(b"}\n");
    }
}

fn write_csv(clocks: &Clocks, game: u64, out: &mut Chunk) {
    for row in &clocks.rows {
        out.input_name();
        out.bytes.push(b',');
        out.number_in_input(game);
        for (_, value) in columns(row, clocks) {
            let _ = match value {
                Value::Null => write!(out.bytes, ","),
                Value::String(text) => write!(out.bytes, ",{}", field(&text)),
                other => write!(out.bytes, ",{other}"),
            };
        }
        out.bytes.push(b'\n');
    }
}
