//! Themes of puzzles: names with exact conditions.

mod native;
mod table;

use pgnkit::chess::{Color, Move, Position, Square};
use pgnkit::{Game, NodeId};
use pgnkit_query::condition::Condition;

use crate::puzzle::Puzzle;

pub use table::THEMES;

/// A theme: its name, as in lichess's table of puzzles, and its condition.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PuzzleTheme {
    /// Its name.
    pub name: &'static str,
    /// Its condition in words.
    pub doc: &'static str,
    test: Test,
}

impl PuzzleTheme {
    /// Its condition in SQL, as `pgn filter` takes it, about the solution as a game, in which White is the solver; `None` if it is about more than
    /// that.
    #[must_use]
    pub const fn condition(&self) -> Option<&'static str> {
        match self.test {
            Test::Condition(text) => Some(text),
            Test::Native(_) => None,
        }
    }
}

/// The way in which a theme is tested.
#[derive(Clone, Copy, Debug)]
enum Test {
    Condition(&'static str),
    Native(fn(&Puzzle) -> bool),
}

/// The conditions of all themes, read once.
#[derive(Debug)]
pub struct ThemeTester(Vec<(PuzzleTheme, Option<Condition>)>);

impl Default for ThemeTester {
    fn default() -> Self {
        // A test of the table reads them all.
        let read = |theme: &PuzzleTheme| (*theme, theme.condition().and_then(|text| text.parse().ok()));
        Self(THEMES.iter().map(read).collect())
    }
}

impl ThemeTester {
    /// The names of the themes of a puzzle, in the order of [`THEMES`]. Those that it has are not looked at.
    #[must_use]
    pub fn themes_of(&self, puzzle: &Puzzle) -> Vec<&'static str> {
        let game = solution_of_white(puzzle);
        let holds = |(theme, condition): &&(PuzzleTheme, Option<Condition>)| match theme.test {
            Test::Native(test) => test(puzzle),
            Test::Condition(_) => condition.as_ref().is_some_and(|condition| condition.holds(&game)),
        };
        self.0.iter().filter(holds).map(|(theme, _)| theme.name).collect()
    }
}

/// The solution as a game in which White is the solver: with Black as the solver, the board is turned over.
fn solution_of_white(puzzle: &Puzzle) -> Game {
    let is_turned = puzzle.solver() == Color::Black;
    let mut position = puzzle.position();
    if is_turned {
        position = position.mirrored();
    }
    let mut game = Game::from_setup(position, puzzle.mode);
    let mut moves = Vec::new();
    for mv in puzzle.solution() {
        let Some(mv) = (if is_turned { turned(&position, *mv) } else { Some(*mv) }) else { break };
        position.play(mv);
        moves.push(mv);
    }
    // They are legal: it would end at the first that is not.
    let _ = game.add_line(NodeId::ROOT, moves);
    game
}

fn turned(position: &Position, mv: Move) -> Option<Move> {
    let turned = |square: Square| Square::new((square.index() ^ 56) as u8);
    position.find_move(turned(mv.from())?, turned(mv.to())?, mv.promotion())
}
