//! Games that begin later.

use pgnkit::Game;
use pgnkit::edit::{EditableGame, TextEditError};

use super::Operation;

/// Begins games with a later position of the main line, which FEN and SetUp then say. The moves before it go, with what belongs to
/// them; comments on the last of them stay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BeginAt {
    /// After so many half-moves, or after the last one of a shorter game.
    Plies(usize),
    /// At the first move of the main line with this text in a comment: after that move. Other games stay as they are.
    Comment(String),
}

impl BeginAt {
    /// Half-moves to remove from a game.
    pub fn plies(&self, game: &Game) -> usize {
        match self {
            Self::Plies(plies) => (*plies).min(game.ply_count()),
            Self::Comment(text) => {
                let has_text = |comment: &str| comment.contains(text.as_str());
                let found = game.mainline().position(|node| node.comments().any(has_text));
                found.map_or(0, |before| before + 1)
            }
        }
    }
}

impl Operation for BeginAt {
    fn apply(&self, game: &Game, text: &mut EditableGame<'_>) -> Result<(), TextEditError> {
        let Some(before) = self.plies(game).checked_sub(1) else { return Ok(()) };
        let last = text.game().mainline().nth(before).map(|node| node.id());
        text.begin_after(last.ok_or(TextEditError::NoSuchPlace)?)
    }
}
