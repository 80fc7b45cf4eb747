//! Moves and variations.

use std::str::FromStr;

use pgnkit::edit::{EditableGame, TextEditError};
use pgnkit::syntax::internals::is_move_like;
use pgnkit::{Game, Node, NodeId};

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

/// Makes a line the main line in games that have it: `1. e4 c5 2. Nf3`. Each line that it departs from becomes a variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromoteLine(Vec<String>);

impl PromoteLine {
    /// The last place of the line in a game; none where the game does not have it.
    fn find<'g>(&self, game: &'g Game) -> Option<Node<'g>> {
        let mut position = game.start().position;
        let mut nodes = vec![game.root()];
        for san in &self.0 {
            let mv = position.parse_san(san).ok()?;
            position.play(mv);
            // A game may have a move twice, and only one of them goes on.
            nodes = nodes.iter().flat_map(Node::children).filter(|node| node.mv() == mv).collect();
        }
        nodes.first().copied()
    }
}

impl Operation for PromoteLine {
    fn apply(&self, game: &Game, text: &mut EditableGame<'_>) -> Result<(), TextEditError> {
        if self.find(game).is_none_or(|node| node.is_main_line()) {
            return Ok(());
        }
        match self.find(text.game()).map(|node| node.id()) {
            Some(node) => text.make_main_line(node),
            None => Err(TextEditError::NoSuchPlace),
        }
    }
}

/// Reads moves, with their numbers or without.
impl FromStr for PromoteLine {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let words = text.split_ascii_whitespace().filter(|word| !is_number(word));
        let moves: Vec<&str> = words.map(|word| word.rsplit('.').next().unwrap_or(word)).collect();
        if moves.is_empty() {
            return Err("expected moves, as 1. e4 c5".to_owned());
        }
        match moves.iter().find(|word| !is_move_like(word.as_bytes())) {
            Some(word) => Err(format!("expected a move, found {word}")),
            None => Ok(Self(moves.into_iter().map(str::to_owned).collect())),
        }
    }
}
