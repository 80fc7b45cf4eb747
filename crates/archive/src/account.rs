//! The account of a run: what was read and what became of it.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use pgnkit::ExportLosses;
#[cfg(feature = "pgc")]
use pgnkit::pgc::Losses;
use pgnkit::syntax::{Applicability, Code, Severity};

use crate::entry::Kind;

/// Counts of a run, or of a part of one. Counts of parts add up, in any order but for the order of tallies.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Account {
    /// Games that were read.
    pub games: u64,
    /// Records of positions that were read.
    pub records: u64,
    /// Those of both that were read and not chosen.
    pub passed: u64,
    /// Bytes that were read, decompressed.
    pub bytes: u64,
    /// Games and records with errors.
    pub with_errors: u64,
    /// Games and records without an error and with a warning, of what was selected.
    pub with_warnings: u64,
    /// Games and records that were left out for their errors.
    pub dropped: u64,
    /// Games and records that were written.
    pub written: u64,
    /// Those of them that were written byte for byte as they were, for errors or for what would have been lost.
    pub left: u64,
    /// Diagnostics by code and severity; denied ones count as errors.
    pub diagnostics: BTreeMap<(Code, Severity), u64>,
    /// Those of them that offer a fix.
    pub fixable: Fixable,
    /// Diagnostics that are not counted, since a baseline knows them.
    pub known: u64,
    /// Diagnostics that are not counted, since escape lines of the text suppress them.
    pub suppressed: u64,
    /// Characters that the encoding of the output lacks.
    pub replaced_characters: u64,
    /// Parts of games that text cannot hold, left out or written otherwise.
    pub altered: ExportLosses,
    /// Values that a record has no room for.
    pub truncated_values: u64,
    /// Losses of games that were written as PGC nevertheless.
    #[cfg(feature = "pgc")]
    pub lost: Losses,
    /// Other counts of steps and commands, by subject.
    pub tallies: BTreeMap<&'static str, Tally>,
}

/// Counts of one subject, in the order in which they were first counted.
pub type Tally = Vec<(&'static str, u64)>;

/// Number of diagnostics that offer a fix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fixable {
    /// Fixes that keep the meaning.
    pub safe: u64,
    /// Fixes that may change it.
    pub not_safe: u64,
}

impl Fixable {
    pub(crate) fn count(&mut self, applicability: Applicability) {
        match applicability {
            Applicability::Safe => self.safe += 1,
            Applicability::Unsafe => self.not_safe += 1,
            Applicability::DisplayOnly => {}
        }
    }

    /// Takes back what was counted.
    pub(crate) fn uncount(&mut self, applicability: Applicability) {
        match applicability {
            Applicability::Safe => self.safe -= 1,
            Applicability::Unsafe => self.not_safe -= 1,
            Applicability::DisplayOnly => {}
        }
    }

    /// The counts since there were as many as `before`.
    #[must_use]
    pub fn since(self, before: Self) -> Self {
        Self { safe: self.safe - before.safe, not_safe: self.not_safe - before.not_safe }
    }

    /// Fixes of either kind.
    #[must_use]
    pub fn total(self) -> u64 {
        self.safe + self.not_safe
    }
}

impl AddAssign for Fixable {
    fn add_assign(&mut self, other: Self) {
        self.safe += other.safe;
        self.not_safe += other.not_safe;
    }
}

impl Account {
    /// Games and records that were read.
    #[must_use]
    pub fn read(&self) -> u64 {
        self.games + self.records
    }

    /// Games and records without an error.
    #[must_use]
    pub fn clean(&self) -> u64 {
        self.read() - self.with_errors
    }

    /// Whether any diagnostic was an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    /// Diagnostics of one severity.
    #[must_use]
    pub fn count(&self, wanted: Severity) -> u64 {
        self.diagnostics.iter().filter(|((_, severity), _)| *severity == wanted).map(|(_, count)| count).sum()
    }

    /// Counts records that could not be read at all.
    pub(crate) fn count_lost(&mut self, kind: Kind, records: u64) {
        match kind {
            Kind::Games => self.games += records,
            Kind::Positions => self.records += records,
        }
        self.with_errors += records;
        self.dropped += records;
    }

    /// Counts an entry.
    pub(crate) fn count_entry(&mut self, kind: Kind) {
        match kind {
            Kind::Games => self.games += 1,
            Kind::Positions => self.records += 1,
        }
    }

    /// Adds counts to a tally.
    pub fn tally(&mut self, subject: &'static str, counts: &[(&'static str, u64)]) {
        let total = self.tallies.entry(subject).or_default();
        for (name, count) in counts {
            match total.iter_mut().find(|(found, _)| found == name) {
                Some((_, total)) => *total += count,
                None => total.push((name, *count)),
            }
        }
    }
}

impl AddAssign<&Account> for Account {
    fn add_assign(&mut self, other: &Self) {
        self.games += other.games;
        self.records += other.records;
        self.passed += other.passed;
        self.bytes += other.bytes;
        self.with_errors += other.with_errors;
        self.with_warnings += other.with_warnings;
        self.dropped += other.dropped;
        self.written += other.written;
        self.left += other.left;
        self.known += other.known;
        self.suppressed += other.suppressed;
        self.altered += other.altered;
        self.replaced_characters += other.replaced_characters;
        self.truncated_values += other.truncated_values;
        #[cfg(feature = "pgc")]
        {
            self.lost += other.lost;
        }
        self.fixable += other.fixable;
        for (key, count) in &other.diagnostics {
            *self.diagnostics.entry(*key).or_default() += count;
        }
        for (subject, counts) in &other.tallies {
            self.tally(subject, counts);
        }
    }
}
