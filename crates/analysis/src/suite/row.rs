//! A record with its results, as rows of lists have them.

use pgnkit::chess::ChessMode;
use pgnkit::epd::{Epd, Opcode};
use pgnkit_query::movetext;

use super::goal::Goal;
use super::outcome::{Outcome, Verdict};

/// A record of a suite, with the result of each engine.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SuiteRow {
    /// Number of the record in its input, from 1.
    pub number: u64,
    /// Its `id`; empty if it has none.
    pub id: String,
    /// The position, in FEN.
    pub fen: String,
    /// Best moves in SAN, as the record has them: those that are not legal, too.
    pub best: Vec<String>,
    /// Moves to avoid.
    pub avoid: Vec<String>,
    /// Moves of the mate that is asked for.
    pub mate: Option<u64>,
    /// The most points that a move has, where there are points.
    pub most_points: Option<u32>,
    /// The results, one for each engine.
    pub results: Vec<SuiteResult>,
}

/// The result of an engine.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SuiteResult {
    /// The outcome.
    pub outcome: Outcome,
    /// The move in SAN; empty if there is none.
    pub san: String,
    /// The move in UCI.
    pub uci: String,
    /// The line, with numbers of moves.
    pub line: String,
}

impl SuiteRow {
    /// The row of a record.
    #[must_use]
    pub fn of(number: u64, epd: &Epd, goal: &Goal, outcomes: Vec<Outcome>) -> Self {
        let position = epd.position();
        let mode = if position.needs_chess960() { ChessMode::Chess960 } else { ChessMode::Standard };
        let moves = |opcode: &Opcode| -> Vec<String> {
            let operation = epd.get(opcode);
            operation.iter().flat_map(|found| &found.operands).map(ToString::to_string).collect()
        };
        let results = outcomes.into_iter().map(|outcome| {
            let san = outcome.best_move.map(|mv| position.san(mv).to_string()).unwrap_or_default();
            let uci = outcome.best_move.map(|mv| mv.to_uci(mode).to_string()).unwrap_or_default();
            SuiteResult { san, uci, line: movetext::write(position, &outcome.line), outcome }
        });
        Self {
            number,
            id: epd.id().unwrap_or_default().to_owned(),
            fen: epd.fen(),
            best: moves(&Opcode::Bm),
            avoid: moves(&Opcode::Am),
            mate: goal.mate,
            most_points: goal.points.most(),
            results: results.collect(),
        }
    }

    /// The words of the record for its goal: `bm Nh6; am Ne5`.
    #[must_use]
    pub fn goal(&self) -> String {
        let moves = [("bm", &self.best), ("am", &self.avoid)];
        let moves = moves.into_iter().filter(|(_, moves)| !moves.is_empty());
        let mut parts: Vec<String> =
            moves.map(|(name, moves)| format!("{name} {}", moves.join(" "))).collect();
        parts.extend(self.mate.map(|moves| format!("dm {moves}")));
        parts.join("; ")
    }

    /// The theme of the record: its `id` without the number at the end; `None` if it is but a number.
    #[must_use]
    pub fn theme(&self) -> Option<&str> {
        let is_separator =
            |c: char| c.is_whitespace() || matches!(c, '.' | '-' | '_' | '#' | ',' | ':' | '/');
        let theme =
            self.id.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches(is_separator).trim();
        (!theme.is_empty()).then_some(theme)
    }

    /// The only one of two engines that solved the record: 0 or 1.
    #[must_use]
    pub fn only_solver(&self) -> Option<usize> {
        let [one, other] = self.results.as_slice() else { return None };
        match (one.outcome.verdict, other.outcome.verdict) {
            (Verdict::Solved, Verdict::Missed) => Some(0),
            (Verdict::Missed, Verdict::Solved) => Some(1),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::tests::read;

    #[test]
    fn themes_and_goals() {
        let row = |operations: &str| {
            let epd = read(&format!("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - {operations}"));
            SuiteRow::of(1, &epd, &Goal::of(&epd), Vec::new())
        };
        for (id, theme) in [
            ("STS(v1.0) Undermine.001", Some("STS(v1.0) Undermine")),
            ("STS(v9.0) Advancement of a/b/c pawns.001", Some("STS(v9.0) Advancement of a/b/c pawns")),
            ("BK.01", Some("BK")),
            ("WAC #12", Some("WAC")),
            ("Position 1", Some("Position")),
            ("ERET 015 - Endspiel", Some("ERET 015 - Endspiel")),
            ("12", None),
            ("", None),
        ] {
            assert_eq!(row(&format!("id \"{id}\";")).theme(), theme, "{id}");
        }
        for (operations, goal) in [
            ("; bm Qd1 +;", "bm Qd1+"),
            ("bm Qd1+ Ka8 Qh9; am Qe6; dm 3;", "bm Qd1+ Ka8 Qh9; am Qe6; dm 3"),
            ("dm 3;", "dm 3"),
            ("id \"a\";", ""),
        ] {
            assert_eq!(row(operations).goal(), goal, "{operations}");
        }
    }
}
