//! A summary of games at a glance, for people.

use std::collections::BTreeMap;

use super::counts::Stats;
use super::group::Group;
use super::table::{Cell, Table, aligned, shortened};
use super::tables::Subject;
use crate::ListForm;
use crate::eco::Book;

/// Characters of a line, and of half of one.
const WIDTH: usize = 80;
const HALF: usize = 38;

/// Lines with a bar in a list.
const BARS: usize = 9;

/// Rows of the tables below.
const ROWS: usize = 5;

/// Shares of a hundred, with their bars.
struct Section {
    title: String,
    rows: Vec<(String, u64)>,
}

impl Section {
    fn lines(&self, games: u64) -> Vec<String> {
        let width = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
        let label = width(&mut self.rows.iter().map(|(label, _)| label.chars().count()));
        let count = width(&mut self.rows.iter().map(|(_, count)| count.to_string().len()));
        let most = self.rows.iter().map(|(_, count)| *count).max().unwrap_or(0).max(1);
        let room = HALF.saturating_sub(2 + label + 2 + count + 2 + 6 + 2).max(4);
        let mut lines = vec![self.title.clone()];
        for (text, games_of) in &self.rows {
            let share = 100.0 * *games_of as f64 / games.max(1) as f64;
            let bar = bar(*games_of as f64 / most as f64, room);
            let line = format!("  {text:label$}  {games_of:>count$}  {share:>5.1}%  {bar}");
            lines.push(line.trim_end().to_owned());
        }
        lines
    }
}

/// A bar in eighths of characters.
fn bar(share: f64, room: usize) -> String {
    let eighths = (share * 8.0 * room as f64).round() as usize;
    let eighths = if share > 0.0 { eighths.max(1) } else { 0 };
    let mut bar = "█".repeat(eighths / 8);
    bar.extend(["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"].get(eighths % 8).copied());
    bar
}

/// Two lists beside each other.
fn beside(left: &[String], right: &[String], out: &mut String) {
    for at in 0..left.len().max(right.len()) {
        let cell = |side: &[String]| side.get(at).cloned().unwrap_or_default();
        let gap = WIDTH - HALF;
        out.push_str(format!("{:gap$}{}", cell(left), cell(right)).trim_end());
        out.push('\n');
    }
    out.push('\n');
}

/// The smallest of some widths with which numbers have few bands.
fn step(first: u32, last: u32, widths: &[u32]) -> u32 {
    let bands = |width: u32| (last / width - first / width + 1) as usize;
    let fits = |width: &&u32| bands(**width) <= BARS;
    widths.iter().find(fits).or(widths.last()).copied().unwrap_or(1)
}

impl Stats {
    /// Everything on one screen.
    pub fn screen(&self, book: &Book) -> String {
        let games = self.games();
        let mut out = self.head();
        if games == 0 {
            return out;
        }
        out.push('\n');
        let results = Section {
            title: "Results".to_owned(),
            rows: vec![
                ("White won".to_owned(), self.all.results.won),
                ("drawn".to_owned(), self.all.results.drawn),
                ("Black won".to_owned(), self.all.results.lost),
                ("no result".to_owned(), self.all.results.open),
            ],
        };
        let endings = self.section("Endings", &self.table(Subject::Endings, book));
        beside(&results.lines(games), &endings.lines(games), &mut out);
        let lengths = self.section(&self.length_title(), &self.lengths(self.step_of_lengths()));
        let ratings = self.ratings(step(
            self.ratings.keys().find(|rating| **rating > 0).copied().unwrap_or(0).into(),
            self.ratings.keys().next_back().copied().unwrap_or(0).into(),
            &[25, 50, 100, 200, 500],
        ));
        let ratings = self.section("Ratings, average of both players", &ratings);
        beside(&lengths.lines(games), &ratings.lines(games), &mut out);
        let years = self.years(step(
            self.years.keys().find(|year| **year > 0).copied().unwrap_or(0).into(),
            self.years.keys().next_back().copied().unwrap_or(0).into(),
            &[1, 2, 5, 10, 20, 25, 50, 100, 1000],
        ));
        let years = self.section("Years", &years).lines(games);
        let annotated = self.annotated_lines(book);
        beside(&years, &annotated, &mut out);
        for subject in [Subject::Openings, Subject::Players] {
            let mut table = self.table(subject, book);
            if !table.is_empty() {
                table.limit(ROWS);
                without_last_columns(&mut table);
                table.append(ListForm::Text, &mut out);
                out.push('\n');
            }
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
        out
    }

    /// Number of games, players and years; and numbers of games where something is unknown.
    fn head(&self) -> String {
        let games = self.games();
        let plural = |count: u64, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
        let mut parts = vec![plural(games, "game")];
        if !self.players.is_empty() {
            parts.push(plural(self.players.len() as u64, "player"));
        }
        if let Some((first, last)) = self.all.years.range() {
            parts.push(if first == last { first.to_string() } else { format!("{first}-{last}") });
        }
        if let Some(elo) = self.all.elo.average() {
            parts.push(format!("average Elo {elo}"));
        }
        let mut head = format!("{}\n", parts.join(", "));
        let without = |group: Option<&Group>| group.map_or(0, |group| group.results.games());
        let unknown = [
            ("result", self.all.results.open),
            ("year", without(self.years.get(&0))),
            ("rating of both players", without(self.ratings.get(&0))),
            ("name of a player", self.nameless),
        ];
        let unknown: Vec<String> = unknown
            .into_iter()
            .filter(|(_, count)| *count > 0 && games > 0)
            .map(|(what, count)| format!("{what} in {count}"))
            .collect();
        if !unknown.is_empty() {
            head.push_str(&format!("not known: {}\n", unknown.join(", ")));
        }
        let others = [("moves not read to the end", self.unread()), ("of variants", self.variants)];
        for (what, count) in others.into_iter().filter(|(_, count)| *count > 0) {
            head.push_str(&format!("{what}: {count}\n"));
        }
        if self.is_without_players {
            head.push_str("players: not counted, they need more memory\n");
        }
        head
    }

    fn length_title(&self) -> String {
        let lengths: BTreeMap<u32, u64> = self
            .lengths
            .iter()
            .filter_map(|(moves, group)| moves.map(|moves| (moves, group.results.games())))
            .collect();
        let games: u64 = lengths.values().sum();
        let mut before = 0;
        let median = lengths.iter().find(|(_, count)| {
            before += **count;
            2 * before >= games
        });
        match (self.all.length(), median) {
            (Some(average), Some((median, _))) => format!("Moves: {average:.1} on average, median {median}"),
            _ => "Moves".to_owned(),
        }
    }

    fn step_of_lengths(&self) -> u32 {
        let longest = self.lengths.keys().next_back().copied().flatten().unwrap_or(0);
        // Few games are very long: the last ones are shown together.
        step(1, longest.min(100), &[5, 10, 20])
    }

    /// Rows of a table with their bars; those that are too many together.
    fn section(&self, title: &str, table: &Table) -> Section {
        let games = |row: &super::table::Row| {
            let at = table.place("games")?;
            row.cells[at].value().map(|games| games as u64)
        };
        let mut rows: Vec<(String, u64)> = Vec::new();
        for row in &table.rows {
            rows.push((row.cells.first().map(Cell::shown).unwrap_or_default(), games(row).unwrap_or(0)));
        }
        if rows.len() > BARS {
            // What is not known stays by itself.
            let apart =
                usize::from(table.step.is_some() && table.rows.last().is_some_and(|row| row.at.is_none()));
            let others: Vec<_> = rows.splice(BARS - 1 - apart..rows.len() - apart, []).collect();
            let label = match others.first() {
                Some((label, _)) if table.step.is_some() => {
                    format!("{} …", label.split('-').next().unwrap_or_default())
                }
                _ => "others".to_owned(),
            };
            let place = rows.len() - apart;
            rows.insert(place, (label, others.iter().map(|(_, count)| count).sum()));
        }
        Section { title: title.to_owned(), rows }
    }

    /// Time and errors, if comments of games have them.
    fn annotated_lines(&self, book: &Book) -> Vec<String> {
        let mut lines = Vec::new();
        let number =
            |number: Option<f64>| number.map_or_else(|| "-".to_owned(), |number| format!("{number:.1}"));
        if self.all.times.moves > 0 {
            let table = self.table(Subject::Time, book);
            let mut rows = vec![["moves", "White", "Black"].map(str::to_owned).to_vec()];
            for row in table.rows.iter().take(6) {
                let cell = |at: usize| row.cells[at].value();
                rows.push(vec![row.cells[0].shown(), number(cell(2)), number(cell(4))]);
            }
            push_aligned("Seconds per move", &rows, &mut lines);
        }
        if self.all.losses.moves > 0 {
            if !lines.is_empty() {
                lines.push(String::new());
            }
            let table = self.table(Subject::Errors, book);
            let mut rows = vec![["", "ACPL", "?!", "?", "??"].map(str::to_owned).to_vec()];
            for row in table.rows.iter().filter(|row| row.at.is_none()).skip(1) {
                let cells = [1, 3, 4, 5, 6].map(|at| row.cells[at].shown());
                rows.push(cells.to_vec());
            }
            push_aligned(&format!("Errors in {} evaluated moves", self.all.losses.moves), &rows, &mut lines);
        }
        lines
    }
}

fn push_aligned(title: &str, rows: &[Vec<String>], lines: &mut Vec<String>) {
    let columns = rows.first().map_or(0, Vec::len);
    let left: Vec<bool> = (0..columns).map(|at| at == 0).collect();
    let mut text = String::new();
    aligned(rows, &left, &mut text);
    lines.push(title.to_owned());
    lines.extend(text.lines().map(|line| format!("  {line}")));
}

/// Leaves out what makes lines longer than a screen.
fn without_last_columns(table: &mut Table) {
    for row in &mut table.rows {
        if let Some(Cell::Text(name)) = row.cells.first_mut() {
            *name = shortened(&pgnkit::render::safe(name), 28);
        }
    }
    let others = ["evaluated_moves", "inaccuracies", "mistakes", "blunders", "opponents_elo"];
    let of_groups = if table.place("white_wins").is_some() { &["score", "moves"][..] } else { &[] };
    for name in others.iter().chain(of_groups) {
        if let Some(at) = table.place(name) {
            table.columns[at].head = None;
        }
    }
}
