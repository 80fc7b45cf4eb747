//! Counts of moves by groups of games, as rows: for tables of other programs.

use std::io;
use std::path::PathBuf;

use pgnkit_chess::{ChessMode, Move, Position, Variant};

use crate::build::IndexBuilder;
use crate::error::IndexError;
use crate::facts::{GameFacts, Speed};
use crate::moves::key;
use crate::read::{Index, MoveSink, Sums};
use crate::sums::GROUPS;
use crate::table::Sorter;
use crate::table::numbers;

/// The choice of rows.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GroupOptions {
    /// The smallest number of games that go on from a position, 2 by default.
    pub min_games: u64,
    /// The last half-move of a game that counts; by default all do.
    pub plies: usize,
    /// Bytes of memory, and the folder of temporary files for what does not fit.
    pub memory: usize,
    /// The folder.
    pub folder: PathBuf,
}

impl Default for GroupOptions {
    fn default() -> Self {
        Self { min_games: 2, plies: usize::MAX, memory: 256 << 20, folder: std::env::temp_dir() }
    }
}

/// Games of a group that play a move in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GroupRow {
    /// The key of the position: that of [lichess's explorer](Position::explorer_key); of variants the [key](crate::key) of the index.
    pub key: u64,
    /// The rules.
    pub variant: Variant,
    /// The move in UCI. The king castles to the square of its rook, as `e1h1`; the null move is `0000`.
    pub uci: String,
    /// The speed, if it is known.
    pub speed: Option<Speed>,
    /// The lowest mean rating of the group: 0, 1000, 1200, 1400, 1600, 1800, 2000, 2200 or 2500; `None` if a rating is not known.
    pub rating_group: Option<u16>,
    /// The year, if it is known.
    pub year: Option<u16>,
    /// All games.
    pub games: u64,
    /// Won by White, drawn, won by Black; the others have no result.
    pub results: [u64; 3],
    /// The sum of the ratings of those who play the move, and how many are known.
    pub ratings: (u64, u64),
}

impl Index {
    /// Gives the moves of all games, by groups, of positions that so many games go on from. They come in the order of their keys; those of a position in the
    /// order of variant, move, speed, group of ratings, and year. A game that has a position more than once counts with the move that it plays there last.
    ///
    /// Positions of which each game is of another segment may be missing, unless those of one game are wanted: an index that games were added to is made anew
    /// before.
    ///
    /// Takes time in proportion to the half-moves of all games, and besides the memory of the options that for the rows of one position.
    ///
    /// # Errors
    /// When the index cannot be read or is damaged, a temporary file takes no more, and those of `visit`.
    pub fn each_group<E: From<IndexError>>(
        &self,
        options: &GroupOptions,
        mut visit: impl FnMut(&GroupRow) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut gatherer = Gatherer {
            sorter: Sorter::new(&options.folder, options.memory / 2),
            key: Vec::new(),
            value: Vec::new(),
        };
        self.each_played(options.min_games, options.plies, options.memory / 2, &mut gatherer)?;
        let mut rows = gatherer.sorter.finish().map_err(IndexError::from)?;
        // Those of a position, with its key and variant as they are sorted, and the last one as it is sorted.
        let (mut open, mut place, mut last) = (Vec::<GroupRow>::new(), Vec::new(), Vec::new());
        let mut give = |open: &mut Vec<GroupRow>| {
            let games = open.iter().fold(0_u64, |sum, row| sum.saturating_add(row.games));
            let given = if games < options.min_games { Ok(()) } else { open.iter().try_for_each(&mut visit) };
            open.clear();
            given
        };
        while let Some((key, value)) = rows.next_record().map_err(IndexError::from)? {
            let Some(row) = row(key, value) else { continue };
            let of_place = key.get(..PLACE).unwrap_or_default();
            if place != of_place {
                give(&mut open)?;
                place.clear();
                place.extend_from_slice(of_place);
            }
            match open.last_mut().filter(|_| last == key) {
                Some(same) => {
                    same.games += row.games;
                    (0..3).for_each(|result| same.results[result] += row.results[result]);
                    same.ratings = (same.ratings.0 + row.ratings.0, same.ratings.1 + row.ratings.1);
                }
                None => open.push(row),
            }
            last.clear();
            last.extend_from_slice(key);
        }
        give(&mut open)
    }
}

impl IndexBuilder {
    /// Gives the moves of all games that were added, as [`Index::each_group`] does those of an index, which is made in a temporary file before.
    ///
    /// # Errors
    /// As for [`finish`](Self::finish) and [`Index::each_group`].
    pub fn finish_groups<E: From<IndexError>>(
        self,
        options: &GroupOptions,
        visit: impl FnMut(&GroupRow) -> Result<(), E>,
    ) -> Result<(), E> {
        self.into_index(&options.folder)?.each_group(options, visit)
    }

    /// The index of the games, in a temporary file.
    pub(crate) fn into_index(self, folder: &std::path::Path) -> Result<Index, IndexError> {
        let temporary = io::BufWriter::new(tempfile::tempfile_in(folder)?);
        let file = self.finish(&[], temporary)?;
        Index::of(file.into_inner().map_err(io::IntoInnerError::into_error)?)
    }
}

/// Bytes of a record by which positions are told apart: the key, and the variant.
const PLACE: usize = 9;
/// Bytes of a move in UCI, with zeros at its end.
const UCI: usize = 6;
/// Bytes of a record: position, move, speed, group of ratings, year.
const RECORD: usize = PLACE + UCI + 4;

struct Gatherer {
    sorter: Sorter,
    key: Vec<u8>,
    value: Vec<u8>,
}

impl MoveSink for Gatherer {
    /// Speed and group of ratings from 1, and the year.
    type Group = (u8, u8, u16);

    fn group(&self, facts: &GameFacts) -> Option<Self::Group> {
        let speed = facts.speed.map_or(0, |speed| speed as u8 + 1);
        let ratings =
            facts.mean_rating().map_or(0, |mean| GROUPS.partition_point(|from| *from <= mean) as u8);
        Some((speed, ratings, facts.date.year()))
    }

    fn take(
        &mut self,
        position: &Position,
        mv: Move,
        (speed, ratings, year): Self::Group,
        sums: &Sums,
    ) -> Result<(), IndexError> {
        let variant = position.variant();
        let place = Variant::ALL.iter().position(|other| *other == variant).unwrap_or_default();
        let of_position = if variant == Variant::Standard { position.explorer_key() } else { key(position) };
        self.key.clear();
        self.key.extend(of_position.to_be_bytes());
        self.key.push(place as u8);
        let uci = mv.to_uci(ChessMode::Chess960);
        self.key.extend(uci.as_str().bytes().chain(std::iter::repeat(0)).take(UCI));
        self.key.extend([speed, ratings]);
        self.key.extend(year.to_be_bytes());
        self.value.clear();
        let [white, draws, black] = sums.results;
        for number in [sums.games, white, draws, black, sums.ratings.0, sums.ratings.1] {
            numbers::put(number, &mut self.value);
        }
        self.sorter.push(&self.key, &self.value)?;
        Ok(())
    }
}

/// The row of a record.
fn row(key: &[u8], mut value: &[u8]) -> Option<GroupRow> {
    let key: &[u8; RECORD] = key.try_into().ok()?;
    let (place, rest) = key.split_at(PLACE);
    let (uci, group) = rest.split_at(UCI);
    let [speed, ratings, year @ ..] = <[u8; 4]>::try_from(group).ok()?;
    let mut next = || numbers::take(&mut value);
    let from = |number: u8| usize::from(number).checked_sub(1);
    Some(GroupRow {
        key: u64::from_be_bytes(place.get(..8)?.try_into().ok()?),
        variant: *Variant::ALL.get(usize::from(*place.last()?))?,
        uci: uci.iter().take_while(|byte| **byte != 0).map(|byte| char::from(*byte)).collect(),
        speed: from(speed).and_then(|place| Speed::ALL.get(place).copied()),
        rating_group: from(ratings).and_then(|place| GROUPS.get(place).copied()),
        year: Some(u16::from_be_bytes(year)).filter(|year| *year > 0),
        games: next()?,
        results: [next()?, next()?, next()?],
        ratings: (next()?, next()?),
    })
}
