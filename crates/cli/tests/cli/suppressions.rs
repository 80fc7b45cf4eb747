//! `%pgn-check ignore`: a file says what is known about it.

use crate::rig::{Dir, pgn};

fn names(args: &[&str], text: &str) -> Vec<String> {
    let ran = pgn(&[&["check", "-q", "--format", "concise"], args].concat(), text);
    assert_ne!(ran.0.status.code(), Some(2), "{}", ran.err());
    let name = |line: &str| line.split("] ").nth(1).unwrap().split(':').next().unwrap().to_owned();
    ran.out().lines().map(name).collect()
}

const GAME: &str = "[Date \"1992.02.31\"]\n\n1. e4 Ke4 *\n";
const BOTH: [&str; 2] = ["impossible-date", "illegal-move"];

#[test]
fn lines_before_a_game_are_about_it() {
    for (before, expected) in [
        ("", &[BOTH[0], BOTH[1], BOTH[0], BOTH[1]][..]),
        ("%pgn-check ignore illegal-move\n", &[BOTH[0], BOTH[0], BOTH[1]]),
        ("; a comment\n%pgn-check ignore C, T -- as it was printed\n\n", &BOTH),
        ("%pgn-check ignore C001\n%pgn-check ignore T\n", &BOTH),
        ("%pgn-check ignore-file C001\n", &[BOTH[0], BOTH[0]]),
        ("%pgn-check ignore-file ALL\n", &[]),
        ("%other ignore C001\n", &[BOTH[0], BOTH[1], BOTH[0], BOTH[1]]),
    ] {
        let text = format!("{before}{GAME}\n{GAME}");
        assert_eq!(names(&[], &text), expected, "{before}");
        let all = names(&["--no-suppressions"], &text);
        assert_eq!(all, [BOTH[0], BOTH[1], BOTH[0], BOTH[1]], "{before}");
    }
    let second = format!("{GAME}\n%pgn-check ignore C T\n{GAME}");
    assert_eq!(names(&[], &second), BOTH);
}

#[test]
fn what_is_suppressed_is_said_and_does_not_make_a_game_clean() {
    let text = format!("%pgn-check ignore C001 T\n{GAME}");
    let ran = pgn(&["check"], &text).status(0);
    assert_eq!(ran.out(), "");
    assert!(ran.account().contains("1 with errors; 2 suppressed in the text"), "{}", ran.account());
    // The line itself is not worth a note.
    assert_eq!(names(&["--notes", "--ignore", "T"], &format!("%pgn-check ignore C\n{GAME}")), [""; 0]);
    assert!(names(&["--notes"], &format!("%other\n{GAME}")).contains(&"escape-line".to_owned()));
}

#[test]
fn what_is_not_understood_or_has_no_effect_is_reported() {
    for (text, message) in [
        ("%pgn-check ignore C001 T999\n1. e4 *", "expected a code, an area or a name, found `T999`"),
        ("%pgn-check off\n1. e4 *", "expected `ignore` or `ignore-file`, and codes, found `off`"),
        ("%pgn-check ignore\n1. e4 *", "expected codes, areas or names after it, or ALL, found `pgn-check`"),
        ("1. e4\n%pgn-check ignore C001\n*", "expected this before the tag pairs of its game"),
        ("1. e4 *\n\n%pgn-check ignore-file C001\n1. d4 *", "expected this at the beginning of the text"),
    ] {
        let ran = pgn(&["check", "--format", "concise"], text).status(0);
        assert!(
            ran.out().contains(&format!("warning[PGN-L019] faulty-suppression: {message}")),
            "{}",
            ran.out()
        );
    }
}

#[test]
fn what_is_suppressed_is_not_fixed() {
    let text = "%pgn-check ignore M010\n1. e2e4 e7e5 *\n\n1. e2e4 *\n";
    let dir = Dir::with("a.pgn", text);
    dir.pgn(&["check", "--fix", "a.pgn"]).status(0);
    assert_eq!(dir.read("a.pgn"), "%pgn-check ignore M010\n1. e2e4 e7e5 *\n\n1. e4 *\n");
    dir.write("a.pgn", text.replace("ignore ", "ignore-file "));
    dir.pgn(&["check", "--fix", "a.pgn"]).status(0);
    assert_eq!(dir.read("a.pgn"), text.replace("ignore ", "ignore-file "));
}

#[test]
fn formatting_keeps_the_line_and_its_effect() {
    let dir = Dir::with(
        "a.pgn",
        format!(
            "[Event \"first\"]\n\n1. d4 *\n\n%pgn-check ignore  T003 -- x\n{}",
            GAME.replace("Ke4", "e5")
        ),
    );
    dir.pgn(&["check", "a.pgn"]).status(0);
    dir.pgn(&["fmt", "-i", "a.pgn"]).status(0);
    let once = dir.read("a.pgn");
    assert!(once.contains("1. d4 *\n\n%pgn-check ignore  T003 -- x\n[Event \"?\"]\n"), "{once}");
    dir.pgn(&["fmt", "--check", "a.pgn"]).status(0);
    let ran = dir.pgn(&["check", "--level", "export", "--format", "concise", "a.pgn"]).status(0);
    assert!(!ran.out().contains("escape") && !ran.out().contains("export-format"), "{}", ran.out());
    // Other escape lines stay, too (decision A-111).
    let other = format!("%eval\n{GAME}").replace("Ke4", "e5");
    dir.write("b.pgn", &other);
    dir.pgn(&["fmt", "-i", "b.pgn"]).status(0);
    assert!(dir.read("b.pgn").starts_with("%eval\n"));
    let ran = dir.pgn(&["fmt", "-o", "c.pgn", "b.pgn"]).status(0);
    assert!(!ran.account().contains("escape line"), "{}", ran.account());
    assert!(dir.read("c.pgn").starts_with("%eval\n"));
}
