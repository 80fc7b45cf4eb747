//! Sums over the games of a page of facts, so that whole pages count without being read.
//!
//! A page has a *cell* for the games that filters do not tell apart: those with the same result, speed and mode, in the same group of mean ratings, whose
//! year is known or not.

use std::collections::BTreeMap;

use crate::facts::{Day, FactColumns, GameFacts, kind, of_parts};
use crate::table::numbers;

/// The lowest mean ratings of the groups, as explorers have them; above them is the group of games whose mean is not known, 0.
pub(crate) const GROUPS: [u16; 9] = [0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500];

/// The sums of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PageSums {
    pub(crate) cells: Vec<Cell>,
}

/// Games of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    /// Result, speed and mode, as facts have them.
    kind: u8,
    /// The group of mean ratings from 1, or 0, doubled, and 1 more if the year is known.
    group: u8,
    pub(crate) games: u64,
    /// Sums of the ratings of White and of Black, and how many are known.
    pub(crate) ratings: [(u64, u64); 2],
    /// The first and the last day.
    pub(crate) days: (Day, Day),
    /// The place in the page of the first game with the highest sum of both ratings, and this.
    pub(crate) best: (u64, u32),
}

impl Cell {
    fn of(facts: &GameFacts) -> Self {
        let group = facts.mean_rating().map_or(0, |mean| GROUPS.partition_point(|from| *from <= mean) as u8);
        Self {
            kind: kind(facts),
            group: group << 1 | u8::from(facts.date.year() > 0),
            games: 0,
            ratings: [(0, 0); 2],
            days: (facts.date, facts.date),
            best: (0, 0),
        }
    }

    fn add(&mut self, place: u64, facts: &GameFacts) {
        self.games += 1;
        for (sum, elo) in self.ratings.iter_mut().zip(facts.elo) {
            *sum = (sum.0 + u64::from(elo), sum.1 + u64::from(elo > 0));
        }
        self.days = (self.days.0.min(facts.date), self.days.1.max(facts.date));
        let rating = u32::from(facts.elo[0]) + u32::from(facts.elo[1]);
        if self.games == 1 || rating > self.best.1 {
            self.best = (place, rating);
        }
    }

    /// The facts that its games have in common: result, speed and mode.
    pub(crate) fn facts(&self) -> GameFacts {
        of_parts(self.kind, [0; 2], 0)
    }

    /// Whether the years of its games are known.
    pub(crate) fn is_dated(&self) -> bool {
        self.group & 1 != 0
    }

    /// The lowest mean rating that its games may have, and the highest that one has; `None` if it is not known of them.
    pub(crate) fn means(&self) -> Option<(u16, u16)> {
        let group = usize::from(self.group >> 1).checked_sub(1)?;
        Some((*GROUPS.get(group)?, (self.best.1 / 2).min(u32::from(u16::MAX)) as u16))
    }

    /// The highest mean rating of its games; 0 if it is not known of them.
    pub(crate) fn highest_mean(&self) -> u16 {
        self.means().map_or(0, |(_, highest)| highest)
    }

    fn put(&self, out: &mut Vec<u8>) {
        out.extend([self.kind, self.group]);
        numbers::put(self.games, out);
        for (sum, count) in self.ratings {
            numbers::put(self.games - count, out);
            numbers::put(sum, out);
        }
        if self.is_dated() {
            let [first, last] = [self.days.0, self.days.1].map(|day| u64::from(day.bits()));
            numbers::put(first, out);
            numbers::put(last - first, out);
        }
        numbers::put(self.best.0, out);
        numbers::put(self.best.1.into(), out);
    }

    /// Takes a cell of a page of so many games off the beginning; `None` if it cannot be one.
    fn take(bytes: &mut &[u8], page: u64) -> Option<Self> {
        let ([kind, group], rest) = bytes.split_first_chunk::<2>()?;
        *bytes = rest;
        let mut next = || numbers::take(bytes);
        if usize::from(group >> 1) > GROUPS.len() {
            return None;
        }
        let games = next().filter(|games| (1..=page).contains(games))?;
        let mut ratings = [(0, 0); 2];
        for rating in &mut ratings {
            let count = games.checked_sub(next()?)?;
            let sum = next().filter(|sum| *sum <= count * u64::from(u16::MAX))?;
            *rating = (sum, count);
        }
        let mut days = (Day::default(), Day::default());
        if group & 1 != 0 {
            let first = next()?;
            let day = |bits: u64| Some(Day::of_bits(u32::try_from(bits).ok()?));
            days = (day(first)?, day(first.checked_add(next()?)?)?);
        }
        let best = next().filter(|place| *place < page)?;
        let best = (best, next().and_then(|sum| u32::try_from(sum).ok())?);
        Some(Self { kind: *kind, group: *group, games, ratings, days, best })
    }
}

impl PageSums {
    pub(crate) fn of(columns: &FactColumns) -> Self {
        let mut cells: BTreeMap<(u8, u8), Cell> = BTreeMap::new();
        for (place, facts) in (0..columns.len()).filter_map(|place| Some((place, columns.get(place)?))) {
            let cell = Cell::of(&facts);
            cells.entry((cell.kind, cell.group)).or_insert(cell).add(place as u64, &facts);
        }
        Self { cells: cells.into_values().collect() }
    }

    /// Memory that it takes, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Cell>() * self.cells.len() + 64
    }

    /// Appends the number of cells, and these.
    pub(crate) fn put(&self, out: &mut Vec<u8>) {
        numbers::put(self.cells.len() as u64, out);
        self.cells.iter().for_each(|cell| cell.put(out));
    }

    /// Takes the sums of a page of so many games off the beginning; `None` if the bytes are none, or of another number of games.
    pub(crate) fn take(bytes: &mut &[u8], page: u64) -> Option<Self> {
        let (count, mut games) = (numbers::take(bytes)?, 0);
        let mut cells = Vec::new();
        for _ in 0..count {
            let cell = Cell::take(bytes, page)?;
            games += cell.games;
            if games > page {
                return None;
            }
            cells.push(cell);
        }
        (games == page).then_some(Self { cells })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Speed;
    use pgnkit_syntax::Outcome;

    fn columns() -> FactColumns {
        let mut columns = FactColumns::default();
        for number in 0..300_u16 {
            let results = [Outcome::WhiteWins, Outcome::Draw, Outcome::default()];
            let facts = GameFacts {
                result: results[usize::from(number % 5 / 2)],
                elo: [number % 7 * 400, number % 3 * 900],
                date: Day::new([0, 1990 + number % 40][usize::from(number % 4 / 2)], 3, 0),
                speed: [None, Some(Speed::Rapid)][usize::from(number % 2)],
                is_rated: None,
            };
            columns.push(&facts);
        }
        columns
    }

    #[test]
    fn sums_come_back() {
        let columns = columns();
        let sums = PageSums::of(&columns);
        assert!(sums.cells.len() > 20);
        let mut bytes = Vec::new();
        sums.put(&mut bytes);
        let mut rest = &bytes[..];
        assert_eq!((PageSums::take(&mut rest, 300), rest), (Some(sums.clone()), &[][..]));
        for page in [0, 1, 299, 301, u64::MAX] {
            assert_eq!(PageSums::take(&mut &bytes[..], page), None, "{page}");
        }
        for cut in 0..bytes.len() {
            assert_eq!(PageSums::take(&mut &bytes[..cut], 300), None, "{cut}");
        }
        for place in 0..bytes.len() {
            let mut other = bytes.clone();
            other[place] ^= 0x85;
            if let Some(read) = PageSums::take(&mut &other[..], 300) {
                assert_eq!(read.cells.iter().map(|cell| cell.games).sum::<u64>(), 300);
            }
        }
    }

    #[test]
    fn cells_have_what_their_games_have() {
        let columns = columns();
        for cell in PageSums::of(&columns).cells {
            let games: Vec<(u64, GameFacts)> = (0..300)
                .map(|place| (place as u64, columns.get(place).unwrap()))
                .filter(|(_, facts)| {
                    let own = Cell::of(facts);
                    (own.kind, own.group) == (cell.kind, cell.group)
                })
                .collect();
            assert_eq!(cell.games, games.len() as u64);
            let sum = |facts: &GameFacts| u32::from(facts.elo[0]) + u32::from(facts.elo[1]);
            let best = games.iter().map(|(_, facts)| sum(facts)).max().unwrap();
            let first = games.iter().find(|(_, facts)| sum(facts) == best).unwrap();
            assert_eq!(cell.best, (first.0, best));
            let mean = games.iter().map(|(_, facts)| facts.mean_rating().unwrap_or(0)).max().unwrap();
            assert_eq!(cell.highest_mean(), mean);
            for (_, facts) in &games {
                let (first, last) = cell.days;
                assert!(first <= facts.date && facts.date <= last);
                assert_eq!(cell.is_dated(), facts.date.year() > 0);
                let mean = facts.mean_rating();
                assert_eq!(cell.means().is_some(), mean.is_some());
                assert!(mean.zip(cell.means()).is_none_or(|(mean, (from, to))| from <= mean && mean <= to));
                let own = cell.facts();
                assert_eq!(
                    (own.result, own.speed, own.is_rated),
                    (facts.result, facts.speed, facts.is_rated)
                );
            }
        }
    }
}
