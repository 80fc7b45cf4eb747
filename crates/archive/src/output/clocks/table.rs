use std::io::Write as _;

use pgnkit::Game;
use pgnkit::chess::Color;
use pgnkit::clocks::{Clocks, DerivedTime, Origin, Row};
use pgnkit::command::Score;

use pgnkit::render::safe;

use super::super::{Chunk, EntryWriter, OutputFormat};
use super::count_contradictions;
use crate::account::Account;
use crate::input::Entry;

const NONE: &str = "–";

/// The time of each move for people: a table for each game.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClockTable;

impl OutputFormat for ClockTable {
    fn writer(&self) -> Box<dyn EntryWriter + '_> {
        Box::new(Writer)
    }

    fn expected_bytes(&self, read: usize) -> usize {
        2 * read
    }
}

struct Writer;

impl EntryWriter for Writer {
    fn write(&mut self, entry: Entry<'_>, number: u64, out: &mut Chunk, account: &mut Account) {
        let game = entry.content.to_game();
        let clocks = Clocks::of(&game);
        out.number_in_input(number);
        write(&game, &clocks, &mut out.bytes);
        count_contradictions(&clocks, account);
    }
}

fn write(game: &Game, clocks: &Clocks, out: &mut Vec<u8>) {
    // Writing to memory cannot fail.
    let _ = writeln!(out, ". {}", title(game));
    let mut contradictions = clocks.contradictions.iter().peekable();
    let mut rows: Vec<[String; 6]> = Vec::new();
    for row in &clocks.rows {
        let mut remark = String::new();
        while let Some(found) = contradictions.next_if(|found| found.ply == row.ply) {
            remark = format!("{remark}! {found} ");
        }
        rows.push([
            played(row),
            cell(row.used),
            cell(row.after),
            cell(row.elapsed),
            score(row),
            remark.trim_end().to_owned(),
        ]);
    }
    if !rows.is_empty() {
        let head = ["", "used", "clock", "game", "eval", ""].map(str::to_owned);
        rows.insert(0, head);
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths = [0, 1, 2, 3, 4].map(width);
    for [played, used, clock, elapsed, score, remark] in &rows {
        let [a, b, c, d, e] = widths;
        let line = format!("   {played:a$}  {used:>b$}  {clock:>c$}  {elapsed:>d$}  {score:>e$}  {remark}");
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out.push(b'\n');
}

/// `Tal – Fine, 1960, 40/7200:3600`
fn title(game: &Game) -> String {
    let tag = |name: &str| game.tag(name).filter(|value| !value.is_empty()).unwrap_or("?");
    let known = |value: &str| !value.chars().all(|c| "?-. ".contains(c));
    let mut title = format!("{} – {}", tag("White"), tag("Black"));
    let year = tag("Date").split('.').next().unwrap_or_default();
    for part in [year, tag("TimeControl")] {
        if known(part) {
            title = format!("{title}, {part}");
        }
    }
    safe(&title)
}

fn played(row: &Row) -> String {
    let dots = if row.color == Color::White { "." } else { "..." };
    format!("{}{dots} {}", row.number, row.san)
}

/// A time, with `~` where no comment gives it.
fn cell(time: Option<DerivedTime>) -> String {
    match time {
        None => NONE.to_owned(),
        Some(DerivedTime { time, origin: Origin::Given(_), .. }) => format!("{time} "),
        Some(DerivedTime { time, .. }) => format!("{time}~"),
    }
}

/// From White's point of view.
fn score(row: &Row) -> String {
    match row.score() {
        None if row.evaluation.is_some() => "?".to_owned(),
        None => NONE.to_owned(),
        Some(Score::Pawns(pawns)) => format!("{pawns:+.2}"),
        Some(Score::Mate(moves)) => format!("#{moves}"),
    }
}
