//! Findings of `lint` in small invented suites.

use std::fs;
use std::path::Path;

use pgn_conformance::{Findings, lint};

const CASE: &str = r#"{"purpose": "A rule.", "requirements": ["LEX-01"], "section": "7", "class": "must-accept", "part": "pgn",
    "origin": "written for this suite", "expect": {"diagnostics": [{"kind": "stray-brace", "offset": 1}]}}"#;

/// A suite without a fault: files by name.
const SUITE: [(&str, &str); 5] = [
    ("requirements.tsv", "# head\nLEX-01\t7\tMUST\tA\nLEX-02\t7\tMUST\tB\n"),
    ("untestable.tsv", "LEX-02\tno\n"),
    ("kinds.tsv", "stray-brace\t5\tA\n"),
    ("cases/lexical/one.json", CASE),
    ("cases/lexical/one.pgn", "*}"),
];

/// The findings when the suite has `changes`: files by name, empty ones are not there.
fn findings(changes: &[(&str, &str)], areas: &[&str]) -> Findings {
    let dir = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in SUITE.iter().chain(changes) {
        let file = dir.path().join(name);
        fs::create_dir_all(file.parent().unwrap_or(Path::new("."))).expect("the folder can be made");
        match *text {
            "" => fs::remove_file(file).expect("the file is there"),
            text => fs::write(file, text).expect("the file can be written"),
        }
    }
    let areas: Vec<String> = areas.iter().map(|&area| area.to_owned()).collect();
    lint(dir.path(), &areas)
}

#[test]
fn a_suite_in_order() {
    assert_eq!(findings(&[], &[]), Findings::default());
}

#[test]
fn each_fault_is_found() {
    let one = "cases/lexical/one.json";
    for (name, from, to, file, problem) in [
        (one, "A rule.", "a rule.", one, "not one sentence"),
        (one, "A rule.", "A rule", one, "not one sentence"),
        (one, "LEX-01", "LEX-09", one, "there is no requirement \"LEX-09\""),
        (one, "[\"LEX-01\"]", "[\"LEX-01\", \"LEX-01\"]", one, "names LEX-01 twice"),
        (one, "[\"LEX-01\"]", "[]", one, "names no requirement"),
        (one, "\"7\"", "\"7.\"", one, "no section"),
        (one, "written for this suite", "somewhere", one, "there is no origin"),
        (one, "must-accept", "may-accept", one, "unknown variant `may-accept`"),
        (one, "\"pgn\"", "\"pgm\"", one, "unknown variant `pgm`"),
        (one, "stray-brace", "stray-bracket", one, "there is no kind \"stray-bracket\""),
        (one, "\"offset\": 1", "\"offset\": 3", one, "beyond the end of the input"),
        (one, "\"offset\"", "\"ofset\"", one, "unknown field `ofset`"),
        (one, "{\"diagnostics\": [{\"kind\": \"stray-brace\", \"offset\": 1}]}", "{}", one, "asks nothing"),
        (one, "\"expect\"", "\"options\": {\"level\": \"high\"}, \"expect\"", one, "has no value \"high\""),
        (
            one,
            "\"expect\"",
            "\"options\": {\"height\": \"1\"}, \"expect\"",
            one,
            "there is no option \"height\"",
        ),
        (one, "\"expect\"", "\"options\": {\"by\": \"day\"}, \"expect\"", one, "only for names"),
        (one, "\"expect\"", "\"options\": {\"lang\": \"ger\"}, \"expect\"", one, "expected two letters"),
        (
            one,
            "{\"diagnostics\": [{\"kind\": \"stray-brace\", \"offset\": 1}]}",
            "{\"records\": []}",
            one,
            "records of games",
        ),
        (one, "\"expect\"", "\"options\": {\"format\": \"epd\"}, \"expect\"", one, "follows from the name"),
        ("requirements.tsv", "LEX-02\t", "LEX-03\t", "requirements.tsv", "LEX-03 has no case"),
        ("untestable.tsv", "LEX-02\t", "LEX-09\t", "untestable.tsv", "LEX-09 is no requirement"),
        ("untestable.tsv", "LEX-02\t", "LEX-01\t", "untestable.tsv", "LEX-01 has a case"),
        ("untestable.tsv", "LEX-02\tno", "LEX-02", "untestable.tsv", "line 1: expected 2 cells"),
        ("kinds.tsv", "A\n", "A\nstray-brace\t5\tB\n", "kinds.tsv", "line 2: stray-brace is there twice"),
    ] {
        let (_, text) = SUITE.iter().find(|(file, _)| *file == name).expect("the suite has it");
        assert!(text.contains(from), "{from}");
        let found = findings(&[(name, &text.replace(from, to))], &[]).problems;
        let fits = found.iter().any(|found| found.file == file && found.message.contains(problem));
        assert!(fits, "{from} -> {to}: {found:?}");
    }
}

#[test]
fn files_must_belong_to_a_case() {
    for (changes, file, problem) in [
        (&[("cases/lexical/one.pgn", "")][..], "cases/lexical/one.json", "no input"),
        (&[("cases/lexical/one.epd", "x")], "cases/lexical/one.json", "several inputs: epd, pgn"),
        (&[("cases/lexical/one.txt", "x")], "cases/lexical/one.txt", "left over"),
        (&[("cases/lexical/one.export.txt", "x")], "cases/lexical/one.export.txt", "left over"),
        (&[("cases/lexical/two.export.pgn", "x")], "cases/lexical/two.export.pgn", "left over"),
        (&[("cases/lexical/README", "x")], "cases/lexical/README", "no file of a case"),
        (&[("cases/README", "x")], "cases/README", "not a folder"),
        (
            &[("cases/lexical/One.pgn", "x"), ("cases/lexical/One.json", CASE)],
            "cases/lexical/One.json",
            "lower-case",
        ),
        (
            &[("cases/lex/one.pgn", "xx"), ("cases/lex/one.json", CASE)],
            "cases/lex/one.json",
            "there is no area",
        ),
        (&[("cases/lexical/one.json", "{")], "cases/lexical/one.json", "line 1 column 1"),
    ] {
        let found = findings(changes, &["lexical", "lex", "README"]).problems;
        assert_eq!(found.len(), 1, "{changes:?}: {found:?}");
        assert_eq!(found[0].file, file);
        assert!(found[0].message.contains(problem), "{problem}: {found:?}");
    }
}

#[test]
fn a_forbidden_text_must_have_a_diagnostic() {
    let case = CASE.replace("must-accept", "must-reject-or-report");
    let case = case.replace("{\"kind\": \"stray-brace\", \"offset\": 1}", "");
    let found = findings(&[("cases/lexical/one.json", &case)], &[]).problems;
    assert!(found.iter().any(|found| found.message.contains("expects no diagnostic")), "{found:?}");
}

#[test]
fn twins_and_unused_kinds_are_advice() {
    let twin = [("cases/lexical/two.json", CASE), ("cases/lexical/two.pgn", "*}")];
    let kinds = [("kinds.tsv", "stray-brace\t5\tA\nunused\t5\tB\n")];
    let found = findings(&[&twin[..], &kinds[..]].concat(), &[]);
    assert_eq!(found.problems, []);
    let advice: Vec<_> = found.advice.iter().map(ToString::to_string).collect();
    let expected = [
        "cases/lexical/two.json: the same input and options as lexical/one",
        "kinds.tsv: no case expects unused",
    ];
    assert_eq!(advice, expected);
}
