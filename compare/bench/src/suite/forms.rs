//! Other forms: JSON out, PGC in.

use super::peers::PGN_READER;
use super::*;

/// Megabytes of plain games in a second; and times as fast as pgn-extract with those of engines.
const JSON: f64 = 200.0;
const JSON_ENGINE: f64 = 4.0;

/// Times our reading of the same games as PGN.
const PGC: f64 = 1.5;

impl Suite {
    /// Games written as JSON to nowhere: the speed, beside pgn-extract, and beside reading alone.
    pub(super) fn json(&mut self, all: &[Agreed<'_>], extract: Option<&Path>) -> io::Result<()> {
        const WORKS: [&str; 2] = ["json, one core", "json beyond reading"];
        if !WORKS.into_iter().any(|work| self.wants(work)) {
            return Ok(());
        }
        let library = self.library.clone();
        for (at, &Agreed { data, counts }) in all.iter().enumerate() {
            let words = self.pgn(&["convert", "-q", "-j", "1", "--to", "json"], &[&data.path]);
            let name = "pgn convert --to json -j 1";
            let peer = extract.map(|extract| super::words(extract, &["-s", "--json"], &[&data.path]));
            let mut who = vec![Contender::new(name, data, counts.moves, || child::pinned(&words))];
            if let Some(peer) = &peer {
                who.push(Contender::new("pgn-extract --json", data, counts.moves, || child::pinned(peer)));
            }
            let rows = self.time(WORKS[0], Measure::Cpu, who)?;
            self.against_first(rows.clone(), (at == 2).then_some(Goal::AtLeast(JSON_ENGINE)));
            // Of plain games a speed is asked.
            if let ([first, ..], 0) = (&mut self.rows[rows], at) {
                first.ratio = Some(first.bytes as f64 / 1e6 / first.median());
                first.goal = Some(Goal::MegabytesASecond(JSON));
            }
            let who = vec![
                Contender::new("pgnkit, reading", data, counts.moves, || {
                    library.pass("validate-ours", &data.path)
                }),
                Contender::new(name, data, counts.moves, || child::pinned(&words)),
            ];
            let rows = self.time(WORKS[1], Measure::Cpu, who)?;
            self.against_first(rows, None);
        }
        Ok(())
    }

    /// Games of PGC read, and written as PGN, beside reading the same games as PGN: in memory, every move checked.
    pub(super) fn pgc(&mut self, all: &[Agreed<'_>]) -> io::Result<()> {
        if !self.wants("pgc") {
            return Ok(());
        }
        let library = self.library.clone();
        // Without their comments games of engines are too few to be timed.
        for Agreed { data, .. } in all.iter().take(2) {
            let [pgc, pgn] = data.as_pgc(&self.pgn)?;
            let fmt = self.pgn(&["fmt", "-q", "-"], &[]);
            same_output((&fmt, &pgc), (&fmt, &pgn))?;
            // Its records have no place for the text of moves that are illegal.
            let games = |counts: Counts| Counts { legal_games: 0, ..counts };
            let read = games(library.pass("validate-ours", &pgn.path)?.counts);
            for (pass, data) in [("validate-pgc", &pgc), ("export-pgc", &pgc), ("export-pgn", &pgn)] {
                same("PGN and PGC", data, read, games(library.pass(pass, &data.path)?.counts))?;
            }
            let plies = child::pass("count-ours", &pgn.path)?.counts.moves;
            let who = vec![
                Contender::new("pgnkit, PGN read", &pgn, plies, || library.pass("validate-ours", &pgn.path)),
                Contender::new("pgnkit, PGC read", &pgc, plies, || library.pass("validate-pgc", &pgc.path)),
                Contender::new("pgnkit, PGC to PGN", &pgc, plies, || library.pass("export-pgc", &pgc.path)),
                Contender::new("pgnkit, PGN to PGN", &pgn, plies, || library.pass("export-pgn", &pgn.path)),
                Contender::new(PGN_READER, &pgn, plies, || child::pass("validate-theirs", &pgn.path)),
            ];
            let rows = self.time("pgc", Measure::Cpu, who)?;
            self.against_first(rows.clone(), None);
            if let [_, read, written, ..] = &mut self.rows[rows] {
                read.goal = Some(Goal::AtMost(PGC));
                written.goal = Some(Goal::AtMost(PGC));
            }
        }
        Ok(())
    }
}
