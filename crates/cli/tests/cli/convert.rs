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
