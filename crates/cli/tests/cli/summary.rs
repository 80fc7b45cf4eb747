//! What a run says in its last line, and what `--severity` shows.

use std::io::Write as _;

use crate::rig::{BAD, Dir, LAX, pgn};

#[test]
fn games_with_warnings_are_counted_and_nothing_that_is_zero_is_said() {
    let text = format!("{LAX}\n{BAD}\n1. e2e4 *\n\n1. e2e4 e7e5 *\n");
    let ran = pgn(&["check"], &text).status(1);
    let bytes = text.len();
    let expected =
        format!("pgn: 4 games ({bytes} bytes): 1 with errors, 2 with warnings; 3 can be fixed with --fix");
    assert_eq!(ran.account(), expected);
    let ran = pgn(&["check", "--ignore", "M"], &text).status(1);
    assert_eq!(ran.account(), format!("pgn: 4 games ({bytes} bytes): 1 with errors"));
    let ran = pgn(&["check", "--deny", "warnings"], &text).status(1);
    assert!(ran.account().contains(": 3 with errors; "), "{}", ran.account());
    let ran = pgn(&["check", "--account", "json"], &text).status(1);
    let account: serde_json::Value = serde_json::from_str(ran.account()).unwrap();
    assert_eq!(account["with_warnings"], 2);
    assert_eq!(account["fixable"], serde_json::json!({"safe": 3, "unsafe": 0}));
    let dir = Dir::with("a.pgn", &text);
    let ran = dir.pgn(&["fmt", "-i", "a.pgn"]).status(1);
    assert!(ran.account().ends_with(": 1 with errors; wrote 4, 1 of them as they were"), "{}", ran.account());
}

#[test]
fn severities_are_shown_from_one_on() {
    let text = format!("{BAD}\n[White \"tal,m\"]\n\n1. e2e4 *\n");
    let shown = |args: &[&str]| {
        let ran = pgn(&[&["check", "--format", "concise"], args].concat(), &text).status(1);
        assert!(!ran.err().contains("not shown"), "{}", ran.err());
        let severity = |line: &str| line.split(": ").nth(1).unwrap().split('[').next().unwrap().to_owned();
        let mut severities: Vec<_> = ran.out().lines().map(severity).collect();
        severities.sort();
        severities.dedup();
        severities
    };
    assert_eq!(shown(&["--severity", "error"]), ["error"]);
    assert_eq!(shown(&["--severity", "warning"]), ["error", "warning"]);
    assert_eq!(shown(&["--severity", "note"]), ["error", "note", "warning"]);
    // What is not shown is counted all the same.
    let ran = pgn(&["check", "--severity", "error"], &text).status(1);
    assert!(ran.account().contains("1 with errors, 1 with warnings"), "{}", ran.account());
}

#[test]
fn a_folder_without_games_is_a_failure() {
    let dir = Dir::with("empty/readme.txt", "no games");
    dir.write("some/a.pgn", LAX);
    for command in ["check", "fmt"] {
        let ran = dir.pgn(&[command, "empty"]).status(2);
        assert!(
            ran.err().starts_with("pgn: empty: no games in the directory: no file ends in .pgn, "),
            "{}",
            ran.err()
        );
        let ran = dir.pgn(&[command, "empty", "some"]).status(2);
        assert!(ran.account().contains("1 game ("), "{}", ran.account());
    }
}

#[test]
fn an_archive_in_a_folder_is_read_where_it_holds_games() {
    let dir = Dir::new();
    // An archive of one stored entry, by hand.
    let archive = |name: &str| {
        let (text, mut sum) = (LAX.as_bytes(), flate2::Crc::new());
        sum.update(text);
        let size = (text.len() as u32).to_le_bytes();
        let length = (name.len() as u16).to_le_bytes();
        let common =
            [&[20, 0, 0, 0, 0, 0, 0, 0, 0, 0][..], &sum.sum().to_le_bytes(), &size, &size, &length, &[0, 0]];
        let common = common.concat();
        let mut out = [b"PK\x03\x04", &common[..], name.as_bytes(), text].concat();
        let (start, mut tail) = (out.len() as u32, Vec::new());
        tail.write_all(b"PK\x01\x02\x14\0").unwrap();
        tail.write_all(&common).unwrap();
        tail.write_all(&[0; 14]).unwrap();
        tail.write_all(name.as_bytes()).unwrap();
        out.extend_from_slice(&tail);
        out.extend_from_slice(b"PK\x05\x06\0\0\0\0\x01\0\x01\0");
        out.extend_from_slice(&(tail.len() as u32).to_le_bytes());
        out.extend_from_slice(&start.to_le_bytes());
        out.extend_from_slice(&[0, 0]);
        out
    };
    dir.write("in/games.zip", archive("games.pgn"));
    dir.write("in/source.zip", archive("main.c"));
    let ran = dir.pgn(&["fmt", "in"]).status(0);
    assert!(ran.account().starts_with("pgn: 1 game ("), "{}", ran.account());
}
