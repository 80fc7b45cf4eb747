//! Invented cases, suites and reports for the tests of this crate.

use std::path::PathBuf;

use crate::case::{Case, CaseFile, Class, Part};
use crate::json;
use crate::report::{Report, Tested};
use crate::request::Format;
use crate::suite::Suite;
use crate::verdict::Verdict;

/// The case `lexical/invented` of a class that expects this of `read`.
pub fn case(class: &str, expect: &str) -> Case {
    let file = format!(
        r#"{{"purpose": "A rule.", "requirements": ["LEX-01"], "section": "7", "class": "{class}", "part": "pgn",
            "origin": "written for this suite", "expect": {expect}}}"#
    );
    let file: CaseFile = json::read(file.as_bytes()).unwrap_or_else(|error| panic!("{expect}: {error}"));
    let (area, name) = ("lexical".to_owned(), "invented".to_owned());
    Case { area, name, file, format: Format::Pgn, input: b"*\n".to_vec(), texts: Vec::new() }
}

/// A suite of cases.
pub fn suite(cases: impl IntoIterator<Item = Case>) -> Suite {
    Suite { dir: PathBuf::new(), cases: cases.into_iter().collect() }
}

/// A report of cases by id.
pub fn report<'c>(verdicts: impl IntoIterator<Item = (&'c str, Verdict)>) -> Report {
    let tested = |(case, verdict): (&str, Verdict)| Tested {
        case: case.to_owned(),
        area: case.split('/').next().unwrap_or_default().to_owned(),
        class: Class::MustAccept,
        part: Part::Pgn,
        verdict,
        reasons: Vec::new(),
    };
    let cases = verdicts.into_iter().map(tested).collect();
    Report { adapter: "tested".to_owned(), version: None, strict: true, cases }
}
