//! `--select`, `--extend-select`, `--ignore`, `--statistics`: what is shown, counted, and what becomes of the exit status.

use crate::rig::{BAD, pgn};

/// An error, warnings, a note.
const MIXED: &str = "1. e2e4 e5 2. Bc4 a6 3. Bf7 Kf7 *\n\n1. e4 Ke4 *\n";

#[track_caller]
fn names(args: &[&str], status: i32) -> Vec<String> {
    let ran = pgn(&[&["check", "-q", "--format", "concise"], args].concat(), MIXED).status(status);
    let name = |line: &str| line.split("] ").nth(1).unwrap().split(':').next().unwrap().to_owned();
    ran.out().lines().map(name).collect()
}

#[test]
fn codes_areas_and_names() {
    assert_eq!(names(&[], 1), ["lax-move", "illegal-move"]);
    let all = ["lax-move", "non-canonical-move", "non-canonical-move", "illegal-move"];
    assert_eq!(names(&["--select", "ALL"], 1), all);
    assert_eq!(names(&["--extend-select", "M011"], 1), all);
    // What is not looked for at a level is selected by its own name.
    assert_eq!(names(&["--select", "X003"], 0), ["empty-lines"]);
    assert_eq!(names(&["--notes"], 1), all);
    assert_eq!(names(&["--select", "movetext"], 0), all[..3]);
    assert_eq!(names(&["--select", "M", "--ignore", "non-canonical-move"], 0), ["lax-move"]);
    assert_eq!(names(&["--select", "pgn-c001,PGN-M010"], 1), ["lax-move", "illegal-move"]);
    assert_eq!(names(&["--select", "C001", "--select", "M010"], 1), ["lax-move", "illegal-move"]);
    assert_eq!(names(&["--ignore", "C,M"], 0), Vec::<String>::new());
    // The more specific wins, whatever the order.
    assert_eq!(names(&["--ignore", "C", "--select", "illegal-move"], 1), ["illegal-move"]);
    assert_eq!(names(&["--notes", "--ignore", "non-canonical-move"], 1), ["lax-move", "illegal-move"]);
    // What is denied is an error only when it is selected.
    assert_eq!(names(&["--deny", "warnings", "--ignore", "M010,C001"], 0), Vec::<String>::new());
    assert_eq!(names(&["--deny", "notes", "--select", "T"], 0), Vec::<String>::new());
}

#[test]
fn an_unknown_selector_is_a_fault() {
    for option in ["--select", "--extend-select", "--ignore"] {
        let ran = pgn(&["check", option, "C001,ilegal-move"], MIXED).status(2);
        assert!(ran.err().contains("`ilegal-move`; did you mean `illegal-move`?"), "{}", ran.err());
        assert_eq!(ran.out(), "");
    }
    assert!(pgn(&["check", "--select", "zzz"], "").status(2).err().contains("examples: C001"));
    pgn(&["check", "--select", ""], "").status(2);
    pgn(&["check", "--select", "C001,"], "").status(2);
}

#[test]
fn the_account_stays_true() {
    let args = ["check", "--account", "json", "--ignore", "C"];
    let ran = pgn(&args, MIXED).status(0);
    // Not counted among the diagnostics, but the game cannot be read whole for all that.
    assert!(ran.account().contains("\"clean\":1,"), "{}", ran.account());
    assert!(ran.account().contains("\"with_errors\":1,"), "{}", ran.account());
    assert!(!ran.account().contains("PGN-C001"), "{}", ran.account());
    // So it is among the rejects, and stops a run that stops at errors.
    let dir = crate::rig::Dir::with("a.pgn", BAD);
    dir.pgn(&["check", "--ignore", "ALL", "--rejects", "bad.pgn", "a.pgn"]).status(0);
    assert_eq!(dir.read("bad.pgn"), BAD);
    dir.pgn(&["check", "--ignore", "ALL", "--on-error", "stop", "a.pgn"]).status(1);
}

#[test]
fn statistics_count_by_code() {
    let content = format!("{}1. e4 Ke4 *\n", "1. e2e4 (d2d4) e7e5 *\n".repeat(100));
    let ran = pgn(&["check", "--statistics"], &content).status(1);
    assert_eq!(ran.out(), "   300  PGN-M010  warning  lax-move\n     1  PGN-C001  error    illegal-move\n");
    assert_eq!(ran.err().lines().count(), 1, "{}", ran.err());
    let ran =
        pgn(&["check", "--statistics", "--format", "json", "-q", "--deny", "warnings"], &content).status(1);
    let expected = "{\"code\":\"PGN-M010\",\"name\":\"lax-move\",\"severity\":\"error\",\"count\":300}\n\
                    {\"code\":\"PGN-C001\",\"name\":\"illegal-move\",\"severity\":\"error\",\"count\":1}\n";
    assert_eq!(ran.out(), expected);
    assert_eq!(pgn(&["check", "--statistics", "--ignore", "M,C"], &content).status(0).out(), "");
    for format in ["sarif", "github"] {
        let ran = pgn(&["check", "--statistics", "--format", format], &content).status(2);
        assert!(ran.err().contains("--statistics"), "{}", ran.err());
    }
}
