//! Counts of diagnostics by code: a table, or JSON Lines.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use pgnkit::syntax::{Code, Severity};
use serde::Serialize;

#[derive(Serialize)]
struct Row {
    code: String,
    name: &'static str,
    severity: &'static str,
    count: u64,
}

/// The most frequent first, among equals in the order of the codes.
fn rows(counts: &BTreeMap<(Code, Severity), u64>) -> Vec<Row> {
    let mut rows: Vec<Row> = counts
        .iter()
        .map(|((code, severity), count)| Row {
            code: code.to_string(),
            name: code.name(),
            severity: severity.as_str(),
            count: *count,
        })
        .collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.count));
    rows
}

/// Writes a line for each code: `     4  PGN-M010  warning  lax-move`.
///
/// # Errors
/// Those of `out`.
pub fn write_table(out: &mut dyn Write, counts: &BTreeMap<(Code, Severity), u64>) -> io::Result<()> {
    let rows = rows(counts);
    let width = rows.first().map_or(1, |row| row.count.to_string().len()).max(6);
    for Row { code, name, severity, count } in rows {
        writeln!(out, "{count:>width$}  {code}  {severity:<7}  {name}")?;
    }
    Ok(())
}

/// Writes one object a line.
///
/// # Errors
/// Those of `out`.
pub fn write_json(out: &mut dyn Write, counts: &BTreeMap<(Code, Severity), u64>) -> io::Result<()> {
    for row in rows(counts) {
        super::write_json(out, &row)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// Kinds named in a summary.
const NAMED: usize = 5;

/// `15 diagnostics: 4 lax-move, 2 unescaped-quote, …`; nothing for fewer than two kinds.
pub fn summary(counts: &BTreeMap<(Code, Severity), u64>) -> Option<String> {
    let rows = rows(counts);
    if rows.len() < 2 {
        return None;
    }
    let total: u64 = rows.iter().map(|row| row.count).sum();
    let mut text = format!("{total} diagnostics:");
    for (at, row) in rows.iter().take(NAMED).enumerate() {
        let comma = if at == 0 { "" } else { "," };
        let _ = write!(text, "{comma} {} {}", row.count, row.name);
    }
    if rows.len() > NAMED {
        let _ = write!(text, " and {} other kinds (--statistics)", rows.len() - NAMED);
    }
    Some(text)
}
