//! pgnkit passes the suite: every case, in every member of its expectation, but for the parts that are not built yet.
//! And every decision that is cited anywhere in the repository is in DECISIONS.md.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use pgn_conformance::{InProcess, Options, Pending, lint, load, run};
use pgnkit::Fixer;

fn suite() -> &'static Path {
    concat!(env!("CARGO_MANIFEST_DIR"), "/..").as_ref()
}

#[test]
fn pgnkit_passes() {
    let pending = Pending::load(concat!(env!("CARGO_MANIFEST_DIR"), "/pending.tsv").as_ref()).unwrap();
    let cases = load(suite()).unwrap_or_else(|problems| panic!("{problems:#?}"));
    let options =
        Options { strict: true, pending: pending.clone(), name: "pgnkit".into(), ..Options::default() };
    let pgnkit = InProcess(|arguments: &[String], input: &[u8]| {
        let (status, output) = pgnkit_conformance::answer(arguments, input);
        (status.into(), output)
    });
    let report = run(&cases, &pgnkit, &options);
    assert_eq!(report.failures().count(), 0, "{report}");
    assert_eq!(pending.stale(&report), [""; 0]);
}

/// `check` counts the fixes that are offered, so each must be one that can be applied.
#[test]
fn every_safe_fix_that_is_offered_is_applied() {
    let (mut texts, mut applied) = (0, 0);
    let mut left = Vec::new();
    for folder in fs::read_dir(suite().join("cases")).unwrap() {
        for file in fs::read_dir(folder.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "pgn") {
                let text = fs::read(&path).unwrap();
                let fixed = Fixer::new().fix(&text);
                texts += 1;
                applied += fixed.applied.values().sum::<u64>();
                left.extend(fixed.left.keys().map(|code| format!("{}: {}", path.display(), code.name())));
            }
        }
    }
    assert_eq!(left, [""; 0]);
    assert!(texts > 2000 && applied > 400, "{texts} texts, {applied} fixes");
}

#[test]
fn the_suite_is_in_order() {
    let findings = lint(suite(), &[]);
    assert!(findings.problems.is_empty(), "{:#?}", findings.problems);
}

#[test]
fn cited_decisions_are_recorded() {
    let list = suite().join("DECISIONS.md");
    let text = fs::read_to_string(&list).unwrap();
    let headings = text.lines().filter_map(|line| line.strip_prefix("### "));
    let numbers: Vec<u32> = headings.filter_map(|heading| decisions_in(heading).next()).collect();
    assert!(numbers.is_sorted_by(|a, b| a < b), "each decision once, in order: {numbers:?}");
    let recorded: BTreeSet<u32> = numbers.into_iter().collect();

    let mut cited = 0;
    for file in texts(&suite().join("..")) {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        for number in decisions_in(&text).filter(|_| file != list) {
            assert!(
                recorded.contains(&number),
                "{} cites A-{number:02}, which is not recorded",
                file.display()
            );
            cited += 1;
        }
    }
    // Among other places, 70 pages of diagnostics cite decisions.
    assert!(cited > 200, "only {cited} citations were found");
}

/// Numbers of decisions in a text, such as 9 for A-09.
fn decisions_in(text: &str) -> impl Iterator<Item = u32> {
    text.match_indices("A-").filter_map(|(at, _)| {
        let rest = &text[at + 2..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let is_word = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric());
        let apart =
            !is_word(text[..at].bytes().next_back()) && !is_word(rest.as_bytes().get(digits).copied());
        if apart && (2..=3).contains(&digits) { rest[..digits].parse().ok() } else { None }
    })
}

/// Files that people write, below a folder. Games are not among them, nor what is built.
fn texts(root: &Path) -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![root.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap_or_default();
            let kind = entry.file_type().unwrap();
            if kind.is_dir()
                && !name.starts_with('.')
                && !["target", "cases", "corpus"].contains(&name.as_str())
            {
                folders.push(entry.path());
            } else if kind.is_file() && [".rs", ".md", ".tsv", ".py"].iter().any(|end| name.ends_with(end)) {
                files.push(entry.path());
            }
        }
    }
    files
}
