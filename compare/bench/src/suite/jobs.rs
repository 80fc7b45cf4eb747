//! Whole jobs, beside `pgn check` of the same games: order, duplicates, names and statistics of a million games; columns; and
//! the start of the command.

use super::*;
use crate::data::million;

/// Times as long as `pgn check` that a job may take which looks at all games.
const JOBS: f64 = 3.0;

/// The same for columns: 60 % of its speed.
const COLUMNS: f64 = 1.67;

/// Milliseconds until the command has done nothing.
const START: f64 = 5.0;

impl Suite {
    /// The start of the command, with little or nothing to do.
    pub(super) fn start(&mut self, plain: &Agreed<'_>) -> io::Result<()> {
        if !self.wants("start") {
            return Ok(());
        }
        let game = plain.data.slice(1_000, "1KB")?;
        for (name, words) in [
            ("pgn --version", self.pgn(&["--version"], &[])),
            ("pgn help", self.pgn(&["help"], &[])),
            ("pgn check", self.pgn(&["check", "-q"], &[&game.path])),
            ("pgn fmt", self.pgn(&["fmt", "-q"], &[&game.path])),
            ("pgn filter", self.pgn(&["filter", "white LIKE 'Tal%'", "-q"], &[&game.path])),
            ("pgn stats", self.pgn(&["stats", "-q"], &[&game.path])),
        ] {
            let data = game.named(name);
            let who = vec![Contender::new("start to end", &data, 0, || child::program(&words))];
            let rows = self.time("start", Measure::Wall, who)?;
            for row in &mut self.rows[rows] {
                row.ratio = Some(row.median() * 1e3 / START);
                row.goal = Some(Goal::WithinMs(START));
            }
        }
        Ok(())
    }

    /// A million games in order, without duplicates, compared with others, by their names, in numbers.
    pub(super) fn million(&mut self, plain: &Agreed<'_>) -> io::Result<()> {
        if !self.wants("million games") {
            return Ok(());
        }
        let data = million(plain.data)?;
        let out = data.path.with_file_name("out-jobs.pgn");
        let to_file =
            |arguments: &[&str]| self.pgn(&[arguments, &["-q", "-o"]].concat(), &[&out, &data.path]);
        let to_screen = |arguments: &[&str]| self.pgn(&[arguments, &["-q"]].concat(), &[&data.path]);
        let check = to_screen(&["check"]);
        for (name, words) in [
            ("sort --by date", to_file(&["sort", "--by", "date"])),
            ("dedup", to_file(&["dedup"])),
            ("diff", self.pgn(&["diff", "-q"], &[&plain.data.path, &data.path])),
            ("names", to_screen(&["names"])),
            ("stats", to_screen(&["stats"])),
        ] {
            let data = data.named(name);
            let who = vec![
                Contender::new("pgn check", &data, 0, || child::program(&check)),
                Contender::new("the job", &data, 0, || child::program(&words)),
            ];
            let rows = self.time("million games", Measure::Wall, who)?;
            self.against_first(rows, Some(Goal::AtMost(JOBS)));
            let who = vec![Contender::new("most memory", &data, 0, || child::program(&words))];
            self.time("million games, memory", Measure::Peak, who)?;
        }
        if out.exists() { std::fs::remove_file(&out) } else { Ok(()) }
    }

    /// Games as rows and half-moves as rows of Parquet.
    pub(super) fn columns(&mut self, all: &[Agreed<'_>]) -> io::Result<()> {
        if !self.wants("columns") {
            return Ok(());
        }
        for &Agreed { data, counts } in all.iter().take(2) {
            let out = data.path.with_file_name("out-columns.parquet");
            let check = self.pgn(&["check", "-q"], &[&data.path]);
            let games = self.pgn(&["convert", "--to", "parquet", "-q", "-o"], &[&out, &data.path]);
            let plies =
                self.pgn(&["convert", "--to", "parquet", "--rows", "plies", "-q", "-o"], &[&out, &data.path]);
            let who = vec![
                Contender::new("pgn check", data, counts.moves, || child::program(&check)),
                Contender::new("Parquet, games", data, counts.moves, || child::program(&games)),
                Contender::new("Parquet, plies", data, counts.moves, || child::program(&plies)),
            ];
            let rows = self.time("columns", Measure::Wall, who)?;
            self.against_first(rows, Some(Goal::AtMost(COLUMNS)));
            if out.exists() {
                std::fs::remove_file(&out)?;
            }
        }
        Ok(())
    }
}
