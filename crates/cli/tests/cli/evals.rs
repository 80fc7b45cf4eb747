//! `pgn evals`: built from lines, asked for positions, checked.

use std::fs;
use std::process::Stdio;

use crate::rig::{Dir, feed, pgn};

fn lines() -> String {
    fs::read_to_string(format!("{}/../../examples/evals.jsonl", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn desk(options: &[&str]) -> Dir {
    let dir = Dir::with("evals.jsonl", lines());
    dir.pgn(&[&["evals", "build", "evals.jsonl", "-o", "some.evals"], options].concat()).status(0);
    dir
}

#[test]
fn evaluations_come_back_as_text_and_json() {
    let dir = desk(&["--lines", "2", "--pv-plies", "3"]);
    let get = |args: &[&str], status| {
        dir.pgn(&[&["evals", "get", "--evals", "some.evals"], args].concat()).status(status)
    };
    for (position, expected) in [
        // The deepest of several, which has one line.
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n  depth 52, 2400000 thousand nodes\n   +0.19  1. e4 e5 2. Nf3\n",
        ),
        (
            "1. e4 c5",
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n  depth 40, 51200 thousand nodes\n   +0.30  2. Nf3 d6 3. d4\n   +0.12  2. c3 Nf6\n",
        ),
        (
            "8/8/8/8/8/5k2/7q/5K2 b - - 17 90",
            "8/8/8/8/8/5k2/7q/5K2 b - - 17 90\n  depth 99, 3 thousand nodes\n     #-1  90... Qf2#\n     #-2  90... Qd2 91. Kg1 Qg2#\n",
        ),
    ] {
        let ran = get(&[position], 0);
        assert_eq!((ran.out().trim_end(), ran.err()), (expected.trim_end(), ""), "{position}");
    }
    let castling = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5";
    let ran = get(&["--report", "json", castling, "d4 d5", "1. e4"], 1);
    let expected = "\
{\"fen\":\"r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5\",\"knodes\":8000,\"depth\":31,\"pvs\":[{\"moves\":\"e1h1 d7d6\",\"cp\":14}]}\n\
{\"fen\":\"rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2\",\"knodes\":null,\"depth\":null,\"pvs\":[]}\n\
{\"fen\":\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\",\"knodes\":310000,\"depth\":44,\"pvs\":[{\"moves\":\"e7e5 g1f3 b8c6\",\"cp\":21},{\"moves\":\"c7c5 g1f3 d7d6\",\"cp\":29}]}\n";
    assert_eq!(ran.out(), expected);
    let ran = get(&["d4 d5"], 1);
    assert!(ran.out().ends_with(" w KQkq - 0 2\n  no evaluation\n"), "{}", ran.out());
    // What is no position, and no file of evaluations.
    assert_eq!(get(&["e4 e4"], 2).out(), "");
    assert!(get(&["8/8 w - -"], 2).err().starts_with("pgn: 8/8 w - -: "));
    let ran = dir.pgn(&["evals", "get", "e4", "--evals", "evals.jsonl"]).status(2);
    let expected = "expected evaluations as `pgn evals build` writes them, found another file";
    assert_eq!(ran.err(), format!("pgn: evals.jsonl: {expected}\n"));
}

#[test]
fn threads_memory_and_compression_change_no_byte() {
    let dir = Dir::new();
    // The same positions many times, in an order that no block keeps.
    let many = (0..400).map(|_| lines()).collect::<String>();
    dir.write("many.jsonl", &many);
    let bytes = |options: &[&str]| {
        dir.pgn(&[&["evals", "build", "-o", "x.evals"], options].concat()).status(0);
        fs::read(dir.path("x.evals")).unwrap()
    };
    let expected = bytes(&["many.jsonl"]);
    for options in [
        &["-j", "1", "many.jsonl"][..],
        &["-j", "4", "many.jsonl"],
        &["--memory", "1M", "--temp-dir", ".", "many.jsonl"],
        &["many.jsonl", "many.jsonl"],
    ] {
        assert!(bytes(options) == expected, "{options:?}");
    }
    let packed = dir.command(&["evals", "build", "-o", "x.evals"]).stdin(Stdio::piped()).spawn();
    let mut packed = packed.unwrap();
    let mut out = zstd::Encoder::new(Vec::new(), 1).unwrap();
    std::io::Write::write_all(&mut out, many.as_bytes()).unwrap();
    feed(&mut packed, out.finish().unwrap());
    assert!(packed.wait().unwrap().success());
    assert!(fs::read(dir.path("x.evals")).unwrap() == expected);
    assert_eq!(dir.names(), ["many.jsonl", "x.evals"], "nothing else is left");
}

#[test]
fn lines_that_are_no_evaluations_are_reported_with_their_numbers_and_left_out() {
    let text = lines();
    let mut given: Vec<&str> = text.lines().collect();
    let deep = "[".repeat(100_000);
    given.insert(1, "{\"fen\":\"8/8/8/8/8/8/8/8 w - -\",\"evals\":[]}");
    given.insert(3, &deep);
    given.insert(5, "{\"fen\":\"6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - -\",\"evals\":[{\"pvs\":[{\"cp\":1,\"line\":\"d1d9\"}],\"knodes\":1,\"depth\":9}]}");
    let dir = Dir::with("odd.jsonl", given.join("\r\n"));
    let ran =
        dir.pgn(&["evals", "build", "odd.jsonl", "-o", "odd.evals", "--rejects", "bad.jsonl"]).status(1);
    for (line, said) in [
        (2, "expected a position in `fen`: "),
        (4, "expected an evaluation as JSON: "),
        (6, "expected a legal move, found `d1d9` as move 1: "),
    ] {
        let place = format!("odd.jsonl:{line}:1: error");
        assert!(
            ran.err().lines().any(|it| it.starts_with(&place) && it.contains(said)),
            "{line}: {}",
            ran.err()
        );
    }
    let account = ran.account();
    assert!(
        account.contains("9 records") && account.contains("3 with errors") && account.contains("6 positions"),
        "{account}"
    );
    assert_eq!(dir.read("bad.jsonl").lines().count(), 3);
    // The others are there.
    let good = desk(&[]);
    assert!(fs::read(dir.path("odd.evals")).unwrap() == fs::read(good.path("some.evals")).unwrap());
    // Or nothing is, if that is asked for.
    dir.pgn(&["evals", "build", "odd.jsonl", "--on-error", "stop", "-o", "none.evals"]).status(1);
    assert!(!dir.path("none.evals").exists());
    let ran = dir.pgn(&["evals", "build", "--from", "pgn", "odd.jsonl", "-o", "none.evals"]).status(2);
    assert_eq!(ran.err(), "pgn: --from pgn: only lichess-evals has evaluations\n");
}

#[test]
fn some_lines_are_chosen_as_for_other_commands() {
    let dir = Dir::with("evals.jsonl", lines());
    for (options, count) in [
        (&["--limit", "2"][..], 2),
        (&["--games", "2-4"], 3),
        (&["--where", "position(reaches('e4 c5'))"], 1),
    ] {
        dir.pgn(&[&["evals", "build", "evals.jsonl", "-o", "x.evals"], options].concat()).status(0);
        let check = dir.pgn(&["evals", "check", "x.evals"]).status(0);
        assert!(
            check.out().starts_with(&format!("x.evals: {count} positions, ")),
            "{options:?} {}",
            check.out()
        );
    }
}

#[test]
fn a_check_names_what_is_damaged() {
    let dir = desk(&["--lines", "3", "--pv-plies", "5"]);
    let ran = dir.pgn(&["evals", "check", "some.evals"]).status(0);
    let whole = fs::read(dir.path("some.evals")).unwrap();
    let each = whole.len() as f64 / 6.0;
    let expected = format!(
        "some.evals: 6 positions, 9 lines of moves, 24 moves, depths up to 99\n{} bytes in 1 block, {each:.1} a position\n",
        whole.len()
    );
    assert_eq!(ran.out(), expected);
    let mut changed = whole.clone();
    changed[40] ^= 4;
    dir.write("bad.evals", &changed);
    let ran = dir.pgn(&["evals", "check", "bad.evals"]).status(2);
    assert_eq!(
        (ran.out(), ran.err()),
        ("", "pgn: bad.evals: block 0 of the table is damaged: its check sum is another one\n")
    );
    let ran = dir.pgn(&["evals", "get", "1. e4", "--evals", "bad.evals"]).status(2);
    assert!(ran.err().contains("block 0 of the table is damaged"), "{}", ran.err());
    dir.write("bad.evals", &whole[..whole.len() - 1]);
    let ran = dir.pgn(&["evals", "check", "bad.evals"]).status(2);
    assert_eq!(ran.err(), "pgn: bad.evals: the end of the table is damaged: its check sum is another one\n");
    dir.pgn(&["evals", "check", "missing.evals"]).status(2);
}

#[test]
fn an_output_is_whole_or_not_there() {
    let dir = desk(&[]);
    let before = fs::read(dir.path("some.evals")).unwrap();
    dir.pgn(&["evals", "build", "missing.jsonl", "evals.jsonl", "-o", "some.evals"]).status(2);
    assert!(fs::read(dir.path("some.evals")).unwrap() == before);
    let ran = dir.pgn(&["evals", "build", "evals.jsonl", "-o", "evals.jsonl"]).status(2);
    assert!(ran.err().contains("it is an input"), "{}", ran.err());
    dir.pgn(&["evals", "build", "evals.jsonl", "-o", "/dev/full"]).status(2);
    // Nothing in is a file with nothing in it.
    let ran = pgn(&["evals", "build", "-o", "-"], "").status(0);
    dir.write("none.evals", ran.bytes());
    assert!(
        dir.pgn(&["evals", "check", "none.evals"]).status(0).out().starts_with("none.evals: 0 positions, ")
    );
}
