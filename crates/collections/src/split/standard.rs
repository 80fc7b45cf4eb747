//! The names of files and directories that section 11 of the standard suggests.

use std::collections::{BTreeMap, BTreeSet};

use pgnkit::Game;
use pgnkit::internals::file_names::{component, part};

use pgnkit_query::fields::{Value, by_name};

/// The most bytes of a name without its ending.
const ROOM: usize = 240;

/// Way to name a file after its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Naming {
    /// The last name of the white player (section 11.2).
    Player,
    /// The event (section 11.3).
    Event,
    /// The year, as `1992` (section 11.4).
    Year,
    /// The month, as `199211`.
    Month,
    /// The day, as `19921104`.
    Day,
    /// The day, in directories of years and months: `1992/199211/19921104`.
    Path,
}

impl Naming {
    /// The name of the file of a game, without an ending.
    ///
    /// ```
    /// use pgnkit_collections::split::Naming;
    ///
    /// let game: pgnkit::Game = "[White \"van der Wiel, Johan\"]\n[Date \"1993.??.??\"]\n\n*".parse()?;
    /// assert_eq!(Naming::Player.name(&game), "van der Wiel");
    /// assert_eq!(Naming::Path.name(&game), "1993/199300/19930000");
    /// # Ok::<(), pgnkit::diagnostics::Diagnostic>(())
    /// ```
    pub fn name(self, game: &Game) -> String {
        let text = |name: &str| component(&part(name, ROOM), true);
        let tag = |name: &str| game.tag(name).unwrap_or_default();
        match self {
            Self::Player => text(tag("White").split(',').next().unwrap_or_default()),
            Self::Event => text(tag("Event")),
            Self::Year => digits(date_of(game), 1),
            Self::Month => digits(date_of(game), 2),
            Self::Day => digits(date_of(game), 3),
            Self::Path => {
                let date = date_of(game);
                [1, 2, 3].map(|parts| digits(date, parts)).join("/")
            }
        }
    }
}

/// Year, month and day of a game; 0 for what is not known.
fn date_of(game: &Game) -> [u16; 3] {
    match by_name("date").map(|column| column.of(game)) {
        Some(Value::Date(date)) => date,
        _ => [0; 3],
    }
}

/// The date in a key of the default order.
pub(super) fn date_of_key(key: &[u8]) -> [u16; 3] {
    let part = |at: usize| key.get(at..at + 2).map_or(0, |bytes| u16::from_be_bytes([bytes[0], bytes[1]]));
    [part(0), part(2), part(4)]
}

/// The year in a key of the default order.
pub fn year_of_key(key: &[u8]) -> u16 {
    date_of_key(key)[0]
}

/// The digits of the first parts of a date.
pub(super) fn digits([year, month, day]: [u16; 3], parts: usize) -> String {
    let mut digits = format!("{year:04}{month:02}{day:02}");
    digits.truncate(2 + 2 * parts);
    digits
}

/// The names of the files of games by year, where a file has at most so many games if it can be divided: into months, and
/// these into days (section 11.4).
pub fn chronological<'g>(games: impl IntoIterator<Item = &'g Game>, limit: u64) -> Vec<String> {
    let dates: Vec<_> = games.into_iter().map(date_of).collect();
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for date in &dates {
        for parts in [1, 2] {
            *counts.entry(digits(*date, parts)).or_default() += 1;
        }
    }
    let fits = |name: &String| counts.get(name).is_some_and(|count| *count <= limit);
    let name = |date: &[u16; 3]| {
        let name = [1, 2].map(|parts| digits(*date, parts)).into_iter().find(fits);
        name.unwrap_or_else(|| digits(*date, 3))
    };
    dates.iter().map(name).collect()
}

/// The paths of the directory tree of section 11.5 for games, in ASCII order: directories, and in them texts about what
/// is there.
pub fn tree<'g>(games: impl IntoIterator<Item = &'g Game>) -> Vec<String> {
    let mut paths: BTreeSet<String> =
        ["PGN", "PGN/Events", "PGN/MGR", "PGN/Players", "PGN/Standard", "PGN/Tools"]
            .map(str::to_owned)
            .into();
    let mut described: Vec<String> =
        ["PGN", "PGN/Events", "PGN/MGR", "PGN/Players"].map(str::to_owned).into();
    let years: BTreeSet<_> = games.into_iter().map(|game| Naming::Year.name(game)).collect();
    described.extend(years.iter().map(|year| format!("PGN/MGR/{year}")));
    for directory in described {
        paths.insert(format!("{directory}/News"));
        paths.insert(format!("{directory}/ReadMe"));
        paths.insert(directory);
    }
    paths.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort::Order;

    #[test]
    fn dates_in_keys_are_those_of_games() {
        for (date, expected) in [
            ("1992.11.04", [1992, 11, 4]),
            ("1993.??.??", [1993, 0, 0]),
            ("199?.??.??", [1990, 0, 0]),
            ("no", [0; 3]),
        ] {
            let game: Game = format!("[Date \"{date}\"]\n\n1. e4 *").parse().unwrap();
            assert_eq!(date_of_key(&Order::default().key(&game)), expected, "{date}");
            assert_eq!(date_of(&game), expected, "{date}");
        }
    }
}
