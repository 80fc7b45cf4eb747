//! Marks at the places that a condition finds.

use pgnkit::Game;
use pgnkit::NodeId;
use pgnkit::edit::{EditableGame, TextEditError};

use super::Operation;
use pgnkit_query::condition::{self, Condition, Tester};

/// Puts a mark at each place where a condition finds what it looks for in the moves, of games of which it is true. What stays on the
/// board, as a pattern does, is marked where it comes, and again where it comes back.
///
/// ```
/// use pgnkit_collections::edit::{EditGames, Mark, MarkPlaces};
///
/// let condition = "reaches('e4 e5') OR is_mate".parse()?;
/// let task = EditGames::new(vec![Box::new(MarkPlaces::new(condition, Mark::Comment("here".into())))]);
/// assert_eq!(task.edit_text(b"1.e4 e5 2.Nf3 *\n").fixed.text, b"1.e4 e5 {here} 2.Nf3 *\n");
/// # Ok::<(), pgnkit_query::condition::ConditionError>(())
/// ```
#[derive(Debug)]
pub struct MarkPlaces {
    condition: Condition,
    mark: Mark,
}

/// A mark at a place of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A comment after the move.
    Comment(Box<str>),
    /// A glyph of the move; the start of a game has none.
    Nag(u8),
}

impl MarkPlaces {
    /// Marks what is found by this condition.
    pub fn new(condition: Condition, mark: Mark) -> Self {
        Self { condition, mark }
    }
}

impl Operation for MarkPlaces {
    fn apply(&self, _: &Game, text: &mut EditableGame<'_>) -> Result<(), TextEditError> {
        if !self.condition.holds(text.game()) {
            return Ok(());
        }
        let nodes: Vec<NodeId> = condition::places(text.game()).map(|node| node.id()).collect();
        let places = Tester::new(&self.condition).finding_all().places(text.game());
        let mut nodes = places.iter().filter_map(|place| nodes.get(*place as usize).copied());
        match &self.mark {
            Mark::Comment(comment) => nodes.try_for_each(|node| text.add_comment(node, comment)),
            Mark::Nag(nag) => {
                let mut moves = nodes.filter(|node| *node != NodeId::ROOT);
                moves.try_for_each(|node| text.add_nag(node, *nag))
            }
        }
    }

    fn needs_game(&self) -> bool {
        false
    }
}
