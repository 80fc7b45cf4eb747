//! The account that closes every run: what was read, what became of it.

use std::collections::BTreeMap;
use std::fmt;

use pgnkit::pgc::Losses;
use pgnkit::syntax::{Applicability, Code, Severity};

use crate::args::AccountForm;

/// How many diagnostics offer a fix.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Fixable {
    pub(crate) safe: u64,
    pub(crate) not_safe: u64,
}

impl Fixable {
    pub(crate) fn note(&mut self, applicability: Applicability) {
        match applicability {
            Applicability::Safe => self.safe += 1,
            Applicability::Unsafe => self.not_safe += 1,
            Applicability::DisplayOnly => {}
        }
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.safe += other.safe;
        self.not_safe += other.not_safe;
    }

    /// What has come since there were as many as `before`.
    pub(crate) fn since(self, before: Self) -> Self {
        Self { safe: self.safe - before.safe, not_safe: self.not_safe - before.not_safe }
    }

    pub(crate) fn total(self) -> u64 {
        self.safe + self.not_safe
    }
}

/// What else a command counts, in words of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tally {
    /// Times of moves.
    Times,
    /// Annotations in one dialect or another.
    Annotations,
}

impl Tally {
    const fn name(self) -> &'static str {
        match self {
            Self::Times => "times",
            Self::Annotations => "annotations",
        }
    }
}

/// Counts of a run, or of a part of one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Account {
    pub(crate) games: u64,
    /// Positions with what is said of them, of files that hold such.
    pub(crate) records: u64,
    /// Bytes read, decompressed.
    pub(crate) bytes: u64,
    pub(crate) with_errors: u64,
    pub(crate) dropped: u64,
    pub(crate) written: u64,
    /// Diagnostics by code and severity; denied ones count as errors.
    pub(crate) diagnostics: BTreeMap<(Code, Severity), u64>,
    /// Those of them that offer a fix.
    pub(crate) fixable: Fixable,
    /// Characters that the output encoding lacks.
    pub(crate) replaced_characters: u64,
    /// Values that a record has no room for.
    pub(crate) values_without_room: u64,
    /// What PGC could not hold of games that were written nevertheless.
    pub(crate) lost: Losses,
    /// Operations that could not be joined, where records are merged.
    pub(crate) conflicts: Option<u64>,
    /// What else was counted, in the order in which it was first.
    pub(crate) tallies: BTreeMap<Tally, Vec<(&'static str, u64)>>,
}

impl Account {
    pub(crate) fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.records += other.records;
        self.bytes += other.bytes;
        self.with_errors += other.with_errors;
        self.dropped += other.dropped;
        self.written += other.written;
        self.replaced_characters += other.replaced_characters;
        self.values_without_room += other.values_without_room;
        self.lost += other.lost;
        self.fixable.add(other.fixable);
        for (key, count) in &other.diagnostics {
            *self.diagnostics.entry(*key).or_default() += count;
        }
        for (tally, counts) in &other.tallies {
            self.count_in(*tally, counts);
        }
    }

    /// Counts more of what a tally has.
    pub(crate) fn count_in(&mut self, tally: Tally, counts: &[(&'static str, u64)]) {
        let total = self.tallies.entry(tally).or_default();
        for (name, count) in counts {
            match total.iter_mut().find(|(found, _)| found == name) {
                Some((_, total)) => *total += count,
                None => total.push((name, *count)),
            }
        }
    }

    /// Games and records.
    pub(crate) fn read(&self) -> u64 {
        self.games + self.records
    }

    pub(crate) fn has_errors(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    pub(crate) fn count(&self, wanted: Severity) -> u64 {
        self.diagnostics.iter().filter(|((_, severity), _)| *severity == wanted).map(|(_, count)| count).sum()
    }

    pub(crate) fn show(&self, form: AccountForm) -> String {
        match form {
            AccountForm::Text => self.to_string(),
            AccountForm::Json => self.to_json(),
        }
    }

    fn to_json(&self) -> String {
        let mut by_code: BTreeMap<String, u64> = BTreeMap::new();
        for ((code, _), count) in &self.diagnostics {
            *by_code.entry(code.to_string()).or_default() += count;
        }
        let mut account = serde_json::json!({
            "games": self.games,
            "records": self.records,
            "bytes": self.bytes,
            "clean": self.read() - self.with_errors,
            "with_errors": self.with_errors,
            "dropped": self.dropped,
            "written": self.written,
            "diagnostics": by_code,
        });
        if !self.lost.is_empty() {
            account["lost"] = self.lost.total().into();
        }
        if let Some(conflicts) = self.conflicts {
            account["conflicts"] = conflicts.into();
        }
        for (tally, counts) in &self.tallies {
            let counts = counts.iter().map(|(name, count)| (name.replace(' ', "_"), (*count).into()));
            account[tally.name()] = serde_json::Value::Object(counts.collect());
        }
        account.to_string()
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, records, with_errors, dropped, written, .. } = self;
        let clean = self.read() - with_errors;
        let plural = |count: u64| if count == 1 { "" } else { "s" };
        let games = (*games > 0 || *records == 0).then(|| format!("{games} game{}", plural(*games)));
        let records = (*records > 0).then(|| format!("{records} record{}", plural(*records)));
        let read: Vec<String> = games.into_iter().chain(records).collect();
        write!(
            f,
            "pgn: read {} ({}): {clean} clean, {with_errors} with errors, {dropped} dropped; wrote {written}",
            read.join(" and "),
            Size(self.bytes)
        )?;
        if self.replaced_characters > 0 {
            write!(f, "; {} characters replaced by ?", self.replaced_characters)?;
        }
        match self.values_without_room {
            0 => {}
            1 => write!(f, "; 1 value had no room in its record and was cut or left out")?,
            count => write!(f, "; {count} values had no room in their records and were cut or left out")?,
        }
        if !self.lost.is_empty() {
            write!(f, "; without {}", self.lost)?;
        }
        match self.conflicts {
            None => {}
            Some(1) => write!(f, "; 1 conflict")?,
            Some(count) => write!(f, "; {count} conflicts")?,
        }
        for (tally, counts) in &self.tallies {
            let counts: Vec<String> = counts
                .iter()
                .filter(|(_, count)| *count > 0)
                .map(|(name, count)| format!("{count} {name}"))
                .collect();
            if !counts.is_empty() {
                write!(f, "; {}: {}", tally.name(), counts.join(", "))?;
            }
        }
        Ok(())
    }
}

/// Bytes as people read them.
struct Size(u64);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.0;
        match bytes {
            0..1_000 => write!(f, "{bytes} bytes"),
            1_000..1_000_000 => write!(f, "{:.1} kB", bytes as f64 / 1e3),
            1_000_000..1_000_000_000 => write!(f, "{:.1} MB", bytes as f64 / 1e6),
            _ => write!(f, "{:.2} GB", bytes as f64 / 1e9),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_says_everything() {
        let account = Account {
            games: 467_140,
            bytes: 315_300_000,
            with_errors: 2,
            written: 467_140,
            ..Account::default()
        };
        assert_eq!(
            account.to_string(),
            "pgn: read 467140 games (315.3 MB): 467138 clean, 2 with errors, 0 dropped; wrote 467140"
        );
    }
}
