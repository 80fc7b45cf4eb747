//! Families of which a collection has only one player, judged by the initials.

use std::collections::HashMap;
use std::ops::Range;

use super::item::{Item, Parsed};
use pgnkit_query::spelling::{Name, Order, initial, is_particle};

/// A collection with fewer families says nothing: that it has no other player of one is no wonder.
const MIN_FAMILIES: usize = 1000;

/// The families of a collection.
#[derive(Debug, Default)]
pub(super) struct Families {
    /// The initial of the given names by family, as that sounds; `None` if there are several.
    initials: HashMap<String, Option<char>>,
}

impl Families {
    pub(super) fn new(items: &[Item]) -> Self {
        let mut families = Self::default();
        for item in items {
            let Parsed::Name(name) = &item.parsed else { continue };
            for (family, given) in parts(name).into_iter().flatten() {
                families.add(name, family, given);
            }
        }
        families
    }

    fn add(&mut self, name: &Name, family: Range<usize>, given: usize) {
        let Some(given) = name.words.get(given).and_then(|word| initial(&word.letters)) else { return };
        for word in name.words[family].iter().filter(|word| !word.is_initial() && !is_particle(word)) {
            match self.initials.get_mut(&word.sound) {
                Some(initial) => *initial = initial.filter(|initial| *initial == given),
                None => drop(self.initials.insert(word.sound.clone(), Some(given))),
            }
        }
    }

    /// Whether two names have a family in common of which there is no other player.
    pub(super) fn are_only_one(&self, one: &Parsed, other: &Parsed) -> bool {
        let (Parsed::Name(one), Parsed::Name(other)) = (one, other) else { return false };
        if self.initials.len() < MIN_FAMILIES {
            return false;
        }
        let family = |name: &Name| parts(name)[0].clone().map_or(0..0, |(family, _)| family);
        one.words[family(one)].iter().any(|word| {
            let is_only = || self.initials.get(&word.sound).is_some_and(|initial| initial.is_some());
            other.words[family(other)].iter().any(|with| with.sound == word.sound) && is_only()
        })
    }
}

/// The words of the family and the place of the first given name; both that may be where it is not known which are.
fn parts(name: &Name) -> [Option<(Range<usize>, usize)>; 2] {
    let count = name.words.len();
    let particles = name.words.iter().take_while(|word| is_particle(word)).count().min(count - 1);
    let (first, last) = ((0..particles + 1, particles + 1), (count - 1..count, 0));
    match (name.family, name.order) {
        (Some(family), _) => [Some((0..family, family)), None],
        (None, _) if count == 1 => [Some((0..1, 1)), None],
        (None, Some(Order::FamilyFirst)) => [Some(first), None],
        (None, Some(Order::FamilyLast)) => [Some(last), None],
        (None, None) => [Some(first), Some(last)],
    }
}
