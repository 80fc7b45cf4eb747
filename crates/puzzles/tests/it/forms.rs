//! Outputs, byte for byte.

use std::fs;
use std::path::PathBuf;

use pgnkit_puzzles::{KnownPuzzles, PuzzleForm, ThemeTester};

use crate::puzzle;

fn written(form: PuzzleForm, fen: &str, moves: &str) -> String {
    let mut puzzle = puzzle(fen, moves);
    puzzle.themes = ThemeTester::default().themes_of(&puzzle);
    puzzle.choices[0].second = Some(pgnkit_uci::Score::Centipawns(-100));
    puzzle.choices[0].depth = 12;
    puzzle.source.tags = vec![("White", "Tal, Mihail".to_owned()), ("Date", "1960.??.??".to_owned())];
    puzzle.source.url = Some("https://lichess.org/abcdefgh".to_owned());
    puzzle.source.ply = 41;
    let mut out = Vec::new();
    form.begin(&mut out);
    form.write(&puzzle, &mut out);
    String::from_utf8(out).unwrap()
}

const FORK: (&str, &str) = ("r3k3/7p/8/3N4/8/8/8/4K3 b q - 3 21", "h7h6 d5c7 e8d7 c7a8");

/// Compares with `golden/fork.FORM`, or writes it with `PGN_BLESS=1`.
fn golden(form: PuzzleForm) {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/golden/fork").with_extension(form.name());
    let found = written(form, FORK.0, FORK.1);
    if std::env::var_os("PGN_BLESS").is_some() {
        fs::write(path, found).unwrap();
    } else {
        assert_eq!(fs::read_to_string(path).unwrap(), found);
    }
}

#[test]
fn games_have_the_opponents_move_and_the_solution() {
    golden(PuzzleForm::Pgn);
}

#[test]
fn records_have_the_position_to_solve() {
    golden(PuzzleForm::Epd);
    // Each mate is a best move.
    let mates = written(PuzzleForm::Epd, "7k/5ppp/8/8/8/1R6/8/R5K1 b - - 0 1", "h8g8 a1a8");
    assert!(mates.contains("bm Ra8# Rb8#;"), "{mates}");
}

#[test]
fn tables_have_the_columns_of_lichess_first() {
    golden(PuzzleForm::Csv);
}

#[test]
fn a_position_is_a_puzzle_once() {
    let mut known = KnownPuzzles::default();
    assert!(known.insert(&puzzle("r3k3/7p/8/3N4/8/8/8/4K3 b q - 3 21", "h7h6 d5c7 e8d7 c7a8")));
    // At another move of a game, with another solution.
    assert!(!known.insert(&puzzle("r3k3/7p/8/3N4/8/8/8/4K3 b q - 0 30", "h7h6 d5c7")));
    assert!(known.insert(&puzzle("r3k3/7p/8/3N4/8/8/8/4K3 b - - 0 30", "h7h6 d5c7")));
}
