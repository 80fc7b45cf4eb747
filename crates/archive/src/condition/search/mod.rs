//! What is looked for in the main line, position by position.

mod material;
mod moves;
mod pattern;
mod reaches;

use pgnkit::Ply;
use pgnkit::chess::Position;

pub(super) use material::Material;
pub(super) use moves::Moves;
pub(super) use pattern::Pattern;
pub(super) use reaches::Reaches;

/// Something that comes in the main line of a game or not.
#[derive(Clone, Debug)]
pub(super) enum Search {
    Reaches(Reaches),
    Moves(Moves),
    Pattern(Pattern),
    Material(Material),
}

/// How far a search has come in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Progress {
    /// Not found yet.
    #[default]
    Open,
    Found,
    /// It cannot come any more.
    Over,
}

/// A search in one game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct State {
    pub(super) progress: Progress,
    /// Moves that were looked at.
    plies: usize,
    /// Parts of what is looked for that have come.
    done: u64,
    /// For how many half-moves it has been there, as it is and the other way round; `None` where it is not.
    since: [Option<u32>; 2],
}

impl Search {
    /// Looks at the position that a game starts from.
    pub(super) fn begin(&self, position: &Position, state: &mut State) {
        state.progress = match self {
            Self::Reaches(reaches) => reaches.look(position),
            Self::Moves(moves) => moves.begin(),
            Self::Pattern(pattern) => pattern.look(position),
            Self::Material(material) => material.begin(position, state),
        };
    }

    /// Looks at a move of the main line.
    #[inline]
    pub(super) fn play(&self, ply: &Ply<'_>, state: &mut State) {
        state.progress = match self {
            Self::Reaches(reaches) => reaches.look(ply.after),
            Self::Moves(moves) => moves.play(ply, state),
            Self::Pattern(pattern) => pattern.look(ply.after),
            Self::Material(material) => material.play(ply, state),
        };
    }
}
