//! Lists of cases that a program does not pass, which must be up to date.

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

    /// Reason why the part is not built; `None` if it is.
    pub fn why(&self, part: Part) -> Option<&str> {
        self.0.get(&part).map(String::as_str)
    }

    /// Outdated entries: a line for each part with a case that passes.
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

    /// Outdated entries, a line each: verdicts that became worse, and those that became better.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapter::InProcess;
    use crate::run::{Options, run};
    use crate::testing;

    fn file(text: &str) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().expect("a temporary file");
        std::fs::write(file.path(), text).expect("it can be written");
        file
    }

    fn known(text: &str) -> Known {
        Known::load(file(text).path()).expect("a list")
    }

    fn pending(text: &str) -> Result<Pending, String> {
        Pending::load(file(text).path())
    }

    #[test]
    fn a_pending_part_is_counted_apart_until_it_passes() {
        let options = Options { pending: pending("# parts\npgn\tnot yet\n").unwrap(), ..Options::default() };
        let free = "implementation-defined";
        let must = "must-accept";
        for (class, status, answer, expected, stale) in [
            (must, 20, "", Verdict::Pending, ""),
            (must, 0, "{}", Verdict::Pending, ""),
            (free, 0, "{}", Verdict::Pending, ""),
            (
                must,
                0,
                r#"{"games": []}"#,
                Verdict::Pass,
                "pgn is listed as pending, but lexical/invented passes",
            ),
            (must, 0, r#"{"games": [1]}"#, Verdict::Fail, ""),
            (must, 1, "", Verdict::Crash, ""),
        ] {
            let adapter = InProcess(|_: &[String], _: &[u8]| (status, answer.as_bytes().to_vec()));
            let suite = testing::suite([testing::case(class, r#"{"games": []}"#)]);
            let report = run(&suite, &adapter, &options);
            assert_eq!(report.cases[0].verdict, expected, "{status} {answer}");
            assert_eq!(options.pending.stale(&report).concat(), stale, "{status} {answer}");
        }
    }

    #[test]
    fn malformed_lists_are_refused() {
        assert_eq!(pending("xyz\twhy\n").unwrap_err(), "line 1: there is no part \"xyz\"");
        assert_eq!(pending("\npgn\n").unwrap_err(), "line 2: expected a part, a tab and a reason");
        for text in ["a/b", "a/b\tgood", "a/b\tfail\na/b\tfail", "a/b\tfail\twhy\tmore"] {
            assert!(Known::load(file(text).path()).is_err(), "{text}");
        }
    }

    #[test]
    fn a_known_verdict_must_still_hold() {
        let suite = testing::suite([testing::case("must-accept", "{}")]);
        for (known_before, now, expected) in [
            ("", Verdict::Pass, ""),
            ("", Verdict::Fail, "regression: lexical/invented was pass, is fail"),
            ("lexical/invented\tfail", Verdict::Fail, ""),
            ("lexical/invented\tfail", Verdict::Crash, "regression: lexical/invented was fail, is crash"),
            ("lexical/invented\tfail", Verdict::Pass, "stale: lexical/invented was fail, is pass"),
            (
                "lexical/invented\tunsupported",
                Verdict::Pending,
                "stale: lexical/invented was unsupported, is pending",
            ),
            ("lexical/gone\tfail", Verdict::Pass, "stale: there is no case lexical/gone"),
        ] {
            let changes = known(known_before).changes(&testing::report([("lexical/invented", now)]), &suite);
            assert_eq!(changes.concat(), expected, "{known_before}");
        }
    }

    #[test]
    fn renewing_keeps_what_still_holds() {
        let mut other = testing::case("must-accept", "{}");
        other.name = "other".to_owned();
        let suite = testing::suite([testing::case("must-accept", "{}"), other]);
        let before = known("lexical/gone\tfail\nlexical/invented\tfail\tby design\nlexical/other\tcrash\n");
        let after = |verdict| {
            let text = before.renewed(&testing::report([("lexical/invented", verdict)]), &suite).to_text();
            text.lines().skip(1).collect::<Vec<_>>().join("|")
        };
        assert_eq!(after(Verdict::Fail), "lexical/invented\tfail\tby design|lexical/other\tcrash");
        assert_eq!(after(Verdict::Crash), "lexical/invented\tcrash|lexical/other\tcrash");
        assert_eq!(after(Verdict::Pass), "lexical/other\tcrash");
    }
}
