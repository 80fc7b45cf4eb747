//! Records of lichess, a line each: games, which are also written, puzzles, evaluations of positions.

mod evaluation;
mod game;
mod puzzle;
mod write;

pub use evaluation::{begins_evaluation, evaluation};
pub use game::{begins_game, game};
pub use puzzle::{PUZZLE_HEADER, begins_puzzle, puzzle};
pub use write::{LeftOut, WriteError, write_game};
