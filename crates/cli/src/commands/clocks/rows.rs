//! Times for programs: JSON Lines and comma-separated values, with the same columns.

use std::io::Write as _;

use pgnkit::chess::Color;
use pgnkit::clocks::{Clocks, DerivedTime, Row};
use pgnkit::command::Score;
use serde_json::Value;

use super::{Form, numbering};

pub(super) const CSV_HEADER: &[u8] = b"file,game,ply,number,color,san,clock_before_ms,clock_ms,clock_source,used_ms,used_source,game_time_ms,game_time_source,eval,mate,depth,contradiction\n";

/// A file's name as it stands in this form.
pub(super) fn file_name(form: Form, name: &str) -> String {
    match form {
        Form::Json => Value::from(name).to_string(),
        Form::Csv => quoted(name),
        _ => crate::render::safe(name),
    }
}

/// Quotes a field where it needs them (RFC 4180). Names of files and of moves hold no NUL.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// Columns behind file and game, in their order.
fn columns(row: &Row, clocks: &Clocks) -> [(&'static str, Value); 15] {
    let ms = |told: Option<DerivedTime>| {
        told.map_or(Value::Null, |told| Value::from(told.time.nanoseconds().div_euclid(1_000_000)))
    };
    let source = |told: Option<DerivedTime>| told.map_or(Value::Null, |told| Value::from(told.origin.name()));
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

pub(super) fn write_json(clocks: &Clocks, game: u64, out: &mut Vec<u8>) {
    for row in &clocks.rows {
        let number = numbering::number(game);
        // Writing to memory cannot fail.
        let _ = write!(out, "{{\"file\":{},\"game\":{number}", numbering::FILE);
        for (name, value) in columns(row, clocks) {
            let _ = write!(out, ",\"{name}\":{value}");
        }
        out.extend_from_slice(b"}\n");
    }
}

pub(super) fn write_csv(clocks: &Clocks, game: u64, out: &mut Vec<u8>) {
    for row in &clocks.rows {
        let _ = write!(out, "{},{}", numbering::FILE, numbering::number(game));
        for (_, value) in columns(row, clocks) {
            let _ = match value {
                Value::Null => write!(out, ","),
                Value::String(text) => write!(out, ",{}", quoted(&text)),
                other => write!(out, ",{other}"),
            };
        }
        out.push(b'\n');
    }
}
