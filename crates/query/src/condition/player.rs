//! Players by name, however it is spelled.

use super::test::Facts;
use super::value::Scalar;
use crate::spelling::{self, Likeness};

/// A name that the players of games are compared with.
#[derive(Clone, Debug)]
pub(super) struct Player {
    name: Box<str>,
    /// Its number among the names of the condition.
    at: usize,
}

impl Player {
    /// `None` for a name that names nobody.
    pub(super) fn new(name: &str) -> Option<Self> {
        spelling::key(name).map(|_| Self { name: name.into(), at: 0 })
    }

    pub(super) fn number(&mut self, count: &mut usize) {
        self.at = *count;
        *count += 1;
    }

    /// Whether one of the players is meant; not known where none is and one of them is not known.
    pub(super) fn plays(&self, facts: &Facts<'_>) -> Option<bool> {
        match ["White", "Black"].map(|side| self.is(side, facts)) {
            [Some(false), Some(false)] => Some(false),
            [Some(true), _] | [_, Some(true)] => Some(true),
            _ => None,
        }
    }

    /// The rating of the other player, where one of them is meant.
    pub(super) fn opponent_elo(&self, facts: &Facts<'_>) -> Option<Scalar<'static>> {
        let opponent = match ["White", "Black"].map(|side| self.is(side, facts)) {
            [Some(true), other] if other != Some(true) => "BlackElo",
            [other, Some(true)] if other != Some(true) => "WhiteElo",
            _ => return None,
        };
        facts.values.tag_value(opponent)?.trim().parse().ok().map(Scalar::Integer)
    }

    fn is(&self, side: &str, facts: &Facts<'_>) -> Option<bool> {
        let name = facts.values.tag_value(side)?;
        let likeness = facts.game.likeness(self.at, name, || spelling::players(name, &self.name));
        match likeness {
            Likeness::Same | Likeness::Alike => Some(true),
            Likeness::Other => Some(false),
            Likeness::Unknown => None,
        }
    }
}
