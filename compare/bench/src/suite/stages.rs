//! The stages of a text on its way through the library and the command, beside the least that any program needs.

use std::fmt::Write as _;

use super::*;
use crate::cycles::Rates;

const WORK: &str = "stages";

/// Passes that do the least, and their names.
const FLOORS: [(&str, &str); 5] = [
    ("floor: reading the file", "floor-read"),
    ("floor: writing a file", "floor-write"),
    ("floor: copying it", "floor-copy"),
    ("floor: is it UTF-8?", "floor-utf8"),
    ("floor: finding line breaks", "floor-lines"),
];

/// Our passes, and their names.
const OURS: [(&str, &str); 8] = [
    ("where games begin and end", "games-ours"),
    ("tokens", "tokens-ours"),
    ("every move validated", "validate-ours"),
    ("checks of `pgn check`", "check-ours"),
    ("export while reading", "export-pgn"),
    ("tree of each game", "tree-ours"),
    ("tree, then export", "export-tree"),
    ("tree, then JSON", "json-ours"),
];

impl Suite {
    /// Floors, our passes in memory, and the commands on one core.
    pub(super) fn stages(&mut self, all: &[Agreed<'_>]) -> io::Result<()> {
        if !self.wants(WORK) {
            return Ok(());
        }
        let library = &self.library.clone();
        for &Agreed { data, counts } in all {
            let (packed, out) = (data.compressed()?, data.path.with_file_name("out-stages.pgn"));
            let check = self.pgn(&["check", "-q", "-j", "1"], &[&data.path]);
            let fmt = self.pgn(&["fmt", "-q", "-j", "1", "-o"], &[&out, &data.path]);
            let mut who = Vec::new();
            for (name, pass) in FLOORS {
                who.push(Contender::new(name, data, 0, || child::pass(pass, &data.path)));
            }
            who.push(Contender::new("floor: zstd, decompressing", data, 0, || {
                child::pass("floor-zstd", &packed.path)
            }));
            for (name, pass) in OURS {
                who.push(Contender::new(name, data, counts.moves, || library.pass(pass, &data.path)));
            }
            who.push(Contender::new("`pgn check -j 1`", data, counts.moves, || child::pinned(&check)));
            who.push(Contender::new("`pgn fmt -j 1 -o`", data, counts.moves, || child::pinned(&fmt)));
            let rows = self.time(WORK, Measure::Cpu, who)?;
            for row in &self.rows[rows] {
                let games = row.samples[0].counts.games;
                if ![0, counts.games].contains(&games) {
                    let Row { data, contender, .. } = row;
                    return Err(io::Error::other(format!("{data}, {contender}: {games} games")));
                }
            }
            std::fs::remove_file(out)?;
        }
        Ok(())
    }
}

/// The stages with cycles; empty without such rows.
pub fn table(rows: &[Row]) -> String {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.work == WORK).collect();
    if rows.is_empty() { String::new() } else { tables(&rows, Rates::now()) }
}

fn tables(rows: &[&Row], rates: Rates) -> String {
    let rate = rates.counter.unwrap_or(rates.core);
    let of = if rates.counter.is_some() { "the time-stamp counter" } else { "the core" };
    let mut out = format!(
        "stages: cycles are of {of}, {:.2} GHz; the core, busy with multiplications, runs at {:.2} GHz\n\n",
        rate / 1e9,
        rates.core / 1e9
    );
    let _ = writeln!(
        out,
        "{:<8} {:<10} {:<28} {:>8} {:>7} {:>12} {:>8} {:>12}",
        "profile", "data", "stage", "s", "GB/s", "cycles/byte", "ns/ply", "cycles/ply"
    );
    for row in rows {
        let line = format!(
            "{:<8} {:<10} {:<28} {:>8.4} {:>7} {:>12} {:>8} {:>12}",
            row.profile,
            row.data,
            row.contender,
            row.median(),
            gigabytes(row),
            per_byte(row, rate),
            per_ply(row, 1e9),
            per_ply(row, rate)
        );
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

fn gigabytes(row: &Row) -> String {
    let speed = row.bytes as f64 / 1e9 / row.median();
    if speed < 10.0 { format!("{speed:.2}") } else { format!("{speed:.1}") }
}

fn per_byte(row: &Row, rate: f64) -> String {
    format!("{:.2}", row.median() * rate / row.bytes.max(1) as f64)
}

/// Seconds times `times` for each half-move; nothing where they do not count.
fn per_ply(row: &Row, times: f64) -> String {
    if row.plies == 0 { String::new() } else { format!("{:.0}", row.median() * times / row.plies as f64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_has_its_cycles() {
        let row = Row {
            profile: "dist".to_owned(),
            work: WORK.to_owned(),
            data: "plain".to_owned(),
            contender: "tokens".to_owned(),
            bytes: 1_000_000_000,
            plies: 10_000_000,
            samples: vec![Sample { cpu: 0.5, ..Sample::default() }],
            measure: Measure::Cpu,
            ratio: None,
            goal: None,
        };
        let copy = Row { contender: "copy".to_owned(), plies: 0, ..row.clone() };
        let told = tables(&[&row, &copy], Rates { counter: None, core: 2e9 });
        let lines: Vec<Vec<&str>> = told.lines().map(|line| line.split_whitespace().collect()).collect();
        assert!(told.contains("cycles are of the core, 2.00 GHz"));
        assert_eq!(lines[3], ["dist", "plain", "tokens", "0.5000", "2.00", "1.00", "50", "100"]);
        assert_eq!(lines[4], ["dist", "plain", "copy", "0.5000", "2.00", "1.00"]);
        assert_eq!(super::table(&[]), "");
    }
}
