//! Counts of all games.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use super::accuracy::{AccuracySums, LeftOut};
use super::annotated::Band;
use super::ending::Ending;
use super::game::Facts;
use super::group::{Group, Player, Results, half_points};
use super::key::Key;
use super::table::Cell;

/// Counts that take memory, and whether they are needed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CostlyCounts {
    pub(super) players: bool,
    /// Pairs of players: as many as there are games, at the most.
    pub(super) opponents: bool,
    /// Accuracies of players.
    pub(super) accuracy: bool,
}

/// Counts of games: those of a block, or of all blocks that were [added](Self::add).
///
/// Memory grows with the number of different players, openings and groups, and not with the number of games.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    pub(super) all: Group,
    /// By full moves; none where not all could be read.
    pub(super) lengths: BTreeMap<Option<u32>, Group>,
    pub(super) endings: BTreeMap<Ending, Group>,
    /// By year; 0 is not known.
    pub(super) years: BTreeMap<u16, Group>,
    /// By the average of both ratings; 0 where one of them is not known.
    pub(super) ratings: BTreeMap<u16, Group>,
    /// By the line of the book.
    pub(super) openings: HashMap<Option<u32>, Group>,
    pub(super) players: HashMap<Box<str>, Player>,
    /// Games of two players, from the side of the one whose name comes first in the order of code points.
    pub(super) pairs: HashMap<[Box<str>; 2], Results>,
    /// By the values of the fields that were asked for.
    pub(super) groups: HashMap<Vec<Key>, Group>,
    pub(super) bands: Vec<Band>,
    pub(super) accuracies: HashMap<Box<str>, AccuracySums>,
    /// Games that have no accuracy.
    pub(super) unmeasured: LeftOut,
    /// Games in which a player has no name.
    pub(super) nameless: u64,
    pub(super) variants: u64,
    /// Bytes of the texts that the maps have as keys.
    text_bytes: usize,
    /// Whether players are no longer counted.
    pub(super) is_without_players: bool,
}

/// Bytes of an entry of a map, which may be half empty, and of the row that a table makes of it.
fn bytes_of<K, V>(columns: usize) -> usize {
    2 * size_of::<(K, V)>() + columns * size_of::<Cell>()
}

fn bytes_of_keys(keys: &[Key]) -> usize {
    keys.iter().map(Key::bytes).sum()
}

impl Stats {
    /// Games that were counted.
    pub fn games(&self) -> u64 {
        self.all.results.games()
    }

    pub(super) fn add_game(
        &mut self,
        facts: &Facts,
        names: &[String; 2],
        key: Option<Vec<Key>>,
        wanted: CostlyCounts,
    ) {
        self.all.add(facts);
        self.lengths.entry(facts.moves).or_default().add(facts);
        self.endings.entry(facts.ending).or_default().add(facts);
        self.years.entry(facts.year).or_default().add(facts);
        let [white, black] = facts.elo;
        let rating = if white > 0 && black > 0 { (white + black).div_ceil(2) } else { 0 };
        self.ratings.entry(rating).or_default().add(facts);
        self.openings.entry(facts.opening).or_default().add(facts);
        if let Some(key) = key {
            let (before, bytes) = (self.groups.len(), bytes_of_keys(&key));
            self.groups.entry(key).or_default().add(facts);
            self.text_bytes += bytes * (self.groups.len() - before);
        }
        if self.bands.len() < facts.annotated.bands.len() {
            self.bands.resize(facts.annotated.bands.len(), Band::default());
        }
        self.bands.iter_mut().zip(&facts.annotated.bands).for_each(|(band, other)| band.merge(other));
        self.variants += u64::from(facts.is_variant);
        self.nameless += u64::from(names.iter().any(String::is_empty));
        if wanted.players {
            for (side, name) in names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
                match self.players.get_mut(name.as_str()) {
                    Some(player) => player.add(facts, side),
                    None => {
                        let mut player = Player::default();
                        player.add(facts, side);
                        self.text_bytes += name.len();
                        self.players.insert(name.as_str().into(), player);
                    }
                }
            }
        }
        if wanted.accuracy {
            self.add_accuracy(facts, names);
        }
        if wanted.opponents && names.iter().all(|name| !name.is_empty()) {
            let first = usize::from(names[1] < names[0]);
            let pair = [names[first].as_str().into(), names[1 - first].as_str().into()];
            let before = self.pairs.len();
            self.pairs.entry(pair).or_default().add(half_points(facts.result, first));
            self.text_bytes += (names[0].len() + names[1].len()) * (self.pairs.len() - before);
        }
    }

    /// Counts the accuracy of both sides.
    fn add_accuracy(&mut self, facts: &Facts, names: &[String; 2]) {
        let accuracy = facts.annotated.accuracy.in_game(facts.moves.is_some());
        self.unmeasured.count(accuracy);
        for (side, name) in names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            if !self.accuracies.contains_key(name.as_str()) {
                self.text_bytes += name.len();
                self.accuracies.insert(name.as_str().into(), AccuracySums::default());
            }
            if let Some(sums) = self.accuracies.get_mut(name.as_str()) {
                sums.add(accuracy, side);
            }
        }
    }

    /// Adds the counts of other games.
    pub fn add(&mut self, other: Self) {
        self.all.merge(&other.all);
        merge_ordered(&mut self.lengths, other.lengths);
        merge_ordered(&mut self.endings, other.endings);
        merge_ordered(&mut self.years, other.years);
        merge_ordered(&mut self.ratings, other.ratings);
        merge(&mut self.openings, other.openings, Group::merge, |_| 0);
        if !self.is_without_players {
            self.text_bytes += merge(&mut self.players, other.players, Player::merge, |name| name.len());
        }
        let of_pair = |[one, other]: &[Box<str>; 2]| one.len() + other.len();
        self.text_bytes += merge(&mut self.pairs, other.pairs, Results::merge, of_pair);
        self.text_bytes += merge(&mut self.groups, other.groups, Group::merge, |key| bytes_of_keys(key));
        if self.bands.len() < other.bands.len() {
            self.bands.resize(other.bands.len(), Band::default());
        }
        self.bands.iter_mut().zip(&other.bands).for_each(|(band, other)| band.merge(other));
        self.text_bytes +=
            merge(&mut self.accuracies, other.accuracies, AccuracySums::merge, |name| name.len());
        self.unmeasured.merge(&other.unmeasured);
        self.nameless += other.nameless;
        self.variants += other.variants;
    }

    /// Bytes that it takes with the tables of it, where these may be many.
    pub fn memory(&self) -> usize {
        self.text_bytes
            + self.players.len() * bytes_of::<Box<str>, Player>(24)
            + self.pairs.len() * bytes_of::<[Box<str>; 2], Results>(9)
            + self.groups.len() * bytes_of::<Vec<Key>, Group>(24)
            + self.accuracies.len() * bytes_of::<Box<str>, AccuracySums>(20)
    }

    /// Forgets the players, and counts no more of them: the other tables need little memory.
    pub fn without_players(&mut self) {
        self.is_without_players = true;
        (self.players, self.pairs) = Default::default();
        self.text_bytes = self.groups.keys().map(|key| bytes_of_keys(key)).sum();
    }

    /// Number of players with a name, each spelling as one.
    pub fn players(&self) -> usize {
        self.players.len()
    }

    /// Games of which not all moves could be read.
    pub fn unread(&self) -> u64 {
        self.lengths.get(&None).map_or(0, |group| group.results.games())
    }
}

/// Adds entries; gives the bytes of the new keys.
fn merge<K: Eq + Hash, V>(
    to: &mut HashMap<K, V>,
    from: HashMap<K, V>,
    merge: impl Fn(&mut V, &V),
    bytes: impl Fn(&K) -> usize,
) -> usize {
    use std::collections::hash_map::Entry;
    let mut new = 0;
    for (key, value) in from {
        match to.entry(key) {
            Entry::Occupied(mut found) => merge(found.get_mut(), &value),
            Entry::Vacant(place) => {
                new += bytes(place.key());
                place.insert(value);
            }
        }
    }
    new
}

fn merge_ordered<K: Ord>(to: &mut BTreeMap<K, Group>, from: BTreeMap<K, Group>) {
    for (key, group) in from {
        to.entry(key).or_default().merge(&group);
    }
}
