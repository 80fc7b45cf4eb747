//! The pages of the diagnostic codes, taken apart; [`Code::page`] tells their form. The tests of the command use this file, too.

use pgnkit::diagnostics::Area;
use pgnkit::syntax::{Code, Level, Severity};

/// What the second line of a page says, and its two examples as bytes.
pub struct Page {
    pub code: Code,
    /// What the examples are, as names of files end: one of [`FORMATS`].
    pub format: &'static str,
    pub severity: &'static str,
    pub section: &'static str,
    pub fix: &'static str,
    pub bad: Vec<u8>,
    pub good: Vec<u8>,
}

/// The parts of a page, in their order; the last two may be missing.
const PARTS: [&str; 5] = ["What it says", "Why it matters", "Example", "What pgnkit does", "How to fix it"];

/// What examples may be; `to-pgc` is PGN that is written as PGC, `lang-auto` PGN whose piece letters are found out.
const FORMATS: [&str; 6] = ["pgn", "epd", "json", "pgc", "to-pgc", "lang-auto"];

impl Page {
    /// Reads the page of a code; panics where it has another form than all have.
    #[track_caller]
    pub fn of(code: Code) -> Self {
        let text = code.page();
        let title = format!("# {} ({code})\n\n", code.name());
        let rest = text.strip_prefix(&title).unwrap_or_else(|| panic!("{code}: expected {title:?} first"));
        let facts = rest.lines().next().unwrap();
        let value = |name: &str| {
            let (_, rest) =
                facts.split_once(&format!("{name}: ")).unwrap_or_else(|| panic!("{code}: {facts}"));
            rest.split(". ").next().unwrap().trim_end_matches('.')
        };
        let parts: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        let mut expected = PARTS.to_vec();
        expected.retain(|part| parts.contains(part));
        assert!(parts == expected && parts.starts_with(&PARTS[..3]), "{code}: {parts:?}");
        let mut prose = text.split("```").step_by(2).flat_map(str::lines);
        let wide = prose.find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{code}: a line is wider than a terminal");
        let format = FORMATS.into_iter().find(|format| text.contains(&format!("```{format} bad")));
        let format = format.unwrap_or_else(|| panic!("{code}: expected an example marked `bad`"));
        Self {
            code,
            format,
            severity: value("Severity"),
            section: value("Section"),
            fix: value("Fix"),
            bad: example(code, &format!("{format} bad")),
            good: example(code, &format!("{format} good")),
        }
    }

    /// All that have examples, in the order of the codes.
    pub fn all() -> impl Iterator<Item = Self> {
        Code::ALL.iter().copied().filter(|code| has_example(*code)).map(Self::of)
    }
}

/// Whether the page of a code can show its fault. That of a record of a database is in bytes that no text stands for.
pub fn has_example(code: Code) -> bool {
    code.area() != Area::Records
}

/// The parts of the page of a code without an example.
pub fn parts_without_example() -> impl Iterator<Item = &'static str> {
    PARTS.into_iter().filter(|part| *part != "Example")
}

/// How grave a code is, as pages say it: `warning`; `note, from export a warning`; `warning, from archive`.
pub fn severity(code: Code) -> String {
    let [import, export, archive] = Level::ALL.map(|level| code.severity_at(level));
    let first = code.severity().as_str();
    match (import, export, archive) {
        (None, None, _) => format!("{first}, from archive"),
        (None, ..) => format!("{first}, from export"),
        _ if import < export => format!("{first}, from export a {}", export.map_or("", Severity::as_str)),
        _ if import < archive => format!("{first}, from archive a {}", archive.map_or("", Severity::as_str)),
        _ => first.to_owned(),
    }
}

/// The text of the block marked so: `pgn bad`.
fn example(code: Code, mark: &str) -> Vec<u8> {
    let (_, block) = code
        .page()
        .split_once(&format!("```{mark}"))
        .unwrap_or_else(|| panic!("{code}: expected an example marked `{mark}`"));
    let (info, text) = block.split_once('\n').unwrap();
    let (text, _) = text.split_once("```").unwrap();
    match info {
        " escaped" => unescape(text),
        _ if mark.starts_with("pgc") => hexadecimal(text),
        _ => text.as_bytes().to_vec(),
    }
}

/// Bytes as pairs of digits.
fn hexadecimal(text: &str) -> Vec<u8> {
    text.split_whitespace().map(|digits| u8::from_str_radix(digits, 16).unwrap()).collect()
}

/// `\x0C` is a byte, `\*9{ab}` the same nine times.
fn unescape(text: &str) -> Vec<u8> {
    let mut parts = text.split('\\');
    let mut out = parts.next().unwrap().as_bytes().to_vec();
    for part in parts {
        let rest = if let Some(rest) = part.strip_prefix('x') {
            out.push(u8::from_str_radix(&rest[..2], 16).unwrap());
            &rest[2..]
        } else {
            let repeated =
                part.strip_prefix('*').unwrap_or_else(|| panic!("expected an escape, found \\{part}"));
            let (count, rest) = repeated.split_once('{').unwrap();
            let (text, rest) = rest.split_once('}').unwrap();
            out.extend(text.repeat(count.parse().unwrap()).bytes());
            rest
        };
        out.extend(rest.bytes());
    }
    out
}
