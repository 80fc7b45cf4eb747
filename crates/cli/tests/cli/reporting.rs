//! Names of files as other programs take them: `git apply`, `patch`, code scanning, GitHub.

use std::process::{Command, Stdio};

use crate::rig::{BAD, Dir, feed};

const FAULTY: &str = "1. e2e4 e7e5 *\n";
const FIXED: &str = "1. e4 e5 *\n";

/// Runs a program in a directory with an input; `None` where it is not installed.
fn run(dir: &Dir, program: &str, args: &[&str], input: &[u8]) -> Option<bool> {
    let mut command = Command::new(program);
    command
        .current_dir(dir.path(""))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    feed(&mut child, input.to_vec());
    Some(child.wait().unwrap().success())
}

#[test]
fn a_diff_is_applied_however_files_are_named() {
    for (program, args) in [("git", &["apply"][..]), ("patch", &["-p1"])] {
        for way in [".", "./sub/a b.pgn", "sub/../sub/a b.pgn", "/absolute", "sub"] {
            let dir = Dir::with("sub/a b.pgn", FAULTY);
            let path = dir.path("sub/a b.pgn");
            let name = if way == "/absolute" { path.to_str().unwrap() } else { way };
            let diff = dir.pgn(&["check", "--diff", name]).status(1);
            assert!(diff.out().starts_with("--- a/sub/a b.pgn\t\n+++ b/sub/a b.pgn\t\n"), "{}", diff.out());
            match run(&dir, program, args, diff.bytes()) {
                Some(applied) => {
                    assert!(applied, "{program} {name}");
                    assert_eq!(dir.read("sub/a b.pgn"), FIXED, "{program} {name}");
                }
                // Not installed here; elsewhere it is.
                None => break,
            }
        }
    }
}

#[test]
fn reports_name_files_from_the_working_directory_on() {
    let dir = Dir::with("sub/a.pgn", BAD);
    let path = dir.path("sub/a.pgn");
    for name in [".", "./sub/a.pgn", "sub", path.to_str().unwrap()] {
        let ran = dir.pgn(&["check", "--format", "github", name]).status(1);
        assert!(ran.out().starts_with("::error file=sub/a.pgn,"), "{}", ran.out());
        let ran = dir.pgn(&["check", "--format", "sarif", name]).status(1);
        let log: serde_json::Value = serde_json::from_str(ran.out()).unwrap();
        let location = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
        assert_eq!(location["artifactLocation"]["uri"], "sub/a.pgn");
    }
}

#[test]
fn rules_link_pages_where_it_is_said_where_these_are() {
    let rule = |dir: &Dir, args: &[&str]| {
        let ran = dir.pgn(&[&["check", "--format", "sarif", "a.pgn"], args].concat()).status(1);
        let log: serde_json::Value = serde_json::from_str(ran.out()).unwrap();
        let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap().clone();
        rules.into_iter().find(|rule| rule["id"] == "PGN-C001").unwrap()["helpUri"].clone()
    };
    let dir = Dir::with("a.pgn", BAD);
    assert!(rule(&dir, &[]).is_null());
    let address = "https://example.org/codes/{code}.html#{name}";
    let expected = "https://example.org/codes/pgn-c001.html#illegal-move";
    assert_eq!(rule(&dir, &["--help-uri", address]), expected);
    dir.write("pgn.toml", format!("[check]\nhelp-uri = \"{address}\"\n"));
    assert_eq!(rule(&dir, &[]), expected);
}
