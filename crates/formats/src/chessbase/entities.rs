//! Names: players, tournaments, annotators, sources, teams and titles of games.

use std::borrow::Cow;
use std::fmt;

use super::bytes::{be, field, le};
use super::{CbDate, CodePage, Damage, File, Reason, nation};

/// A kind of names, each with its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntityKind {
    /// Players.
    Player,
    /// Tournaments.
    Tournament,
    /// Annotators.
    Annotator,
    /// Sources.
    Source,
    /// Teams.
    Team,
    /// Titles of games.
    GameTag,
}

impl EntityKind {
    /// All kinds.
    pub const ALL: [Self; 6] =
        [Self::Player, Self::Tournament, Self::Annotator, Self::Source, Self::Team, Self::GameTag];

    /// Extension of the file.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Player => "cbp",
            Self::Tournament => "cbt",
            Self::Annotator => "cbc",
            Self::Source => "cbs",
            Self::Team => "cbe",
            Self::GameTag => "cbl",
        }
    }
}

impl fmt::Display for EntityKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Player => "players",
            Self::Tournament => "tournaments",
            Self::Annotator => "annotators",
            Self::Source => "sources",
            Self::Team => "teams",
            Self::GameTag => "titles of games",
        })
    }
}

/// The names of a base, by their numbers. Every file may be missing; the bytes of those that are there are kept.
#[derive(Clone, Debug, Default)]
pub struct Entities {
    tables: [Table; 6],
    /// `.cbtt`
    ends: Table,
    /// Encoding of names and texts that are not UTF-8.
    pub code_page: CodePage,
}

#[derive(Clone, Debug, Default)]
struct Table {
    bytes: Vec<u8>,
    /// Offset of the first record.
    start: usize,
    /// Length of a record, and of the part of it before the data.
    record_len: usize,
    overhead: usize,
}

const MAGIC: u64 = 1_234_567_890;
/// Bytes of a record before its data: places in a tree.
const TREE: usize = 9;
/// The left branch of a record that is deleted.
const DELETED: u64 = -999_i32 as u32 as u64;
/// Length of a title of a game, and the number of its languages.
const TITLE: usize = 200;
const TITLES: usize = 8;

/// A player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Player<'a> {
    /// Last name.
    pub last: Cow<'a, str>,
    /// First name.
    pub first: Cow<'a, str>,
}

impl Player<'_> {
    /// The name as PGN has it, `Last, First`; a single letter gets its period. Empty if there is no name.
    pub fn name(&self) -> String {
        let (last, first) = (self.last.trim(), self.first.trim());
        let mut name = String::with_capacity(last.len() + first.len() + 3);
        name.push_str(last);
        if !first.is_empty() {
            name.push_str(if last.is_empty() { "" } else { ", " });
            name.push_str(first);
            if first.chars().count() == 1 && first.chars().all(char::is_alphabetic) {
                name.push('.');
            }
        }
        name
    }
}

/// A tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tournament<'a> {
    /// Title.
    pub title: Cow<'a, str>,
    /// Place.
    pub place: Cow<'a, str>,
    /// First day.
    pub date: CbDate,
    /// Last day, from `.cbtt`.
    pub end: CbDate,
    /// Low five bits the kind, bit 5 blitz, 6 rapid, 7 by correspondence; see [`kind_name`](Self::kind_name).
    pub kind: u8,
    /// Nation; see [`nation`](Self::nation).
    pub nation_number: u8,
    /// Category, 0 if there is none.
    pub category: u8,
    /// Number of rounds, 0 if unknown.
    pub rounds: u8,
}

impl Tournament<'_> {
    /// The kind, `swiss (rapid)`; `None` if there is none.
    pub fn kind_name(&self) -> Option<String> {
        const KINDS: [&str; 8] = ["game", "match", "tourn", "swiss", "team", "k.o.", "simul", "schev"];
        let kind = usize::from(self.kind & 0x1f).checked_sub(1).and_then(|at| KINDS.get(at));
        let pace = ["blitz", "rapid", "corr"].into_iter().zip(5..).find(|(_, bit)| self.kind >> bit & 1 == 1);
        match (kind, pace) {
            (Some(kind), Some((pace, _))) => Some(format!("{kind} ({pace})")),
            (Some(kind), None) => Some((*kind).to_owned()),
            (None, Some((pace, _))) => Some(pace.to_owned()),
            (None, None) => None,
        }
    }

    /// The code of the nation, if there is one.
    pub fn nation(&self) -> Option<&'static str> {
        nation::code(self.nation_number)
    }
}

/// A source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Source<'a> {
    /// Title.
    pub title: Cow<'a, str>,
    /// Publisher.
    pub publisher: Cow<'a, str>,
    /// Date of the publication.
    pub publication: CbDate,
    /// Date of the source.
    pub date: CbDate,
    /// Version, 0 if there is none.
    pub version: u8,
    /// Quality, 0 if unknown, 1 the best.
    pub quality: u8,
}

/// A team.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Team<'a> {
    /// Name.
    pub title: Cow<'a, str>,
    /// Number among the teams of that name, 0 if there is none.
    pub number: u32,
    /// Year, 0 if there is none.
    pub year: u32,
    /// Nation, 0 if there is none.
    pub nation_number: u8,
}

impl Table {
    fn parse(bytes: Vec<u8>, file: File) -> Result<Self, Damage> {
        let fault = |offset, reason| Damage { file, record: 0, ply: None, offset, reason };
        let number = |at| le(&bytes, at, 4);
        if number(8) != Some(MAGIC) {
            return Err(fault(8, Reason::Magic));
        }
        let Some((data, extra)) = number(12).zip(number(24)) else {
            return Err(fault(bytes.len(), Reason::Short("the header of the names")));
        };
        let start = 28_usize.saturating_add(extra as usize);
        Ok(Self { start, record_len: TREE.saturating_add(data as usize), overhead: TREE, bytes })
    }

    fn parse_ends(bytes: Vec<u8>) -> Result<Self, Damage> {
        let fault =
            |offset, reason| Damage { file: File::TournamentEnds, record: 0, ply: None, offset, reason };
        let Some((version, record_len)) = le(&bytes, 0, 4).zip(le(&bytes, 4, 4)) else {
            return Err(fault(bytes.len(), Reason::Short("the header")));
        };
        match (version, record_len) {
            (3, 65..=4096) => Ok(Self { start: 32, record_len: record_len as usize, overhead: 0, bytes }),
            // Earlier ones have no end of tournaments.
            (0..3, 1..=4096) => Ok(Self::default()),
            _ => Err(fault(0, Reason::Magic)),
        }
    }

    fn len(&self) -> usize {
        self.bytes.len().saturating_sub(self.start).checked_div(self.record_len).unwrap_or(0)
    }

    /// The data of a record that is not deleted.
    fn data(&self, id: u32) -> Option<&[u8]> {
        let start = (id as usize).checked_mul(self.record_len)?.checked_add(self.start)?;
        let record = self.bytes.get(start..start.checked_add(self.record_len)?)?;
        if self.overhead > 0 && le(record, 0, 4) == Some(DELETED) {
            return None;
        }
        record.get(self.overhead..).filter(|data| !data.is_empty())
    }
}

impl Entities {
    /// No names at all.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the file of one kind of names.
    ///
    /// # Errors
    /// When it is none; the names of this kind are then missing.
    pub fn read(&mut self, kind: EntityKind, file: Vec<u8>) -> Result<(), Damage> {
        self.tables[kind as usize] = Table::parse(file, File::Names(kind))?;
        Ok(())
    }

    /// Takes the file of ends of tournaments, `.cbtt`.
    ///
    /// # Errors
    /// When it is none.
    pub fn read_tournament_ends(&mut self, file: Vec<u8>) -> Result<(), Damage> {
        self.ends = Table::parse_ends(file)?;
        Ok(())
    }

    /// The number of names of a kind, deleted ones included.
    pub fn len(&self, kind: EntityKind) -> usize {
        self.tables[kind as usize].len()
    }

    /// Whether there is no name of a kind.
    pub fn is_empty(&self, kind: EntityKind) -> bool {
        self.len(kind) == 0
    }

    fn data(&self, kind: EntityKind, id: u32) -> Option<&[u8]> {
        self.tables[kind as usize].data(id)
    }

    /// The player with a number.
    pub fn player(&self, id: u32) -> Option<Player<'_>> {
        let data = self.data(EntityKind::Player, id)?;
        let page = self.code_page;
        Some(Player { last: field(data, 0, 30, page), first: field(data, 30, 20, page) })
    }

    /// The tournament with a number.
    pub fn tournament(&self, id: u32) -> Option<Tournament<'_>> {
        let data = self.data(EntityKind::Tournament, id)?;
        let byte = |at: usize| data.get(at).copied().unwrap_or_default();
        let end = self.ends.data(id).and_then(|record| be(record, 61, 4)).unwrap_or_default();
        Some(Tournament {
            title: field(data, 0, 40, self.code_page),
            place: field(data, 40, 30, self.code_page),
            date: date(data, 70),
            end: CbDate::from_bits(end as u32),
            kind: byte(74),
            nation_number: byte(76),
            category: byte(78),
            rounds: byte(80),
        })
    }

    /// The name of the annotator with a number.
    pub fn annotator(&self, id: u32) -> Option<Cow<'_, str>> {
        Some(field(self.data(EntityKind::Annotator, id)?, 0, 45, self.code_page))
    }

    /// The source with a number.
    pub fn source(&self, id: u32) -> Option<Source<'_>> {
        let data = self.data(EntityKind::Source, id)?;
        Some(Source {
            title: field(data, 0, 25, self.code_page),
            publisher: field(data, 25, 16, self.code_page),
            publication: date(data, 41),
            date: date(data, 45),
            version: data.get(49).copied().unwrap_or_default(),
            quality: data.get(50).copied().unwrap_or_default(),
        })
    }

    /// The team with a number.
    pub fn team(&self, id: u32) -> Option<Team<'_>> {
        let data = self.data(EntityKind::Team, id)?;
        let number = |at| le(data, at, 4).map_or(0, |number| number as u32);
        Some(Team {
            title: field(data, 0, 45, self.code_page),
            number: number(45),
            year: number(50),
            nation_number: data.get(54).copied().unwrap_or_default(),
        })
    }

    /// The title of a game with a number: the first one of its languages.
    pub fn game_tag(&self, id: u32) -> Option<Cow<'_, str>> {
        let data = self.data(EntityKind::GameTag, id)?;
        // Counts come after the titles.
        let titles = data.chunks(TITLE).take(TITLES).map(|title| field(title, 0, TITLE, self.code_page));
        Some(titles.into_iter().find(|title| !title.is_empty()).unwrap_or_default())
    }
}

fn date(data: &[u8], at: usize) -> CbDate {
    CbDate::from_bits(le(data, at, 4).map_or(0, |bits| bits as u32))
}
