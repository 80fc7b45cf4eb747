//! Checks of the suite itself.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::case::{AREAS, Case, Class};
use crate::expect::Expect;
use crate::request::{Format, OF_NAMES};
use crate::suite::{self, Problem};
use crate::tsv;

/// Findings of [`lint`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    /// Problems that must be fixed.
    pub problems: Vec<Problem>,
    /// Advice.
    pub advice: Vec<Problem>,
}

/// Looks at the suite in `dir` for what is malformed, misnamed or left over, and for requirements without a case. With
/// `areas`, only at cases of these.
pub fn lint(dir: &Path, areas: &[String]) -> Findings {
    let (suite, problems) = suite::read(dir);
    let mut linter = Linter { found: Findings { problems, advice: Vec::new() } };
    let requirements = linter.table(dir, "requirements.tsv", 4);
    let untestable = linter.table(dir, "untestable.tsv", 2);
    let kinds = linter.table(dir, "kinds.tsv", 3);
    for case in &suite.cases {
        linter.case(case, &requirements, &kinds);
    }
    linter.twins(&suite.cases);
    if areas.is_empty() {
        linter.coverage(&suite.cases, &requirements, &untestable);
        linter.unused_kinds(&suite.cases, &kinds);
    } else {
        let inside = |problem: &Problem| {
            let mut folders = problem.file.split(['/', '\\']).filter(|&folder| folder != "cases");
            folders.next().is_some_and(|area| areas.iter().any(|wanted| wanted == area))
        };
        linter.found.problems.retain(inside);
        linter.found.advice.retain(inside);
    }
    linter.found.problems.sort();
    linter.found
}

type Ids = BTreeSet<String>;

struct Linter {
    found: Findings,
}

impl Linter {
    fn problem(&mut self, file: impl Into<String>, message: impl Into<String>) {
        self.found.problems.push(Problem::new(file, message));
    }

    /// The first column of a table.
    fn table(&mut self, dir: &Path, name: &str, columns: usize) -> Ids {
        let rows = tsv::read(&dir.join(name)).unwrap_or_else(|error| {
            self.problem(name, error);
            Vec::new()
        });
        let mut ids = Ids::new();
        for (line, row) in rows {
            if row.len() != columns || row.iter().any(String::is_empty) {
                self.problem(name, format!("line {line}: expected {columns} cells, separated by tabs"));
            }
            if !ids.insert(row[0].clone()) {
                self.problem(name, format!("line {line}: {} is there twice", row[0]));
            }
        }
        ids
    }

    fn case(&mut self, case: &Case, requirements: &Ids, kinds: &Ids) {
        for message in problems(case, requirements, kinds) {
            self.problem(path(case), message);
        }
    }

    fn twins(&mut self, cases: &[Case]) {
        let mut first = BTreeMap::new();
        for case in cases {
            let twin = *first.entry((case.format, &case.input, &case.file.options)).or_insert(case);
            if !std::ptr::eq(twin, case) {
                let message = format!("the same input and options as {}", twin.id());
                self.found.advice.push(Problem::new(path(case), message));
            }
        }
    }

    fn coverage(&mut self, cases: &[Case], requirements: &Ids, untestable: &Ids) {
        let tested: BTreeSet<&String> = cases.iter().flat_map(|case| &case.file.requirements).collect();
        for id in requirements {
            match (tested.contains(id), untestable.contains(id)) {
                (false, false) => self.problem("requirements.tsv", format!("{id} has no case")),
                (true, true) => self.problem("untestable.tsv", format!("{id} has a case")),
                _ => {}
            }
        }
        for id in untestable.difference(requirements) {
            self.problem("untestable.tsv", format!("{id} is no requirement"));
        }
    }

    fn unused_kinds(&mut self, cases: &[Case], kinds: &Ids) {
        let expected = cases.iter().filter_map(|case| case.file.expect.as_ref()).flat_map(named);
        let used: BTreeSet<&str> = expected.collect();
        for kind in kinds.iter().filter(|kind| !used.contains(kind.as_str())) {
            self.found.advice.push(Problem::new("kinds.tsv", format!("no case expects {kind}")));
        }
    }
}

fn path(case: &Case) -> String {
    format!("cases/{}.json", case.id())
}

/// The kinds that are named by an expectation.
fn named(expect: &Expect) -> impl Iterator<Item = &str> {
    expect.diagnostics.iter().flatten().chain(&expect.notes).map(|diagnostic| diagnostic.kind.as_str())
}

/// Problems of a case.
fn problems(case: &Case, requirements: &Ids, kinds: &Ids) -> Vec<String> {
    let (file, mut found) = (&case.file, Vec::new());
    if !AREAS.contains(&case.area.as_str()) {
        found.push(format!("there is no area {:?}", case.area));
    }
    if !is_kebab(&case.name) {
        found.push("the name is not lower-case words and numbers joined by hyphens".to_owned());
    }
    if !is_sentence(&file.purpose) {
        found.push("the purpose is not one sentence with a full stop, on one line".to_owned());
    }
    if file.requirements.is_empty() {
        found.push("names no requirement".to_owned());
    }
    let mut ids = BTreeSet::new();
    for id in &file.requirements {
        if !requirements.contains(id) {
            found.push(format!("there is no requirement {id:?}"));
        }
        if !ids.insert(id) {
            found.push(format!("names {id} twice"));
        }
    }
    if !file.section.split(", ").all(is_section) {
        found.push(format!("{:?} is no section (as in 8.2.5, S3.2 or -)", file.section));
    }
    if !is_origin(&file.origin) {
        found.push(format!("there is no origin {:?}", file.origin));
    }
    for (key, value) in &file.options {
        if let Some(why) = wrong_option(key, value) {
            found.push(why);
        }
    }
    for key in OF_NAMES.into_iter().filter(|&key| file.options.contains_key(key) && file.names.is_none()) {
        found.push(format!("the option {key} is only for names"));
    }
    for kind in file.expect.iter().flat_map(named).filter(|kind| !kinds.contains(*kind)) {
        found.push(format!("there is no kind {kind:?}"));
    }
    if file.loss && !case.texts.iter().any(|text| text.converts(case.format).is_some()) {
        found.push("nothing is lost where no other format is written".to_owned());
    }
    if file.names.is_none() && case.texts.is_empty() && file.expect.as_ref().is_none_or(asks_nothing) {
        found.push("asks nothing".to_owned());
    }
    if let Some(expect) = &file.expect {
        match case.format {
            Format::Pgn | Format::Pgc if expect.records.is_some() => {
                found.push("expects records of games".to_owned())
            }
            Format::Epd | Format::Fen if expect.games.is_some() => {
                found.push("expects games of records".to_owned())
            }
            _ => {}
        }
    }
    let expected = file.expect.as_ref().and_then(|expect| expect.diagnostics.as_deref());
    if file.class == Class::MustRejectOrReport && expected.is_none_or(<[_]>::is_empty) && !file.loss {
        found.push("must be rejected or reported, but expects no diagnostic".to_owned());
    }
    let beyond =
        file.expect.iter().flat_map(|expect| expect.diagnostics.iter().flatten().chain(&expect.notes));
    for diagnostic in beyond.filter(|diagnostic| diagnostic.offset > Some(case.input.len() as u64)) {
        found.push(format!("{} is expected beyond the end of the input", diagnostic.kind));
    }
    found
}

fn asks_nothing(expect: &Expect) -> bool {
    expect.games.is_none()
        && expect.records.is_none()
        && expect.diagnostics.is_none()
        && expect.notes.is_empty()
}

fn is_kebab(name: &str) -> bool {
    let word =
        |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    name.split('-').all(word)
}

fn is_sentence(text: &str) -> bool {
    text.ends_with('.')
        && !text.contains(['\n', '\t'])
        && !text.starts_with(|c: char| c.is_lowercase() || c.is_whitespace())
}

fn is_section(text: &str) -> bool {
    let number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    text == "-" || text.strip_prefix('S').unwrap_or(text).split('.').all(number)
}

fn is_origin(text: &str) -> bool {
    matches!(text, "written for this suite" | "generated")
        || text.strip_prefix("standard ").is_some_and(is_section)
}

/// Reason why there is no such option, if there is none.
fn wrong_option(key: &str, value: &str) -> Option<String> {
    let values: &[&str] = match key {
        "level" => &["export", "archive"],
        "newline" => &["crlf"],
        "encoding" => &["latin1"],
        "chars" => &["ascii"],
        "commands" => &["show"],
        "by" => &["player", "event", "year", "month", "day", "tree", "path"],
        "to" => &["pgn", "epd", "fen", "pgc"],
        "pieces" => &["figurine"],
        "limit" if value.parse::<u32>().is_ok() => return None,
        "limit" => &["a number"],
        "lang" if value.len() == 2 && value.bytes().all(|b| b.is_ascii_lowercase()) => return None,
        "lang" => &["two letters"],
        "format" => return Some("the format follows from the name of the input".to_owned()),
        _ => return Some(format!("there is no option {key:?}")),
    };
    let known = values.contains(&value);
    (!known).then(|| format!("the option {key} has no value {value:?} (expected {})", values.join(", ")))
}
