//! Place of the family in names that do not show it themselves.

use std::collections::HashMap;

use super::item::{Item, Parsed};
use pgnkit_query::spelling::{Name, Order, Word, is_particle};

/// Finds the place of the family in names without a comma and without initials: where nearly all others of the collection have it,
/// unless other names show which of its words are families and which given names.
pub(super) fn find(items: &mut [Item]) {
    let mut games = [0u64; 2];
    for item in items.iter() {
        if let Parsed::Name(Name { order: Some(order), .. }) = &item.parsed {
            games[*order as usize] += item.profile.games;
        }
    }
    let of_all = match games {
        [first, last] if first > MANY * last => Some(Order::FamilyFirst),
        [first, last] if last > MANY * first => Some(Order::FamilyLast),
        _ => None,
    };
    let mut roles = Roles::default();
    for item in items.iter() {
        let Parsed::Name(name) = &item.parsed else { continue };
        // Names that show their order themselves count for more than the usual order of the collection.
        let weight = if name.family.is_some() { MANY } else { 1 };
        for (word, is_family) in known_roles(name, of_all) {
            roles.add(word, is_family, weight * item.profile.games);
        }
    }
    let orders: Vec<Option<Order>> = items
        .iter()
        .map(|item| match &item.parsed {
            Parsed::Name(name) if name.family.is_none() && name.order.is_none() => {
                roles.order(name, of_all, item.profile.games)
            }
            Parsed::Name(name) => name.order,
            _ => None,
        })
        .collect();
    for (item, order) in items.iter_mut().zip(orders) {
        if let Parsed::Name(name) = &mut item.parsed {
            name.order = order;
        }
    }
}

/// The words of a name with what they are: as its comma or its initials say, or else the order of the collection; of no more than
/// the first and the last one then.
fn known_roles(name: &Name, of_all: Option<Order>) -> impl Iterator<Item = (&str, bool)> {
    let last = name.words.len().saturating_sub(1);
    let is_whole = |(_, word): &(usize, &Word)| !word.is_initial();
    name.words.iter().enumerate().filter(is_whole).filter_map(move |(at, word)| {
        let is_family = match (name.family, of_all) {
            (Some(family), _) => at < family,
            (None, Some(order)) if last > 0 && (at == 0 || at == last) => {
                (at == 0) == (order == Order::FamilyFirst)
            }
            _ => return None,
        };
        Some((word.letters.as_str(), is_family))
    })
}

/// Games by word in which it is a given name, and in which it is of the family.
#[derive(Debug, Default)]
struct Roles(HashMap<String, [u64; 2]>);

impl Roles {
    fn add(&mut self, word: &str, is_family: bool, games: u64) {
        match self.0.get_mut(word) {
            Some(roles) => roles[usize::from(is_family)] += games,
            None => {
                let mut roles = [0; 2];
                roles[usize::from(is_family)] = games;
                self.0.insert(word.to_owned(), roles);
            }
        }
    }

    /// The order of a name that does not show it itself; `games` are its own games.
    fn order(&self, name: &Name, of_all: Option<Order>, games: u64) -> Option<Order> {
        // A particle is of the family that follows, wherever that is.
        let [first, .., last] = &name.words[..] else { return of_all };
        if is_particle(first) {
            return of_all;
        }
        // What others say: without what the order of the collection has made of its own games.
        let is_family = |word: &Word| {
            let mut roles = self.0.get(&word.letters).copied().unwrap_or_default();
            if let Some((_, own)) = known_roles(name, of_all).find(|(known, _)| *known == word.letters) {
                roles[usize::from(own)] = roles[usize::from(own)].saturating_sub(games);
            }
            let [given, family] = roles;
            match (family > MANY * given, given > MANY * family) {
                (true, _) => Some(true),
                (_, true) => Some(false),
                _ => None,
            }
        };
        match (is_family(first), is_family(last)) {
            (Some(false), None | Some(true)) | (None, Some(true)) => Some(Order::FamilyLast),
            (Some(true), None | Some(false)) | (None, Some(false)) => Some(Order::FamilyFirst),
            _ => of_all,
        }
    }
}

/// Ratio of games with one order of names, or with a word as a name of one kind, from which on it decides for the others.
const MANY: u64 = 20;
