//! `pgn convert`.

use crate::rig::{Dir, pgn};

const GAME: &str = "[White \"A\"]\n\n1. e4 e5 *\n";

#[test]
fn games_become_positions() {
    let fens = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\
        rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n\
        rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2\n";
    assert_eq!(pgn(&["convert", "--to", "fen"], GAME).status(0).out(), fens);
    let epd = pgn(&["convert", "--to", "epd"], GAME).status(0);
    assert_eq!(epd.out().lines().count(), 3);
    assert!(epd.out().lines().next().unwrap().ends_with(" 1w\"; sm e4;"), "{}", epd.out());
}

#[test]
fn there_and_back() {
    let fens = pgn(&["convert", "--to", "fen"], GAME).status(0);
    let epd = pgn(&["convert", "--to", "epd"], fens.bytes()).status(0);
    assert!(epd.out().ends_with(" w KQkq e6 fmvn 2; hmvc 0;\n"), "{}", epd.out());
    assert_eq!(pgn(&["convert", "--to", "fen", "--from", "epd"], epd.bytes()).status(0).out(), fens.out());
    let games = pgn(&["convert", "--to", "pgn"], epd.bytes()).status(0);
    assert_eq!(games.out().matches("[Event ").count(), 3);
    pgn(&["check", "--deny", "warnings"], games.bytes()).status(0);
}

#[test]
fn positions_of_variants_go_there_and_back() {
    for (variant, moves, fen_shows_it) in [
        ("Crazyhouse", "1. e4 d5 2. exd5 Qxd5 *", true),
        ("Three-check", "1. e4 e5 2. Bc4 Nc6 3. Bxf7+ *", true),
        ("Atomic", "1. Nf3 e6 2. Ng5 h6 3. Nxf7# *", false),
        ("Horde", "1. a5 d6 *", false),
    ] {
        let game = format!("[Variant \"{variant}\"]\n\n{moves}\n");
        let epd = pgn(&["convert", "--to", "epd"], game.as_bytes()).status(0);
        // The form is recognised by the first line.
        let again = pgn(&["fmt"], epd.bytes()).status(0);
        assert_eq!(again.out(), epd.out());
        let games = pgn(&["convert", "--to", "pgn"], epd.bytes()).status(0);
        let tag = format!("[Variant \"{variant}\"]");
        assert_eq!(games.out().matches(&tag).count(), epd.out().lines().count(), "{}", games.out());
        let fens = pgn(&["convert", "--to", "fen"], epd.bytes()).status(0);
        let values = "values had no room in their records and were cut or left out";
        // Names and moves of records are lost as well.
        assert!(fens.account().contains(values));
        let of_games = pgn(&["convert", "--to", "fen"], game.as_bytes()).status(0);
        assert_eq!(of_games.out(), fens.out());
        assert_eq!(of_games.account().contains(values), !fen_shows_it, "{variant}: {}", of_games.account());
        if fen_shows_it {
            let games = pgn(&["convert", "--to", "pgn"], fens.bytes()).status(0);
            assert_eq!(games.out().matches(&tag).count(), epd.out().lines().count());
        }
    }
}

#[test]
fn what_a_fen_has_no_room_for_is_counted() {
    let dir = Dir::with("a.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; fmvn 39; hmvc 5; id \"x\";\nnonsense\n");
    let ran = dir.pgn(&["convert", "--to", "fen", "a.epd", "-o", "a.fen"]).status(1);
    assert!(
        ran.account().ends_with("wrote 2; 2 values had no room in their records and were cut or left out")
    );
    assert_eq!(dir.read("a.fen"), "4k3/8/8/8/8/8/4P3/4K3 w - - 5 39\nnonsense\n");
}

#[test]
fn nothing_in_nothing_out() {
    for to in ["pgn", "pgc", "json", "epd", "fen"] {
        assert_eq!(pgn(&["convert", "--to", to], "").status(0).out(), "");
    }
}

/// A build without columns says so, and writes no other format under that name.
#[test]
#[cfg(not(feature = "columns"))]
fn columns_are_in_another_build() {
    let dir = Dir::with("a.pgn", "1. e4 *\n");
    let reason = "built without Parquet and Arrow, which all released packages of it have (pgnkit-cli of pip, pgnkit of npm";
    for args in [
        &["convert", "--to", "parquet", "a.pgn"][..],
        &["convert", "--to", "arrow", "-o", "x.arrow", "a.pgn"],
        &["convert", "-o", "x.parquet", "a.pgn"],
        &["convert", "-o", "x.feather", "a.pgn"],
        &["convert", "--partition", "year", "-o", "x", "a.pgn"],
        &["check", "--from", "parquet", "a.pgn"],
    ] {
        let ran = dir.pgn(args).status(2);
        assert!(ran.err().contains(reason), "{args:?}: {}", ran.err());
    }
    for args in [
        &["convert", "--to", "json", "-o", "x.parquet", "a.pgn"][..],
        &["fmt", "-o", "x.arrow", "a.pgn"],
        &["filter", "TRUE", "-o", "x.parquet", "a.pgn"],
        &["html", "-o", "x.parquet", "a.pgn"],
    ] {
        let ran = dir.pgn(args).status(2);
        assert!(ran.err().contains("x."), "{args:?}: {}", ran.err());
    }
    dir.write("b.parquet", "PAR1\0\0\0\0PAR1");
    let ran = dir.pgn(&["check", "b.parquet"]).status(2);
    assert!(
        ran.err().contains("it is a file of Parquet; this build is without the feature `columns`")
            && ran.err().contains("; all released packages have it (pgnkit-cli of pip"),
        "{}",
        ran.err()
    );
    assert_eq!(dir.names(), ["a.pgn", "b.parquet"]);
}
