//! Profile of a spelling.

use std::collections::BTreeMap;

use super::rounds::Seat;
use super::smallest::Smallest;
use super::titled::Titled;

/// Facts of the games that have a spelling. Its size, rounds and months with ratings aside, does not
/// depend on their number.
#[derive(Clone, Debug, Default)]
pub(super) struct Profile {
    pub(super) games: u64,
    /// Those of them that were played on a server, where names are accounts.
    pub(super) online: u64,
    /// The first and the last year.
    pub(super) years: Option<(u16, u16)>,
    /// The lowest and the highest rating.
    pub(super) ratings: Option<(u16, u16)>,
    /// The lowest and the highest rating of each month, in order.
    pub(super) months: Vec<(u16, (u16, u16))>,
    /// The last year with a rating, and the highest one of it.
    pub(super) last_rating: Option<(u16, u16)>,
    /// Numbers of the federation, and games.
    pub(super) ids: Counts<u64>,
    pub(super) titles: Counts<Box<str>>,
    /// The first and the last year with each title.
    pub(super) titled: Titled,
    /// The family of the player as a hash; the same for most spellings of a name.
    pub(super) key: u32,
    /// Opponents, or players of the event or site.
    pub(super) people: Smallest<u32, 32>,
    /// Sites with their years; of a site its events.
    pub(super) places: Smallest<u32, 16>,
    /// Main lines of games.
    pub(super) lines: Smallest<u64, 32>,
    /// Opponents of the same family, and games.
    pub(super) namesakes: Counts<u32, 8>,
    /// Rounds of events, with the opponents: all of them, since one is enough to distinguish two players.
    pub(super) seats: Vec<Seat>,
}

/// Counts of some values, of so many at most, the smallest of all.
#[derive(Clone, Debug)]
pub(super) struct Counts<T, const MOST: usize = 4>(pub(super) BTreeMap<T, u64>);

impl<T, const MOST: usize> Default for Counts<T, MOST> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<T: Ord, const MOST: usize> Counts<T, MOST> {
    pub(super) fn add(&mut self, value: T, count: u64) {
        // One that has been left out stays so: those that are kept are smaller.
        *self.0.entry(value).or_default() += count;
        if self.0.len() > MOST {
            self.0.pop_last();
        }
    }

    /// The value with the highest count.
    pub(super) fn most(&self) -> Option<&T> {
        self.0.iter().max_by_key(|(_, count)| **count).map(|(value, _)| value)
    }
}

impl Profile {
    pub(super) fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.online += other.online;
        self.key = self.key.max(other.key);
        self.years = wider(self.years, other.years);
        self.ratings = wider(self.ratings, other.ratings);
        other.months.iter().for_each(|(month, ratings)| self.add_month(*month, *ratings));
        self.last_rating = self.last_rating.max(other.last_rating);
        other.ids.0.iter().for_each(|(id, count)| self.ids.add(*id, *count));
        other.titles.0.iter().for_each(|(title, count)| self.titles.add(title.clone(), *count));
        self.people.merge(&other.people);
        self.places.merge(&other.places);
        self.lines.merge(&other.lines);
        other.namesakes.0.iter().for_each(|(hash, count)| self.namesakes.add(*hash, *count));
        self.titled.merge(other.titled);
        self.seats.extend_from_slice(&other.seats);
    }

    pub(super) fn add_year(&mut self, year: u16) {
        self.years = wider(self.years, Some((year, year)));
    }

    /// Adds a rating, with the month it is of; 0 for a month that is not known.
    pub(super) fn add_rating(&mut self, rating: u16, year: Option<u16>, month: u16) {
        self.ratings = wider(self.ratings, Some((rating, rating)));
        self.last_rating = self.last_rating.max(Some((year.unwrap_or(0), rating)));
        if let Some(month) = year.filter(|year| *year < 4000).map(|year| year * 13 + month.min(12)) {
            self.add_month(month, (rating, rating));
        }
    }

    fn add_month(&mut self, month: u16, ratings: (u16, u16)) {
        match self.months.binary_search_by_key(&month, |(month, _)| *month) {
            Ok(at) => self.months[at].1 = wider(Some(self.months[at].1), Some(ratings)).unwrap_or(ratings),
            Err(at) => self.months.insert(at, (month, ratings)),
        }
    }

    /// Distance of the ratings of the same months: the median of all such months, so that one that is wrong says nothing.
    pub(super) fn ratings_apart(&self, other: &Self) -> Option<u16> {
        let (few, many) = if self.months.len() <= other.months.len() { (self, other) } else { (other, self) };
        let mut gaps: Vec<u16> = few
            .months
            .iter()
            .filter_map(|(month, ratings)| {
                let at = many.months.binary_search_by_key(month, |(month, _)| *month).ok()?;
                Some(gap(*ratings, many.months[at].1))
            })
            .collect();
        gaps.sort_unstable();
        gaps.get(gaps.len() / 2).copied()
    }

    /// Whether it is mostly the name of an account.
    pub(super) fn is_account(&self) -> bool {
        self.online * 2 > self.games
    }
}

/// The smallest range with both.
pub(super) fn wider(one: Option<(u16, u16)>, other: Option<(u16, u16)>) -> Option<(u16, u16)> {
    match (one, other) {
        (Some(one), Some(other)) => Some((one.0.min(other.0), one.1.max(other.1))),
        (one, other) => one.or(other),
    }
}

/// The distance of two ranges; 0 where they overlap.
pub(super) fn gap(one: (u16, u16), other: (u16, u16)) -> u16 {
    one.0.saturating_sub(other.1).max(other.0.saturating_sub(one.1))
}
