//! `--on-error` and `--rejects`: what becomes of games that cannot be read whole.

use crate::rig::{BAD, CANONICAL, Dir, LAX, pgn};

/// Bad games between good ones, in several forms.
fn mixed() -> String {
    let unclosed = "[White \"Open\"]\n\n1. e4 {never closed\n\n";
    format!("{LAX}\n{BAD}{LAX}\n{unclosed}{LAX}")
}

#[test]
fn keep_writes_the_legal_moves_and_the_rest_as_a_comment() {
    let ran = pgn(&["fmt"], mixed()).status(1);
    assert_eq!(ran.out().matches("[Event ").count(), 5);
    assert!(
        ran.out().contains("\n1. e4 e5 {2. Ke3} {why} {Nc6} 0-1\n") || ran.out().contains("2. Ke3"),
        "{}",
        ran.out()
    );
    assert!(ran.out().contains("{never closed}"), "{}", ran.out());
    assert_eq!(ran.out().matches(CANONICAL).count(), 3);
    assert!(ran.err().contains("<stdin>:9:13: error[PGN-C001] illegal-move: "), "{}", ran.err());
}

#[test]
fn drop_leaves_bad_games_out() {
    let ran = pgn(&["fmt", "--on-error", "drop"], mixed()).status(1);
    assert_eq!(ran.out(), CANONICAL.repeat(3));
    assert!(
        ran.account().ends_with("5 games (333 bytes): 2 with errors; 2 left out; wrote 3"),
        "{}",
        ran.account()
    );
}

#[test]
fn stop_ends_before_the_first_bad_game() {
    let ran = pgn(&["fmt", "--on-error", "stop"], mixed()).status(1);
    assert_eq!(ran.out(), CANONICAL);
    assert!(ran.err().contains("stopped at a game with errors"), "{}", ran.err());
    pgn(&["fmt", "--on-error", "stop"], LAX).status(0);
}

#[test]
fn stop_leaves_the_old_output() {
    let dir = Dir::with("in.pgn", mixed());
    dir.write("out.pgn", "old");
    let ran = dir.pgn(&["fmt", "--on-error", "stop", "in.pgn", "-o", "out.pgn"]).status(1);
    assert_eq!(dir.read("out.pgn"), "old");
    assert!(ran.account().ends_with("wrote 0"), "{}", ran.account());
    dir.pgn(&["fmt", "--on-error", "stop", "-i", "in.pgn"]).status(1);
    assert_eq!(dir.read("in.pgn"), mixed());
    assert_eq!(dir.names(), ["in.pgn", "out.pgn"]);
}

#[test]
fn rejects_receive_the_original_bytes() {
    for on_error in ["keep", "drop"] {
        let dir = Dir::with("in.pgn", mixed());
        let args = ["fmt", "--on-error", on_error, "--rejects", "bad.pgn", "in.pgn", "-o", "out.pgn"];
        dir.pgn(&args).status(1);
        let rejects = dir.read("bad.pgn");
        assert!(rejects.starts_with(BAD), "{rejects:?}");
        assert_eq!(rejects[BAD.len()..].trim(), "[White \"Open\"]\n\n1. e4 {never closed");
        // Read again, they are the same games with the same errors.
        let again = dir.pgn(&["check", "--rejects", "again.pgn", "bad.pgn"]).status(1);
        assert!(again.account().contains("pgn: 2 games"), "{}", again.account());
        assert!(again.account().contains(": 2 with errors"), "{}", again.account());
        assert_eq!(dir.read("again.pgn"), rejects);
    }
}

#[test]
fn without_bad_games_the_rejects_are_empty() {
    let dir = Dir::with("in.pgn", LAX);
    dir.pgn(&["check", "--rejects", "bad.pgn", "in.pgn"]).status(0);
    assert_eq!(dir.read("bad.pgn"), "");
    dir.pgn(&["check", "--rejects", "missing/bad.pgn", "in.pgn"]).status(2);
}

#[test]
fn only_the_first_errors_are_shown_by_fmt() {
    let ran = pgn(&["fmt"], BAD.repeat(300)).status(1);
    assert_eq!(ran.err().matches("illegal-move").count(), 10);
    assert!(ran.err().contains("more errors; `pgn check` shows all"), "{}", ran.err());
    assert!(ran.account().contains("300 with errors"), "{}", ran.account());
}
