//! The page of each diagnostic code, put to the test: its examples are read with all rules.

mod document;

use pgnkit::syntax::{Applicability, AtLevel, Code, Collect, Diagnostic, Fix, Ignore, Level, Span};
use pgnkit::{Checker, Fixer, PieceLetters, Replayer, epd, json, pgc};

use crate::page::{self, Page};

/// Codes that never come alone: which other one comes along in the example, and why.
const NEVER_ALONE: &[(Code, Code, &str)] = &[
    (
        Code::UncheckedMoves,
        Code::InvalidFen,
        "moves go unchecked only for a fault in the tags, which is named",
    ),
    (Code::TokenTooLong, Code::LineTooLong, "a line is longer than the string that stands on it"),
];

fn check(format: &str, text: &[u8], level: Level) -> Vec<Diagnostic> {
    let mut found = AtLevel { level, sink: Collect::default() };
    let mut checker = Checker::new();
    match format {
        "epd" => {
            let mut reader = epd::Reader::new(text);
            while reader.read_record(&mut found).is_some() {}
        }
        "json" => {
            let mut reader = json::Reader::new(text);
            while reader.read_game(&mut (), &mut found).is_some() {}
        }
        "pgc" => {
            let mut reader = pgc::Reader::new(text);
            while checker.check_pgc(&mut reader, &mut found).is_some() {}
        }
        _ => {
            let letters =
                if format == "lang-auto" { PieceLetters::Detected } else { PieceLetters::default() };
            let mut replayer = Replayer::new(text).letters(letters);
            while checker.check_game(&mut replayer, &mut found).is_some() {}
        }
    }
    if format == "to-pgc" {
        let mut writer = pgc::Writer::new();
        let whole = Span::new(0, text.len());
        let lost = pgnkit::parse_games(text)
            .filter_map(|parsed| writer.write_game(&parsed.game, &mut Vec::new()).err());
        found.sink.extend(lost.map(|losses| losses.diagnostic(whole)));
    }
    found.sink
}

fn names(diagnostics: &[Diagnostic]) -> Vec<&'static str> {
    let mut names: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.code.name()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The others are read by [`Page::of`].
#[test]
fn pages_without_examples_have_all_other_parts() {
    for code in Code::ALL.iter().copied().filter(|code| !page::has_example(*code)) {
        let parts: Vec<_> = code.page().lines().filter_map(|line| line.strip_prefix("## ")).collect();
        assert_eq!(parts, page::parts_without_example().collect::<Vec<_>>(), "{code}");
        let head = format!("# {} ({code})\n\nSeverity: {}. ", code.name(), page::severity(code));
        assert!(code.page().starts_with(&head), "{code}");
    }
}

#[test]
fn the_bad_example_gives_this_diagnostic_and_the_good_one_none() {
    for page in Page::all() {
        let code = page.code;
        let companion =
            NEVER_ALONE.iter().find(|(alone, ..)| *alone == code).map(|(_, other, _)| other.name());
        let mut expected: Vec<_> = companion.into_iter().chain([code.name()]).collect();
        expected.sort_unstable();
        let found = check(page.format, &page.bad, code.level());
        assert_eq!(names(&found), expected, "{code}: the bad example");
        for diagnostic in found.iter().filter(|diagnostic| diagnostic.code == code) {
            assert_eq!(diagnostic.severity, code.severity(), "{code}: the example has the usual severity");
            assert_eq!(fix_word(diagnostic.fix.as_ref()), page.fix, "{code}: Fix");
            assert!(diagnostic.span.end <= page.bad.len(), "{code}: {:?}", diagnostic.span);
        }
        assert_eq!(names(&check(page.format, &page.good, code.level())), [""; 0], "{code}: the good example");
    }
}

#[test]
fn a_page_agrees_with_the_table() {
    for page in Page::all() {
        assert_eq!(page.severity, page::severity(page.code), "{}", page.code);
        assert_eq!(page.section, page.code.section(), "{}", page.code);
    }
}

#[test]
fn a_safe_fix_fixes_the_bad_example() {
    let mut pages = 0;
    for page in Page::all().filter(|page| page.fix == "safe") {
        let level = page.code.level();
        let fixed = Fixer::at_level(level).fix(&page.bad);
        let shown = String::from_utf8_lossy(&fixed.text);
        assert!(fixed.left.is_empty(), "{}: proven to be safe", page.code);
        assert_eq!(
            names(&check(page.format, &fixed.text, level)),
            [""; 0],
            "{}: fixed to\n{shown}",
            page.code
        );
        assert_eq!(
            shown,
            String::from_utf8_lossy(&page.good),
            "{}: the good example is the fixed one",
            page.code
        );
        pages += 1;
    }
    assert!(pages > 0);
}

/// Where a page sends first of all to `pgn fmt`, the good record is what that makes of the bad one.
#[test]
fn a_good_record_is_canonical() {
    for page in Page::all().filter(|page| page.format == "epd") {
        let good = String::from_utf8_lossy(&page.good);
        assert_eq!(canonical(&page.good), good, "{}", page.code);
        if page.code.page().contains("## How to fix it\n\n`pgn fmt` ") {
            assert_eq!(canonical(&page.bad), good, "{}", page.code);
        }
    }
}

fn canonical(text: &[u8]) -> String {
    let mut reader = epd::Reader::new(text);
    let records = std::iter::from_fn(|| reader.read_record(&mut Ignore));
    records.map(|record| format!("{}\n", record.epd.unwrap())).collect()
}

fn fix_word(fix: Option<&Fix>) -> &'static str {
    match fix.map(|fix| fix.applicability) {
        None => "none",
        Some(Applicability::Safe) => "safe",
        Some(Applicability::Unsafe) => "unsafe",
        Some(Applicability::DisplayOnly) => "display only",
    }
}

/// Whatever a page calls by name or by command exists.
#[test]
fn a_page_names_codes_that_there_are() {
    for code in Code::ALL {
        for quoted in
            code.page().split("```").step_by(2).flat_map(|prose| prose.split('`').skip(1).step_by(2))
        {
            let is_code = quoted.trim_matches('-').contains('-')
                && quoted.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
            assert!(!is_code || Code::from_name(quoted).is_some(), "{code}: `{quoted}`");
        }
    }
}
