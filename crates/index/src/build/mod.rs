//! Building an index: games are sorted by their moves, numbered, and walked as the tree that they then are.

mod batch;
mod buckets;
mod lines;
mod marks;
mod pages;
mod phases;
mod pieces;
mod positions;

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::buckets::Buckets;
use crate::error::IndexError;
use crate::file::{
    CountingWriter, Directory, IDS, MOVES_PAGE, OCCURRENCES, PLAYERS, Pages, Part, PartName, SegmentPlaces,
    write_head,
};
use crate::level::Level;
use crate::phases::BLOCK;
use crate::players;
use crate::read::Index;
use crate::read_at::read_at;
use crate::table::{Sorter, TableWriter};

use buckets::KeyGatherer;
use pages::Sorters;
use positions::PositionRows;

pub use batch::{GameBatch, GameEntry};
pub use pieces::IndexPieces;

/// Memory, temporary files and threads.
#[derive(Clone, Debug)]
struct Limits {
    folder: PathBuf,
    memory: usize,
    threads: usize,
    level: Level,
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
        Self {
            limits: Limits { folder: folder.to_owned(), memory, threads: 1, level: Level::default() },
            games,
            count: 0,
        }
    }

    /// With so many threads for the walk over the games. The bytes of the index do not depend on it.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.limits.threads = threads;
        self
    }

    /// With the parts of a level.
    #[must_use]
    pub fn level(mut self, level: Level) -> Self {
        self.limits.level = level;
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

    /// Writes an index with the games of another one, and the games that were added after them, which get the parts of its level.
    ///
    /// What the other index has is copied as it is; positions that one game of it and one of the added games have are searched for in both. The more often
    /// games are added, the more tables are looked into.
    ///
    /// # Errors
    /// When a file cannot be read or written, or the other index is damaged.
    pub fn finish_with<W: Write>(
        mut self,
        index: &Index,
        sources: &[String],
        out: W,
    ) -> Result<W, IndexError> {
        self.limits.level = index.level();
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
        self.write_piece(&mut directory, sources, &mut out)?;
        directory.write(&mut out)?;
        Ok(out.into_inner())
    }

    /// Writes a segment, and adds it to a directory.
    fn write_piece<W: Write>(
        self,
        directory: &mut Directory,
        sources: &[String],
        out: &mut CountingWriter<W>,
    ) -> Result<(), IndexError> {
        let at = out.written;
        let mut segment = self.write_segment(&mut CountingWriter::new(&mut *out))?;
        segment.all = Part { at, length: out.written - at };
        segment.first_source = directory.sources.len() as u64;
        directory.sources.extend_from_slice(sources);
        directory.segments.push(segment);
        Ok(())
    }

    fn write_segment<W: Write>(self, out: &mut CountingWriter<W>) -> Result<SegmentPlaces, IndexError> {
        let Self { limits, games, count } = self;
        // The moves are read again for the positions, so they have a file of their own until the end.
        let moves_file = tempfile::tempfile_in(&limits.folder)?;
        let mut moves_out = CountingWriter::new(std::io::BufWriter::new(&moves_file));
        let mut segment = SegmentPlaces::of(limits.level, count);
        let Sorters { ids, players } =
            pages::write(games.finish()?, &limits, &mut segment, out, &mut moves_out)?;
        moves_out.flush()?;
        let moves_length = moves_out.written;
        drop(moves_out);
        let pages = Pages::open(&moves_file, 0, segment.part(PartName::Moves), PartName::Moves)?;
        let PositionRows { runs, phases, occurrences } =
            positions::gather(&moves_file, &pages, count, &limits)?;
        if let Some(phases) = phases {
            segment.moves_base = out.written;
            copy(&moves_file, moves_length, out)?;
            let blocks = count.div_ceil(BLOCK * MOVES_PAGE as u64);
            segment.set(PartName::Phases, phases::write(phases, blocks, out)?);
        } else {
            for name in [PartName::Moves, PartName::Beginnings] {
                segment.set(name, Part::default());
            }
        }
        let mut at = out.written;
        let mut part = |end: u64| {
            let start = std::mem::replace(&mut at, end);
            Part { at: start, length: end - start }
        };
        positions::write(runs, &mut *out)?;
        segment.set(PartName::Positions, part(out.written));
        if let Some(occurrences) = occurrences {
            buckets::write(occurrences, Buckets::of_positions(count), OCCURRENCES, &mut *out)?;
            segment.set(PartName::Occurrences, part(out.written));
        }
        if limits.level >= Level::Games {
            let ids = KeyGatherer::finish_all(vec![ids])?;
            buckets::write(ids, Buckets::of_ids(count), IDS, &mut *out)?;
            segment.set(PartName::Identifiers, part(out.written));
            write_players(players, &mut *out)?;
            segment.set(PartName::Players, part(out.written));
        }
        Ok(segment)
    }
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
