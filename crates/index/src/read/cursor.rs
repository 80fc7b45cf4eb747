//! Games that are replayed one after the other: what two share is played once.

use pgnkit_chess::{Move, Position};

use super::moves::StoredMoves;
use crate::moves::{decode, start};

/// The positions of a game, as far as it was replayed.
#[derive(Debug, Default)]
pub(super) struct Cursor {
    first: Vec<u8>,
    /// The first position, and those after the moves.
    pub(super) positions: Vec<Position>,
    pub(super) moves: Vec<Move>,
    codes: Vec<u32>,
}

impl Cursor {
    /// Goes to the last position that a game is known to share with the one before, and says how many they share; `None` if its first position is none.
    pub(super) fn begin(&mut self, game: &StoredMoves) -> Option<usize> {
        if self.positions.is_empty() || self.first != game.start {
            self.positions.clear();
            self.first.clone_from(&game.start);
            self.positions.push(start(&self.first)?);
            self.moves.clear();
            self.codes.clear();
            return Some(0);
        }
        let shared = self.codes.iter().zip(&game.moves).take_while(|(one, other)| one == other).count();
        self.go_back(shared);
        Some(self.positions.len())
    }

    /// Goes back to the position after so many moves.
    pub(super) fn go_back(&mut self, moves: usize) {
        self.positions.truncate(moves + 1);
        self.moves.truncate(moves);
        self.codes.truncate(moves);
    }

    /// Plays the next move of the game; whether there is one. `None` if it is not legal.
    pub(super) fn step(&mut self, game: &StoredMoves) -> Option<bool> {
        let Some(code) = game.moves.get(self.codes.len()) else { return Some(false) };
        let mut position = *self.positions.last()?;
        let mv = decode(&position, *code)?;
        position.play(mv);
        self.positions.push(position);
        self.moves.push(mv);
        self.codes.push(*code);
        Some(true)
    }
}
