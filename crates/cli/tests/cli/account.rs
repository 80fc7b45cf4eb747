//! The account and the exit status.

use crate::rig::{BAD, Dir, LAX, pgn};

#[test]
fn the_last_line_says_what_became_of_the_games() {
    let text = format!("{LAX}\n{BAD}{LAX}");
    let ran = pgn(&["fmt"], &text).status(1);
    let size = text.len();
    assert_eq!(ran.account(), format!("pgn: 3 games ({size} bytes): 1 with errors; wrote 3"));
    let ran = pgn(&["fmt", "--on-error", "drop"], &text).status(1);
    assert_eq!(ran.account(), format!("pgn: 3 games ({size} bytes): 1 with errors; 1 left out; wrote 2"));
    assert_eq!(pgn(&["check"], LAX).status(0).err(), "pgn: 1 game (76 bytes): no errors\n");
}

#[test]
fn json() {
    let ran = pgn(&["fmt", "--account", "json", "--on-error", "drop"], format!("{LAX}\n{BAD}")).status(1);
    let account: serde_json::Value = serde_json::from_str(ran.account()).unwrap();
    let expected = serde_json::json!({
        "games": 2, "records": 0, "bytes": 76 + 1 + BAD.len(), "clean": 1, "with_errors": 1, "with_warnings": 0, "dropped": 1, "written": 1,
        "left": 0, "altered": {"braces": 0, "control_characters": 0, "escape_lines": 0}, "fixable": {"safe": 0, "unsafe": 0},
        "suppressed": 0, "baseline": {"known": 0, "gone": 0}, "diagnostics": {"PGN-C001": 1},
    });
    assert_eq!(account, expected);
}

#[test]
fn quiet_leaves_the_account_out() {
    assert_eq!(pgn(&["fmt", "-q"], LAX).status(0).err(), "");
    assert_eq!(pgn(&["check", "--quiet", "--account", "json"], LAX).status(0).err(), "");
}

#[test]
fn exit_statuses() {
    pgn(&["check"], LAX).status(0);
    // Warnings are no errors,
    pgn(&["check"], "1. 0-0 *").status(1);
    pgn(&["check"], "1. e2e4 *").status(0);
    // unless they are denied.
    pgn(&["check", "--deny", "warnings"], "1. e2e4 *").status(1);
    pgn(&["check", "--deny", "warnings"], "1. e4 $1 {x} *").status(0);
    pgn(&["check"], BAD).status(1);
    pgn(&["fmt"], BAD).status(1);
    for args in
        [&["check", "missing.pgn"][..], &["fmt", "missing.pgn"], &["fmt", "--nonsense"], &["nonsense"], &[]]
    {
        pgn(args, "").status(2);
    }
}

#[test]
fn a_missing_file_does_not_keep_the_others_from_being_read() {
    let dir = Dir::with("a.pgn", LAX);
    let ran = dir.pgn(&["check", "missing.pgn", "a.pgn"]).status(2);
    assert!(ran.err().starts_with("pgn: missing.pgn: cannot open: "), "{}", ran.err());
    assert_eq!(ran.account(), "pgn: 1 game (76 bytes): no errors in what was read");
}
