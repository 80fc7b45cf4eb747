//! Tags that say how long a game is.

use pgnkit::Game;
use pgnkit::edit::{EditableGame, TextEditError};

use super::Operation;

/// Sets the tag PlyCount (section 9.9.1) to the number of half-moves of the main line, of which at most so many stay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SetPlyCount {
    /// The length that the main line is cut to, if it is.
    pub max_plies: Option<usize>,
}

impl Operation for SetPlyCount {
    fn apply(&self, game: &Game, text: &mut EditableGame<'_>) -> Result<(), TextEditError> {
        let plies = game.ply_count().min(self.max_plies.unwrap_or(usize::MAX));
        text.set_tag("PlyCount", &plies.to_string())
    }
}
