//! Writing: entries one after the other, or the counts of an index.

use std::fs::File;
use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write};
use std::path::PathBuf;

use pgnkit_chess::{Move, Position, Variant};
use pgnkit_syntax::Outcome;

use super::{HEAD, MOST_ENTRY, OeError, OeFault, OeHead, OeMove, entry, key_bytes};
use crate::build::IndexBuilder;
use crate::error::IndexError;
use crate::facts::GameFacts;
use crate::read::{Index, MoveSink, Sums};
use crate::table::Sorter;
use crate::table::numbers;

/// Writes a file. Entries are kept in a temporary file until the number of all, which comes before them, is known.
#[derive(Debug)]
pub struct OeWriter {
    head: OeHead,
    entries: BufWriter<File>,
    last: Option<[u8; 8]>,
    /// The place of the next entry.
    at: u64,
    entry: Vec<u8>,
}

impl OeWriter {
    /// With a temporary file, which is empty, and the year from which years count back. Each move has a mean rating and a last year.
    #[must_use]
    pub fn new(temporary: File, base_year: u16) -> Self {
        let head =
            OeHead { has_ratings: true, has_years: true, key_size: 8, revision: 0, entries: 0, base_year };
        Self { head, entries: BufWriter::new(temporary), last: None, at: HEAD as u64, entry: Vec::new() }
    }

    /// Adds a position by the bytes of its [key](Position::explorer_key), the low one first, with moves that are legal in it.
    ///
    /// # Errors
    /// When the temporary file takes no more, the key is not above the one before it, a move has a year after the base year, or there are more positions or
    /// moves than a file can have.
    pub fn push(&mut self, key: [u8; 8], moves: &[OeMove]) -> Result<(), OeError> {
        let wrong = |fault| OeError::Entry { number: u64::from(self.head.entries) + 1, byte: self.at, fault };
        if self.last.is_some_and(|last| key <= last) {
            return Err(wrong(OeFault::Order));
        }
        let Some(entries) = self.head.entries.checked_add(1) else { return Err(wrong(OeFault::TooMany)) };
        let base = self.head.base_year;
        if let Some(year) = moves.iter().filter_map(|one| one.last_year).find(|year| *year > base) {
            return Err(wrong(OeFault::LateYear(year)));
        }
        self.entry.clear();
        self.entry.extend_from_slice(&key);
        moves.iter().for_each(|one| entry::put(&self.head, one, &mut self.entry));
        let length = self.entry.len() as u64;
        if moves.is_empty() || length > MOST_ENTRY {
            return Err(wrong(OeFault::Length(length)));
        }
        let mut prefix = Vec::with_capacity(3);
        numbers::put(length, &mut prefix);
        self.entries.write_all(&prefix)?;
        self.entries.write_all(&self.entry)?;
        self.at += prefix.len() as u64 + length;
        (self.head.entries, self.last) = (entries, Some(key));
        Ok(())
    }

    /// Writes the whole file, and says how many positions it has.
    ///
    /// # Errors
    /// When `out` takes no more, or the temporary file cannot be read.
    pub fn finish(self, revision: u64, out: &mut impl Write) -> Result<u32, OeError> {
        let mut entries = self.entries.into_inner().map_err(io::IntoInnerError::into_error)?;
        entries.seek(SeekFrom::Start(0))?;
        let head = OeHead { revision, ..self.head };
        out.write_all(&head.bytes())?;
        let mut buffer = vec![0; 1 << 16];
        loop {
            match entries.read(&mut buffer)? {
                0 => break,
                read => out.write_all(&buffer[..read])?,
            }
        }
        out.flush()?;
        Ok(head.entries)
    }
}

/// The choice of what is written of an index.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OeOptions {
    /// The smallest number of games of a move, 2 by default.
    pub min_games: u64,
    /// The last half-move of a game that counts; by default all do.
    pub plies: usize,
    /// The number of the file, which is higher than that of an older one.
    pub revision: u64,
    /// Bytes of memory, and the folder of temporary files for what does not fit.
    pub memory: usize,
    /// The folder.
    pub folder: PathBuf,
}

impl Default for OeOptions {
    fn default() -> Self {
        Self { min_games: 2, plies: usize::MAX, revision: 0, memory: 256 << 20, folder: std::env::temp_dir() }
    }
}

/// The numbers of what was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct OeSummary {
    /// Positions.
    pub positions: u64,
    /// Moves of all positions.
    pub moves: u64,
}

impl Index {
    /// Writes the moves of standard chess that so many games with a result have played, as a file of the Free Chess Club. A game that has a position more
    /// than once counts with the move that it plays there last. Null moves are left out.
    ///
    /// Positions of which each game is of another segment may be missing: an index that games were added to is made anew before, if all are to be there.
    ///
    /// # Errors
    /// When the index cannot be read or is damaged, or the output or a temporary file takes no more.
    pub fn write_oe(&self, options: &OeOptions, out: &mut impl Write) -> Result<OeSummary, OeError> {
        let mut gatherer = Gatherer {
            sorter: Sorter::new(&options.folder, options.memory / 2),
            base_year: 0,
            value: Vec::new(),
        };
        self.each_played(options.min_games, options.plies, options.memory / 2, &mut gatherer)?;
        let (base_year, mut rows) = (gatherer.base_year, gatherer.sorter.finish()?);
        let mut writer = OeWriter::new(tempfile::tempfile_in(&options.folder)?, base_year);
        let mut summary = OeSummary::default();
        let mut position = OpenPosition { min_games: options.min_games, ..OpenPosition::default() };
        while let Some((key, value)) = rows.next_record()? {
            let Some(([bytes @ .., high, low], sums)) = key.first_chunk::<10>().zip(sums(value)) else {
                continue;
            };
            if position.key != *bytes {
                position.write(&mut writer, &mut summary)?;
                position.key = *bytes;
            }
            position.add(u16::from_be_bytes([*high, *low]), &sums);
        }
        position.write(&mut writer, &mut summary)?;
        summary.positions = writer.finish(options.revision, out)?.into();
        Ok(summary)
    }
}

impl IndexBuilder {
    /// Writes the moves of all games that were added, as [`Index::write_oe`] does those of an index, which is made in a temporary file before.
    ///
    /// # Errors
    /// As for [`finish`](Self::finish) and [`Index::write_oe`].
    pub fn finish_oe(self, options: &OeOptions, out: &mut impl Write) -> Result<OeSummary, OeError> {
        self.into_index(&options.folder)?.write_oe(options, out)
    }
}

/// Sums of a position, move by move, as they come sorted.
#[derive(Default)]
struct OpenPosition {
    min_games: u64,
    key: [u8; 8],
    moves: Vec<(u16, Sums)>,
    chosen: Vec<OeMove>,
}

impl OpenPosition {
    fn add(&mut self, squares: u16, sums: &Sums) {
        match self.moves.last_mut().filter(|(last, _)| *last == squares) {
            Some((_, all)) => all.merge(sums),
            None => self.moves.push((squares, *sums)),
        }
    }

    /// Writes the moves with enough games, if there are any, and begins anew.
    fn write(&mut self, writer: &mut OeWriter, summary: &mut OeSummary) -> Result<(), OeError> {
        self.chosen.clear();
        let min_games = self.min_games;
        let enough = self.moves.drain(..).filter(|(_, sums)| sums.games >= min_games);
        self.chosen.extend(enough.map(|(squares, sums)| {
            let (sum, count) = sums.ratings;
            let rating = (count > 0).then(|| ((sum + count / 2) / count) as u16);
            let last_year = Some(sums.last_year).filter(|year| *year > 0);
            OeMove { squares, results: sums.results, rating, last_year }
        }));
        if self.chosen.is_empty() {
            return Ok(());
        }
        summary.moves += self.chosen.len() as u64;
        writer.push(self.key, &self.chosen)
    }
}

/// Puts the moves of a walk into the order of a file.
struct Gatherer {
    sorter: Sorter,
    base_year: u16,
    value: Vec<u8>,
}

impl MoveSink for Gatherer {
    type Group = ();

    fn group(&self, facts: &GameFacts) -> Option<()> {
        matches!(facts.result, Outcome::WhiteWins | Outcome::Draw | Outcome::BlackWins).then_some(())
    }

    fn take(&mut self, position: &Position, mv: Move, (): (), sums: &Sums) -> Result<(), IndexError> {
        let Some(squares) = OeMove::squares_of(mv).filter(|_| position.variant() == Variant::Standard) else {
            return Ok(());
        };
        let mut key = [0; 10];
        key[..8].copy_from_slice(&key_bytes(position));
        key[8..].copy_from_slice(&squares.to_be_bytes());
        self.value.clear();
        let [white, draws, black] = sums.results;
        for number in [white, draws, black, sums.ratings.0, sums.ratings.1, sums.last_year.into()] {
            numbers::put(number, &mut self.value);
        }
        self.base_year = self.base_year.max(sums.last_year);
        self.sorter.push(&key, &self.value)?;
        Ok(())
    }
}

/// The sums of a value, of games that have a result.
fn sums(mut value: &[u8]) -> Option<Sums> {
    let mut next = || numbers::take(&mut value);
    let results = [next()?, next()?, next()?];
    let ratings = (next()?, next()?);
    let last_year = next()? as u16;
    Some(Sums { games: results.iter().sum(), results, ratings, last_year })
}
