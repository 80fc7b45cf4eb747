//! The pages of games: one thread makes them of sorted games, another one compresses and writes them.

use std::io::Write;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use super::Limits;
use super::buckets::KeyGatherer;
use crate::error::{IndexError, Place};
use crate::facts::{self, Ending, FactColumns, put_endings};
use crate::file::{
    CountingWriter, FACTS_PAGE, MOVES_PAGE, PageWriter, PartName, SUMS_PAGE, SegmentPlaces, TEXTS_PAGE,
};
use crate::ids;
use crate::level::Level;
use crate::moves::{start_len, take_code};
use crate::places::{self, Origin};
use crate::players;
use crate::read::UNKNOWN;
use crate::sums::PageSums;
use crate::table::{SortedRecords, Sorter, numbers};

/// Pages that wait to be written.
const WAITING: usize = 16;

/// A page of a part.
type Page = (PartName, Vec<u8>);

/// Identifiers and the numbers of their games; names of players, and the numbers and sides of their games.
#[derive(Debug)]
pub(super) struct Sorters {
    pub(super) ids: KeyGatherer,
    pub(super) players: Sorter,
}

/// Writes the pages of sorted games and the lists of them, whose places the segment gets: moves and beginnings to a file of their own.
pub(super) fn write<W: Write, M: Write>(
    sorted: SortedRecords,
    limits: &Limits,
    segment: &mut SegmentPlaces,
    out: &mut CountingWriter<W>,
    moves_out: &mut CountingWriter<M>,
) -> Result<Sorters, IndexError> {
    let (sender, receiver) = sync_channel(WAITING);
    std::thread::scope(|scope| {
        let maker = scope.spawn(|| make(sorted, limits, sender));
        let written = write_all(receiver, limits.level, segment, out, moves_out);
        let made = match maker.join() {
            Ok(made) => made,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        // If the writer has failed, the maker has stopped for it.
        written.and(made)
    })
}

/// Makes the pages of games.
fn make(mut sorted: SortedRecords, limits: &Limits, sender: SyncSender<Page>) -> Result<Sorters, IndexError> {
    let mut pages = GamePages::new(limits);
    loop {
        let has_next = match sorted.next_record()? {
            Some((key, value)) => pages.add(key, value).map(|()| true)?,
            None => {
                pages.end();
                false
            }
        };
        // Nobody takes pages when the writer has failed.
        if pages.full.drain(..).try_for_each(|page| sender.send(page)).is_err() || !has_next {
            return Ok(pages.sorters);
        }
    }
}

/// Writes pages as they come, and then the lists of them.
fn write_all<W: Write, M: Write>(
    pages: Receiver<Page>,
    level: Level,
    segment: &mut SegmentPlaces,
    out: &mut CountingWriter<W>,
    moves_out: &mut CountingWriter<M>,
) -> Result<(), IndexError> {
    let names: &[PartName] = match level {
        Level::Positions => &[PartName::Facts, PartName::Sums, PartName::Moves, PartName::Beginnings],
        _ => &[
            PartName::Facts,
            PartName::Sums,
            PartName::Places,
            PartName::Texts,
            PartName::Annotations,
            PartName::Moves,
            PartName::Beginnings,
        ],
    };
    let mut writers = Vec::with_capacity(names.len());
    for name in names {
        let has_dictionary = matches!(name, PartName::Texts | PartName::Annotations);
        writers
            .push((*name, if has_dictionary { PageWriter::with_dictionary()? } else { PageWriter::new()? }));
    }
    for (name, page) in pages {
        let Some((_, writer)) = writers.iter_mut().find(|(other, _)| *other == name) else { continue };
        if name.is_among_moves() { writer.push(&page, moves_out)? } else { writer.push(&page, out)? }
    }
    for (name, writer) in writers {
        let list = if name.is_among_moves() { writer.finish(moves_out)? } else { writer.finish(out)? };
        segment.set(name, list);
    }
    Ok(())
}

/// The pages of games that are being filled.
#[derive(Debug)]
struct GamePages {
    level: Level,
    /// Pages that are full.
    full: Vec<Page>,
    facts: FactColumns,
    /// Sums of so many pages of facts.
    sums: (Vec<u8>, usize),
    places: Vec<Origin>,
    moves: MovesPage,
    beginnings: MovesPage,
    texts: TextPage,
    annotations: TextPage,
    sorters: Sorters,
    count: u64,
    /// The first game of the page of moves.
    first: Vec<u8>,
}

impl GamePages {
    fn new(limits: &Limits) -> Self {
        let (folder, memory) = (&limits.folder, limits.memory / 8);
        let sorters = Sorters { ids: KeyGatherer::new(folder, memory), players: Sorter::new(folder, memory) };
        Self {
            level: limits.level,
            full: Vec::new(),
            facts: FactColumns::default(),
            sums: (Vec::new(), 0),
            places: Vec::new(),
            moves: MovesPage::default(),
            beginnings: MovesPage::default(),
            texts: TextPage::default(),
            annotations: TextPage::default(),
            sorters,
            count: 0,
            first: Vec::new(),
        }
    }

    /// Adds the next game.
    fn add(&mut self, key: &[u8], mut value: &[u8]) -> Result<(), IndexError> {
        let damaged = || IndexError::Damaged(Place::Game(0));
        let (facts, ending) = facts::take(&mut value).ok_or_else(damaged)?;
        self.facts.push(&facts);
        self.places.push(places::take(&mut value).ok_or_else(damaged)?);
        let tags = numbers::take(&mut value).and_then(|length| usize::try_from(length).ok());
        let tags = tags.and_then(|length| value.split_at_checked(length));
        let (tags, annotations) = tags.ok_or_else(damaged)?;
        self.moves.add(key);
        self.moves.endings.push(ending);
        // The games of a page begin as its first and its last one do.
        if self.moves.count == 1 {
            self.first.clear();
            self.first.extend_from_slice(key);
        }
        if self.moves.count == MOVES_PAGE {
            self.end_moves();
        }
        if self.level >= Level::Games {
            self.add_texts(key, tags, annotations)?;
        }
        self.count += 1;
        if self.facts.len() == FACTS_PAGE {
            self.end_facts();
        }
        Ok(())
    }

    /// Adds of the next game all that the game alone needs.
    fn add_texts(&mut self, key: &[u8], tags: &[u8], annotations: &[u8]) -> Result<(), IndexError> {
        let Sorters { ids, players } = &mut self.sorters;
        ids.add(ids::key(ids::of_game(key, tags)), self.count)?;
        for (side, player) in players::of_tags(tags).into_iter().enumerate() {
            if let Some(player) = player {
                players.push(&player.to_be_bytes(), &players::entry(self.count, side).to_le_bytes())?;
            }
        }
        self.texts.add(tags);
        self.annotations.add(annotations);
        if self.texts.count == TEXTS_PAGE {
            self.end_texts();
        }
        Ok(())
    }

    fn end_texts(&mut self) {
        self.full.push((PartName::Texts, self.texts.end()));
        self.full.push((PartName::Annotations, self.annotations.end()));
    }

    /// Ends a page of facts, and that of places with it; and that of sums, if it is full.
    fn end_facts(&mut self) {
        let mut page = Vec::new();
        self.facts.write(&mut page);
        self.full.push((PartName::Facts, page));
        PageSums::of(&self.facts).put(&mut self.sums.0);
        self.sums.1 += 1;
        self.facts.clear();
        if self.level >= Level::Games {
            let mut page = Vec::new();
            places::write(&self.places, &mut page);
            self.full.push((PartName::Places, page));
        }
        self.places.clear();
        if self.sums.1 == SUMS_PAGE {
            self.end_sums();
        }
    }

    fn end_sums(&mut self) {
        self.full.push((PartName::Sums, std::mem::take(&mut self.sums.0)));
        self.sums.1 = 0;
    }

    fn end_moves(&mut self) {
        self.beginnings.add(beginning(&self.first, &self.moves.last));
        self.full.push((PartName::Moves, self.moves.end()));
        if self.beginnings.count == MOVES_PAGE {
            self.full.push((PartName::Beginnings, self.beginnings.end()));
        }
    }

    /// Ends the pages that have games.
    fn end(&mut self) {
        if self.facts.len() > 0 {
            self.end_facts();
        }
        if self.sums.1 > 0 {
            self.end_sums();
        }
        if self.moves.count > 0 {
            self.end_moves();
        }
        if self.beginnings.count > 0 {
            self.full.push((PartName::Beginnings, self.beginnings.end()));
        }
        if self.texts.count > 0 {
            self.end_texts();
        }
    }
}

/// A page with some bytes of each game after their length.
#[derive(Debug, Default)]
struct TextPage {
    page: Vec<u8>,
    count: usize,
}

impl TextPage {
    fn add(&mut self, text: &[u8]) {
        numbers::put(text.len() as u64, &mut self.page);
        self.page.extend_from_slice(text);
        self.count += 1;
    }

    /// Ends the page, and begins the next one.
    fn end(&mut self) -> Vec<u8> {
        self.count = 0;
        std::mem::take(&mut self.page)
    }
}

/// A page of first positions and moves.
#[derive(Debug, Default)]
struct MovesPage {
    page: Vec<u8>,
    count: usize,
    /// The ends of the games of the page, if it has them.
    endings: Vec<Ending>,
    /// The game before in the page.
    last: Vec<u8>,
}

impl MovesPage {
    fn add(&mut self, game: &[u8]) {
        put_moves(&self.last, game, &mut self.page);
        self.last.clear();
        self.last.extend_from_slice(game);
        self.count += 1;
    }

    /// Ends the page, and begins the next one.
    fn end(&mut self) -> Vec<u8> {
        let mut content = Vec::with_capacity(self.page.len() + 3 * self.endings.len());
        put_endings(&self.endings, &mut content);
        content.extend_from_slice(&self.page);
        self.page.clear();
        self.endings.clear();
        self.last.clear();
        self.count = 0;
        content
    }
}

/// The first position and the moves that two games have, and so all between them; a position that is none if they begin with different ones.
fn beginning<'g>(one: &'g [u8], other: &[u8]) -> &'g [u8] {
    let start = start_len(one).unwrap_or(one.len());
    if other.get(..start) != Some(&one[..start]) {
        return UNKNOWN;
    }
    let (mut rest, mut others) = (&one[start..], &other[start..]);
    let mut end = start;
    while let (Some(code), Some(same)) = (take_code(&mut rest), take_code(&mut others))
        && code == same
    {
        end = one.len() - rest.len();
    }
    &one[..end]
}

/// Appends the first position and the moves of a game after another one.
fn put_moves(last: &[u8], game: &[u8], out: &mut Vec<u8>) {
    let start = start_len(game).unwrap_or(game.len());
    let shares_start = last.get(..start) == Some(&game[..start]);
    let (mut before, mut rest) = (last.get(start..).unwrap_or_default(), &game[start..]);
    let mut shared = 0_u64;
    if shares_start {
        loop {
            let (mut one, mut other) = (before, rest);
            match (take_code(&mut one), take_code(&mut other)) {
                (Some(code), Some(same)) if code == same => (before, rest) = (one, other),
                _ => break,
            }
            shared += 1;
        }
    }
    numbers::put(shared << 1 | u64::from(!shares_start), out);
    if !shares_start {
        numbers::put(start as u64, out);
        out.extend_from_slice(&game[..start]);
    }
    numbers::put(rest.len() as u64, out);
    out.extend_from_slice(rest);
}
