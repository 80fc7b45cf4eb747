//! `pgn epd from-pgn` and `pgn epd to-pgn`.

use crate::rig::{BAD, Dir, LAX, pgn, snapshot};

const ANNOTATED: &str = "\
[White \"Tal\"]
[Black \"Fine\"]
[Event \"Riga\"]
[Date \"1960.??.??\"]
[ECO \"C60\"]
[Opening \"Ruy Lopez\"]

{Two masters} 1.e4 {[%eval 0.30] best} e5 (1... c5) 2.Nf3 Nc6 3.Bb5 {[%eval #-2]} 1-0
";

#[test]
fn positions_of_games() {
    let all = pgn(&["epd", "from-pgn", "--opcodes", "all"], ANNOTATED).status(0);
    snapshot("epd-from-pgn", &format!("{}---\n{}", all.out(), all.err()));
    // What is written is canonical.
    let check = pgn(&["epd", "fmt", "--check"], all.out()).status(0);
    assert_eq!(check.out(), "");
    let check = pgn(&["epd", "check"], all.out()).status(0);
    assert_eq!(check.out(), "");
}

#[test]
fn which_positions() {
    let dir = Dir::with("a.pgn", LAX);
    for (args, plies) in [
        (&[][..], &[0, 1, 2, 3, 4, 5][..]),
        (&["--every", "2"], &[0, 2, 4]),
        (&["--every", "100"], &[0]),
        (&["--final"], &[5]),
    ] {
        let args = [&["epd", "from-pgn", "--opcodes", "fmvn", "a.pgn"], args].concat();
        let expected: Vec<String> =
            plies.iter().map(|ply| format!("{} fmvn {};", ["w", "b"][ply % 2], ply / 2 + 1)).collect();
        let ran = dir.pgn(&args).status(0);
        let found: Vec<String> = ran
            .out()
            .lines()
            .map(|line| line.split(' ').enumerate().filter(|(at, _)| [1, 4, 5].contains(at)))
            .map(|words| words.map(|(_, word)| word).collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(found, expected, "{args:?}");
    }
    for bad in [
        &["--every", "0"][..],
        &["--every", "2", "--final"],
        &["--opcodes", "am"],
        &["--opcodes", ""],
        &["--pv-plies", "-1"],
        &["--pv-plies", "601"],
    ] {
        dir.pgn(&[&["epd", "from-pgn", "a.pgn"], bad].concat()).status(2);
    }
}

#[test]
fn games_that_cannot_be_read() {
    let variant = "[Variant \"Bughouse\"]\n\n1. e4 *\n";
    for (text, args, positions) in [
        (BAD, &[][..], 3),
        (BAD, &["--final"], 1),
        (BAD, &["--on-error", "drop"], 0),
        (BAD, &["--on-error", "stop"], 0),
        ("[FEN \"8/8\"]\n\n*\n", &[], 0),
    ] {
        let ran = pgn(&[&["epd", "from-pgn"], args].concat(), text).status(1);
        assert_eq!(ran.out().lines().count(), positions, "{text} {args:?}");
        assert!(ran.account().contains("1 with errors"), "{}", ran.account());
    }
    let ran = pgn(&["epd", "from-pgn"], variant).status(0);
    assert_eq!((ran.out(), ran.account().contains("1 left out")), ("", true));
    assert_eq!(pgn(&["epd", "from-pgn"], "").status(0).out(), "");
}

#[test]
fn what_has_no_room_is_counted() {
    let text = format!("{{{}}} 1. e4 {{[%eval #999]}} *", "x".repeat(300));
    for (opcodes, count) in [("c0", "1 value"), ("c0,ce", "2 values"), ("sm", "")] {
        let ran = pgn(&["epd", "from-pgn", "--opcodes", opcodes], &text).status(0);
        let told = ran.account().split("wrote 2").nth(1).unwrap();
        assert_eq!(told.contains(" had no room "), !count.is_empty(), "{told}");
        assert!(told.contains(count), "{told}");
    }
}

#[test]
fn records_become_games() {
    let records = "\
4k3/8/8/8/8/8/4P3/4K3 w - - ce 85; id \"A\"; pv e4 Kd7;
8/8 nonsense {x}
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 bm c5; eco \"B20\"; resign;
";
    let ran = pgn(&["epd", "to-pgn"], records).status(1);
    snapshot("epd-to-pgn", &format!("{}---\n{}", ran.out(), ran.err()));
    pgn(&["fmt", "--check"], ran.out()).status(0);
    let dropped = pgn(&["epd", "to-pgn", "--on-error", "drop"], records).status(1);
    assert_eq!(dropped.out().matches("[Event ").count(), 2);
    let stopped = pgn(&["epd", "to-pgn", "--on-error", "stop"], records).status(1);
    assert_eq!(stopped.out().matches("[Event ").count(), 1);
    assert_eq!(pgn(&["epd", "to-pgn"], "").status(0).out(), "");
}

#[test]
fn there_and_back() {
    let dir = Dir::with("a.pgn.zst", zstd::encode_all(ANNOTATED.as_bytes(), 1).unwrap());
    dir.pgn(&["epd", "from-pgn", "--opcodes", "fmvn,hmvc,pv", "a.pgn.zst", "-o", "a.epd"]).status(0);
    dir.pgn(&["epd", "to-pgn", "a.epd", "-o", "b.pgn"]).status(0);
    let back = dir.pgn(&["epd", "from-pgn", "--every", "99", "--opcodes", "fmvn,hmvc,pv", "b.pgn"]).status(0);
    assert_eq!(back.out(), dir.read("a.epd"));
    // A part of an output is none.
    dir.pgn(&["epd", "from-pgn", "a.pgn.zst", "missing.pgn", "-o", "a.epd"]).status(2);
    assert_eq!(dir.read("a.epd"), back.out());
}

#[test]
fn records_are_no_games() {
    let dir = Dir::with("in/a.epd", "4k3/8/8/8/8/8/4P3/4K3 w - -\n");
    dir.write("in/b.pgn", LAX);
    let ran = dir.pgn(&["epd", "from-pgn", "in"]).status(0);
    assert_eq!(ran.out().lines().count(), 6);
    assert!(ran.err().contains("a.epd: left out, contains positions"), "{}", ran.err());
    let ran = dir.pgn(&["epd", "from-pgn", "in/a.epd"]).status(2);
    assert!(
        ran.err().contains("in/a.epd: left out, contains positions (EPD or FEN), not games\n"),
        "{}",
        ran.err()
    );
}

#[test]
fn many_threads_write_the_same() {
    let games = format!("{ANNOTATED}\n{LAX}\n{BAD}").repeat(800);
    let from = |jobs: &str| pgn(&["epd", "from-pgn", "-j", jobs], &games).status(1);
    let records = from("1");
    assert_eq!(records.out(), from("2").out());
    assert_eq!(records.out().lines().count(), 800 * (6 + 6 + 3));
    let records = "4k3/8/8/8/8/8/4P3/4K3 w - - ce 85; id \"A\"; pv e4 Kd7;\n".repeat(6_000);
    let to = |jobs: &str| pgn(&["epd", "to-pgn", "-j", jobs], &records).status(0);
    assert_eq!(to("1").out(), to("2").out());
}
