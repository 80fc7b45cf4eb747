//! Games in binary coding: `pgn convert --to pgc`, and `.pgc` as input of every command.

use crate::rig::{Dir, pgn};

const GAMES: &str = "[Event \"a\"]\n[Site \"?\"]\n[Date \"1992.11.04\"]\n[Round \"1\"]\n[White \"G\u{fc}nther\"]\n\
    [Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[Event \"b\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n\
    [Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n[ECO \"B00\"]\n\n1. e4 $1 (1. d4 d5 $5) 1... e5 *\n\n";

fn coded(text: &str) -> Vec<u8> {
    pgn(&["convert", "--to", "pgc"], text).status(0).bytes().to_vec()
}

#[test]
fn there_and_back() {
    let bytes = coded(GAMES);
    assert!(3 * bytes.len() < 2 * GAMES.len(), "{}", bytes.len());
    for args in [&["fmt"][..], &["convert", "--to", "pgn"], &["fmt", "-j", "1"]] {
        assert_eq!(pgn(args, &bytes).status(0).out(), GAMES, "{args:?}");
    }
    assert_eq!(pgn(&["convert", "--to", "pgc"], &bytes).status(0).bytes(), bytes);
    let json = pgn(&["convert", "--to", "json"], &bytes).status(0);
    assert_eq!(pgn(&["convert", "--to", "pgc"], json.bytes()).status(0).bytes(), bytes);
    let fens = pgn(&["convert", "--to", "fen"], &bytes).status(0);
    assert_eq!(fens.out(), pgn(&["convert", "--to", "fen"], GAMES).status(0).out());
    pgn(&["check", "--deny", "warnings"], &bytes).status(0);
}

#[test]
fn files_are_known_by_name_and_by_content() {
    let dir = Dir::with("a.pgc", coded(GAMES));
    dir.write("b", coded(GAMES));
    dir.write("folder/c.pgc", coded(GAMES));
    let ran = dir.pgn(&["fmt", "a.pgc", "b", "folder"]).status(0);
    assert_eq!(ran.out(), GAMES.repeat(3));
    // What is called so is read so.
    dir.write("text.pgc", GAMES);
    let ran = dir.pgn(&["check", "text.pgc", "--format", "concise"]).status(1);
    assert!(ran.out().starts_with("text.pgc:1:1: error[PGN-B001] unknown-marker: "), "{}", ran.out());
    dir.pgn(&["check", "--from", "pgn", "text.pgc"]).status(0);
}

#[test]
fn the_same_for_every_number_of_threads() {
    let game = "[White \"A\"]\n[ECO \"B00\"]\n\n1. e4 $1 (1. d4 (1. c4 c5) 1... d5) 1... e5 *\n\n";
    let bytes = coded(&format!("{game}{GAMES}").repeat(6_000));
    let formatted = |jobs| pgn(&["fmt", "-j", jobs], &bytes).status(0).bytes().to_vec();
    let one = formatted("1");
    assert_eq!(one.len(), coded_len(game, &one));
    assert_eq!(one, formatted("3"));
}

/// How long the formatted games are.
fn coded_len(game: &str, formatted: &[u8]) -> usize {
    let games = format!("{game}{GAMES}");
    let once = pgn(&["fmt"], &games).status(0).bytes().to_vec();
    assert!(formatted.starts_with(&once));
    once.len() * 6_000
}

#[test]
fn nothing_is_lost_unless_it_is_asked_for() {
    let dir = Dir::with("a.pgn", format!("{GAMES}1. e4 {{one}} e5 {{two}} *\n\n1. d4 -- *\n"));
    let args = ["convert", "--to", "pgc", "a.pgn", "-o", "a.pgc", "--rejects", "rejects.pgn"];
    let ran = dir.pgn(&args).status(1);
    assert!(ran.err().contains("a.pgn:22:1: error[PGN-B010] lost-in-pgc: "), "{}", ran.err());
    assert!(ran.err().contains("expected a game that PGC can hold, found 2 comments"), "{}", ran.err());
    assert!(ran.account().ends_with("2 with errors; 2 left out; wrote 2"), "{}", ran.account());
    assert_eq!(std::fs::read(dir.path("a.pgc")).unwrap(), coded(GAMES));
    assert_eq!(dir.read("rejects.pgn"), "1. e4 {one} e5 {two} *\n\n1. d4 -- *\n\n");

    let ran = dir.pgn(&["convert", "--to", "pgc", "--lossy", "a.pgn", "-o", "a.pgc"]).status(0);
    let lost = "; wrote 4; without 2 comments, 1 move without an ordinal";
    assert!(ran.account().ends_with(lost), "{}", ran.account());
    let ran = dir.pgn(&["fmt", "a.pgc"]).status(0);
    assert!(ran.out().contains("\n1. e4 e5 *\n") && ran.out().ends_with("\n1. d4 *\n\n"), "{}", ran.out());
    for on_error in ["drop", "stop"] {
        let args = ["convert", "--to", "pgc", "--on-error", on_error, "a.pgn"];
        assert_eq!(dir.pgn(&args).status(1).bytes(), coded(GAMES));
    }
}

#[test]
fn records_become_games() {
    let epd = "8/P7/8/8/8/8/k7/7K w - - pv a8=Q+;\n8/P7/8/8/8/8/k7/7K w - - c0 \"why\";\n";
    let ran = pgn(&["convert", "--to", "pgc", "--from", "epd"], epd).status(1);
    assert!(ran.account().contains("1 with errors; 1 left out; wrote 1"), "{}", ran.account());
    let games = pgn(&["fmt"], ran.bytes()).status(0);
    assert!(games.out().ends_with("1. a8=Q+ *\n\n"), "{}", games.out());
}

#[test]
fn the_dialect_of_pgn2pgc() {
    let bytes = pgn(&["convert", "--to", "pgc", "--dialect", "pgn2pgc"], GAMES).status(0).bytes().to_vec();
    assert!(bytes.starts_with(b"\x05\x01a\x01?\x0a1992.11.04\x011\x07G\xfcnther\x01B\x031-0\x03\x03"));
    assert_eq!(pgn(&["fmt"], &bytes).status(0).out(), GAMES);
    let ran = pgn(&["check", "--format", "concise"], &bytes).status(0);
    assert_eq!(ran.out().matches("warning[PGN-B009] bare-roster").count(), 2, "{}", ran.out());
    assert_eq!(pgn(&["convert", "--to", "pgc"], &bytes).status(0).bytes(), coded(GAMES));
}

#[test]
fn damage_is_told_and_the_games_before_it_are_kept() {
    let whole = coded(GAMES);
    let first = whole.iter().position(|byte| *byte == 5).unwrap();
    let cut = [&whole[..whole.len() - 1], b"\x0brest"].concat();
    let dir = Dir::with("a.pgc", &cut);
    let ran = dir.pgn(&["check", "a.pgc"]).status(1);
    assert!(
        ran.out().contains("error[PGN-B001]: expected a marker from 0x00 to 0x0a, found 0x0b"),
        "{}",
        ran.out()
    );
    assert!(ran.out().contains(&format!("--> a.pgc:1:{}\n", whole.len())), "{}", ran.out());
    assert!(ran.out().contains("0b 72 65 73 74"), "{}", ran.out());
    assert!(ran.out().contains("note: game 2: b"), "{}", ran.out());
    let ran = dir.pgn(&["fmt", "a.pgc", "--rejects", "rejects.pgc"]).status(1);
    assert!(ran.out().starts_with(&GAMES[..GAMES.len() / 3]));
    assert_eq!(std::fs::read(dir.path("rejects.pgc")).unwrap(), cut[first..]);
    // Behind the last game, too.
    let dir = Dir::with("a.pgc", [&whole[..], b"\x0c\x01\x02"].concat());
    let ran = dir.pgn(&["fmt", "a.pgc", "--rejects", "rejects.pgc"]).status(1);
    assert_eq!(ran.out(), GAMES);
    assert_eq!(dir.read("rejects.pgc"), "\x0c\x01\x02");
}

#[test]
fn what_makes_no_sense_is_told_at_its_item() {
    let bytes = coded("[Date \"1992.02.31\"]\n[ECO \"C20\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n");
    let ran = pgn(&["check", "--format", "json"], &bytes).status(0);
    let found: Vec<serde_json::Value> =
        ran.out().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let names: Vec<&str> = found.iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"result-contradicts-board"), "{names:?}");
    let date = found.iter().find(|one| one["message"].as_str().unwrap().contains("1992.02.31")).unwrap();
    let byte = |key: &str| date[key].as_u64().unwrap() as usize;
    assert_eq!(&bytes[byte("byte_start")..byte("byte_end")], b"1992.02.31");
    assert_eq!((byte("line"), byte("column")), (1, byte("byte_start") + 1));
    assert!(date["fix"].is_null());
}

#[test]
fn what_cannot_be_done_with_it_is_said() {
    let dir = Dir::with("a.pgc", coded(GAMES));
    for (args, message) in [
        (&["fmt", "-i", "a.pgc"][..], "a.pgc: a file in binary coding cannot be formatted in place; use -o"),
        (&["fmt", "--check", "a.pgc"], "binary coding, which are in no export format"),
        (&["epd", "sort", "a.pgc"], "contains games, not positions (EPD or FEN)"),
        (&["convert", "--to", "pgn", "--lossy", "a.pgc"], "--lossy has no effect on what --to pgn writes"),
    ] {
        let ran = dir.pgn(args).status(2);
        assert!(ran.err().contains(message), "{args:?}: {}", ran.err());
    }
    assert_eq!(std::fs::read(dir.path("a.pgc")).unwrap(), coded(GAMES));
}
