//! Sums over the records of a suite.

use std::collections::HashMap;
use std::time::Duration;

use super::outcome::Verdict;
use super::row::{SuiteResult, SuiteRow};
use super::significance::sign_test;

/// Sums of what an engine has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sums {
    /// Records with a goal and a result.
    pub records: u64,
    /// Those of them that were solved.
    pub solved: u64,
    /// Points of the moves.
    pub points: u64,
    /// Points of the best moves of the same records.
    pub most_points: u64,
    /// Positions searched.
    pub nodes: u64,
    /// Time of the searches, all together.
    pub time: Duration,
    /// Records without a result.
    pub failed: u64,
    /// Records that ask for nothing, or whose position has no legal move.
    pub without_goal: u64,
}

impl Sums {
    fn add(&mut self, row: &SuiteRow, SuiteResult { outcome, .. }: &SuiteResult) {
        self.records += u64::from(outcome.verdict.counts());
        self.solved += u64::from(outcome.verdict == Verdict::Solved);
        self.failed += u64::from(outcome.verdict == Verdict::Failed);
        self.without_goal += u64::from(matches!(outcome.verdict, Verdict::NoGoal | Verdict::Ended));
        if let (Some(points), Some(most)) = (outcome.points, row.most_points) {
            self.points += u64::from(points);
            self.most_points += u64::from(most);
        }
        self.nodes = self.nodes.saturating_add(outcome.nodes.unwrap_or_default());
        self.time = self.time.saturating_add(outcome.time);
    }
}

/// Two engines beside each other: the records that both could have solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Comparison {
    /// Records that both solved.
    pub both: u64,
    /// Records that only the first or only the second solved.
    pub only: [u64; 2],
    /// Records that none of them solved.
    pub neither: u64,
}

impl Comparison {
    /// The probability of a split at least as uneven by chance alone: see [`sign_test`].
    #[must_use]
    pub fn probability(&self) -> f64 {
        sign_test(self.only[0], self.only[1])
    }
}

/// Themes of which sums are kept: with more it is no suite by themes.
const MOST_THEMES: usize = 500;

/// Sums over all records and over those of each theme, for each engine.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    total: Vec<Sums>,
    comparison: Comparison,
    records: u64,
    themes: Vec<(String, Vec<Sums>)>,
    places: HashMap<String, usize>,
    has_too_many: bool,
}

impl Summary {
    /// Takes in a record.
    pub fn add(&mut self, row: &SuiteRow) {
        self.records += 1;
        self.total.resize_with(row.results.len().max(self.total.len()), Sums::default);
        self.total.iter_mut().zip(&row.results).for_each(|(sums, result)| sums.add(row, result));
        if let [one, other] = row.results.as_slice()
            && one.outcome.verdict.counts()
            && other.outcome.verdict.counts()
        {
            match (row.only_solver(), one.outcome.verdict) {
                (Some(engine), _) => self.comparison.only[engine] += 1,
                (None, Verdict::Solved) => self.comparison.both += 1,
                (None, _) => self.comparison.neither += 1,
            }
        }
        if let Some(at) = self.place(row.theme().unwrap_or_default()) {
            let sums = &mut self.themes[at].1;
            sums.resize_with(row.results.len().max(sums.len()), Sums::default);
            sums.iter_mut().zip(&row.results).for_each(|(sums, result)| sums.add(row, result));
        }
    }

    fn place(&mut self, theme: &str) -> Option<usize> {
        if let Some(at) = self.places.get(theme) {
            return Some(*at);
        }
        if self.themes.len() >= MOST_THEMES {
            self.has_too_many = true;
        }
        if self.has_too_many {
            return None;
        }
        self.themes.push((theme.to_owned(), Vec::new()));
        self.places.insert(theme.to_owned(), self.themes.len() - 1);
        Some(self.themes.len() - 1)
    }

    /// The sums of each engine over all records.
    #[must_use]
    pub fn total(&self) -> &[Sums] {
        &self.total
    }

    /// Two engines beside each other; `None` for one.
    #[must_use]
    pub fn comparison(&self) -> Option<&Comparison> {
        (self.total.len() == 2).then_some(&self.comparison)
    }

    /// The themes in the order of their first records, with the sums of each engine; the empty name is that of records whose `id` is a number or is not there.
    /// Empty where there is one theme only, where most records have one of their own, and where there are more than 500.
    #[must_use]
    pub fn themes(&self) -> &[(String, Vec<Sums>)] {
        let is_useful =
            self.themes.len() > 1 && self.records >= 2 * self.themes.len() as u64 && !self.has_too_many;
        if is_useful { &self.themes } else { &[] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::tests::read;
    use crate::suite::{Goal, Outcome};

    fn row(id: &str, verdicts: &[Verdict]) -> SuiteRow {
        let epd = read(&format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; c0 \"e4=10, e3=4\"; id \"{id}\";"));
        let outcome = |verdict: &Verdict| {
            let points = match verdict {
                Verdict::Solved => Some(10),
                Verdict::Missed => Some(4),
                _ => None,
            };
            Outcome { verdict: *verdict, points, nodes: Some(7), ..Outcome::failed() }
        };
        SuiteRow::of(1, &epd, &Goal::of(&epd), verdicts.iter().map(outcome).collect())
    }

    #[test]
    fn sums_and_comparisons() {
        use Verdict::{Ended, Failed, Missed, NoGoal, Solved};
        let mut summary = Summary::default();
        for (id, verdicts) in [
            ("A.1", [Solved, Solved]),
            ("A.2", [Solved, Missed]),
            ("A.3", [Missed, Solved]),
            ("B.1", [Missed, Missed]),
            ("B.2", [Solved, Failed]),
            ("B.3", [NoGoal, NoGoal]),
            ("B.4", [Ended, Ended]),
            ("B.5", [Solved, Missed]),
        ] {
            summary.add(&row(id, &verdicts));
        }
        let [first, second] = summary.total() else { panic!() };
        assert_eq!((first.records, first.solved, first.points, first.most_points), (6, 4, 48, 60));
        assert_eq!((second.records, second.solved, second.failed, second.without_goal), (5, 2, 1, 2));
        assert_eq!((first.nodes, first.without_goal), (56, 2));
        assert_eq!(summary.comparison(), Some(&Comparison { both: 1, only: [2, 1], neither: 1 }));
        let themes: Vec<_> =
            summary.themes().iter().map(|(name, sums)| (name.as_str(), sums[0].solved)).collect();
        assert_eq!(themes, [("A", 2), ("B", 2)]);
    }

    #[test]
    fn themes_are_there_where_they_say_something() {
        let themes = |ids: &mut dyn Iterator<Item = String>| {
            let mut summary = Summary::default();
            ids.for_each(|id| summary.add(&row(&id, &[Verdict::Solved])));
            assert_eq!(summary.comparison(), None);
            summary.themes().len()
        };
        assert_eq!(themes(&mut (0..9).map(|n| format!("A.{n}"))), 0);
        assert_eq!(themes(&mut (0..9).map(|n| format!("{n} A"))), 0);
        assert_eq!(themes(&mut (0..9).map(|n| if n < 5 { format!("A.{n}") } else { n.to_string() })), 2);
        assert_eq!(themes(&mut (0..1500).map(|n| format!("{}x.{n}", n % 501))), 0);
    }
}
