//! A position of a game, with the move that led to it and what is said of that: what conditions on positions are tested on.

mod annotations;
mod book;
pub(super) mod facts;
mod measure;
mod pawns;
mod sets;
mod tactics;

use pgnkit::chess::{Bitboard, Color, Move, Position, Square};

pub use annotations::places;
pub(super) use annotations::{MoveAnnotations, move_annotations};
pub(super) use book::BookKeys;
pub(super) use facts::Fact;
pub(super) use measure::{Look, Measure};
pub(super) use pawns::Pawns;
pub(super) use sets::{ALL, ANY_PIECE, EMPTY, Set, content, exchanged, piece, squares_with};

/// A position of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment<'m> {
    /// The position.
    pub(super) position: &'m Position,
    /// The move that led to it; none where the game starts.
    pub(super) played: Option<Played<'m>>,
    /// Half-moves before it.
    pub(super) ply: usize,
    /// The keys of the positions up to this one, where they are asked for; none in a variation.
    pub(super) keys: &'m [u64],
    /// Annotations of the move, if they are needed and known.
    pub(super) annotations: Option<&'m MoveAnnotations>,
    /// The side that the condition calls White.
    pub(super) view: Color,
}

/// A move, with the position before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Played<'m> {
    pub(super) mv: Move,
    pub(super) before: &'m Position,
}

/// Information that a part of a condition needs about a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Need {
    #[default]
    Board,
    /// The move that led to it.
    Move,
    /// The positions before it.
    Repetitions,
    /// Comments, glyphs, clocks and evaluations.
    Annotations,
}

impl Moment<'_> {
    /// The same with the colours exchanged.
    pub(super) fn exchanged(self) -> Self {
        Self { view: !self.view, ..self }
    }

    /// A side of the condition as that of the board.
    pub(super) fn color(&self, color: Color) -> Color {
        if self.view == Color::White { color } else { !color }
    }

    /// A square of the board as that of the condition.
    fn square(&self, square: Square) -> Square {
        let name = square.name();
        let rank = if self.view == Color::White { name[1] } else { b'1' + b'8' - name[1] };
        Square::parse(&[name[0], rank]).unwrap_or(square)
    }

    /// The side that has moved.
    fn mover(&self) -> Color {
        !self.position.turn()
    }

    /// The move, unless it is none or a null move.
    fn real(&self) -> Option<Played<'_>> {
        self.played.filter(|played| !played.mv.is_null())
    }
}

/// Squares seen from the other side of the board.
fn flipped(squares: Bitboard) -> Bitboard {
    Bitboard(squares.0.swap_bytes())
}
