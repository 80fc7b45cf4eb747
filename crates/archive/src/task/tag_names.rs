use pgnkit::Game;

use super::{At, GameTask};
use crate::account::Account;

/// Collects the names of tags, each once for each block, in the order in which they are first met.
#[derive(Clone, Copy, Debug, Default)]
pub struct TagNames;

impl GameTask for TagNames {
    type Out = Vec<String>;

    fn take_game(&self, game: &Game, _at: &At<'_>, out: &mut Vec<String>, _account: &mut Account) {
        for (name, _) in game.tags() {
            if !out.iter().any(|known| known == name) {
                out.push(name.to_owned());
            }
        }
    }
}
