//! The positions of a game that are analysed, and the moves that are judged.

use std::sync::Arc;

use pgnkit::Game;
use pgnkit::chess::Color;
use pgnkit_collections::eco::Book;
use pgnkit_query::spelling::{self, Likeness};

use crate::query::GivenMoves;

/// The moves that are judged; the positions before and after them are analysed.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// Whose moves.
    pub players: Players,
    /// The first half-move, from 1; 0 and 1 are the whole game.
    pub from_ply: u32,
    /// The moves up to the last position of the game that the book has are left out.
    pub skip_book: Option<Arc<Book>>,
    /// Once a side is ahead by so many centipawns, or mates, what follows is left out.
    pub until_won: Option<u32>,
    /// The moves before a position that engines are given with it.
    pub moves: GivenMoves,
    /// Evaluations that are in the game stay, and their positions are not searched.
    pub keep_existing: bool,
}

/// Players whose moves are judged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Players {
    /// Both sides.
    #[default]
    All,
    /// One side.
    Side(Color),
    /// Whoever has this name, however it is spelled.
    Named(String),
}

impl Players {
    /// Whether the moves of a side of this game are judged.
    fn has(&self, game: &Game, side: Color) -> bool {
        match self {
            Self::All => true,
            Self::Side(wanted) => *wanted == side,
            Self::Named(name) => {
                let tag = if side == Color::White { "White" } else { "Black" };
                let is_meant =
                    |found| matches!(spelling::players(found, name), Likeness::Same | Likeness::Alike);
                game.tag(tag).is_some_and(is_meant)
            }
        }
    }
}

impl Scope {
    /// Which of the half-moves of the main line are judged, as far as that is known before they are analysed; the first one is made by `first`.
    pub(crate) fn chosen(&self, game: &Game, first: Color, plies: usize) -> Vec<bool> {
        let book = self.skip_book.as_ref().and_then(|book| book.classify(game)).map_or(0, |found| found.ply);
        let begin = book.max(self.from_ply.saturating_sub(1) as usize);
        let sides = [first, !first].map(|side| self.players.has(game, side));
        (0..plies).map(|at| at >= begin && sides[at % 2]).collect()
    }

    /// Whether a score ends the analysis of a game.
    pub(crate) fn is_won(&self, score: pgnkit_uci::Score) -> bool {
        self.until_won.is_some_and(|limit| match score {
            pgnkit_uci::Score::Centipawns(number) => number.unsigned_abs() >= limit,
            pgnkit_uci::Score::Mate(_) => true,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_chosen() {
        let game: Game =
            "[White \"Tal, Mikhail\"]\n[Black \"Botvinnik\"]\n\n1. e4 e6 2. d4 d5 3. Nc3 Nf6 4. h4 *"
                .parse()
                .unwrap();
        let chosen = |scope: Scope| -> String {
            let chosen = scope.chosen(&game, Color::White, 7);
            chosen.iter().map(|is_chosen| if *is_chosen { 'x' } else { '-' }).collect()
        };
        let named = |name: &str| Players::Named(name.to_owned());
        for (scope, expected) in [
            (Scope::default(), "xxxxxxx"),
            (Scope { players: Players::Side(Color::Black), ..Scope::default() }, "-x-x-x-"),
            (Scope { players: named("M. Tal"), ..Scope::default() }, "x-x-x-x"),
            (Scope { players: named("Spassky"), ..Scope::default() }, "-------"),
            (Scope { from_ply: 3, ..Scope::default() }, "--xxxxx"),
            (Scope { from_ply: 99, ..Scope::default() }, "-------"),
            (Scope { skip_book: Some(Book::lichess()), ..Scope::default() }, "------x"),
        ] {
            assert_eq!(chosen(scope.clone()), expected, "{scope:?}");
        }
    }
}
