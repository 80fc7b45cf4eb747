//! Reading an index.

mod cache;
mod candidates;
mod counts;
mod cursor;
mod explore;
mod games;
mod lines;
mod moves;
mod occurrences;
mod phases;
mod played;
mod search;
mod sums;
mod target;
mod texts;

use std::fs::File;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use pgnkit_chess::Color;

use crate::error::{IndexError, Place};
use crate::facts::{FactColumns, GameFacts};
use crate::file::{
    Directory, FACTS_PAGE, IDS, MOVES_PAGE, OCCURRENCES, PLAYERS, POSITIONS, Pages, PartName, SUMS_PAGE,
    SegmentPlaces, TEXTS_PAGE,
};
use crate::level::Level;
use crate::phases::BLOCK;
use crate::places::{self, Origin};
use crate::players;
use crate::sums::PageSums;
use crate::table::Table;
use cache::PageCache;
use phases::Phases;

pub use counts::{Counts, Filter};
pub use explore::{Exploration, Lists, MoveCounts, Occurrence};
pub use games::{GameNumber, GameReader, IndexedGame, StoredGame};
pub(crate) use moves::{MovesReader, StoredMoves, UNKNOWN};
pub(crate) use played::{MoveSink, Sums};

/// An index that is open. All threads can read it at the same time.
#[derive(Debug)]
pub struct Index {
    file: Arc<File>,
    directory: Directory,
    /// The place after the last segment.
    end: u64,
    segments: Vec<Segment>,
    fact_pages: PageCache<FactColumns>,
    sum_pages: PageCache<Vec<PageSums>>,
    origin_pages: PageCache<Vec<Origin>>,
}

/// Games that were added together.
#[derive(Debug)]
struct Segment {
    level: Level,
    first_game: GameNumber,
    games: u64,
    first_source: u64,
    facts: Pages,
    sums: Pages,
    places: Pages,
    moves: Pages,
    beginnings: Pages,
    texts: Pages,
    annotations: Pages,
    phases: Option<Phases>,
    positions: Table,
    occurrences: Option<Table>,
    ids: Option<Table>,
    players: Option<Table>,
}

/// Memory for facts and their sums that were read, and for places, in bytes.
const CACHE: usize = 96 << 20;

impl Index {
    /// Opens an index, and checks its head, its end, and the lists of its parts. The parts are checked as they are read.
    ///
    /// # Errors
    /// When it cannot be read, is no index, or is damaged.
    pub fn open(path: &Path) -> Result<Self, IndexError> {
        Self::of(File::open(path)?)
    }

    /// Opens an index that is an open file.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn of(file: File) -> Result<Self, IndexError> {
        let file = Arc::new(file);
        let (directory, end) = Directory::read(&file)?;
        let mut first_game = 0;
        let mut opened = Vec::with_capacity(directory.segments.len());
        for places in &directory.segments {
            opened.push(Segment::open(&file, places, first_game)?);
            first_game += places.games;
        }
        let (fact_pages, sum_pages) = (PageCache::new(CACHE / 3 * 2), PageCache::new(CACHE / 3));
        let origin_pages = PageCache::new(CACHE);
        Ok(Self { file, directory, end, segments: opened, fact_pages, sum_pages, origin_pages })
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.segments.iter().map(|segment| segment.games).sum()
    }

    /// The parts that it has.
    #[must_use]
    pub fn level(&self) -> Level {
        self.segments.iter().map(|segment| segment.level).min().unwrap_or_default()
    }

    /// The games, which an index of positions alone does not have.
    fn need_games(&self) -> Result<(), IndexError> {
        if self.level() >= Level::Games { Ok(()) } else { Err(IndexError::NoGames) }
    }

    /// The number of positions that two games of the same segment have.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.segments.iter().map(|segment| segment.positions.len()).sum()
    }

    /// The names of the sources.
    #[must_use]
    pub fn sources(&self) -> &[String] {
        &self.directory.sources
    }

    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    pub(crate) fn directory(&self) -> &Directory {
        &self.directory
    }

    pub(crate) fn end(&self) -> u64 {
        self.end
    }

    /// The parts that the file has, and the bytes that each takes.
    #[must_use]
    pub fn sizes(&self) -> Vec<(&'static str, u64)> {
        let sum =
            |name: PartName, bytes: fn(&Segment) -> u64| (name.text(), self.segments.iter().map(bytes).sum());
        let all = [
            sum(PartName::Positions, |segment| segment.positions.bytes()),
            sum(PartName::Occurrences, |segment| bytes_of(segment.occurrences.as_ref())),
            sum(PartName::Facts, |segment| segment.facts.bytes() + segment.sums.bytes()),
            sum(PartName::Places, |segment| segment.places.bytes()),
            sum(PartName::Moves, |segment| segment.moves.bytes() + segment.beginnings.bytes()),
            sum(PartName::Phases, |segment| segment.phases.as_ref().map_or(0, |phases| phases.pages.bytes())),
            sum(PartName::Texts, |segment| segment.texts.bytes()),
            sum(PartName::Annotations, |segment| segment.annotations.bytes()),
            sum(PartName::Identifiers, |segment| bytes_of(segment.ids.as_ref())),
            sum(PartName::Players, |segment| bytes_of(segment.players.as_ref())),
        ];
        all.into_iter().filter(|(_, bytes)| *bytes > 0).collect()
    }

    /// Reads every part.
    ///
    /// # Errors
    /// The first part that is damaged or cannot be read.
    pub fn check(&self) -> Result<(), IndexError> {
        let mut page = Vec::new();
        for segment in &self.segments {
            for pages in segment.pages() {
                (0..pages.len()).try_for_each(|number| pages.read(&self.file, number, &mut page))?;
            }
            segment.tables().try_for_each(Table::check)?;
        }
        Ok(())
    }

    /// The numbers of the games in which a player has a colour, in order. The case of the name does not matter, nor do blanks around it.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn games_of(&self, name: &str, color: Color) -> Result<Vec<GameNumber>, IndexError> {
        let key = players::key(name);
        let (mut games, mut value) = (Vec::new(), Vec::new());
        self.need_games()?;
        for segment in &self.segments {
            let Some(players) = &segment.players else { continue };
            if players.get(key, &mut value)? {
                players::read(&value, color, segment.first_game, segment.games, &mut games)
                    .ok_or(IndexError::Damaged(Place::Position(key)))?;
            }
        }
        Ok(games)
    }

    /// The facts about a game.
    ///
    /// # Errors
    /// When there is no such game, or its page cannot be read or is damaged.
    pub fn facts(&self, number: GameNumber) -> Result<GameFacts, IndexError> {
        let damaged = || IndexError::Damaged(Place::Game(number));
        let (place, local) = self.segment_of(number).ok_or_else(damaged)?;
        let columns = self.fact_page(place, local)?;
        columns.get((local % FACTS_PAGE as u64) as usize).ok_or_else(damaged)
    }

    /// Gives the facts about games, in order.
    fn each_facts(
        &self,
        games: Range<GameNumber>,
        mut visit: impl FnMut(GameNumber, &GameFacts),
    ) -> Result<(), IndexError> {
        let mut number = games.start;
        while number < games.end {
            let damaged = || IndexError::Damaged(Place::Game(number));
            let (place, local) = self.segment_of(number).ok_or_else(damaged)?;
            let columns = self.fact_page(place, local)?;
            let first = (local % FACTS_PAGE as u64) as usize;
            let here = (columns.len().saturating_sub(first) as u64).min(games.end - number);
            if here == 0 {
                return Err(damaged());
            }
            for at in 0..here {
                let facts = columns.get(first + at as usize).ok_or_else(damaged)?;
                visit(number + at, &facts);
            }
            number += here;
        }
        Ok(())
    }

    /// The facts of the page of a game of a segment.
    fn fact_page(&self, place: usize, local: u64) -> Result<Arc<FactColumns>, IndexError> {
        let (segment, page) = (&self.segments[place], (local / FACTS_PAGE as u64) as usize);
        self.fact_pages.get((place, page), || {
            let mut bytes = Vec::new();
            segment.facts.read(&self.file, page, &mut bytes)?;
            let columns = FactColumns::read(&bytes).ok_or_else(|| segment.facts.damaged(page))?;
            let bytes = columns.bytes();
            Ok((columns, bytes))
        })
    }

    /// The place that a game came from.
    ///
    /// # Errors
    /// When there is no such game, or its page cannot be read or is damaged.
    pub fn origin(&self, number: GameNumber) -> Result<Origin, IndexError> {
        let damaged = || IndexError::Damaged(Place::Game(number));
        let (place, local) = self.segment_of(number).ok_or_else(damaged)?;
        let (segment, page) = (&self.segments[place], (local / FACTS_PAGE as u64) as usize);
        let origins = self.origin_pages.get((place, page), || {
            let mut bytes = Vec::new();
            segment.places.read(&self.file, page, &mut bytes)?;
            let origins = places::read(&bytes).ok_or_else(|| segment.places.damaged(page))?;
            let bytes = size_of::<Origin>() * origins.len() + 128;
            Ok::<_, IndexError>((origins, bytes))
        })?;
        let origin = origins.get((local % FACTS_PAGE as u64) as usize).ok_or_else(damaged)?;
        let source = segment
            .first_source
            .checked_add(origin.source)
            .filter(|source| usize::try_from(*source).is_ok_and(|source| source < self.sources().len()));
        Ok(Origin { source: source.ok_or_else(damaged)?, ..*origin })
    }

    /// The place of the segment of a game, and the number of the game there.
    fn segment_of(&self, number: GameNumber) -> Option<(usize, u64)> {
        let place = self.segments.partition_point(|segment| segment.first_game <= number).checked_sub(1)?;
        let segment = self.segments.get(place)?;
        let local = number - segment.first_game;
        (local < segment.games).then_some((place, local))
    }
}

/// The bytes of a table that may be there.
fn bytes_of(table: Option<&Table>) -> u64 {
    table.map_or(0, Table::bytes)
}

impl Segment {
    fn open(file: &Arc<File>, places: &SegmentPlaces, first_game: u64) -> Result<Self, IndexError> {
        let SegmentPlaces { all, level, games, first_source, moves_base, .. } = *places;
        let damaged = || IndexError::Damaged(Place::Directory);
        let part = |name: PartName| {
            let base = if name.is_among_moves() { moves_base } else { 0 };
            let part = places.part(name);
            let end = base.checked_add(part.at).and_then(|at| at.checked_add(part.length));
            let base = all.at + base.min(all.length);
            end.is_some_and(|end| end <= all.length).then_some((base, part)).ok_or_else(damaged)
        };
        let pages = |name| {
            let (base, list) = part(name)?;
            Pages::open(file, base, list, name)
        };
        let table = |name, kind| {
            let (base, part) = part(name)?;
            Ok::<_, IndexError>(Table::within(Arc::clone(file), base + part.at, part.length, kind)?)
        };
        let has_games = level >= Level::Games;
        let games_pages = |name| if has_games { pages(name) } else { Ok(Pages::empty(name)) };
        let games_table = |name, kind| has_games.then(|| table(name, kind)).transpose();
        let blocks = games.div_ceil(BLOCK * MOVES_PAGE as u64);
        let phases = || Phases::open(file, pages(PartName::Phases)?, blocks);
        let occurrences = || table(PartName::Occurrences, OCCURRENCES);
        let segment = Self {
            level,
            first_game,
            games,
            first_source,
            facts: pages(PartName::Facts)?,
            sums: pages(PartName::Sums)?,
            places: games_pages(PartName::Places)?,
            moves: games_pages(PartName::Moves)?,
            beginnings: games_pages(PartName::Beginnings)?,
            texts: games_pages(PartName::Texts)?,
            annotations: games_pages(PartName::Annotations)?,
            phases: has_games.then(phases).transpose()?,
            positions: table(PartName::Positions, POSITIONS)?,
            occurrences: (level >= Level::Occurrences).then(occurrences).transpose()?,
            ids: games_table(PartName::Identifiers, IDS)?,
            players: games_table(PartName::Players, PLAYERS)?,
        };
        // Numbers of games are believed as far as there are pages for them.
        let pages = |of_page: usize| games.div_ceil(of_page as u64);
        let of_games = |of_page: usize| if has_games { pages(of_page) } else { 0 };
        let needs = [
            pages(FACTS_PAGE),
            pages(FACTS_PAGE * SUMS_PAGE),
            of_games(FACTS_PAGE),
            of_games(MOVES_PAGE),
            of_games(MOVES_PAGE).div_ceil(MOVES_PAGE as u64),
            of_games(TEXTS_PAGE),
            of_games(TEXTS_PAGE),
        ];
        // Phases have been held against the games.
        let has = segment.pages().map(|pages| pages.len() as u64);
        if has.take(needs.len()).eq(needs) { Ok(segment) } else { Err(damaged()) }
    }

    /// The parts in pages; phases are the last.
    fn pages(&self) -> impl Iterator<Item = &Pages> {
        let Self { facts, sums, places, moves, beginnings, texts, annotations, phases, .. } = self;
        let phases = phases.as_ref().map(|phases| &phases.pages);
        [facts, sums, places, moves, beginnings, texts, annotations].into_iter().chain(phases)
    }

    /// The parts that are tables.
    fn tables(&self) -> impl Iterator<Item = &Table> {
        let Self { positions, occurrences, ids, players, .. } = self;
        [Some(positions), occurrences.as_ref(), ids.as_ref(), players.as_ref()].into_iter().flatten()
    }
}
