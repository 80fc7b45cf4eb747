//! Cases of exports that cannot hold the whole input.

use std::fs;

use pgn_conformance::{InProcess, Options, Verdict, lint, load, run};

const CASE: &str = r#"{"purpose": "A rule.", "requirements": ["A-01"], "section": "7", "class": "CLASS", "part": "pgc",
    "origin": "written for this suite", "loss": true}"#;

/// The verdict on an adapter that answers so, and what `lint` says of the case.
fn verdict(class: &str, text: &str, strict: bool, (status, output): (i32, &[u8])) -> (Verdict, Vec<String>) {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let area = dir.path().join("cases/pgc");
    fs::create_dir_all(&area).expect("the folder can be made");
    for (file, text) in [("a.json", &*CASE.replace("CLASS", class)), ("a.pgn", "*"), (text, "\0")] {
        fs::write(area.join(file), text).expect("the file can be written");
    }
    let suite = load(dir.path()).expect("the suite is in order");
    let adapter = InProcess(|_: &[String], _: &[u8]| (status, output.to_vec()));
    let report = run(&suite, &adapter, &Options { strict, ..Options::default() });
    let verdict = report.cases.first().expect("there is one case").verdict;
    let problems = lint(dir.path(), &["pgc".to_owned()]).problems.into_iter().map(|problem| problem.message);
    (verdict, problems.filter(|message| !message.contains("A-01")).collect())
}

#[test]
fn what_is_lost_must_be_said() {
    for strict in [false, true] {
        for class in ["must-reject-or-report", "must-accept"] {
            for (status, output, expected) in
                [(10, &b"\0"[..], Verdict::Pass), (10, b"", Verdict::Pass), (0, b"\0", Verdict::Fail)]
            {
                let found = verdict(class, "a.export.pgc", strict, (status, output));
                assert_eq!(found, (expected, Vec::new()), "{class} {status} {output:?}");
            }
        }
    }
}

#[test]
fn nothing_is_lost_in_the_same_format() {
    let (_, problems) = verdict("must-accept", "a.export.pgn", false, (10, b"\0"));
    assert_eq!(problems, ["nothing is lost where no other format is written"]);
}
