//! Place of a move in its game, and the parts of it seen so far.

use pgnkit_chess::Color;

use crate::read::Start;

/// The line of play being read.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineState {
    pub(super) number: u32,
    pub(super) turn: Color,
    pub(super) stage: Stage,
}

/// The parts of a move seen so far, in the order of export format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    Move,
    /// Its annotation with the highest number.
    Nag(u32),
    Comment,
    Variation,
    /// The game has its marker: nothing comes after it.
    Marker,
}

impl LineState {
    /// Before the first move.
    pub(super) fn new(start: &Start) -> Self {
        let position = &start.position;
        Self { number: position.fullmove_number(), turn: position.turn(), stage: Stage::Move }
    }

    /// After one more move.
    pub(super) fn next(self) -> Self {
        let (number, turn) = match self.turn {
            Color::White => (self.number, Color::Black),
            Color::Black => (self.number.wrapping_add(1), Color::White),
        };
        Self { number, turn, stage: Stage::Move }
    }

    /// Before the last move, where a variation starts.
    pub(super) fn before_last(self) -> Self {
        let (number, turn) = match self.turn {
            Color::White => (self.number.wrapping_sub(1), Color::Black),
            Color::Black => (self.number, Color::White),
        };
        Self { number, turn, stage: Stage::Move }
    }
}
