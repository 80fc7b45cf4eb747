//! Building an index: games are sorted by their moves, numbered, and walked as the tree that they then are.

mod batch;
mod lines;
mod marks;
mod phases;
mod positions;

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::error::{IndexError, Place};
use crate::facts::{self, Ending, FactColumns, put_endings};
use crate::file::{
    CountingWriter, Directory, FACTS_PAGE, IDS, MOVES_PAGE, PLAYERS, PageWriter, Pages, Part, PartName,
    SUMS_PAGE, SegmentPlaces, TEXTS_PAGE, write_head,
};
use crate::ids;
use crate::moves::{start_len, take_code};
use crate::phases::BLOCK;
use crate::places::{self, Origin};
use crate::players;
use crate::read::{Index, UNKNOWN};
use crate::read_at::read_at;
use crate::sums::PageSums;
use crate::table::{SortedRecords, Sorter, TableWriter, numbers};

pub use batch::{GameBatch, GameEntry};

/// Memory, temporary files and threads.
#[derive(Clone, Debug)]
struct Limits {
    folder: PathBuf,
    memory: usize,
    threads: usize,
}

/// Builds an index of games.
///
/// Memory is bounded; what does not fit goes to temporary files, some hundred bytes a game.
#[derive(Debug)]
pub struct IndexBuilder {
    limits: Limits,
    games: Sorter,
    count: u64,
}

impl IndexBuilder {
    /// Builds with so many bytes of memory, and temporary files in a folder.
    pub fn new(folder: &Path, memory: usize) -> Self {
        let games = Sorter::new(folder, memory / 2);
        Self { limits: Limits { folder: folder.to_owned(), memory, threads: 1 }, games, count: 0 }
    }

    /// With so many threads for the walk over the games. The bytes of the index do not depend on it.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.limits.threads = threads;
        self
    }

    /// Adds the games of a batch. They come from the source of this number, which had so many games before them.
    ///
    /// # Errors
    /// When a temporary file cannot be written.
    pub fn add(&mut self, batch: &GameBatch, source: u64, games_before: u64) -> Result<(), IndexError> {
        let mut value = Vec::new();
        for (key, game) in batch.games() {
            value.clear();
            game.put(source, games_before, &mut value);
            self.games.push(key, &value)?;
            self.count += 1;
        }
        Ok(())
    }

    /// The number of games that were added.
    pub fn len(&self) -> u64 {
        self.count
    }

    /// Whether no game was added.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Writes the index to anything that takes bytes, which has all of it when this returns. The sources have the numbers of their places.
    ///
    /// Takes time in proportion to the half-moves of all games, and to sort them.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn finish<W: Write>(self, sources: &[String], out: W) -> Result<W, IndexError> {
        let mut out = CountingWriter::new(out);
        write_head(&mut out)?;
        self.finish_after(Directory::default(), sources, out)
    }

    /// Writes an index with the games of another one, and the games that were added after them.
    ///
    /// What the other index has is copied as it is; positions that one game of it and one of the added games have are searched for in both. The more often
    /// games are added, the more tables are looked into.
    ///
    /// # Errors
    /// When a file cannot be read or written, or the other index is damaged.
    pub fn finish_with<W: Write>(self, index: &Index, sources: &[String], out: W) -> Result<W, IndexError> {
        let mut out = CountingWriter::new(out);
        index.check()?;
        copy(index.file(), index.end(), &mut out)?;
        self.finish_after(index.directory().clone(), sources, out)
    }

    fn finish_after<W: Write>(
        self,
        mut directory: Directory,
        sources: &[String],
        mut out: CountingWriter<W>,
    ) -> Result<W, IndexError> {
        let at = out.written;
        let mut segment = self.write_segment(&mut CountingWriter::new(&mut out))?;
        segment.all = Part { at, length: out.written - at };
        segment.first_source = directory.sources.len() as u64;
        directory.sources.extend_from_slice(sources);
        directory.segments.push(segment);
        directory.write(&mut out)?;
        Ok(out.into_inner())
    }

    fn write_segment<W: Write>(self, out: &mut CountingWriter<W>) -> Result<SegmentPlaces, IndexError> {
        let Self { limits, games, count } = self;
        // The moves are read again for the positions, so they have a file of their own until the end.
        let moves_file = tempfile::tempfile_in(&limits.folder)?;
        let mut moves_out = CountingWriter::new(std::io::BufWriter::new(&moves_file));
        let mut pages = GamePages::new(&limits.folder, limits.memory / 8)?;
        let mut sorted = games.finish()?;
        while pages.add(&mut sorted, out, &mut moves_out)? {}
        let mut segment = SegmentPlaces::of(count);
        let (ids, players) = pages.finish(out, &mut moves_out, &mut segment)?;
        moves_out.flush()?;
        let moves_length = moves_out.written;
        drop((sorted, moves_out));
        let pages = Pages::open(&moves_file, 0, segment.part(PartName::Moves), PartName::Moves)?;
        let (rows, phases) = positions::gather(&moves_file, &pages, count, &limits)?;
        segment.moves_base = out.written;
        copy(&moves_file, moves_length, out)?;
        let blocks = count.div_ceil(BLOCK * MOVES_PAGE as u64);
        segment.set(PartName::Phases, phases::write(phases, blocks, out)?);
        let mut at = out.written;
        let mut part = |end: u64| {
            let start = std::mem::replace(&mut at, end);
            Part { at: start, length: end - start }
        };
        positions::write(rows, &mut *out)?;
        segment.set(PartName::Positions, part(out.written));
        write_ids(ids, &mut *out)?;
        segment.set(PartName::Identifiers, part(out.written));
        write_players(players, &mut *out)?;
        segment.set(PartName::Players, part(out.written));
        Ok(segment)
    }
}

/// Writes the table of identifiers, each with the first of its games.
fn write_ids<W: Write>(ids: Sorter, out: W) -> Result<(), IndexError> {
    let mut table = TableWriter::new(out, IDS)?;
    let (mut sorted, mut last, mut value) = (ids.finish()?, None, Vec::new());
    while let Some((key, game)) = sorted.next_record()? {
        let eight = |bytes: &[u8]| <[u8; 8]>::try_from(bytes).unwrap_or_default();
        let (key, game) = (u64::from_be_bytes(eight(key)), u64::from_le_bytes(eight(game)));
        if last.replace(key) != Some(key) {
            value.clear();
            numbers::put(game, &mut value);
            table.push(key, &value)?;
        }
    }
    table.finish()?;
    Ok(())
}

/// Writes the table of players, each with all entries of games.
fn write_players<W: Write>(players: Sorter, out: W) -> Result<(), IndexError> {
    let mut table = TableWriter::new(out, PLAYERS)?;
    let (mut sorted, mut current, mut value, mut last) = (players.finish()?, None, Vec::new(), 0);
    while let Some((key, entry)) = sorted.next_record()? {
        let eight = |bytes: &[u8]| <[u8; 8]>::try_from(bytes).unwrap_or_default();
        let (key, entry) = (u64::from_be_bytes(eight(key)), u64::from_le_bytes(eight(entry)));
        if let Some(before) = current.replace(key).filter(|before| *before != key) {
            table.push(before, &value)?;
            value.clear();
            last = 0;
        }
        // Records with the same key come in the order of the games.
        players::put(last, entry, &mut value);
        last = entry;
    }
    if let Some(key) = current {
        table.push(key, &value)?;
    }
    table.finish()?;
    Ok(())
}

fn copy(from: &File, length: u64, out: &mut impl Write) -> Result<(), IndexError> {
    let mut buffer = vec![0; 1 << 16];
    let mut at = 0;
    while at < length {
        let piece = buffer.len().min((length - at) as usize);
        read_at(from, &mut buffer[..piece], at)?;
        out.write_all(&buffer[..piece])?;
        at += piece as u64;
    }
    Ok(())
}

/// The pages of games that are being filled.
#[derive(Debug)]
struct GamePages {
    facts: (PageWriter, FactColumns),
    /// Sums of so many pages of facts.
    sums: (PageWriter, Vec<u8>, usize),
    places: (PageWriter, Vec<Origin>),
    moves: MovesPages,
    beginnings: MovesPages,
    texts: TextPages,
    annotations: TextPages,
    /// Identifiers, and the numbers of their games.
    ids: Sorter,
    /// Names of players, and the numbers and sides of their games.
    players: Sorter,
    count: u64,
    /// The first game of the page of moves.
    first: Vec<u8>,
    page: Vec<u8>,
}

impl GamePages {
    fn new(folder: &Path, memory: usize) -> Result<Self, IndexError> {
        Ok(Self {
            facts: (PageWriter::new()?, FactColumns::default()),
            sums: (PageWriter::new()?, Vec::new(), 0),
            places: (PageWriter::new()?, Vec::new()),
            moves: MovesPages::new()?,
            beginnings: MovesPages::new()?,
            texts: TextPages::new()?,
            annotations: TextPages::new()?,
            ids: Sorter::new(folder, memory),
            players: Sorter::new(folder, memory),
            count: 0,
            first: Vec::new(),
            page: Vec::new(),
        })
    }

    /// Adds the next game; whether there was one.
    fn add<W: Write, M: Write>(
        &mut self,
        sorted: &mut SortedRecords,
        out: &mut CountingWriter<W>,
        moves_out: &mut CountingWriter<M>,
    ) -> Result<bool, IndexError> {
        let Some((key, mut value)) = sorted.next_record()? else { return Ok(false) };
        let damaged = || IndexError::Damaged(Place::Game(0));
        let (facts, ending) = facts::take(&mut value).ok_or_else(damaged)?;
        self.facts.1.push(&facts);
        self.places.1.push(places::take(&mut value).ok_or_else(damaged)?);
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
            self.end_moves(moves_out)?;
        }
        self.ids.push(&ids::of_game(key, tags).to_be_bytes(), &self.count.to_le_bytes())?;
        for (side, player) in players::of_tags(tags).into_iter().enumerate() {
            if let Some(player) = player {
                self.players.push(&player.to_be_bytes(), &players::entry(self.count, side).to_le_bytes())?;
            }
        }
        self.count += 1;
        self.texts.add(tags, out)?;
        self.annotations.add(annotations, out)?;
        if self.facts.1.len() == FACTS_PAGE {
            self.end_facts(out)?;
        }
        Ok(true)
    }

    /// Ends a page of facts, and that of places with it; and that of sums, if it is full.
    fn end_facts<W: Write>(&mut self, out: &mut CountingWriter<W>) -> Result<(), IndexError> {
        self.page.clear();
        self.facts.1.write(&mut self.page);
        PageSums::of(&self.facts.1).put(&mut self.sums.1);
        self.sums.2 += 1;
        self.facts.1.clear();
        self.facts.0.push(&self.page, out)?;
        self.page.clear();
        places::write(&self.places.1, &mut self.page);
        self.places.1.clear();
        self.places.0.push(&self.page, out)?;
        if self.sums.2 == SUMS_PAGE { self.end_sums(out) } else { Ok(()) }
    }

    fn end_sums<W: Write>(&mut self, out: &mut CountingWriter<W>) -> Result<(), IndexError> {
        let (pages, page, count) = &mut self.sums;
        pages.push(page, out)?;
        page.clear();
        *count = 0;
        Ok(())
    }

    fn end_moves<W: Write>(&mut self, out: &mut CountingWriter<W>) -> Result<(), IndexError> {
        let beginning = beginning(&self.first, &self.moves.last);
        self.moves.end(out)?;
        self.beginnings.add(beginning);
        if self.beginnings.count == MOVES_PAGE {
            self.beginnings.end(out)?;
        }
        Ok(())
    }

    /// Ends the pages and writes the lists of them, whose places the segment gets. Returns identifiers and players.
    fn finish<W: Write, M: Write>(
        mut self,
        out: &mut CountingWriter<W>,
        moves_out: &mut CountingWriter<M>,
        segment: &mut SegmentPlaces,
    ) -> Result<(Sorter, Sorter), IndexError> {
        if self.facts.1.len() > 0 {
            self.end_facts(out)?;
        }
        if self.sums.2 > 0 {
            self.end_sums(out)?;
        }
        if self.moves.count > 0 {
            self.end_moves(moves_out)?;
        }
        if self.beginnings.count > 0 {
            self.beginnings.end(moves_out)?;
        }
        for texts in [&mut self.texts, &mut self.annotations] {
            texts.end(out)?;
        }
        segment.set(PartName::Facts, self.facts.0.finish(out)?);
        segment.set(PartName::Sums, self.sums.0.finish(out)?);
        segment.set(PartName::Places, self.places.0.finish(out)?);
        segment.set(PartName::Texts, self.texts.pages.finish(out)?);
        segment.set(PartName::Annotations, self.annotations.pages.finish(out)?);
        segment.set(PartName::Moves, self.moves.pages.finish(moves_out)?);
        segment.set(PartName::Beginnings, self.beginnings.pages.finish(moves_out)?);
        Ok((self.ids, self.players))
    }
}

/// Pages with some bytes of each game after their length.
#[derive(Debug)]
struct TextPages {
    pages: PageWriter,
    page: Vec<u8>,
    count: usize,
}

impl TextPages {
    fn new() -> Result<Self, IndexError> {
        Ok(Self { pages: PageWriter::new()?, page: Vec::new(), count: 0 })
    }

    fn add<W: Write>(&mut self, text: &[u8], out: &mut CountingWriter<W>) -> Result<(), IndexError> {
        numbers::put(text.len() as u64, &mut self.page);
        self.page.extend_from_slice(text);
        self.count += 1;
        if self.count == TEXTS_PAGE { self.end(out) } else { Ok(()) }
    }

    /// Ends the page, if it has games.
    fn end<W: Write>(&mut self, out: &mut CountingWriter<W>) -> Result<(), IndexError> {
        if self.count > 0 {
            self.pages.push(&self.page, out)?;
            self.page.clear();
            self.count = 0;
        }
        Ok(())
    }
}

/// Pages of first positions and moves.
#[derive(Debug)]
struct MovesPages {
    pages: PageWriter,
    page: Vec<u8>,
    count: usize,
    /// The ends of the games of the page, if it has them.
    endings: Vec<Ending>,
    content: Vec<u8>,
    /// The game before in the page.
    last: Vec<u8>,
}

impl MovesPages {
    fn new() -> Result<Self, IndexError> {
        Ok(Self {
            pages: PageWriter::new()?,
            page: Vec::new(),
            count: 0,
            endings: Vec::new(),
            content: Vec::new(),
            last: Vec::new(),
        })
    }

    fn add(&mut self, game: &[u8]) {
        put_moves(&self.last, game, &mut self.page);
        self.last.clear();
        self.last.extend_from_slice(game);
        self.count += 1;
    }

    fn end<W: Write>(&mut self, out: &mut CountingWriter<W>) -> Result<(), IndexError> {
        self.content.clear();
        put_endings(&self.endings, &mut self.content);
        self.content.extend_from_slice(&self.page);
        self.pages.push(&self.content, out)?;
        self.page.clear();
        self.endings.clear();
        self.last.clear();
        self.count = 0;
        Ok(())
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
