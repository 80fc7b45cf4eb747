//! The form of messages.

use pgnkit::epd::Reader;
use pgnkit::syntax::{Area, AtLevel, Collect, Diagnostic, Level};

use super::table;
use crate::page;

/// Texts besides the requirements and the pages: rare ways to go wrong.
const RARE: &[&str] = &[
    "[\n1. e4 *",
    "[Event",
    "[Event \"x\"",
    "[Event \"x\" y]\n*",
    "[Event \"x\\",
    "[Event \"\u{1}\n\n*",
    "[ \"x\"]\n*",
    "[W{a\u{7}b}\"x\"]\n*",
    "[a\u{7}b \"x\"]\n*",
    "\u{7}\u{1b}[2J",
    "prose \u{1b}[2J\n1. e4 *",
    "1. e4 \u{1b}[2J *",
    "1. e4 \"a\tb\" <a\tb> [a\tb] *",
    "1. e4 > ] @ é É4 $99999999999999999999 $ *",
    "1. e4 (1. d4 * 1-0) *",
    "1. e4 * (1. d4 1-0) 0-1",
    "1. e4 ( \n ) e5 *",
    "1. e4 ; \n 3.\n *",
    "7\n.. e4 *",
    "1. K\u{7f}e4 *",
    "1. f3 e5 2. g4 Qh4# 3. Kf2 *",
    "1. --\n *",
    "1. 0-0\u{2013}0 *",
    "{a}",
];

#[test]
fn messages_have_one_form() {
    let (records, games): (Vec<_>, Vec<_>) = page::Page::all().partition(|page| page.format == "epd");
    let rows = table::rows().map(|row| row.text);
    let rare = RARE.iter().map(|text| text.as_bytes().to_vec());
    for text in games.into_iter().map(|page| page.bad).chain(rows).chain(rare) {
        for diagnostic in table::check(&text, Level::Archive) {
            // Tags, commands and export style have messages of their own making.
            let area = diagnostic.code.area();
            if matches!(area, Area::Lexical | Area::Syntax | Area::Movetext | Area::Chess) {
                check(&diagnostic, &text);
            }
        }
    }
    for page in records {
        let mut found = AtLevel { level: Level::Import, sink: Collect::default() };
        let mut reader = Reader::new(&page.bad);
        while reader.read_record(&mut found).is_some() {}
        for diagnostic in &found.sink {
            check(diagnostic, &page.bad);
        }
    }
}

#[track_caller]
fn check(diagnostic: &Diagnostic, text: &[u8]) {
    let (code, message) = (diagnostic.code, &diagnostic.message);
    let shown = text.escape_ascii();
    assert!(message.starts_with("expected ") && message.contains(", found "), "{code}: {message}\n{shown}");
    assert!(message.len() < 250, "{code}: {message}");
    let labels = diagnostic.labels.iter().map(|label| &label.text);
    for part in labels.chain(&diagnostic.help).chain([message]) {
        assert!(!part.ends_with('.') || part.ends_with("..`"), "{code}: {part}\n{shown}");
        assert!(!part.chars().any(char::is_control), "{code}: {part:?}");
    }
    for label in &diagnostic.labels {
        assert!(label.span.start <= label.span.end && label.span.end <= text.len(), "{code}: {shown}");
        let first = label.text.chars().next();
        assert!(first.is_some_and(char::is_lowercase), "{code}: {}", label.text);
    }
}
