//! Puzzles as the users of the library meet them: candidates, solutions by an engine, themes, outputs.

mod agreement;
mod candidates;
mod engine;
mod forms;
mod page;
mod solutions;
mod themes;

use pgnkit::chess::{ChessMode, Position};
use pgnkit_puzzles::Puzzle;
use pgnkit_uci::Score;

/// The puzzle of a position and moves, of which the first is the opponent's.
fn puzzle(fen: &str, moves: &str) -> Puzzle {
    let before: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    let (mut position, mut line) = (before, Vec::new());
    for word in moves.split(' ') {
        let mv = position.parse_uci(word.as_bytes()).unwrap_or_else(|| panic!("{fen} {moves}: {word}"));
        line.push(mv);
        position.play(mv);
    }
    Puzzle::of_solution(before, ChessMode::Standard, line, Score::Centipawns(300))
        .unwrap_or_else(|| panic!("{fen} {moves}"))
}
