//! Each theme that is no pattern of mate, on a puzzle that has it and on one that comes near. The patterns are those of `pgnkit-query`, which has
//! games for each; `agreement` compares both with the tags of lichess.

use std::collections::BTreeSet;

use pgnkit::chess::{ChessMode, Position};
use pgnkit_puzzles::{Puzzle, THEMES, ThemeTester};
use pgnkit_query::condition::Condition;
use pgnkit_uci::Score;

use crate::puzzle;

fn has(theme: &str, puzzle: &Puzzle) -> bool {
    ThemeTester::default().themes_of(puzzle).contains(&theme)
}

#[test]
fn conditions_can_be_read_and_names_are_there_once() {
    let mut names = BTreeSet::new();
    for theme in THEMES {
        assert!(names.insert(theme.name), "{}", theme.name);
        assert!(theme.doc.len() > 12 && !theme.doc.ends_with('.'), "{}: {}", theme.name, theme.doc);
        if let Some(text) = theme.condition() {
            let condition: Condition = text.parse().unwrap_or_else(|error| panic!("{}: {error}", theme.name));
            assert!(condition.notes().is_empty(), "{}: {:?}", theme.name, condition.notes());
        }
    }
}

#[test]
fn each_theme_has_a_puzzle_and_a_near_miss() {
    let mut wrong = Vec::new();
    // Theme, position before the opponent's move, moves, whether it has the theme.
    for (theme, fen, moves, expected) in [
        // A knight forks king and rook; a king and a pawn are no fork.
        ("fork", "r3k3/7p/8/3N4/8/8/8/4K3 b q - 0 1", "h7h6 d5c7 e8d7 c7a8", true),
        ("fork", "4k3/7p/p7/1N6/8/8/8/4K3 b - - 0 1", "h7h6 b5c7 e8d7 c7a6", false),
        // The fork of the side that does not solve.
        ("fork", "4k3/8/8/8/3n4/8/7P/R3K3 w - - 0 1", "h2h3 d4c2 e1d2 c2a1", true),
        ("fork", "4k3/8/8/8/3n4/8/7P/R3K3 b - - 0 1", "d4c2 e1d2 c2a1 h2h3", false),
        ("pin", "4k3/8/8/3n4/8/8/6B1/4K2R b - - 0 1", "d5e7 h1h8 e8d7 g2d5", false),
        ("pin", "8/4k3/8/4n3/8/8/7R/6K1 b - - 0 1", "e7e8 h2e2 e8d7 e2e5", true),
        ("skewer", "8/8/8/8/p2k4/8/8/6KR b - - 0 1", "d4c4 h1h4 c4b5 h4a4", false),
        ("skewer", "8/8/8/8/q2k4/8/8/6KR b - - 0 1", "d4c4 h1h4 c4b5 h4a4", true),
        ("discoveredAttack", "3q2k1/8/8/8/3B4/8/8/3R2K1 b - - 0 1", "g8h7 d4f6 h7g6 d1d8", true),
        ("discoveredAttack", "3q2k1/8/8/8/4B3/8/8/3R2K1 b - - 0 1", "g8h8 d1d8 h8g7 d8d7", false),
        ("discoveredCheck", "4k3/8/8/8/4N3/8/8/4R1K1 b - - 0 1", "e8f8 e4g5 f8g7 e1e7", false),
        ("discoveredCheck", "3k4/8/8/8/4N3/8/8/4R1K1 b - - 0 1", "d8e8 e4c5 e8f7 c5d7", true),
        ("doubleCheck", "3k4/8/8/8/4N3/8/8/4R1K1 b - - 0 1", "d8e8 e4f6 e8f7 f6d7", true),
        ("doubleCheck", "3k4/8/8/8/4N3/8/8/4R1K1 b - - 0 1", "d8e8 e4c5 e8f7 c5d7", false),
        ("sacrifice", "6k1/5pp1/7p/8/8/3Q4/8/3R2K1 b - - 0 1", "h6h5 d3h7 g8h7 d1d7", true),
        ("sacrifice", "6k1/5pp1/7p/8/8/3Q4/8/3R2K1 b - - 0 1", "h6h5 d3d8 g8h7 d1d7", false),
        ("hangingPiece", "4k3/8/8/3n4/8/8/6B1/4K3 b - - 0 1", "e8e7 g2d5", true),
        ("hangingPiece", "4k3/8/4p3/3n4/8/8/6B1/4K3 b - - 0 1", "e8e7 g2d5", false),
        // Protected through the square of the piece that takes.
        ("hangingPiece", "3r4/8/3Q4/8/k7/3n4/8/7K b - - 0 1", "a4a5 d6d3", false),
        ("hangingPiece", "4k3/8/5n2/3B4/8/8/6B1/4K3 b - - 0 1", "f6d5 g2d5", false),
        ("hangingPiece", "4k3/8/8/3p4/8/8/6B1/4K3 b - - 0 1", "e8e7 g2d5", false),
        ("quietMove", "6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1", "h7h6 a1a3 g8h7 a3a8", true),
        // It attacks a pawn.
        ("quietMove", "6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1", "h7h6 a1a7 g8h7 a7a8", false),
        ("quietMove", "6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1", "h7h6 a1a8 g8h7 a8a7", false),
        ("quietMove", "6k1/5ppp/8/n7/8/8/8/1R4K1 b - - 0 1", "h7h6 b1b5 g8h7 b5a5", false),
        (
            "attackingF2F7",
            "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3",
            "g8f6 h5f7",
            true,
        ),
        ("quietMove", "6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1", "h7h6 g1f2 g8h7 a1a7", false),
        ("quietMove", "6k1/5ppp/P7/8/8/8/8/R5K1 b - - 0 1", "h7h6 a6a7 g8h7 a7a8q", false),
        ("attackingF2F7", "5k2/5p2/8/7Q/2B5/8/8/4K3 b - - 0 1", "f8g8 h5f7", false),
        ("advancedPawn", "4k3/8/P7/8/8/8/8/4K3 b - - 0 1", "e8f8 a6a7 f8e7 a7a8q", true),
        ("advancedPawn", "4k3/8/8/P7/8/8/8/4K3 b - - 0 1", "e8f8 a5a6", false),
        ("promotion", "4k3/P7/8/8/8/8/8/4K3 b - - 0 1", "e8f7 a7a8q", true),
        ("promotion", "8/P3k3/8/8/8/8/p7/4K3 b - - 0 1", "a2a1q e1d2", false),
        ("underPromotion", "8/P4k2/8/8/8/8/8/4K3 b - - 0 1", "f7e7 a7a8n", true),
        ("underPromotion", "8/P4k2/8/8/8/8/8/4K3 b - - 0 1", "f7e7 a7a8q", false),
        ("enPassant", "4k3/1p6/8/P7/8/8/8/4K3 b - - 0 1", "b7b5 a5b6", true),
        ("enPassant", "4k3/8/1p6/P7/8/8/8/4K3 b - - 0 1", "e8e7 a5b6", false),
        ("castling", "3k4/8/8/8/8/8/8/4K2R b K - 0 1", "d8e8 e1g1", true),
        ("castling", "r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1", "e8c8 e1f2", false),
        // Rooks and pawns only, at both ends.
        ("rookEndgame", "4k2r/8/8/8/8/8/8/4K2R b - - 0 1", "h8g8 h1h7", true),
        ("rookEndgame", "4k2r/7p/8/8/8/8/7P/4K2R w - - 0 1", "e1e2 h8g8", true),
        ("rookEndgame", "4k2r/8/8/8/8/8/8/4K2R b - - 0 1", "e8f8 h1h8", true),
        ("rookEndgame", "4k2r/7n/8/8/8/8/8/4K2R b - - 0 1", "e8f8 h1h7", false),
        ("rookEndgame", "4k1nr/8/8/8/8/8/8/4K2R b - - 0 1", "h8h7 h1h7", false),
        ("pawnEndgame", "4k3/p7/8/8/8/8/7P/4K3 b - - 0 1", "a7a6 h2h4", true),
        ("pawnEndgame", "4k3/8/8/8/8/7p/7P/4K3 b - - 0 1", "e8d8 e1f2", true),
        ("pawnEndgame", "4k3/P7/8/8/8/8/8/4K3 b - - 0 1", "e8d8 a7a8q", false),
        ("knightEndgame", "4k3/8/8/8/8/8/6NP/4K3 b - - 0 1", "e8d8 g2f4", true),
        ("knightEndgame", "4k3/8/8/8/8/8/6BP/4K3 b - - 0 1", "e8d8 g2f3", false),
        ("bishopEndgame", "4k3/8/8/8/8/8/6BP/4K3 b - - 0 1", "e8d8 g2f3", true),
        ("bishopEndgame", "4k3/8/8/8/8/8/6NP/4K3 b - - 0 1", "e8d8 g2f4", false),
        ("queenEndgame", "4k3/8/8/8/8/8/6QP/4K3 b - - 0 1", "e8d8 g2f3", true),
        ("queenEndgame", "4k3/8/8/8/8/8/6QR/4K3 b - - 0 1", "e8d8 g2f3", false),
        ("queenRookEndgame", "4k3/8/8/8/8/8/6QR/4K3 b - - 0 1", "e8d8 g2f3", true),
        ("queenRookEndgame", "4k3/8/8/8/8/8/6QQ/4K3 b - - 0 1", "e8d8 g2f3", false),
        ("queenRookEndgame", "3qk3/8/8/8/8/8/6QR/4K3 b - - 0 1", "e8f8 g2f3", false),
        ("endgame", "rnbqk3/8/8/8/8/8/8/RN1QK3 w - - 0 30", "e1e2 e8e7", false),
        ("endgame", "rnb1k3/8/8/8/8/8/8/RN1QK3 w - - 0 30", "e1e2 e8e7", true),
        ("opening", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 12", "e2e4 e7e5", true),
        ("opening", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 12", "e7e5 e2e4", false),
        ("middlegame", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 12", "e7e5 e2e4", true),
        ("middlegame", "rnb1k3/8/8/8/8/8/8/RN1QK3 w - - 0 30", "e1e2 e8e7", false),
        ("mateIn1", "6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1", "g8h8 a1a8", true),
        ("backRankMate", "6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1", "g8h8 a1a8", true),
        ("mateIn1", "6k1/5pp1/8/8/8/8/8/R5K1 b - - 0 1", "f7f6 a1a8", false),
        ("mateIn2", "7k/5ppp/8/8/8/8/R7/R5K1 b - - 0 1", "h8g8 a2a8", false),
        ("mateIn2", "1r4k1/5ppp/8/8/8/8/R7/R5K1 b - - 0 1", "h7h5 a2a8 b8a8 a1a8", false),
        ("mateIn2", "1r5k/5ppp/8/8/8/8/R7/R5K1 b - - 0 1", "h8g8 a2a8 b8a8 a1a8", true),
        // One square is empty, and a pawn attacks it.
        ("smotheredMate", "6rk/p6p/7P/6N1/8/8/8/K7 b - - 0 1", "a7a6 g5f7", false),
        ("smotheredMate", "6rk/p5pp/8/6N1/8/8/8/6K1 b - - 0 1", "a7a6 g5f7", true),
        ("oneMove", "6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1", "g8h8 a1a8", true),
        ("short", "6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1", "h7h6 a1a7 g8h7 a7a8", true),
        ("long", "6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1", "h7h6 a1a7 g8h7 a7a8 h6h5 g1g2", true),
        ("veryLong", "6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1", "h7h6 a1a7 g8h7 a7a8 h6h5 g1g2 h5h4 g2h3", true),
        ("veryLong", "6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1", "h7h6 a1a7 g8h7 a7a8 h6h5 g1g2", false),
    ] {
        if has(theme, &puzzle(fen, moves)) != expected {
            wrong.push(format!("{theme}: {fen} {moves}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The same puzzle with the colours exchanged has the same themes.
#[test]
fn themes_know_no_colour() {
    let fen = "r3k3/7p/8/3N4/8/8/8/4K3 b q - 0 1";
    let white = puzzle(fen, "h7h6 d5c7 e8d7 c7a8");
    let before: Position = white.before.mirrored();
    let black = puzzle(&before.to_string(), "h2h3 d4c2 e1d2 c2a1");
    let tester = ThemeTester::default();
    assert_eq!(tester.themes_of(&white), tester.themes_of(&black));
    assert!(tester.themes_of(&white).contains(&"fork"));
}

#[test]
fn advantages_are_those_of_the_first_move() {
    let one = puzzle("4k3/8/8/3n4/8/8/6B1/4K3 b - - 0 1", "e8e7 g2d5");
    for (score, expected) in [
        (Score::Centipawns(200), "advantage"),
        (Score::Centipawns(599), "advantage"),
        (Score::Centipawns(600), "crushing"),
        (Score::Mate(9), ""),
    ] {
        let puzzle = Puzzle::of_solution(one.before, ChessMode::Standard, one.moves.clone(), score).unwrap();
        for theme in ["advantage", "crushing"] {
            assert_eq!(has(theme, &puzzle), theme == expected, "{score} {theme}");
        }
    }
}
