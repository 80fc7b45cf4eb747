//! The task that gathers spellings, and the book they are kept in.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::num::NonZeroUsize;

use pgnkit::Game;

use super::candidates::Bounds;
use super::evidence::REQUIRED_POINTS;
use super::groups::{self, Group, Groups};
use super::nations::{NationCount, Nations};
use super::profile::Profile;
use super::rounds::RoundOf;
use pgnkit_archive::Account;
use pgnkit_archive::input::{EntryBuf, InputFormat, Kind, Target};
use pgnkit_archive::task::{At, Task};
use pgnkit_query::fields::{self, Value};
use pgnkit_query::spelling;

/// A kind of thing that has names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Subject {
    /// The players: White and Black.
    Player,
    /// The event.
    Event,
    /// The site.
    Site,
    /// Codes of nations, in sites, teams and beside names.
    Nation,
}

impl Subject {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Player, Self::Event, Self::Site, Self::Nation];

    /// The word it is called by.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Event => "event",
            Self::Site => "site",
            Self::Nation => "nation",
        }
    }

    /// One line about it.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Player => "White and Black",
            Self::Event => "Event",
            Self::Site => "Site",
            Self::Nation => "Codes of nations, in sites, teams and beside names",
        }
    }
}

/// Half-moves of a game that is known again by its moves.
const MIN_PLIES: usize = 30;

/// Gathers the spellings of some subjects.
#[derive(Clone, Debug)]
pub struct Survey {
    subjects: Vec<Subject>,
}

impl Survey {
    /// Gathers the spellings of these subjects.
    pub fn new(subjects: &[Subject]) -> Self {
        Self { subjects: subjects.to_vec() }
    }

    fn has(&self, subject: Subject) -> bool {
        self.subjects.contains(&subject)
    }
}

/// Spellings with their profiles.
type Spellings = HashMap<Box<str>, Profile>;

/// The spellings of a block.
#[derive(Debug, Default)]
pub struct BlockSpellings {
    players: Spellings,
    events: Spellings,
    sites: Spellings,
    nations: Nations,
}

/// Memory of a thread that gathers spellings: those of one block come again in others.
#[derive(Debug, Default)]
pub struct SurveyScratch {
    buffer: EntryBuf,
    /// Families of players as hashes.
    families: Remembered<u32>,
    /// The sound of the first long word of sites and events.
    sounds: Remembered<Option<Box<str>>>,
}

/// Spellings whose values are remembered.
const REMEMBERED: usize = 1 << 16;

/// Values of spellings.
#[derive(Debug)]
struct Remembered<T>(HashMap<Box<str>, T>);

impl<T> Default for Remembered<T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<T> Remembered<T> {
    fn get(&mut self, name: &str, make: impl FnOnce(&str) -> T) -> &T {
        if self.0.len() >= REMEMBERED {
            self.0.clear();
        }
        // Looked for twice, so that only a new name is copied.
        if !self.0.contains_key(name) {
            self.0.insert(name.into(), make(name));
        }
        &self.0[name]
    }
}

/// All spellings that were gathered.
#[derive(Debug, Default)]
pub struct Book {
    all: BlockSpellings,
}

impl Book {
    /// Adds the spellings of a block. Their order does not matter.
    pub fn push(&mut self, surveyed: BlockSpellings) {
        let BlockSpellings { players, events, sites, nations } = surveyed;
        let all = &mut self.all;
        for (all, some) in [(&mut all.players, players), (&mut all.events, events), (&mut all.sites, sites)] {
            for (text, profile) in some {
                match all.get_mut(&text) {
                    Some(found) => found.merge(&profile),
                    None => drop(all.insert(text, profile)),
                }
            }
        }
        all.nations.merge(&nations);
    }

    /// The players, with their profiles.
    #[cfg(test)]
    pub(super) fn players(&self) -> &Spellings {
        &self.all.players
    }

    /// Number of different spellings.
    pub fn len(&self) -> usize {
        self.all.players.len() + self.all.events.len() + self.all.sites.len()
    }

    /// Whether no spelling was gathered.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Groups of spellings that are one name, or may be, and names with a single spelling: by subject, those with most
    /// games first.
    ///
    /// Never in one group are names with different numbers of the federation, players who played each other or who had
    /// different opponents in the same round of an event (in more than one of a hundred games), or in the same months ratings far apart, names of
    /// which the years are more than forty apart or together more than eighty, accounts of servers that are not the
    /// same letters, and names whose numbers differ (`Stockfish 15`, `Stockfish 16`).
    pub fn groups(self) -> Vec<Group> {
        self.groups_from(REQUIRED_POINTS, NonZeroUsize::MIN).groups
    }

    /// The same, of spellings whose evidence has so many points, compared on so many threads; never fewer points than
    /// [`REQUIRED_POINTS`]. The number of threads changes nothing but the time.
    pub fn groups_from(self, points: i32, jobs: NonZeroUsize) -> Groups {
        let BlockSpellings { players, events, sites, .. } = self.all;
        let required = points.max(REQUIRED_POINTS);
        let mut all = Groups::default();
        for (subject, spellings) in
            [(Subject::Player, players), (Subject::Event, events), (Subject::Site, sites)]
        {
            let of_subject = groups::of(subject, spellings, required, Bounds::USUAL, jobs);
            all.groups.extend(of_subject.groups);
            all.compared_in_part += of_subject.compared_in_part;
        }
        all
    }

    /// Codes of nations, the most frequent first.
    pub fn nations(&self) -> Vec<NationCount> {
        self.all.nations.counts()
    }
}

impl Task for Survey {
    type Scratch<'t> = SurveyScratch;
    type Out = BlockSpellings;

    fn scratch(&self) -> SurveyScratch {
        SurveyScratch::default()
    }

    fn target<'s>(&self, scratch: &'s mut SurveyScratch, _format: &dyn InputFormat) -> Target<'s> {
        Target::Build(&mut scratch.buffer)
    }

    fn accepts(&self, format: &dyn InputFormat) -> Result<(), &'static str> {
        format.holds().must_be(Kind::Games)
    }

    fn take(&self, scratch: &mut SurveyScratch, at: &At<'_>, out: &mut BlockSpellings, _: &mut Account) {
        let SurveyScratch { buffer, families, sounds } = scratch;
        let entry = at.entry(buffer);
        let game = entry.content.to_game();
        if self.has(Subject::Nation) {
            out.nations.add(&game);
        }
        if self.subjects.iter().any(|subject| *subject != Subject::Nation) {
            self.add(&game, families, sounds, out);
        }
    }
}

/// The tags of a player of one colour.
const PLAYERS: [[&str; 4]; 2] =
    [["White", "WhiteElo", "WhiteFideId", "WhiteTitle"], ["Black", "BlackElo", "BlackFideId", "BlackTitle"]];

impl Survey {
    fn add(
        &self,
        game: &Game,
        families: &mut Remembered<u32>,
        sounds: &mut Remembered<Option<Box<str>>>,
        out: &mut BlockSpellings,
    ) {
        let value = |name: &str| known(game.tag(name).unwrap_or_default());
        let [event, site] = ["Event", "Site"].map(value);
        let year = match fields::by_name("year").map(|column| column.of(game)) {
            Some(Value::Integer(year)) => u16::try_from(year).ok(),
            _ => None,
        };
        let month = crate::fingerprint::date(game)[1];
        let is_online = [event, site].into_iter().flatten().any(|value| value.contains("://"));
        let line = line(game);
        let mut played = |name: Option<&str>| {
            let name = name.filter(|name| !name.contains("://"))?;
            let year = year?;
            Some(hash(&(sounds.get(name, sound).as_deref()?, year)))
        };
        let (place, occasion) = (played(site), played(event));
        let keys = PLAYERS.map(|[name, ..]| {
            Some(*families.get(value(name)?, |name| spelling::key(name).map_or(0, |key| hash(&key) | 1)))
        });
        if self.has(Subject::Player) {
            let round = RoundOf::new(game);
            for (color, tags) in PLAYERS.iter().enumerate() {
                let Some(name) = value(tags[0]) else { continue };
                let profile = entry(&mut out.players, name);
                profile.key = keys[color].unwrap_or(0);
                profile.count(year, place, line.map(|line| line.wrapping_add(color as u64)));
                profile.online += u64::from(is_online);
                if let Some(opponent) = keys[1 - color].filter(|key| *key != 0) {
                    profile.people.insert(opponent);
                    if opponent == profile.key {
                        profile.namesakes.add(hash(value(PLAYERS[1 - color][0]).unwrap_or_default()), 1);
                    }
                }
                if let (Some(round), Some(opponent)) = (&round, value(PLAYERS[1 - color][0])) {
                    profile.seats.extend(round.seats(color == 1, hash(opponent)));
                }
                let number = |name: &str| value(name).and_then(|value| value.trim().parse::<u64>().ok());
                if let Some(rating) =
                    number(tags[1]).and_then(|rating| u16::try_from(rating).ok()).filter(|rating| *rating > 0)
                {
                    profile.add_rating(rating, year, month);
                }
                if let Some(id) = number(tags[2]).filter(|id| *id > 0) {
                    profile.ids.add(id, 1);
                }
                if let Some(title) = value(tags[3]).filter(|title| *title != "-") {
                    profile.titles.add(title.into(), 1);
                    year.into_iter().for_each(|year| profile.titled.add(title, year));
                }
            }
        }
        for (subject, spellings, name, place) in
            [(Subject::Event, &mut out.events, event, place), (Subject::Site, &mut out.sites, site, occasion)]
        {
            let Some(name) = name.filter(|name| self.has(subject) && !name.contains("://")) else { continue };
            let profile = entry(spellings, name);
            profile.count(year, place, line);
            keys.into_iter().flatten().filter(|key| *key != 0).for_each(|key| profile.people.insert(key));
        }
    }
}

impl Profile {
    fn count(&mut self, year: Option<u16>, place: Option<u32>, line: Option<u64>) {
        self.games += 1;
        year.into_iter().for_each(|year| self.add_year(year));
        place.into_iter().for_each(|place| self.places.insert(place));
        line.into_iter().for_each(|line| self.lines.insert(line));
    }
}

/// The sound of the first long word.
fn sound(name: &str) -> Option<Box<str>> {
    let is_long = |word: &spelling::Word| word.letters.chars().count() > 3 && !word.is_number();
    Some(spelling::words(name).into_iter().find(is_long)?.sound.into())
}

fn entry<'s>(spellings: &'s mut Spellings, name: &str) -> &'s mut Profile {
    spellings.entry(name.into()).or_default()
}

/// A value that says something.
fn known(value: &str) -> Option<&str> {
    (!value.bytes().all(|byte| matches!(byte, b'?' | b'-' | b'.' | b' '))).then_some(value)
}

/// A hash of the main line, where it is long enough.
fn line(game: &Game) -> Option<u64> {
    if game.ply_count() < MIN_PLIES || !game.start().rules_are_known {
        return None;
    }
    let mut hasher = DefaultHasher::new();
    game.mainline().for_each(|node| node.mv().hash(&mut hasher));
    Some(hasher.finish())
}

/// A hash that is the same in every run.
pub(super) fn hash(value: &(impl Hash + ?Sized)) -> u32 {
    hash64(value) as u32
}

/// The same, of 64 bits.
pub(super) fn hash64(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
