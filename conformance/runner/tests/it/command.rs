//! The command itself, with a shell script as adapter.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// A suite of one case that expects one game, and a file `results.md`.
fn suite() -> TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let cases = dir.path().join("cases/lexical");
    fs::create_dir_all(&cases).expect("the folder can be made");
    let case = r#"{"purpose": "A rule.", "requirements": ["LEX-01"], "section": "7", "class": "must-accept", "part": "pgn",
        "origin": "written for this suite", "expect": {"games": [{"result": "*"}]}}"#;
    fs::write(cases.join("one.json"), case).expect("it can be written");
    fs::write(cases.join("one.pgn"), "*\n").expect("it can be written");
    fs::write(dir.path().join("results.md"), "<!-- matrix --><!-- /matrix -->\n").expect("it can be written");
    dir
}

fn conformance(dir: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pgn-conformance"));
    command.current_dir(dir).arg(arguments[0]).args(["--cases", "."]).args(&arguments[1..]);
    command.output().expect("it can be started")
}

/// Status and standard output of a run with a script as adapter.
fn run(dir: &Path, options: &[&str], script: &str) -> (Option<i32>, String) {
    let arguments = [&["run"], options, &["--", "sh", "-c", script, "adapter"]].concat();
    let output = conformance(dir, &arguments);
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

const GOOD: &str = r#"echo '{"games": [{"result": "*"}]}'"#;
const BAD: &str = r#"echo '{"games": [{"result": "1-0"}]}'"#;

#[test]
fn the_status_tells_whether_something_failed() {
    let dir = suite();
    for (options, script, status, shown) in [
        (&[][..], GOOD, 0, "lexical "),
        (&[], BAD, 1, "fail: lexical/one\n  read: games[0].result: expected \"*\", found \"1-0\"\n"),
        (&[], "kill -SEGV $$", 1, "crash: lexical/one\n  read: signal 11\n"),
        (&[], "exit 3", 1, "crash: lexical/one\n  read: status 3\n"),
        (&["--timeout", "1"], "sleep 9", 1, "time-out: lexical/one\n  read: no answer in time\n"),
        (&[], "exit 20", 0, "lexical "),
        (&["--strict"], "exit 20", 1, "unsupported: lexical/one\n"),
        (&["--case", "lexical/two"], GOOD, 2, ""),
    ] {
        let (found, output) = run(dir.path(), options, script);
        assert_eq!(found, Some(status), "{script}: {output}");
        assert!(output.starts_with(shown) || output.contains(&format!("\n{shown}")), "{script}: {output}");
    }
    assert_eq!(conformance(dir.path(), &["run", "--", "./nowhere"]).status.code(), Some(2));
}

#[test]
fn a_blessed_list_holds_until_something_changes() {
    let dir = suite();
    assert_eq!(run(dir.path(), &["--known", "known.tsv", "--bless"], BAD).0, Some(0));
    assert_eq!(run(dir.path(), &["--known", "known.tsv"], BAD).0, Some(0));
    let (status, output) = run(dir.path(), &["--known", "known.tsv"], GOOD);
    assert_eq!(status, Some(1));
    assert!(output.ends_with("stale: lexical/one was fail, is pass\n"), "{output}");
}

#[test]
fn results_become_a_matrix() {
    let dir = suite();
    let version = format!("test $1 = version && echo adapter 1.0 || {GOOD}");
    assert_eq!(run(dir.path(), &["--json", "good.json", "--name", "adapter"], &version).0, Some(0));
    assert_eq!(run(dir.path(), &["--json", "bad.json", "--name", "other"], "exit 20").0, Some(0));
    let arguments = ["matrix", "--html", "m.html", "--markdown", "results.md", "good.json", "bad.json"];
    assert_eq!(conformance(dir.path(), &arguments).status.code(), Some(0));
    let markdown = fs::read_to_string(dir.path().join("results.md")).expect("it is there");
    assert!(
        markdown.contains("| area | adapter 1.0 | other |\n| --- | ---: | ---: |\n| lexical | 1/1 | – |\n"),
        "{markdown}"
    );
    let html = fs::read_to_string(dir.path().join("m.html")).expect("it is there");
    assert!(
        html.contains("<td class=\"pass\">✓ pass</td><td class=\"unsupported\">○ unsupported</td>"),
        "{html}"
    );
}

#[test]
fn cases_are_listed() {
    let output = conformance(suite().path(), &["list"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "lexical/one\tmust-accept\tLEX-01\tA rule.\n");
}
