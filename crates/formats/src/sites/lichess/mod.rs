//! Records of lichess, a line each: games, puzzles, evaluations of positions.

mod evaluation;
mod game;
mod puzzle;

pub use evaluation::{begins_evaluation, evaluation};
pub use game::{begins_game, game};
pub use puzzle::{PUZZLE_HEADER, begins_puzzle, puzzle};
