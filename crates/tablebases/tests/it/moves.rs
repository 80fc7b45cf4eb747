//! Moves in their order.

use pgnkit_chess::ChessMode;
use pgnkit_tablebases::Category;

use crate::{position, tables};

#[test]
fn the_best_come_first() {
    let tables = tables();
    for (fen, expected) in [
        // Mate, then the other wins; moves that lose the rook and stalemates are last.
        ("8/8/8/8/8/1k6/7r/K7 b - - 0 1", "h2h1 win 1"),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q win 1"),
        ("3k4/8/8/8/8/8/1r6/K7 w - - 0 1", "a1b2 draw 0"),
        // The only move that holds.
        ("8/3k4/3P4/3K4/8/8/8/8 b - - 0 1", "d7d8 draw 0"),
    ] {
        let moves = tables.ranked_moves(&position(fen)).unwrap().unwrap();
        let best = moves[0];
        let text = format!(
            "{} {} {}",
            best.mv.to_uci(ChessMode::Standard),
            best.category.unwrap(),
            best.dtz.unwrap().plies
        );
        assert_eq!(text, expected, "{fen}");
        assert_eq!(tables.best_move(&position(fen)).unwrap(), Some(best.mv));
        assert!(moves.is_sorted_by(|a, b| a.category >= b.category), "{fen}");
        assert_eq!(moves.len(), position(fen).legal_moves().len());
        // The outcome of a position is that of its best move.
        assert_eq!(best.category, tables.probe(&position(fen)).unwrap().map(|found| found.category));
    }
}

/// With any halfmove clock the outcome of a position is that of its best move, and a distance is one ply more than that after it.
#[test]
fn positions_and_their_best_moves_agree() {
    let tables = tables();
    let mut count = 0;
    for (number, man) in ["Q", "R", "P", "q", "r", "p"].iter().enumerate() {
        for place in 0..400_usize {
            // Squares that are spread over the board, a few of them the same.
            let cells = [place * 7 + number, place * 13 + 5, place * 29 + 31].map(|cell| cell % 64);
            let mut board = vec!["1"; 64];
            for (cell, man) in cells.iter().zip(["K", "k", man]) {
                board[*cell] = man;
            }
            let rows: Vec<String> = board.chunks(8).map(|row| row.concat()).collect();
            let turn = if place % 2 == 0 { 'w' } else { 'b' };
            let fen = format!("{} {turn} - - {} 150", rows.join("/"), place % 100);
            let Ok(position) = fen.parse::<pgnkit_chess::Position>() else { continue };
            if position.occupied().len() < 3 {
                continue;
            }
            let found = tables.probe(&position).unwrap().unwrap();
            let Some(best) = tables.ranked_moves(&position).unwrap().unwrap().first().copied() else {
                continue;
            };
            assert_eq!(best.category, Some(found.category), "{position}");
            assert_eq!(best.dtz.unwrap().plies, found.dtz.unwrap().plies, "{position}");
            count += 1;
        }
    }
    assert!(count > 1000, "{count}");
}

#[test]
fn a_losing_side_delays() {
    let tables = tables();
    let moves = tables.ranked_moves(&position("8/2k5/8/8/8/8/8/KQ6 b - - 0 1")).unwrap().unwrap();
    assert!(moves.iter().all(|mv| mv.category == Some(Category::Loss)));
    assert!(moves.is_sorted_by_key(|mv| mv.dtz.unwrap().plies));
    assert!(moves[0].dtz.unwrap().plies < moves.last().unwrap().dtz.unwrap().plies);
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    let tables = tables();
    for fen in ["7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "8/8/8/8/8/2k5/2p5/2K5 w - - 0 1"] {
        assert_eq!(tables.ranked_moves(&position(fen)).unwrap(), Some(Vec::new()));
        assert_eq!(tables.best_move(&position(fen)).unwrap(), None);
    }
}

#[test]
fn a_win_is_played_out() {
    let tables = tables();
    for fen in
        ["8/8/8/3k4/8/8/8/KR6 w - - 0 1", "8/8/8/8/2k5/8/4P3/4K3 w - - 0 1", "kq6/8/8/8/8/8/2K5/8 w - - 0 1"]
    {
        let mut game = position(fen);
        let mut plies = 0;
        while let Some(best) = tables.best_move(&game).unwrap() {
            game.play(best);
            plies += 1;
            assert!(plies < 200, "{fen}");
        }
        assert!(game.is_checkmate(), "{fen}: {game}");
    }
}
