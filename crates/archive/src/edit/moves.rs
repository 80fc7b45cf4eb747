//! Moves and variations.

use pgnkit::edit::{EditableGame, TextEditError};
use pgnkit::{Game, NodeId};

use super::Operation;

/// Cuts the main line to a number of half-moves. What belongs to the last one stays, its variations too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaxPlies(pub usize);

impl Operation for MaxPlies {
    fn apply(&self, game: &Game, text: &mut EditableGame<'_>) -> Result<(), TextEditError> {
        if game.ply_count() <= self.0 {
            return Ok(());
        }
        let last = self.0.checked_sub(1).map(|at| text.game().mainline().nth(at).map(|node| node.id()));
        text.truncate_after(last.map_or(NodeId::ROOT, |last| last.unwrap_or(NodeId::ROOT)))
    }
}

/// Removes variations, with all that is in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DropVariations;

impl Operation for DropVariations {
    fn apply(&self, game: &Game, text: &mut EditableGame<'_>) -> Result<(), TextEditError> {
        if game.mainline().all(|node| node.variations().next().is_none()) {
            return Ok(());
        }
        let variations = text.game().mainline().flat_map(|node| node.variations());
        let variations: Vec<NodeId> = variations.map(|node| node.id()).collect();
        variations.into_iter().try_for_each(|variation| text.remove_variation(variation))
    }
}
