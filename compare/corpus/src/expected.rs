//! `expected-differences.tsv`: what is known to differ, who is right, and why.
//!
//! One row: peer, file, games, kind, right, explanation, separated by tabs. `games` is a list such as `3,7-9` of the
//! game numbers as pgnkit counts them, or `-` for the file as a whole. A row that no longer holds is as much an error
//! as a difference that has no row.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io;
use std::path::Path;

/// One difference: what was found, or what a row of the table expects.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difference {
    /// Name of the file.
    pub file: String,
    /// Number of the game from 1; 0 for the file as a whole.
    pub game: usize,
    /// Kind of difference.
    pub kind: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.game {
            0 => write!(f, "{}: {}", self.file, self.kind),
            game => write!(f, "{} game {game}: {}", self.file, self.kind),
        }
    }
}

/// The rows of the table that belong to one peer.
#[derive(Debug, Default)]
pub struct Expected {
    explanations: BTreeMap<Difference, (String, String)>,
}

/// Verdict of the table on a run.
#[derive(Debug, Default)]
pub struct Verdict {
    /// Differences without a row.
    pub unexplained: BTreeSet<Difference>,
    /// Rows without a difference.
    pub stale: BTreeSet<Difference>,
    /// Number of differences with a row, by kind and by the program that is right.
    pub explained: BTreeMap<(String, String), usize>,
}

impl Expected {
    /// Reads the rows of `peer`.
    ///
    /// # Errors
    /// When the table cannot be read, or a row is not six fields with a list of games.
    pub fn read(table: &Path, peer: &str) -> io::Result<Self> {
        let text = std::fs::read_to_string(table)?;
        let mut expected = Self::default();
        for (at, line) in text.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let bad = |what: &str| io::Error::other(format!("{}:{}: {what}", table.display(), at + 1));
            let [row_peer, file, games, kind, right, why] = line.split('\t').collect::<Vec<_>>()[..] else {
                return Err(bad("expected six fields"));
            };
            if row_peer != peer {
                continue;
            }
            for game in parse_games(games).ok_or_else(|| bad("expected game numbers such as 3,7-9, or -"))? {
                let difference = Difference { file: file.to_owned(), game, kind: kind.to_owned() };
                if expected.explanations.insert(difference, (right.to_owned(), why.to_owned())).is_some() {
                    return Err(bad("this difference has a row already"));
                }
            }
        }
        Ok(expected)
    }

    /// Compares what was found with the table. Rows count only where `looked_at` holds for their file.
    pub fn check(&self, found: &BTreeSet<Difference>, looked_at: impl Fn(&str) -> bool) -> Verdict {
        let mut verdict = Verdict::default();
        for difference in found {
            match self.explanations.get(difference) {
                Some((right, _)) => {
                    *verdict.explained.entry((difference.kind.clone(), right.clone())).or_default() += 1;
                }
                None => {
                    verdict.unexplained.insert(difference.clone());
                }
            }
        }
        let stale = self.explanations.keys().filter(|row| looked_at(&row.file) && !found.contains(row));
        verdict.stale.extend(stale.cloned());
        verdict
    }
}

impl Verdict {
    /// Whether table and run agree.
    pub fn holds(&self) -> bool {
        self.unexplained.is_empty() && self.stale.is_empty()
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ((kind, right), count) in &self.explained {
            writeln!(f, "explained: {count:>6}  {kind} (right: {right})")?;
        }
        for difference in &self.unexplained {
            writeln!(f, "NOT EXPLAINED: {difference}")?;
        }
        for row in &self.stale {
            writeln!(f, "STALE ROW: {row}")?;
        }
        Ok(())
    }
}

/// `-` or a list such as `3,7-9`.
fn parse_games(list: &str) -> Option<Vec<usize>> {
    if list == "-" {
        return Some(vec![0]);
    }
    let mut games = Vec::new();
    for part in list.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        games.extend(first.parse::<usize>().ok()?..=last.parse().ok()?);
    }
    Some(games)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_games_are_ranges_and_numbers() {
        assert_eq!(parse_games("3,7-9"), Some(vec![3, 7, 8, 9]));
        assert_eq!(parse_games("-"), Some(vec![0]));
        assert_eq!(parse_games("x"), None);
    }

    #[test]
    fn a_row_without_a_difference_is_stale() {
        let row = Difference { file: "a.pgn".into(), game: 1, kind: "verdict".into() };
        let expected =
            Expected { explanations: [(row.clone(), ("pgnkit".into(), "why".into()))].into_iter().collect() };
        assert!(expected.check(&[row.clone()].into_iter().collect(), |_| true).holds());
        assert!(!expected.check(&BTreeSet::new(), |_| true).holds());
        assert!(expected.check(&BTreeSet::new(), |file| file == "b.pgn").holds());
    }
}
