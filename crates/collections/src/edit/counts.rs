//! Tags that say how long a game is.

use pgnkit::Game;
use pgnkit::edit::{EditableGame, TextEditError};

use super::{BeginAt, Operation};

/// Sets the tag PlyCount (section 9.9.1) to the number of half-moves of the main line, of which some may go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetPlyCount {
    /// The length that the main line is cut to, if it is.
    pub max_plies: Option<usize>,
    /// The new beginning of the game, if it is later.
    pub begin: Option<BeginAt>,
}

impl Operation for SetPlyCount {
    fn apply(&self, game: &Game, text: &mut EditableGame<'_>) -> Result<(), TextEditError> {
        let last = game.ply_count().min(self.max_plies.unwrap_or(usize::MAX));
        let first = self.begin.as_ref().map_or(0, |begin| begin.plies(game));
        text.set_tag("PlyCount", &last.saturating_sub(first).to_string())
    }
}
