//! The lists of what a program does not pass, which must tell the truth.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use crate::case::Part;
use crate::report::Report;
use crate::suite::Suite;
use crate::tsv;
use crate::verdict::Verdict;

/// Parts that a program has not built, each with the reason.
#[derive(Debug, Clone, Default)]
pub struct Pending(BTreeMap<Part, String>);

impl Pending {
    /// Reads a table of part and reason.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or a row is no part with its reason.
    pub fn load(file: &Path) -> Result<Self, String> {
        let mut parts = BTreeMap::new();
        for (line, row) in tsv::read(file)? {
            let [part, why] = &row[..] else {
                return Err(format!("line {line}: expected a part, a tab and a reason"));
            };
            let part =
                Part::from_name(part).ok_or_else(|| format!("line {line}: there is no part {part:?}"))?;
            parts.insert(part, why.clone());
        }
        Ok(Self(parts))
    }

    /// Why the part is not built; `None`: it is.
    pub fn why(&self, part: Part) -> Option<&str> {
        self.0.get(&part).map(String::as_str)
    }

    /// What is not true: a line for each part of which a case passes.
    pub fn stale(&self, report: &Report) -> Vec<String> {
        let passed =
            |part: Part| report.cases.iter().find(|case| case.part == part && case.verdict == Verdict::Pass);
        let stale = self.0.keys().filter_map(|&part| Some((part, passed(part)?)));
        stale.map(|(part, case)| format!("{part} is listed as pending, but {} passes", case.case)).collect()
    }
}

/// The verdicts of a former run. Cases that passed are not listed.
#[derive(Debug, Clone, Default)]
pub struct Known(BTreeMap<String, Entry>);

#[derive(Debug, Clone)]
struct Entry {
    verdict: Verdict,
    /// Written by hand, kept as long as the verdict is the same.
    why: Option<String>,
}

impl Known {
    /// Reads a table of case, verdict and, if somebody has written one, a reason.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or a row is not of that form.
    pub fn load(file: &Path) -> Result<Self, String> {
        let mut cases = BTreeMap::new();
        for (line, row) in tsv::read(file)? {
            let (case, verdict, why) = match &row[..] {
                [case, verdict] => (case, verdict, None),
                [case, verdict, why] => (case, verdict, Some(why.clone())),
                _ => return Err(format!("line {line}: expected a case, a tab and a verdict")),
            };
            let verdict =
                Verdict::from_name(verdict).ok_or_else(|| format!("line {line}: no verdict {verdict:?}"))?;
            if cases.insert(case.clone(), Entry { verdict, why }).is_some() {
                return Err(format!("line {line}: {case} is listed twice"));
            }
        }
        Ok(Self(cases))
    }

    /// What is not true any more, a line each: verdicts that are worse, and those that are better.
    pub fn changes(&self, report: &Report, suite: &Suite) -> Vec<String> {
        let mut changes = Vec::new();
        for case in &report.cases {
            let known = self.0.get(&case.case).map_or(Verdict::Pass, |entry| entry.verdict);
            if known == case.verdict {
                continue;
            }
            let what = if case.verdict.badness() > known.badness() { "regression" } else { "stale" };
            changes.push(format!("{what}: {} was {known}, is {}", case.case, case.verdict));
        }
        let ids: BTreeSet<String> = suite.cases.iter().map(|case| case.id()).collect();
        let gone = self.0.keys().filter(|case| !ids.contains(*case));
        changes.extend(gone.map(|case| format!("stale: there is no case {case}")));
        changes
    }

    /// The list after this run. Cases that were not run keep what is known of them.
    #[must_use]
    pub fn renewed(&self, report: &Report, suite: &Suite) -> Self {
        let ids: BTreeSet<String> = suite.cases.iter().map(|case| case.id()).collect();
        let mut cases = self.0.clone();
        cases.retain(|case, _| ids.contains(case));
        for case in &report.cases {
            let before = cases.remove(&case.case).filter(|entry| entry.verdict == case.verdict);
            if case.verdict != Verdict::Pass {
                let why = before.and_then(|entry| entry.why);
                cases.insert(case.case.clone(), Entry { verdict: case.verdict, why });
            }
        }
        Self(cases)
    }

    /// The text of the file.
    pub fn to_text(&self) -> String {
        let mut text =
            "# The cases that do not pass: case, verdict, and perhaps why. Written by --bless.\n".to_owned();
        for (case, Entry { verdict, why }) in &self.0 {
            let why = why.as_ref().map(|why| format!("\t{why}")).unwrap_or_default();
            writeln!(text, "{case}\t{verdict}{why}").expect("a String takes everything");
        }
        text
    }
}
