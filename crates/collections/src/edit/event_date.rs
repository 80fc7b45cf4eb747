//! The first day of events, from the dates of their games.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use pgnkit::Game;
use pgnkit::edit::{EditableGame, TextEditError};

use super::{Operation, says_nothing};
use pgnkit_archive::Account;
use pgnkit_archive::input::{EntryBuf, InputFormat, Target};
use pgnkit_archive::task::{At, Task};
use pgnkit_query::fields::{Round, date_of};

/// Days without a game after which another event of the same name begins.
const LONGEST_PAUSE: i64 = 31;

/// The days on which the rounds of events were played: an event is its name, its site, and its days as long as they follow each
/// other within a month (decision A-162).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventDays(HashMap<String, BTreeSet<[u16; 3]>>);

impl EventDays {
    /// Adds what a [task](GatherEventDays) has gathered.
    pub fn add(&mut self, other: Self) {
        for (event, days) in other.0 {
            self.0.entry(event).or_default().extend(days);
        }
    }

    fn note(&mut self, game: &Game) {
        if let Some((event, day)) = round_of_event(|name| game.tag(name)) {
            self.0.entry(event).or_default().insert(day);
        }
    }

    /// The first days by event: for each day the first one of its event.
    fn firsts(self) -> HashMap<String, BTreeMap<[u16; 3], [u16; 3]>> {
        let of_one = |days: BTreeSet<[u16; 3]>| {
            let mut last: Option<([u16; 3], [u16; 3])> = None;
            let first_of = |day: [u16; 3]| {
                let first = match last {
                    Some((first, last)) if number(day) - number(last) <= LONGEST_PAUSE => first,
                    _ => day,
                };
                last = Some((first, day));
                (day, first)
            };
            days.into_iter().map(first_of).collect()
        };
        self.0.into_iter().map(|(event, days)| (event, of_one(days))).collect()
    }
}

/// The event and the day of a game, where they and its round are known.
fn round_of_event<'g>(tag: impl Fn(&str) -> Option<&'g str>) -> Option<(String, [u16; 3])> {
    let (event, site) = (tag("Event")?, tag("Site").unwrap_or_default());
    if says_nothing(Some(event)) || event == "-" || !matches!(Round::of(tag("Round")?), Round::Parts(_)) {
        return None;
    }
    let day = date_of(tag("Date")?)?;
    // A digit that is not known is 0, too.
    let is_known = !tag("Date")?.contains('?') && (1..=12).contains(&day[1]) && (1..=31).contains(&day[2]);
    is_known.then(|| (format!("{event}\0{site}"), day))
}

/// The number of a day, in the calendar of today.
fn number([year, month, day]: [u16; 3]) -> i64 {
    // Years begin in March, so that the day that comes and goes is the last one.
    let (month, year) = (i64::from(month), i64::from(year) - i64::from(month < 3));
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + i64::from(day);
    365 * year + year / 4 - year / 100 + year / 400 + day_of_year
}

/// The task that gathers the days of events.
#[derive(Clone, Copy, Debug, Default)]
pub struct GatherEventDays;

impl Task for GatherEventDays {
    type Scratch<'t> = EntryBuf;
    type Out = EventDays;

    fn scratch(&self) -> EntryBuf {
        EntryBuf::default()
    }

    fn target<'s>(&self, scratch: &'s mut EntryBuf, _format: &dyn InputFormat) -> Target<'s> {
        Target::Build(scratch)
    }

    fn take(&self, buffer: &mut EntryBuf, at: &At<'_>, out: &mut EventDays, _account: &mut Account) {
        out.note(&at.entry(buffer).content.to_game());
    }
}

/// Sets the tag EventDate (section 9.2.1) to the first day of the event, where it is missing or not known. Only games of numbered
/// rounds with a whole date have one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetEventDate(HashMap<String, BTreeMap<[u16; 3], [u16; 3]>>);

impl SetEventDate {
    /// By the days of all events.
    pub fn new(days: EventDays) -> Self {
        Self(days.firsts())
    }
}

impl Operation for SetEventDate {
    fn apply(&self, _game: &Game, text: &mut EditableGame<'_>) -> Result<(), TextEditError> {
        if !says_nothing(text.tag("EventDate")) {
            return Ok(());
        }
        let Some((event, day)) = round_of_event(|name| text.tag(name)) else { return Ok(()) };
        match self.0.get(&event).and_then(|days| days.get(&day)) {
            Some([year, month, day]) => text.set_tag("EventDate", &format!("{year:04}.{month:02}.{day:02}")),
            None => Ok(()),
        }
    }

    fn needs_game(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_numbered_one_after_the_other() {
        let mut last = number([1599, 12, 31]);
        for year in 1600..2110 {
            let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            for month in 1..=12 {
                let length = match month {
                    2 => 28 + u16::from(is_leap),
                    4 | 6 | 9 | 11 => 30,
                    _ => 31,
                };
                for day in 1..=length {
                    assert_eq!(number([year, month, day]), last + 1, "{year} {month} {day}");
                    last += 1;
                }
            }
        }
    }
}
