//! Tags of a condition that no game has.

use std::collections::BTreeSet;

use pgnkit_query::condition::{Condition, TagUsage, nearest};

/// Tags that a condition names, and that no game had so far.
#[derive(Clone, Debug, Default)]
pub struct UnknownTags {
    named: Vec<(String, bool)>,
    others: BTreeSet<Box<str>>,
    any: bool,
}

impl UnknownTags {
    /// The tags of a condition.
    pub fn of(condition: &Condition) -> Self {
        let named = condition.tags().map(|name| (name.to_owned(), false)).collect();
        Self { named, ..Self::default() }
    }

    pub(super) fn add(&mut self, seen: &TagUsage, games: bool) {
        self.any |= games;
        for ((_, is_known), seen) in self.named.iter_mut().zip(&seen.named) {
            *is_known |= *seen;
        }
        self.others.extend(seen.others.iter().cloned());
    }

    /// Each that no game had, with the tag of a game that is probably meant. None if there were no games.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        let unknown = self.named.iter().filter(|(_, is_known)| self.any && !is_known);
        unknown.map(|(name, _)| (name.as_str(), self.meant(name)))
    }

    fn meant(&self, name: &str) -> Option<&str> {
        let lower: Vec<String> = self.others.iter().map(|other| other.to_lowercase()).collect();
        let near = nearest(name, lower.iter().map(String::as_str))?;
        let at = lower.iter().position(|other| other == near)?;
        self.others.iter().nth(at).map(|other| &**other)
    }
}
