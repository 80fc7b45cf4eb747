//! `pgn analyse`: games with scores, by an engine and without one.

use std::process::Command;

use crate::engine::TestEngine;
use crate::rig::{Dir, Ran, pgn};

const GAMES: &str = "\
[White \"Tal\"]
[Black \"Nobody\"]

1. e4 e5 2. Qh5 {early} Nc6 3. Qxf7+ Kxf7 4. Bc4+ *

[White \"Nobody\"]
[Black \"Tal\"]

1. e4 e5 2. Qh5 g6 3. Qxe5+ *
";

/// `pgn analyse` with the engine of the tests.
fn analyse(dir: &Dir, engine: &TestEngine, args: &[&str]) -> Command {
    let mut command = dir.command(&["analyse", "--engine", &engine.text()]);
    command.args(args).envs(engine.environment());
    command
}

fn ran(mut command: Command) -> Ran {
    Ran(command.output().unwrap())
}

#[test]
fn games_get_scores_whatever_the_number_of_engines() {
    let engine = TestEngine::new();
    let dir = Dir::with("a.pgn", GAMES);
    for jobs in ["1", "2", "5"] {
        let ran = ran(analyse(
            &dir,
            &engine,
            &["-j", jobs, "--nodes", "100", "a.pgn", "-o", &format!("{jobs}.pgn")],
        ))
        .status(0);
        assert!(ran.account().contains("judgements: 1 blunder"), "{}", ran.err());
    }
    let text = dir.read("1.pgn");
    assert_eq!((&text, &text), (&dir.read("2.pgn"), &dir.read("5.pgn")));
    let text = text.replace('\n', " ");
    for part in [
        "2. Qh5 {[%eval 1.0] early} 2... Nc6 {[%eval 0.0]} 3. Qxf7+ $4 {(0.00 → -8.00) Blunder. a4 was best.}",
        "(3. a4)",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // In place, and once more: nothing changes.
    ran(analyse(&dir, &engine, &["a.pgn", "-i"])).status(0);
    assert_eq!(dir.read("a.pgn").replace('\n', " "), text);
    let before = dir.read("a.pgn");
    ran(analyse(&dir, &engine, &["a.pgn", "-i"])).status(0);
    assert_eq!(dir.read("a.pgn"), before);
    assert_eq!(dir.names(), ["1.pgn", "2.pgn", "5.pgn", "a.pgn"], "nothing else is left");
}

#[test]
fn tags_styles_and_scope() {
    let engine = TestEngine::new();
    let dir = Dir::with("a.pgn", GAMES);
    let text = |args: &[&str]| {
        let ran = ran(analyse(&dir, &engine, &[&["-q", "a.pgn"], args].concat())).status(0);
        ran.out().replace('\n', " ")
    };
    let tagged = text(&["--tags", "accuracy,acpl,annotator", "--limit", "1", "--style", "none"]);
    for part in ["[Annotator \"Counter 1, 1000000 nodes\"]", "[WhiteAccuracy \"", "[BlackACPL \""] {
        assert!(tagged.contains(part), "{part}: {tagged}");
    }
    assert!(!tagged.contains('$') && tagged.contains("{[%eval 1.0] early}"), "{tagged}");
    let nags = text(&["--style", "nags", "--with-depth"]);
    assert!(nags.contains("3. Qxf7+ $4 {[%eval -8.0,2]} 3... Kxf7"), "{nags}");
    let only = text(&["--only", "M. Tal", "--from-ply", "5"]);
    assert_eq!(only.matches("[%eval").count(), 4, "{only}");
}

#[test]
fn candidates_are_rows() {
    let engine = TestEngine::new();
    let dir = Dir::with("a.pgn", GAMES);
    let args = ["--multipv", "3", "a.pgn", "-o", "c.csv"];
    let account = ran(analyse(&dir, &engine, &args)).status(0);
    let text = dir.read("c.csv");
    let lines: Vec<&str> = text.lines().collect();
    assert!(account.account().contains("rows: 34 written"), "{}", account.err());
    assert_eq!(lines.len(), 35, "two positions have one move");
    assert!(lines[0].starts_with("file,game,ply,side,player,fen,move,san,rank,candidate,"), "{}", lines[0]);
    let columns = lines[0].split(',').count();
    assert!(lines.iter().all(|line| line.split(',').count() == columns));
    let blunder = lines.iter().find(|line| line.contains(",h5f7,Qxf7+,1,")).unwrap();
    assert!(blunder.ends_with(",-800,,800,blunder"), "{blunder}");
    // Options of other forms have no effect there.
    let error = ran(analyse(&dir, &engine, &["--lossless", "a.pgn", "-o", "c.csv"])).status(2);
    assert!(error.err().contains("--lossless has no effect with rows of candidates"), "{}", error.err());
}

#[cfg(feature = "columns")]
#[test]
fn candidates_are_columns() {
    let engine = TestEngine::new();
    let dir = Dir::with("a.pgn", GAMES);
    for name in ["c.parquet", "c.arrow", "c.arrows"] {
        ran(analyse(&dir, &engine, &["--multipv", "2", "a.pgn", "-o", name])).status(0);
        let bytes = std::fs::read(dir.path(name)).unwrap();
        let has = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
        assert!(has("candidate_san") && has("lost_cp"), "{name}");
    }
}

#[test]
fn nothing_is_searched_twice() {
    let engine = TestEngine::new();
    let dir = Dir::with("a.pgn", GAMES);
    // The games share four positions and the first one.
    ran(analyse(&dir, &engine, &["--cache", "x.cache", "a.pgn", "-o", "1.pgn"])).status(0);
    let searched = engine.searched().len();
    assert_eq!(searched, 10);
    ran(analyse(&dir, &engine, &["--cache", "x.cache", "a.pgn", "-o", "2.pgn"])).status(0);
    assert_eq!(engine.searched().len(), searched);
    assert_eq!(dir.read("1.pgn"), dir.read("2.pgn"));
    // Another limit is another analysis.
    ran(analyse(&dir, &engine, &["--cache", "x.cache", "--nodes", "7", "a.pgn", "-o", "2.pgn"])).status(0);
    assert_eq!(engine.searched().len(), 2 * searched);
    // What is no cache is not touched.
    let error = ran(analyse(&dir, &engine, &["--cache", "1.pgn", "a.pgn", "-o", "3.pgn"])).status(2);
    assert!(error.err().starts_with("pgn: 1.pgn: "), "{}", error.err());
    assert_eq!(dir.read("1.pgn"), dir.read("2.pgn"));
}

#[test]
fn a_run_goes_on_where_it_was_killed() {
    let engine = TestEngine::new();
    let dir = Dir::with("a.pgn", GAMES);
    ran(analyse(&dir, &engine, &["a.pgn", "-o", "whole.pgn"])).status(0);
    let before = engine.searched().len();
    // The engine is slow at the sixth position, at which the run is killed.
    let slow = TestEngine::waiting_at("r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR");
    let mut child = analyse(&dir, &slow, &["-j1", "--resume", "a.pgn", "-o", "x.pgn"]).spawn().unwrap();
    for _ in 0..2000 {
        if slow.searched().len() >= 4 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    // A thread of its own writes what was found, while the engine is at the next position.
    std::thread::sleep(std::time::Duration::from_millis(500));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!dir.path("x.pgn").exists() && dir.path("x.pgn.analyses").exists(), "{:?}", dir.names());
    ran(analyse(&dir, &engine, &["-j1", "--resume", "a.pgn", "-o", "x.pgn"])).status(0);
    assert_eq!(dir.read("x.pgn"), dir.read("whole.pgn"));
    let again = engine.searched().len() - before;
    assert_eq!(again, before - slow.searched().len(), "those that were not found before");
    assert_eq!(dir.names(), ["a.pgn", "whole.pgn", "x.pgn"]);
}

#[test]
fn positions_without_a_result_are_reported() {
    let engine = TestEngine::crashing_on("r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR");
    let dir = Dir::with("a.pgn", GAMES);
    for args in [&["a.pgn", "-o", "b.pgn"][..], &["a.pgn", "-i"]] {
        let ran = ran(analyse(&dir, &engine, args)).status(1);
        let err = ran.err();
        assert!(err.contains("warning[PGN-R004]") || err.contains("unanalysed-position"), "{err}");
        assert!(err.contains("no evaluation of the position after half-move 4: "), "{err}");
        assert!(err.contains("one position has no evaluation"), "{err}");
        assert!(ran.account().contains("1 failed"), "{err}");
    }
    let text = dir.read("a.pgn").replace('\n', " ");
    assert!(text.contains("2... Nc6 3. Qxf7+ {[%eval -8.0]}"), "{text}");
    assert_eq!(dir.read("a.pgn"), dir.read("b.pgn"));
}

#[test]
fn what_cannot_work_is_refused_before_anything_is_read() {
    let dir = Dir::with("a.pgn", GAMES);
    let engine = TestEngine::new().text();
    for (args, expected) in [
        (&["a.pgn"][..], "expected the command of a UCI engine, found none: name one with --engine"),
        (
            &["--engine", "/no/such/engine", "a.pgn"],
            "--engine: expected an engine, found no program or folder",
        ),
        (&["--engine", "'", "a.pgn"], "expected a second ' after the one at byte 0"),
        (&["--engine", "none", "--nodes", "5", "a.pgn"], "--nodes has no effect without an engine"),
        (&["--engine", "none", "--cache", "x", "a.pgn"], "--cache has no effect without an engine"),
        (&["--engine", "none", "--tags", "elo", "a.pgn"], "--tags elo: expected accuracy, acpl or annotator"),
        (&["--engine", "none", "--evals", "a.pgn", "a.pgn"], "a.pgn: expected evaluations as"),
        (&["--engine", "none", "--nodes", "0", "a.pgn"], "expected a number from 1"),
        (&["--engine", "none", "--only", "7", "a.pgn"], "expected white, black, or a name"),
        (&["--engine", &engine, "--hash", "16", "a.pgn"], "Hash"),
        (&["--engine", &engine, "--multipv", "50", "a.pgn"], "MultiPV"),
    ] {
        let mut command = dir.command(&["analyse"]);
        command.env("XDG_CONFIG_HOME", dir.path("")).args(args).envs(TestEngine::new().environment());
        let ran = ran(command).status(2);
        assert!(ran.err().contains(expected), "{args:?}: {}", ran.err());
        assert_eq!(ran.out(), "", "{args:?}");
    }
    assert_eq!(dir.names(), ["a.pgn"]);
}

#[test]
fn scores_that_are_there_are_judged_without_an_engine() {
    let text = "1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Qh5 {[%eval -0.6]} Ke7 {[%eval #1]} *";
    let ran = pgn(&["analyse", "--engine", "none", "--style", "nags"], text).status(0);
    let out = ran.out().replace('\n', " ");
    assert!(out.contains("2. Qh5 $6 {[%eval -0.6]} 2... Ke7 $4 {[%eval #1]}"), "{out}");
    assert!(ran.account().contains("positions: 4 kept"), "{}", ran.err());
    pgn(&["analyse", "--engine", "none"], "").status(0);
    pgn(&["analyse", "--engine", "none"], "1. e4 e5 2. Ke5 *").status(1);
}
