//! Reading an index.

mod counts;
mod explore;
mod games;
mod moves;
mod search;

use std::collections::HashMap;
use std::fs::File;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crate::build::{FACTS, MOVES, TEXTS};
use crate::error::{IndexError, Place};
use crate::facts::{FactColumns, GameFacts};
use crate::file::{Directory, FACTS_PAGE, POSITIONS, Pages, Part, SegmentPlaces};
use crate::table::Table;

pub use counts::{Counts, Filter};
pub use explore::{Explored, Found, MoveCounts};
pub use games::{GameNumber, IndexedGame};
pub(crate) use moves::MovesReader;

/// An index that is open. All threads can read it at the same time.
#[derive(Debug)]
pub struct Index {
    file: Arc<File>,
    sources: Vec<String>,
    segments: Vec<Segment>,
    cache: Mutex<FactCache>,
}

/// Games that were added together.
#[derive(Debug)]
struct Segment {
    first_game: GameNumber,
    games: u64,
    first_source: u64,
    facts: Pages,
    moves: Pages,
    texts: Pages,
    positions: Table,
    positions_bytes: u64,
}

/// Pages of facts that were read.
#[derive(Debug, Default)]
struct FactCache {
    pages: HashMap<(usize, usize), Arc<FactColumns>>,
    bytes: usize,
}

/// Memory for facts that were read, in bytes.
const CACHE: usize = 128 << 20;

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
        let Directory { sources, segments } = Directory::read(&file)?;
        let mut first_game = 0;
        let mut opened = Vec::with_capacity(segments.len());
        for places in &segments {
            opened.push(Segment::open(&file, places, first_game)?);
            first_game += places.games;
        }
        Ok(Self { file, sources, segments: opened, cache: Mutex::default() })
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.segments.iter().map(|segment| segment.games).sum()
    }

    /// The number of positions that two games of the same segment have.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.segments.iter().map(|segment| segment.positions.len()).sum()
    }

    /// The names of the sources.
    #[must_use]
    pub fn sources(&self) -> &[String] {
        &self.sources
    }

    /// The parts of the file, and the bytes that each takes.
    #[must_use]
    pub fn sizes(&self) -> [(&'static str, u64); 4] {
        let sum = |bytes: fn(&Segment) -> u64| self.segments.iter().map(bytes).sum();
        [
            ("positions", sum(|segment| segment.positions_bytes)),
            (FACTS, sum(|segment| segment.facts.bytes())),
            (MOVES, sum(|segment| segment.moves.bytes())),
            (TEXTS, sum(|segment| segment.texts.bytes())),
        ]
    }

    /// Reads every part.
    ///
    /// # Errors
    /// The first part that is damaged or cannot be read.
    pub fn check(&self) -> Result<(), IndexError> {
        let mut page = Vec::new();
        for segment in &self.segments {
            for pages in [&segment.facts, &segment.moves, &segment.texts] {
                (0..pages.len()).try_for_each(|number| pages.read(&self.file, number, &mut page))?;
            }
            segment.positions.check()?;
        }
        Ok(())
    }

    /// The facts about a game.
    ///
    /// # Errors
    /// When there is no such game, or its page cannot be read or is damaged.
    pub fn facts(&self, number: GameNumber) -> Result<GameFacts, IndexError> {
        let damaged = || IndexError::Damaged(Place::Game(number));
        let (segment, local) = self.segment_of(number).ok_or_else(damaged)?;
        let page = self.fact_page(segment, (local / FACTS_PAGE as u64) as usize)?;
        page.get((local % FACTS_PAGE as u64) as usize).ok_or_else(damaged)
    }

    fn segment_of(&self, number: GameNumber) -> Option<(&Segment, u64)> {
        let place = self.segments.partition_point(|segment| segment.first_game <= number).checked_sub(1)?;
        let segment = self.segments.get(place)?;
        let local = number - segment.first_game;
        (local < segment.games).then_some((segment, local))
    }

    fn fact_page(&self, segment: &Segment, page: usize) -> Result<Arc<FactColumns>, IndexError> {
        let name = (segment.first_game as usize, page);
        if let Some(found) = self.cache().pages.get(&name) {
            return Ok(Arc::clone(found));
        }
        let mut bytes = Vec::new();
        segment.facts.read(&self.file, page, &mut bytes)?;
        let columns = Arc::new(FactColumns::read(&bytes).ok_or_else(|| segment.facts.damaged(page))?);
        let mut cache = self.cache();
        if cache.bytes > CACHE {
            *cache = FactCache::default();
        }
        cache.bytes += columns.bytes();
        cache.pages.insert(name, Arc::clone(&columns));
        Ok(columns)
    }

    /// Nothing that can panic runs with the lock held.
    fn cache(&self) -> std::sync::MutexGuard<'_, FactCache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Segment {
    fn open(file: &Arc<File>, places: &SegmentPlaces, first_game: u64) -> Result<Self, IndexError> {
        let SegmentPlaces { all, games, first_source, facts, texts, moves, moves_base, positions } = *places;
        let damaged = || IndexError::Damaged(Place::Directory);
        let within = |part: Part, base: u64| {
            let end = base.checked_add(part.at).and_then(|at| at.checked_add(part.length));
            end.is_some_and(|end| end <= all.length).then_some(part).ok_or_else(damaged)
        };
        let moves_at = all.at + moves_base.min(all.length);
        let positions = within(positions, 0)?;
        Ok(Self {
            first_game,
            games,
            first_source,
            facts: Pages::open(file, all.at, within(facts, 0)?, FACTS)?,
            moves: Pages::open(file, moves_at, within(moves, moves_base)?, MOVES)?,
            texts: Pages::open(file, all.at, within(texts, 0)?, TEXTS)?,
            positions_bytes: positions.length,
            positions: Table::within(Arc::clone(file), all.at + positions.at, positions.length, POSITIONS)?,
        })
    }
}
