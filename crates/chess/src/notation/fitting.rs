//! The moves that a word fits.

use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::san::SanChanges;

/// The legal moves that a word fits.
#[derive(Debug)]
pub(super) struct Fitting {
    pub(super) moves: MoveList,
    /// Contradictions between the word and the only one.
    pub(super) changes: SanChanges,
}

/// The legal moves that a test accepts.
pub(super) fn legal(position: &Position, mut accepts: impl FnMut(Move) -> bool) -> MoveList {
    let mut found = MoveList::new();
    for mv in position.legal_moves().iter().copied().filter(|mv| !mv.is_drop() && !mv.is_null()) {
        if accepts(mv) {
            found.push(mv);
        }
    }
    found
}
