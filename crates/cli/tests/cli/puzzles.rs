//! `pgn puzzles`, with the small engine of the library's tests: this test program, started again.

use crate::rig::{Dir, Ran};

#[path = "../../../puzzles/tests/it/engine.rs"]
mod small;

const GAMES: &str = "\
[White \"A\"]\n[Black \"B\"]\n[Site \"https://lichess.org/abcdefgh\"]\n\n1. f3 {[%eval -0.7]} e5 {[%eval -0.6]} 2. g4 {[%eval #-1]} Qh4# 0-1\n\n\
[White \"C\"]\n\n1. e4 e5 *\n\n\
[White \"D\"]\n[FEN \"3r3k/5ppp/8/8/8/2q5/4Q3/4R1K1 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Kg2 {[%eval 0]} Kg8 {[%eval #2]} *\n\n\
[White \"E\"]\n\n1. f3 {[%eval -0.7]} e5 {[%eval -0.6]} 2. g4 {[%eval #-1]} Qh4# 0-1\n";

fn run(dir: &Dir, behaviour: &str, args: &[&str]) -> Ran {
    let program = std::env::current_exe().unwrap();
    let engine = format!("'{}' {}", program.display(), small::arguments("puzzles::small::engine").join(" "));
    let common = ["puzzles", "--engine", &engine, "--depth", "3"];
    Ran(dir.command(&[&common, args].concat()).env(small::SWITCH, behaviour).output().unwrap())
}

fn dir() -> Dir {
    Dir::with("a.pgn", GAMES)
}

#[test]
fn puzzles_are_written_once_in_the_order_of_the_games() {
    let dir = dir();
    let ran = run(&dir, "play", &["--min-moves", "1", "a.pgn", "-j", "1"]).status(0);
    assert_eq!(ran.out().matches("[FEN ").count(), 2, "{}", ran.out());
    assert!(ran.out().contains("[White \"A\"]") && ran.out().contains("\n2. g4 Qh4# *\n"), "{}", ran.out());
    assert!(ran.out().ends_with("\n1... Kg8 2. Qe8+ Rxe8 3. Rxe8# *\n\n"), "{}", ran.out());
    let account = ran.account();
    assert!(account.contains("; wrote 2; left out: 1 games without evaluations"), "{account}");
    assert!(account.ends_with("puzzles: 3 candidates, 1 there already"), "{account}");
    for jobs in ["2", "4"] {
        let again = run(&dir, "play", &["--min-moves", "1", "a.pgn", "-j", jobs]).status(0);
        assert_eq!(again.out(), ran.out());
    }
    // The games are good games.
    dir.write("p.pgn", ran.out());
    let checked = dir.pgn(&["check", "p.pgn"]).status(0);
    assert!(checked.account().contains("2 games"), "{}", checked.account());
}

#[test]
fn the_format_is_that_of_the_option_or_the_name() {
    let dir = dir();
    run(&dir, "play", &["a.pgn", "-o", "p.csv"]).status(0);
    let table = dir.read("p.csv");
    assert!(table.starts_with("PuzzleId,FEN,Moves,Rating,"), "{table}");
    assert_eq!(table.lines().count(), 2, "{table}");
    assert!(table.contains(",h8g8 e2e8 d8e8 e1e8,,,,,mate mateIn2 backRankMate "), "{table}");
    // It is read as lichess's own table is.
    let again = dir.pgn(&["convert", "--to", "pgn", "p.csv"]).status(0);
    assert!(again.out().contains("Qe8+ Rxe8 3. Rxe8# *"), "{}", again.out());
    assert!(again.out().contains("[Event \"puzzle ") && !again.out().contains("lichess"), "{}", again.out());
    let records = run(&dir, "play", &["a.pgn", "--to", "epd"]).status(0);
    assert!(records.out().contains("bm Qe8+;") && records.out().contains("dm 2;"), "{}", records.out());
    let ran = run(&dir, "play", &["a.pgn", "--to", "epd", "-o", "p.csv"]).status(2);
    assert!(ran.err().contains("p.csv: its extension asks for csv, --to for epd"), "{}", ran.err());
    assert_eq!(dir.read("p.csv"), table);
}

#[test]
fn themes_and_lengths_choose() {
    let dir = dir();
    for (args, written) in [
        (&["--min-moves", "1"][..], 2),
        (&[][..], 1),
        (&["--min-moves", "1", "--max-moves", "1"], 1),
        (&["--min-moves", "1", "--themes", "backRankMate,fork"], 1),
        (&["--min-moves", "1", "--themes", "MATE"], 2),
        (&["--min-moves", "1", "--themes", "fork"], 0),
        (&["--games", "2-3"], 1),
    ] {
        let ran = run(&dir, "play", &[args, &["a.pgn"]].concat()).status(0);
        assert_eq!(ran.out().matches("[FEN ").count(), written, "{args:?}: {}", ran.out());
    }
    let ran = run(&dir, "play", &["--themes", "knight-fork", "a.pgn"]).status(2);
    assert!(ran.err().contains("expected one of advantage, crushing, mate,"), "{}", ran.err());
    let ran = run(&dir, "play", &["--min-moves", "3", "--max-moves", "2", "a.pgn"]).status(2);
    assert!(ran.err().contains("--min-moves 3 is more than --max-moves 2"), "{}", ran.err());
}

#[test]
fn failures_of_the_engine_are_named_and_are_no_success() {
    let dir = dir();
    let ran = run(&dir, "crash", &["--min-moves", "1", "a.pgn"]).status(1);
    assert!(
        ran.err().contains("a.pgn: game 1, half-move 3: the engine ended in its search"),
        "{}",
        ran.err()
    );
    assert!(ran.err().contains("a.pgn: game 3, half-move 2: "), "{}", ran.err());
    assert!(ran.account().contains("3 candidates, 3 not analysed"), "{}", ran.account());
    let ran = dir.pgn(&["puzzles", "--engine", "no-such-engine", "a.pgn"]).status(2);
    assert!(ran.err().contains("--engine: expected an engine, found no program"), "{}", ran.err());
    let ran = run(&dir, "play", &["--engine-option", "Hush=1", "a.pgn"]).status(2);
    assert!(ran.err().contains("found `Hush`"), "{}", ran.err());
    let ran = run(&dir, "play", &["--engine-option", "=5", "a.pgn"]).status(2);
    assert!(ran.err().contains("expected the name of an option, = and its value"), "{}", ran.err());
}
