//! Records of games, and the events that they belong to.

use std::collections::HashMap;

use pgnkit::Outcome;
use pgnkit::render::safe;

use super::entrants::Entrants;
use super::layout::Layout;
use super::split::split;
use crate::stats::key::compare_rounds;
use crate::stats::table::{Table, shortened};
use pgnkit_query::fields::Round;

/// Characters of the name of an event in a title.
const NAME: usize = 60;

/// Facts of a game for crosstables; empty and 0 if unknown.
#[derive(Clone, Debug, Default)]
pub(super) struct GameFacts {
    pub(super) event: String,
    pub(super) site: String,
    pub(super) round: String,
    pub(super) names: [String; 2],
    pub(super) teams: [String; 2],
    pub(super) elo: [u16; 2],
    pub(super) date: [u16; 3],
    pub(super) event_date: [u16; 3],
    pub(super) result: Outcome,
    /// Whether `event` is all that says to which event it belongs.
    pub(super) is_chosen: bool,
}

impl GameFacts {
    pub(super) fn clear(&mut self) {
        let texts = [&mut self.event, &mut self.site, &mut self.round];
        texts.into_iter().chain(&mut self.names).chain(&mut self.teams).for_each(String::clear);
        (self.elo, self.date, self.event_date) = Default::default();
        (self.result, self.is_chosen) = Default::default();
    }
}

/// A game; texts by their numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    event: u32,
    site: u32,
    pub(super) round: u32,
    pub(super) names: [u32; 2],
    pub(super) teams: [u32; 2],
    pub(super) elo: [u16; 2],
    /// Year, month and day, so that numbers are in their order.
    pub(super) date: u32,
    event_date: u32,
    pub(super) result: Outcome,
    is_chosen: bool,
}

/// A date as a number.
fn packed([year, month, day]: [u16; 3]) -> u32 {
    (u32::from(year) << 9) | (u32::from(month.min(15)) << 5) | u32::from(day.min(31))
}

/// Year, month and day.
pub(super) fn parts(date: u32) -> [u32; 3] {
    [date >> 9, date >> 5 & 15, date & 31]
}

/// A date for people.
fn shown(date: u32) -> String {
    let [year, month, day] = parts(date);
    match (month, day) {
        (0, _) => format!("{year:04}"),
        (_, 0) => format!("{year:04}.{month:02}"),
        _ => format!("{year:04}.{month:02}.{day:02}"),
    }
}

/// Texts, each of them once.
#[derive(Clone, Debug)]
struct Texts {
    numbers: HashMap<Box<str>, u32>,
    bytes: usize,
}

impl Default for Texts {
    /// The empty text is number 0.
    fn default() -> Self {
        Self { numbers: HashMap::from([("".into(), 0)]), bytes: 0 }
    }
}

impl Texts {
    fn number(&mut self, text: &str) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = self.numbers.len() as u32;
        self.bytes += text.len();
        self.numbers.insert(text.into(), number);
        number
    }

    /// All of them by their numbers.
    fn list(&self) -> Vec<&str> {
        let mut list = vec![""; self.numbers.len()];
        self.numbers.iter().for_each(|(text, number)| list[*number as usize] = text);
        list
    }
}

/// Records of the games of a block, or of all blocks that were [added](Self::add).
#[derive(Clone, Debug, Default)]
pub struct Events {
    texts: Texts,
    records: Vec<Record>,
    /// Games of each name and site, and the most of them.
    sizes: HashMap<[u32; 2], u32>,
    largest: u32,
}

/// Bytes that the table of an event takes for each of its games, and for each row.
const OF_GAME: usize = 300;
const OF_ROW: usize = 1000;

impl Events {
    /// Games.
    pub fn games(&self) -> usize {
        self.records.len()
    }

    /// Bytes that all this takes, with what [`each`](Self::each) needs besides for the largest event.
    pub fn memory(&self) -> usize {
        // A text has its place in the table and in the list, and its allocation; a list that grows is there twice.
        let texts = self.texts.bytes + self.texts.numbers.len() * 80;
        let records = self.records.len() * size_of::<Record>() * 2;
        let games = self.largest as usize;
        // No more players than games and names allow.
        let rows = (2 * games).min(self.texts.numbers.len());
        texts + records + self.sizes.len() * 48 + games * OF_GAME + rows * OF_ROW
    }

    fn push(&mut self, record: Record) {
        let size = self.sizes.entry([record.event, record.site]).or_default();
        *size += 1;
        self.largest = self.largest.max(*size);
        self.records.push(record);
    }

    pub(super) fn add_game(&mut self, seen: &GameFacts) {
        let texts = &mut self.texts;
        let mut number = |text: &String| texts.number(text);
        let record = Record {
            event: number(&seen.event),
            site: if seen.is_chosen { 0 } else { number(&seen.site) },
            round: number(&seen.round),
            names: [number(&seen.names[0]), number(&seen.names[1])],
            teams: [number(&seen.teams[0]), number(&seen.teams[1])],
            elo: seen.elo,
            date: packed(seen.date),
            event_date: if seen.is_chosen { 0 } else { packed(seen.event_date) },
            result: seen.result,
            is_chosen: seen.is_chosen,
        };
        self.push(record);
    }

    /// Adds the games that come after these.
    pub fn add(&mut self, other: &Self) {
        let numbers: Vec<u32> = other.texts.list().into_iter().map(|text| self.texts.number(text)).collect();
        let new = |number: u32| numbers[number as usize];
        for record in &other.records {
            self.push(Record {
                event: new(record.event),
                site: new(record.site),
                round: new(record.round),
                names: record.names.map(new),
                teams: record.teams.map(new),
                ..*record
            });
        }
    }

    /// Gives the events one after another, in the order of their first games.
    ///
    /// # Errors
    /// What `take` has returned.
    pub fn each<E>(&self, mut take: impl FnMut(&Event<'_>) -> Result<(), E>) -> Result<(), E> {
        let texts = self.texts.list();
        let mut places = HashMap::<(u32, u32, u32), usize>::new();
        let mut groups = Vec::<Vec<u32>>::new();
        for (at, record) in self.records.iter().enumerate() {
            let place = *places.entry((record.event, record.site, record.event_date)).or_insert(groups.len());
            if place == groups.len() {
                groups.push(Vec::new());
            }
            groups[place].push(at as u32);
        }
        drop(places);
        for group in groups {
            let records: Vec<&Record> = group.iter().map(|at| &self.records[*at as usize]).collect();
            let is_whole = records.first().is_some_and(|record| record.is_chosen || record.event_date > 0);
            for records in if is_whole { vec![records] } else { split(records) } {
                take(&Event::new(&texts, records))?;
            }
        }
        Ok(())
    }
}

/// The games of an event.
#[derive(Debug)]
pub struct Event<'e> {
    texts: &'e [&'e str],
    /// In the order of rounds and dates.
    records: Vec<&'e Record>,
}

impl<'e> Event<'e> {
    fn new(texts: &'e [&'e str], mut records: Vec<&'e Record>) -> Self {
        // What is not a round comes last; the sort keeps the order of the input.
        records.sort_by(|one, other| {
            let round = |record: &Record| round_of(texts[record.round as usize]);
            match (round(one), round(other)) {
                (Some(one), Some(other)) => compare_rounds(one, other),
                (one, other) => other.is_some().cmp(&one.is_some()),
            }
            .then_with(|| one.date.cmp(&other.date))
        });
        Self { texts, records }
    }

    /// Games.
    pub fn games(&self) -> usize {
        self.records.len()
    }

    /// Its name; `?` where it is not known.
    pub fn name(&self) -> &str {
        self.text_of(|record| record.event).unwrap_or("?")
    }

    /// The tag Site, where it is a place.
    pub fn site(&self) -> Option<&str> {
        self.text_of(|record| record.site)
    }

    /// The days of the first and the last game, as far as they are known: `1993.02.23`, `1993.02` or `1993`.
    pub fn days(&self) -> Option<[String; 2]> {
        let dates = || self.records.iter().map(|record| record.date).filter(|date| parts(*date)[0] > 0);
        match (dates().min(), dates().max()) {
            (Some(first), Some(last)) => Some([shown(first), shown(last)]),
            _ => {
                let day = self.records.first().map(|record| record.event_date).filter(|date| *date > 0)?;
                Some([shown(day), shown(day)])
            }
        }
    }

    /// Its name, place and days, for people.
    pub fn title(&self) -> String {
        let name = self.text_of(|record| record.event);
        let mut parts = name.into_iter().chain(self.site()).map(|text| shortened(&safe(text), NAME));
        let mut title = parts.next().unwrap_or_else(|| "?".to_owned());
        if let Some(site) = parts.next() {
            title.push_str(&format!(", {site}"));
        }
        match self.days() {
            Some([first, last]) if first == last => title.push_str(&format!(", {first}")),
            Some([first, last]) => title.push_str(&format!(", {first}-{last}")),
            None => {}
        }
        title
    }

    /// Its table: as what was played wants it, unless a layout is chosen.
    pub fn table(&self, layout: Option<Layout>) -> Table {
        let is_of_teams = layout.map_or_else(|| Entrants::are_teams(self), |layout| layout == Layout::Teams);
        let entrants = if is_of_teams { Entrants::teams(self) } else { Entrants::players(self) };
        entrants.table(self, layout)
    }

    pub(super) fn records(&self) -> &[&'e Record] {
        &self.records
    }

    pub(super) fn text(&self, number: u32) -> &'e str {
        self.texts[number as usize]
    }

    /// The number of the round, without boards and parts of it; none where it is not known.
    pub(super) fn round(&self, record: &Record) -> Option<&'e str> {
        let first = round_of(self.text(record.round))?.split('.').next()?;
        let digits = first.trim_start_matches('0');
        Some(if digits.is_empty() { "0" } else { digits })
    }

    fn text_of(&self, number: impl Fn(&Record) -> u32) -> Option<&str> {
        let text = self.text(number(self.records.first()?));
        (!text.is_empty()).then_some(text)
    }
}

fn round_of(text: &str) -> Option<&str> {
    match Round::of(text) {
        Round::Parts(parts) => Some(parts),
        _ => None,
    }
}
