//! `pgn epd merge`.

use crate::rig::{Dir, pgn, snapshot};

const FIRST: &str = "\
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"First\";
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 ce 10;
8/8 w - - bm  x
";

const SECOND: &str = "
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - ce 20; hmvc 3;\r
4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2; c0 \"two\"; id \"Second\"
4k3/8/8/8/8/8/4P3/4K3 b - - bm Kd7;
4k3/8/8/8/8/8/4P3/4K3 w - - am e4; c0 \"three\"; pv e4 Kd7;
";

#[test]
fn records_of_one_position_become_one() {
    let dir = Dir::with("a.epd", FIRST);
    dir.write("b.epd", SECOND);
    let ran = dir.pgn(&["epd", "merge", "a.epd", "b.epd"]).status(1);
    snapshot("epd-merge", &format!("{}---\n{}", ran.out(), ran.err()));
    dir.pgn(&["epd", "merge", "a.epd", "b.epd", "-o", "c.epd"]).status(1);
    assert_eq!(dir.read("c.epd"), ran.out());
    // Nothing is left to be merged.
    let again = dir.pgn(&["epd", "merge", "--on-error", "drop", "c.epd"]);
    assert!(again.account().ends_with("wrote 3; 0 conflicts"), "{}", again.account());
    let json = dir.pgn(&["epd", "merge", "--account", "json", "b.epd"]).status(1);
    assert!(json.account().contains(r#""conflicts":1,"#), "{}", json.account());
}

#[test]
fn without_a_conflict() {
    let dir = Dir::with("a.fen", "4k3/8/8/8/8/8/4P3/4K3 w - - 3 4\n");
    dir.write("b.txt", "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 3; bm e4;\n");
    let ran = dir.pgn(&["epd", "merge", "a.fen", "b.txt"]).status(0);
    assert_eq!(ran.out(), "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; fmvn 4; hmvc 3;\n");
    assert_eq!(ran.err(), "pgn: 2 records (75 bytes): no errors; wrote 1; 0 conflicts\n");
    let ran = pgn(&["epd", "merge"], "").status(0);
    assert_eq!(ran.out(), "");
    let packed = zstd::encode_all(FIRST.repeat(2).as_bytes(), 1).unwrap();
    let ran = pgn(&["epd", "merge", "-q"], packed).status(1);
    assert_eq!(ran.out().lines().count(), 4, "{}", ran.out());
    assert_eq!(ran.err().lines().count(), 2, "{}", ran.err());
}

#[test]
fn a_run_that_stops_writes_nothing() {
    let dir = Dir::with("a.epd", FIRST);
    dir.write("out.epd", "old");
    let ran = dir.pgn(&["epd", "merge", "--on-error", "stop", "a.epd", "-o", "out.epd"]).status(1);
    assert!(ran.account().ends_with("wrote 0; 0 conflicts"), "{}", ran.account());
    assert_eq!(dir.read("out.epd"), "old");
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - Zx \u{9b}31m1;\n4k3/8/8/8/8/8/4P3/4K3 w - - Zx 2;\n";
    let ran = pgn(&["epd", "merge"], line);
    assert!(ran.err().contains(" conflict: ") && !ran.err().contains('\u{9b}'), "{:?}", ran.err());
}

#[test]
fn many_threads_write_the_same() {
    // Several blocks, and in the last one what conflicts with the first one.
    let mut records: String = (0..6_000)
        .map(|at| format!("4k3/8/8/8/8/8/4P3/4K3 w - - Z{at} {};\n", "x".repeat(at % 100)))
        .filter(|line| line.len() < 44)
        .collect();
    records += &"4k3/8/8/8/8/8/3P4/4K3 w - - c9 \"a comment that makes this file longer\";\n".repeat(8_000);
    let lines = records.lines().count();
    records += "4k3/8/8/8/8/8/4P3/4K3 w - - Z0 1;\n";
    let ran = pgn(&["epd", "merge", "-j", "1"], &records).status(1);
    let other = pgn(&["epd", "merge", "-j", "2"], &records).status(1);
    assert_eq!((ran.out(), ran.err()), (other.out(), other.err()));
    assert_eq!(ran.out().lines().count(), 2);
    let conflict =
        format!("<stdin>:{}: conflict: expected `Z0;` as in <stdin>:1, found `Z0 1;`\n", lines + 1);
    assert!(ran.err().contains(&conflict), "{}", ran.err());
}
