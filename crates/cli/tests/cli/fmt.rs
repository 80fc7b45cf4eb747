//! `pgn fmt`: what is written.

use crate::rig::{BAD, CANONICAL, Dir, LAX, pgn};

#[track_caller]
fn movetext(args: &[&str], text: &str) -> String {
    let ran = pgn(&[&["fmt"], args].concat(), text).status(0);
    ran.out().split_once("\n\n").unwrap().1.trim_end().to_owned()
}

#[test]
fn a_lax_game_becomes_canonical() {
    let dir = Dir::with("a.pgn", LAX);
    assert_eq!(dir.pgn(&["fmt", "a.pgn"]).status(0).out(), CANONICAL);
    for args in [&["fmt"][..], &["fmt", "-"]] {
        assert_eq!(pgn(args, LAX).status(0).out(), CANONICAL);
    }
    assert_eq!(dir.read("a.pgn"), LAX);
}

#[test]
fn canonical_games_stay_as_they_are() {
    let twice = CANONICAL.repeat(2);
    assert_eq!(pgn(&["fmt"], &twice).status(0).out(), twice);
}

#[test]
fn what_is_left_out() {
    let text = "1. e4! {best} (1. d4 $2) e5 *";
    assert_eq!(movetext(&[], text), "1. e4 $1 {best} (1. d4 $2) 1... e5 *");
    assert_eq!(movetext(&["--no-comments"], text), "1. e4 $1 (1. d4 $2) 1... e5 *");
    assert_eq!(movetext(&["--no-nags"], text), "1. e4 {best} (1. d4) 1... e5 *");
    assert_eq!(movetext(&["--no-variations"], text), "1. e4 $1 {best} 1... e5 *");
    assert_eq!(movetext(&["--no-comments", "--no-nags", "--no-variations"], text), "1. e4 e5 *");
    assert_eq!(movetext(&["--reduced"], text), "1. e4 e5 *");
}

#[test]
fn reduced_export_has_the_roster_only() {
    let text = format!("[ECO \"C60\"]\n{LAX}");
    let reduced = pgn(&["fmt", "--reduced"], text).status(0);
    assert_eq!(reduced.out().matches('[').count(), 7);
    assert!(reduced.out().ends_with("\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n"));
}

#[test]
fn tags_can_be_chosen() {
    let text = "[WhiteElo \"2700\"]\n[ECO \"C60\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n";
    let names = |args: &[&str]| {
        let ran = pgn(&[&["fmt"], args].concat(), text).status(0);
        let names = ran.out().lines().filter_map(|line| line.strip_prefix('[')).skip(7);
        names.map(|line| line.split(' ').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&[]), ["ECO", "FEN", "SetUp", "WhiteElo"]);
    assert_eq!(names(&["--tags", "all"]), ["ECO", "FEN", "SetUp", "WhiteElo"]);
    assert_eq!(names(&["--tags", "STR"]), ["FEN", "SetUp"]);
    assert_eq!(names(&["--tags", "WhiteElo, ECO"]), ["ECO", "FEN", "SetUp", "WhiteElo"]);
    assert_eq!(names(&["--tags", "ECO"]), ["ECO", "FEN", "SetUp"]);
}

#[test]
fn width() {
    let text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *";
    assert_eq!(movetext(&["--width", "20"], text), "1. e4 e5 2. Nf3 Nc6\n3. Bb5 a6 4. Ba4 Nf6\n*");
    assert_eq!(movetext(&["--width", "1000"], text), text);
    assert!(movetext(&["--width", "1"], text).starts_with("1.\ne4\ne5\n2.\n"));
    for bad in ["0", "-1", "x", ""] {
        pgn(&["fmt", "--width", bad], text).status(2);
    }
}

#[test]
fn encodings_of_the_output() {
    let utf8 = "[White \"M\u{fc}ller \u{2013} \u{141}\"]\n\n*\n";
    assert!(pgn(&["fmt"], utf8).status(0).out().contains("M\u{fc}ller \u{2013} \u{141}"));
    let latin1 = pgn(&["fmt", "--encoding", "latin1"], utf8).status(0);
    assert!(latin1.bytes().windows(10).any(|bytes| bytes == b"M\xfcller ? ?"));
    assert!(latin1.account().ends_with("wrote 1; 2 characters replaced by ?"), "{}", latin1.account());
    // Latin-1 in, UTF-8 out, game by game.
    let mixed = [b"[White \"M\xfcller\"]\n\n*\n\n".as_slice(), utf8.as_bytes()].concat();
    let out = pgn(&["fmt"], mixed).status(0);
    assert!(out.out().contains("\"M\u{fc}ller\"") && out.out().contains("\u{141}"));
}

#[test]
fn newlines_of_the_output() {
    let crlf = pgn(&["fmt", "--newline", "crlf"], LAX).status(0);
    assert_eq!(crlf.out(), CANONICAL.replace('\n', "\r\n"));
    assert_eq!(pgn(&["fmt"], crlf.out()).status(0).out(), CANONICAL);
    pgn(&["fmt", "--check", "--newline", "crlf"], crlf.out()).status(0);
    pgn(&["fmt", "--check"], crlf.out()).status(1);
}

#[test]
fn check_names_the_files_that_differ() {
    let dir = Dir::with("good.pgn", CANONICAL);
    dir.write("lax.pgn", LAX);
    dir.write("late.pgn", format!("{CANONICAL}{}", CANONICAL.replace("3. Bb5", "3.Bb5")));
    let ran = dir.pgn(&["fmt", "--check", "good.pgn", "lax.pgn", "late.pgn"]).status(1);
    assert_eq!(ran.out(), "lax.pgn:1: not in export format\nlate.pgn:19: not in export format\n");
    assert_eq!(ran.account(), "pgn: 4 games (537 bytes): no errors");
    assert_eq!(dir.pgn(&["fmt", "--check", "good.pgn"]).status(0).out(), "");
    assert_eq!(dir.read("lax.pgn"), LAX);
    // What is missing at the end is a difference too.
    let cut = CANONICAL.strip_suffix('\n').unwrap();
    assert_eq!(pgn(&["fmt", "--check"], cut).status(1).out(), "<stdin>:10: not in export format\n");
}

#[test]
fn check_excludes_writing() {
    for other in [&["-o", "x"][..], &["-i"]] {
        pgn(&[&["fmt", "--check", "a.pgn"], other].concat(), "").status(2);
    }
    pgn(&["fmt", "-i", "-o", "x", "a.pgn"], "").status(2);
    pgn(&["fmt", "-i"], "").status(2);
}

#[test]
fn formatting_twice_is_formatting_once() {
    let all = ["examples/games.pgn", "examples/clocks.pgn", "examples/broken.pgn"];
    for name in all {
        let path = format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"));
        let once = Dir::new().pgn(&["fmt", &path]);
        assert_eq!(pgn(&["fmt", "--check"], once.bytes()).out(), "", "{name}");
        assert_eq!(pgn(&["fmt"], once.bytes()).bytes(), once.bytes(), "{name}");
    }
}

#[test]
fn directories_are_walked_in_the_order_of_names() {
    let dir = Dir::with("in/b.pgn", LAX.replace("Tal", "B"));
    dir.write("in/a/z.PGN", LAX.replace("Tal", "Z"));
    dir.write("in/.hidden.pgn", BAD);
    dir.write("in/notes.txt", BAD);
    dir.write("in/test.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n");
    for number in ["10", "9", "1", "09"] {
        dir.write(&format!("in/game-{number}.pgn"), LAX.replace("Tal", number));
    }
    let ran = dir.pgn(&["fmt", "in"]).status(0);
    let players: Vec<_> = ran.out().lines().filter(|line| line.starts_with("[White")).collect();
    let names = ["Z", "B", "1", "09", "9", "10"].map(|name| format!("[White \"{name}\"]"));
    assert_eq!(players, names);
    assert!(ran.err().contains("test.epd: left out, it holds records"), "{}", ran.err());
    dir.pgn(&["fmt", "in", "in/test.epd"]).status(2);
}

#[test]
fn nothing_gives_nothing() {
    for (input, bytes) in
        [("", "0 bytes"), ("\n", "1 bytes"), ("\u{feff}", "3 bytes"), ("  \r\n\t\n", "6 bytes")]
    {
        let ran = pgn(&["fmt"], input).status(0);
        assert_eq!(ran.out(), "");
        assert_eq!(ran.account(), format!("pgn: 0 games ({bytes}): no errors"));
        assert_eq!(pgn(&["check"], input).status(0).out(), "");
    }
}
