//! Players in the lists of FIDE, as they are downloaded: text in columns or XML, in a zip or not.
//!
//! A list is read once, as a stream; of its million players only those are kept whose names the groups have.
//!
//! ```no_run
//! # let mut groups: Vec<pgnkit_collections::names::Group> = Vec::new();
//! use pgnkit_collections::names::fide::Lookup;
//!
//! let mut lookup = Lookup::new(&groups);
//! for input in pgnkit_archive::Inputs::new(["players_list_foa.zip"]) {
//!     lookup.read(input?.open()?.of_any_form())?;
//! }
//! lookup.finish(&mut groups);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod text;
mod xml;

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Read};

use super::groups::{Group, Listed};
use super::proposal::Reason;
use super::survey::{Subject, hash};
use pgnkit_query::spelling::{Closeness, Name};

/// Players of one name that are kept to choose from.
const MAX_CANDIDATES: usize = 32;

/// Years between birth and the first game, and the last one.
const AGES: std::ops::RangeInclusive<u16> = 5..=95;

/// Points that a rating may be away from that of the last games.
const RATING_RANGE: u16 = 300;

/// Years in which ratings change little.
const RATING_YEARS: u16 = 10;

/// A player of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Player {
    id: u64,
    name: String,
    federation: Option<String>,
    title: Option<String>,
    rating: Option<u16>,
    born: Option<u16>,
}

/// Looks the players of groups up in lists.
#[derive(Debug)]
pub struct Lookup {
    wanted: Vec<Query>,
    by_id: HashMap<u64, u32>,
    by_words: HashMap<u32, Vec<u32>>,
    players: u64,
}

/// A group that is looked for.
#[derive(Debug)]
struct Query {
    group: usize,
    name: Name,
    has_id: bool,
    /// Distance of the names that were found: the closer, the lower.
    rank: u8,
    found: Vec<Player>,
    count: u64,
}

impl Lookup {
    /// For the players of these groups: those who have a number of the federation, and those with a name that is not only
    /// initials.
    pub fn new(groups: &[Group]) -> Self {
        let mut lookup =
            Self { wanted: Vec::new(), by_id: HashMap::new(), by_words: HashMap::new(), players: 0 };
        for (at, group) in groups.iter().enumerate().filter(|(_, group)| group.subject == Subject::Player) {
            let Some(mut name) = Name::read(&group.proposed) else { continue };
            name.find_family();
            let Ok(number) = u32::try_from(lookup.wanted.len()) else { break };
            let ids: Vec<u64> =
                group.spellings.iter().flat_map(|spelling| spelling.ids.iter().copied()).collect();
            for key in keys(&name) {
                lookup.by_words.entry(key).or_default().push(number);
            }
            lookup.by_id.extend(ids.iter().map(|id| (*id, number)));
            let has_id = !ids.is_empty();
            lookup.wanted.push(Query { group: at, name, has_id, rank: u8::MAX, found: Vec::new(), count: 0 });
        }
        lookup
    }

    /// Reads a list, and says how many players are in it.
    ///
    /// # Errors
    /// When it cannot be read, or is none.
    pub fn read(&mut self, list: impl Read) -> io::Result<u64> {
        let before = self.players;
        let mut list = BufReader::with_capacity(1 << 18, list);
        let is_xml = loop {
            let head = list.fill_buf()?;
            let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
            match head.iter().position(|byte| !byte.is_ascii_whitespace()) {
                Some(at) => break head[at] == b'<',
                None if head.is_empty() => break false,
                None => {
                    let length = list.buffer().len();
                    list.consume(length);
                }
            }
        };
        let take = |player: Player| self.take(player);
        if is_xml {
            xml::read(list, take)?
        } else {
            text::read(list, take)?
        }
        match self.players - before {
            0 => Err(io::Error::new(io::ErrorKind::InvalidData, "no player is in it")),
            players => Ok(players),
        }
    }

    fn take(&mut self, player: Player) {
        self.players += 1;
        if let Some(at) = self.by_id.get(&player.id) {
            let wanted = &mut self.wanted[*at as usize];
            wanted.found.push(player);
            wanted.found.truncate(MAX_CANDIDATES);
            return;
        }
        let Some(name) = Name::read(&player.name) else { return };
        let mut places: Vec<u32> =
            keys(&name).filter_map(|key| self.by_words.get(&key)).flatten().copied().collect();
        places.sort_unstable();
        places.dedup();
        for at in places {
            let wanted = &mut self.wanted[at as usize];
            let Some(agreement) = wanted.name.agreement(&name).filter(|_| !wanted.has_id) else { continue };
            let is_near =
                agreement.closeness >= Closeness::Form || agreement.feminine || agreement.more_family;
            if agreement.whole < 2 || is_near || agreement.more_words > 0 {
                continue;
            }
            let rank = match (agreement.closeness, agreement.is_whole()) {
                (Closeness::Letters, true) => 0,
                (Closeness::Letters, false) => 1,
                _ => 2,
            };
            if rank < wanted.rank {
                (wanted.rank, wanted.count) = (rank, 0);
                wanted.found.clear();
            }
            if rank == wanted.rank {
                wanted.count += 1;
                if wanted.found.len() < MAX_CANDIDATES {
                    wanted.found.push(player.clone());
                }
            }
        }
    }

    /// Says of each group which player it is. Birth and rating decide where several have the name; where they do not, it stays
    /// doubtful.
    pub fn finish(self, groups: &mut [Group]) {
        for wanted in self.wanted {
            let Some(group) = groups.get_mut(wanted.group) else { continue };
            group.listed = wanted.choose(group);
            if let Some(listed) = group.listed.as_ref().filter(|listed| listed.is_sure)
                && group.proposed != listed.name
            {
                group.proposed.clone_from(&listed.name);
                group.reason = Reason::Federation;
            }
        }
    }
}

impl Query {
    fn choose(self, group: &Group) -> Option<Listed> {
        let first = self.found.first()?;
        if self.has_id {
            return Some(first.listed("the number is in the games".to_owned(), true));
        }
        let fits = |player: &&Player| {
            let is_of_age = group.years.zip(player.born).is_none_or(|((first, last), born)| {
                first.checked_sub(born).is_some_and(|age| age >= *AGES.start()) && last - born <= *AGES.end()
            });
            let is_as_strong = group.last_rating.zip(player.rating).is_none_or(|((year, rating), listed)| {
                let is_recent = group.years.is_some_and(|(_, last)| last - year.min(last) <= RATING_YEARS);
                !is_recent || rating.abs_diff(listed) <= RATING_RANGE
            });
            is_of_age && is_as_strong
        };
        let fitting: Vec<&Player> = self.found.iter().filter(fits).collect();
        let count = self.count;
        Some(match fitting.as_slice() {
            [] => return None,
            [player] if count == 1 => {
                let is_known = group.years.is_some() && player.born.is_some();
                let reason = if is_known {
                    "the only one of that name; the year of birth fits"
                } else {
                    "the only one of that name"
                };
                player.listed(reason.to_owned(), true)
            }
            [player] if count as usize <= MAX_CANDIDATES => {
                player.listed(format!("of {count} of that name the one whose birth and rating fit"), true)
            }
            [player, ..] => player.listed(format!("one of {} of that name who fit", fitting.len()), false),
        })
    }
}

impl Player {
    fn listed(&self, reason: String, is_sure: bool) -> Listed {
        let Self { id, name, federation, title, rating, born } = self.clone();
        Listed { name, id, title, rating, federation, born, reason, is_sure }
    }
}

/// Hashes of each two words that are written out: names that agree in two have one in common.
fn keys(name: &Name) -> impl Iterator<Item = u32> + use<'_> {
    let words: Vec<&str> =
        name.words.iter().filter(|word| !word.is_initial()).map(|word| word.sound.as_str()).take(6).collect();
    (0..words.len()).flat_map(move |at| {
        let words = words.clone();
        (at + 1..words.len()).map(move |other| {
            let (one, other) = (words[at].min(words[other]), words[at].max(words[other]));
            hash(&(one, other))
        })
    })
}

/// A value that says something.
fn filled(value: &str) -> Option<String> {
    let value = value.trim();
    (!value.is_empty() && value != "0").then(|| value.to_owned())
}

/// A title as tags have it. Old lists have it in small letters, and without the M.
fn title(value: &str) -> Option<String> {
    let title = filled(value)?.to_uppercase();
    let (women, grade) = title.strip_prefix('W').map_or(("", title.as_str()), |grade| ("W", grade));
    let grade = match grade {
        "G" | "GM" => "GM",
        "M" | "IM" => "IM",
        "F" | "FM" => "FM",
        "C" | "CM" => "CM",
        _ => return None,
    };
    Some(format!("{women}{grade}"))
}

/// A number that is not zero.
fn number(value: &str) -> Option<u16> {
    value.trim().parse().ok().filter(|number| *number > 0)
}

#[cfg(test)]
mod tests {
    use super::super::{Book, Survey};
    use super::*;

    const HEADINGS: [&str; 12] =
        ["ID Number", "Name", "Fed", "Sex", "Tit", "WTit", "OTit", "FOA", "SRtng", "SGm", "SK", "B-day"];

    /// A list of invented players, with the headings of a real one.
    fn list(headings: [&str; 12]) -> String {
        let line = |cells: [&str; 12]| {
            let widths = [15, 61, 4, 4, 5, 5, 15, 4, 6, 4, 3, 6];
            let cells = cells.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}"));
            cells.collect::<String>() + "\n"
        };
        let player = |id, name, federation, title, rating, born| {
            line([id, name, federation, "F", title, "", "NA", "", rating, "0", "20", born])
        };
        [
            line(headings),
            player("9900001", "Sample, Anna", "AUT", "WGM", "2311", "1981"),
            player("9900002", "Muster, Jan", "GER", "GM", "2604", "1970"),
            player("9900003", "Muster, Jan", "GER", "", "1711", "2001"),
            player("9900004", "Doppel, Eva", "SUI", "", "1500", "1990"),
            player("9900005", "Doppel, Eva", "SUI", "", "1500", "1991"),
            player("9900006", "Jung, Max", "SUI", "", "1500", "2015"),
            player("9900008", "Früh, Eva", "SUI", "", "1501", "1980"),
        ]
        .concat()
    }

    fn groups(games: &str) -> Vec<Group> {
        let mut book = Book::default();
        let input = pgnkit_archive::Input::from_reader("x", io::Cursor::new(games.to_owned())).unwrap();
        let input = pgnkit_archive::RunInput::new(input, std::sync::Arc::default());
        let survey = Survey::new(&[Subject::Player]);
        let _ = pgnkit_archive::run::run(
            [Ok(input)],
            &survey,
            &pgnkit_archive::RunOptions::default().jobs(1),
            |event| {
                if let pgnkit_archive::RunEvent::Entries(_, _, done) = event {
                    book.push(done.value);
                }
                std::ops::ControlFlow::<()>::Continue(())
            },
        );
        book.groups()
    }

    #[test]
    fn players_are_looked_up() {
        let text = &*list(HEADINGS);
        let mut of_one_month = HEADINGS;
        of_one_month[8] = "SEP26";
        let of_one_month = list(of_one_month);
        let latin1: Vec<u8> = text.chars().map(|c| c as u8).collect();
        let old = ["ID number ", "Name        ", "Titl", "Fed  ", "Mar11 ", "Games", "Born"].concat()
            + "\n"
            + &["9900002   ", "Muster, Jan ", "g   ", "GER  ", "2604  ", "9    ", "1970"].concat();
        let xml = "<?xml version=\"1.0\"?>\n<playerslist>\n<player><fideid>9900002</fideid><name>Muster, Jan</name>\
                   <country>GER</country><title>GM</title><rating>2604</rating><birthday>1970</birthday></player>\n\
                   <player>\n<fideid>9900007</fideid>\n<name>O&apos;Neill &amp; S&#246;hne, Jan</name><title></title></player>\n</playerslist>\n";
        for (why, list, games, expected) in [
            (
                "the only one",
                text,
                "[White \"Anna Sample\"]\n[Date \"2005.??.??\"]\n\n*\n",
                "Sample, Anna 9900001 WGM 2311 true",
            ),
            (
                "the year of birth decides",
                text,
                "[White \"Muster, Jan\"]\n[Date \"1990.??.??\"]\n\n*\n",
                "Muster, Jan 9900002 GM 2604 true",
            ),
            (
                "the rating decides",
                text,
                "[White \"Muster Jan\"]\n[Date \"2015.??.??\"]\n[WhiteElo \"1650\"]\n\n*\n",
                "Muster, Jan 9900003 - 1711 true",
            ),
            (
                "several",
                text,
                "[White \"Doppel, Eva\"]\n[Date \"2015.??.??\"]\n\n*\n",
                "Doppel, Eva 9900004 - 1500 false",
            ),
            ("not yet born", text, "[White \"Jung, Max\"]\n[Date \"1990.??.??\"]\n\n*\n", "none"),
            ("initials alone", text, "[White \"Sample, A\"]\n\n*\n", "none"),
            (
                "the number",
                text,
                "[White \"Doppelt, E\"]\n[WhiteFideId \"9900005\"]\n\n*\n",
                "Doppel, Eva 9900005 - 1500 true",
            ),
            ("a list of 2011", &*old, "[White \"Muster, Jan\"]\n\n*\n", "Muster, Jan 9900002 GM 2604 true"),
            ("bytes are not letters", text, "[White \"Eva Früh\"]\n\n*\n", "Früh, Eva 9900008 - 1501 true"),
            ("XML", xml, "[White \"Muster, Jan\"]\n\n*\n", "Muster, Jan 9900002 GM 2604 true"),
            (
                "XML with references",
                xml,
                "[White \"O'Neill Söhne, Jan\"]\n\n*\n",
                "O'Neill & Söhne, Jan 9900007 - - true",
            ),
        ] {
            let mut groups = groups(games);
            let mut lookup = Lookup::new(&groups);
            lookup.read(list.as_bytes()).unwrap();
            lookup.finish(&mut groups);
            let found = groups[0].listed.as_ref().map_or("none".to_owned(), |found| {
                let Listed { name, id, title, rating, is_sure, .. } = found;
                let or_none = |text: Option<String>| text.unwrap_or("-".to_owned());
                format!(
                    "{name} {id} {} {} {is_sure}",
                    or_none(title.clone()),
                    or_none(rating.map(|rating| rating.to_string()))
                )
            });
            assert_eq!(found, expected, "{why}");
        }
        for list in [of_one_month.as_bytes(), &latin1] {
            let mut groups = groups("[White \"Eva Früh\"]\n\n*\n");
            let mut lookup = Lookup::new(&groups);
            assert_eq!(lookup.read(list).unwrap(), 7);
            lookup.finish(&mut groups);
            assert_eq!(groups[0].listed.as_ref().and_then(|found| found.rating), Some(1501));
        }
    }

    #[test]
    fn what_is_no_list_is_refused() {
        for (list, expected) in [
            ("", "no player is in it"),
            ("[White \"Tal\"]\n\n*\n", "no line with the headings ID, Name and Fed"),
            ("<html><body>Not found</body></html>", "no player is in it"),
            ("<player><name>A</name", "no list of players in XML"),
        ] {
            let error = Lookup::new(&[]).read(list.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{list}: {error}");
        }
    }
}
