//! Ends of lines at which the game is over.

use std::cell::OnceCell;

use pgnkit_chess::Position;

use crate::{Game, Node, Step};

/// Which lines of a game end by mate or stalemate. The game is gone through once, and only if that is asked for: the position of each end by
/// itself would take quadratic time where variations are nested.
pub(super) struct Ends<'g> {
    game: &'g Game,
    /// By the index of the node, whether the game is over there.
    over: OnceCell<Vec<bool>>,
}

impl<'g> Ends<'g> {
    pub(super) fn of(game: &'g Game) -> Self {
        Self { game, over: OnceCell::new() }
    }

    /// Whether a line ends here, and with it the game.
    pub(super) fn is_over(&self, node: Node<'_>) -> bool {
        is_end(node) && self.over.get_or_init(|| over(self.game)).get(node.id().index()) == Some(&true)
    }
}

/// Whether nothing follows, read or not.
pub(super) fn is_end(node: Node<'_>) -> bool {
    node.next().is_none() && node.unchecked().is_none()
}

pub(super) fn is_over(position: &Position) -> bool {
    position.is_checkmate() || position.is_stalemate()
}

fn over(game: &Game) -> Vec<bool> {
    let mut over = vec![false; game.node_bound()];
    let mut note = |node: Node<'_>, position: &Position| {
        over[node.id().index()] = is_end(node) && is_over(position);
    };
    note(game.root(), &game.start().position);
    for step in game.walk() {
        match step {
            Step::Move(played) => note(played.node, &played.after),
            Step::BeginVariation { start, position } => note(start, &position),
            Step::EndVariation { .. } => {}
        }
    }
    over
}
