//! The file of an index.
//!
//! | part | bytes | content |
//! | --- | --- | --- |
//! | head | 16 | `pgnkit\0` and the version 1; `indx`; the check sum of both |
//! | segments | | each has games that were added together: pages, lists of pages, and a [table](crate::table) of positions |
//! | directory | | the names of the sources, and of each segment where its parts are |
//! | foot | 20 | place and length of the directory, which ends with its check sum; the check sum of the foot |
//!
//! Numbers are varints, but for those of the foot and the check sums, as in a [table](crate::table). A segment has these parts, whose places count
//! from its first byte. Pages are compressed (zstd), and end with their check sum; the list of them has a dictionary of zstd after its length, which is
//! 0 if they need none, the number of pages, and of each page the bytes between it and the one before, its length in the file, and that of its content:
//!
//! | part | pages of | content |
//! | --- | --- | --- |
//! | facts | 4,096 games | columns: kind (result in bits 0 and 1: `*`, White, draw, Black; speed from 1 in bits 2 to 4; rated 1, casual 2 in bits 5 and 6), rating of White, of Black (each all low bytes, then all high ones), date (year, four bits of the month, five of the day) |
//! | sums | 16 pages of facts | of each page the number of its cells, which have the games with the same result, speed and mode, in the same group of mean ratings (below 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500, and above), with a known year or not; of each cell a byte with these three as in facts, the group from 1 or 0 if one rating is not known, doubled, and 1 more with a year; the number of games; of those without a rating of White, and the sum of these ratings; the same of Black; if the year is known, the first date as a number, and by how much the last one is greater; the place in the page of the first game with the highest sum of both ratings, and this |
//! | places | 4,096 games | columns: number of the source of each game, its number there from 1, its place there in bytes from 1 or 0 |
//! | moves | 128 games | the number of games, and columns: men at the end of the game (of White less one in the high four bits, of Black in the low ones), pawns of White then on the second rank (a2 in the lowest bit), of Black on the seventh; then of each game the moves that it shares with the game before it in the page, doubled, and 1 more if its first position is written: then its length, the variant from 1, its FEN if it is not the variant's start, and a zero; the bytes of the other moves, and these: [codes](crate::code) below 240 as one byte, below 512 as two, which begin with 240 or 241 and have the rest of what is above 240, others as 242 and two bytes |
//! | beginnings | 128 pages | as moves with no columns, for each page of moves the first position and the moves that its games share; variant 0 if they begin with different positions |
//! | texts | 64 games | of each game its length and its tags, each as length and name, length and value |
//! | annotations | 64 games | of each game its length and, in the order of the text, all besides tags and main line, each as eight times a number plus its kind: 0, half-moves of the main line until the next; 1, bytes of a comment, which follow; 2, a glyph; 3, bytes of an escape line; 4, bytes of text that could not be read; 5, a move of a variation, as its [code](crate::code); 6, a sign: 0, a variation begins, 1, it ends, and of a game whose marker is not its result 2, there is none, or 3 more than the result as facts have it |
//! | phases | | of each block of 512 pages of moves two to the power of a number of pages, and a last one with this number of each block, a byte each: marks in order, each less the one before, the first of a page less the lowest that the page may have. A mark is 512 times the row of a phase, one of 131,072 of which each page has the same number, and the number of a page of moves in its block, if a game of this page has a position of the phase that it does not share with the game before it or after it. A phase is the men of each kind, bishops by the colour of their squares, and with 27 men or more the squares of the pawns, with fewer their number on each file and those that have not moved; `phases.rs` says how it is hashed to the row. Only of standard chess |
//! | positions | | a table by [key](crate::key): runs of games that come to the position, each as the place of its first game after that of the run before; the number of its moves times 4, plus 1 if games end here, plus 2 if it is counted again; the games that end; of each move its [code](crate::code) and the number of games |
//! | occurrences | | at level 3 a table by the first bits of a [key](crate::key), as many as four times the number of games has, less one: of each key with these bits to which a game comes alone, in order, the next 16 bits and the number of the game, both with the highest byte first, the number in as many bytes as the highest one needs |
//! | identifiers | | the same of identifiers, by as many bits as a 16th of the number of games has, less one, or one: its key is the number with 62 digits, `0` to `9`, `A` to `Z`, `a` to `z`, times the greatest number below 2^64 divided by 62^8 |
//! | players | | a table by a hash of the name in small letters (FNV-1a, of 64 bits): of each game twice its number, and 1 more if the player has Black, less that of the game before |
//!
//! The directory has the number of sources and of segments; of each segment its place, its length, its [level](crate::Level), the number of its games,
//! the number of its first source, the place from which those of moves and beginnings count, and place and length of each part, in the order of
//! [`PartName`]; and of each source the length of its name, and this. At level 1 the parts are empty that only games need: places, texts, annotations,
//! moves, beginnings, phases, identifiers and players; below level 3 there are no occurrences.
//!
//! Games are numbered in the order of their first positions, and of the bytes of their moves.

mod pages;

use std::fs::File;
use std::io::{self, Write};

use crate::error::{IndexError, Place};
use crate::level::Level;
use crate::read_at::read_at;
use crate::table::numbers;

pub(crate) use pages::{PageWriter, Pages, Unpacker};

/// The first bytes of an index.
const MAGIC: [u8; 12] = *b"pgnkit\0\x01indx";
const HEAD: usize = 16;

/// Whether a file that begins so is an index, of whatever version.
#[must_use]
pub fn is_index(head: &[u8]) -> bool {
    head.get(..7) == Some(&MAGIC[..7]) && head.get(8..12) == Some(&MAGIC[8..])
}

const FOOT: usize = 20;

/// Games of a page of facts, of moves, and of texts.
pub(crate) const FACTS_PAGE: usize = 4096;
pub(crate) const MOVES_PAGE: usize = 128;
pub(crate) const TEXTS_PAGE: usize = 64;
/// Pages of facts of a page of sums.
pub(crate) const SUMS_PAGE: usize = 16;

/// The kinds of values of the tables of positions, of occurrences, of identifiers and of players.
pub(crate) const POSITIONS: [u8; 4] = *b"runs";
pub(crate) const OCCURRENCES: [u8; 4] = *b"once";
pub(crate) const IDS: [u8; 4] = *b"game";
pub(crate) const PLAYERS: [u8; 4] = *b"list";

/// Something that is written to, with the number of bytes that it has.
#[derive(Debug)]
pub(crate) struct CountingWriter<W> {
    pub(crate) out: W,
    pub(crate) written: u64,
}

impl<W: Write> CountingWriter<W> {
    pub(crate) fn new(out: W) -> Self {
        Self { out, written: 0 }
    }

    /// Writes bytes with their check sum; the place includes it.
    fn write_checked(&mut self, bytes: &[u8]) -> Result<Part, IndexError> {
        let at = self.written;
        self.write_all(bytes)?;
        self.write_all(&crc32fast::hash(bytes).to_le_bytes())?;
        Ok(Part { at, length: self.written - at })
    }

    pub(crate) fn into_inner(self) -> W {
        self.out
    }
}

impl<W: Write> Write for CountingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.written += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A stretch of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) at: u64,
    pub(crate) length: u64,
}

impl Part {
    /// The bytes before its check sum. An error of `None` is a wrong sum.
    fn read_checked(self, file: &File, base: u64) -> Result<Vec<u8>, Option<IndexError>> {
        let length = file.metadata().map_err(|error| Some(error.into()))?.len();
        let at = base
            .checked_add(self.at)
            .filter(|at| at.checked_add(self.length).is_some_and(|end| end <= length));
        let at = at.ok_or(None)?;
        let mut bytes = vec![0; self.length as usize];
        read_at(file, &mut bytes, at).map_err(|error| Some(error.into()))?;
        let content = numbers::checked(&bytes).ok_or(None)?.len();
        bytes.truncate(content);
        Ok(bytes)
    }
}

/// A part of a segment. The order is that of the directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PartName {
    Facts,
    Sums,
    Places,
    Texts,
    Annotations,
    Moves,
    Beginnings,
    Phases,
    Positions,
    Occurrences,
    Identifiers,
    Players,
}

impl PartName {
    pub(crate) const COUNT: usize = 12;

    /// The name that errors and descriptions have.
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::Facts => "facts",
            Self::Sums => "sums",
            Self::Places => "places",
            Self::Texts => "texts",
            Self::Annotations => "annotations",
            Self::Moves => "moves",
            Self::Beginnings => "beginnings",
            Self::Phases => "phases",
            Self::Positions => "positions",
            Self::Occurrences => "occurrences",
            Self::Identifiers => "identifiers",
            Self::Players => "players",
        }
    }

    /// Whether its place counts from the first byte of the moves, as those of its pages do, and not from that of the segment.
    pub(crate) const fn is_among_moves(self) -> bool {
        matches!(self, Self::Moves | Self::Beginnings)
    }
}

/// The places of the parts of a segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SegmentPlaces {
    /// Its first byte, and its length.
    pub(crate) all: Part,
    pub(crate) level: Level,
    pub(crate) games: u64,
    /// The number of its first source among those of the file.
    pub(crate) first_source: u64,
    /// The place from which those of moves and of beginnings count.
    pub(crate) moves_base: u64,
    /// The places by name; a part in pages is at the list of these.
    parts: [Part; PartName::COUNT],
}

impl SegmentPlaces {
    /// Those of a segment of a level with so many games, before any part has a place.
    pub(crate) fn of(level: Level, games: u64) -> Self {
        Self { level, games, ..Self::default() }
    }

    pub(crate) fn part(&self, name: PartName) -> Part {
        self.parts[name as usize]
    }

    pub(crate) fn set(&mut self, name: PartName, part: Part) {
        self.parts[name as usize] = part;
    }
}

/// The list of the parts of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Directory {
    pub(crate) sources: Vec<String>,
    pub(crate) segments: Vec<SegmentPlaces>,
}

impl Directory {
    /// Reads the head, the foot and the directory of a file, and says where this begins.
    pub(crate) fn read(file: &File) -> Result<(Self, u64), IndexError> {
        let length = file.metadata()?.len();
        if length < HEAD as u64 {
            return Err(IndexError::NotAnIndex);
        }
        let mut head = [0; HEAD];
        read_at(file, &mut head, 0)?;
        if crate::oe::is_oe(&head) {
            return Err(IndexError::CountsOnly);
        }
        if !is_index(&head) {
            return Err(IndexError::NotAnIndex);
        }
        numbers::checked(&head).ok_or(IndexError::Damaged(Place::Head))?;
        if head[7] != MAGIC[7] {
            return Err(IndexError::Version(head[7]));
        }
        let damaged = || IndexError::Damaged(Place::Foot);
        let foot_at = length.checked_sub(FOOT as u64).filter(|at| *at >= HEAD as u64).ok_or_else(damaged)?;
        let mut foot = [0; FOOT];
        read_at(file, &mut foot, foot_at)?;
        let content = numbers::checked(&foot).ok_or_else(damaged)?;
        let part = Part { at: numbers::at(content, 0), length: numbers::at(content, 8) };
        if part.at.checked_add(part.length) != Some(foot_at) {
            return Err(damaged());
        }
        let damaged = || IndexError::Damaged(Place::Directory);
        let bytes = part.read_checked(file, 0).map_err(|error| error.unwrap_or_else(damaged))?;
        let directory = Self::parse(&bytes).ok_or_else(damaged)?;
        let fits = |segment: &SegmentPlaces| {
            let Part { at, length } = segment.all;
            at >= HEAD as u64 && at.checked_add(length).is_some_and(|end| end <= part.at)
        };
        if directory.segments.iter().all(fits) { Ok((directory, part.at)) } else { Err(damaged()) }
    }

    /// Reads what [`bytes`](Self::bytes) gives.
    pub(crate) fn parse(mut bytes: &[u8]) -> Option<Self> {
        let mut next = || numbers::take(&mut bytes);
        let (sources, segments) = (next()?, next()?);
        let mut directory = Self::default();
        for _ in 0..segments {
            let all = Part { at: next()?, length: next()? };
            let level = Level::of_number(next()?)?;
            let (games, first_source, moves_base) = (next()?, next()?, next()?);
            let mut segment =
                SegmentPlaces { all, level, games, first_source, moves_base, ..Default::default() };
            for part in &mut segment.parts {
                *part = Part { at: next()?, length: next()? };
            }
            directory.segments.push(segment);
        }
        for _ in 0..sources {
            let length = usize::try_from(numbers::take(&mut bytes)?).ok()?;
            let (name, rest) = bytes.split_at_checked(length)?;
            directory.sources.push(String::from_utf8(name.to_vec()).ok()?);
            bytes = rest;
        }
        bytes.is_empty().then_some(directory)
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        numbers::put(self.sources.len() as u64, &mut bytes);
        numbers::put(self.segments.len() as u64, &mut bytes);
        for segment in &self.segments {
            let SegmentPlaces { all, level, games, first_source, moves_base, parts } = segment;
            let head = [all.at, all.length, level.number(), *games, *first_source, *moves_base];
            let parts = parts.iter().flat_map(|part| [part.at, part.length]);
            head.into_iter().chain(parts).for_each(|number| numbers::put(number, &mut bytes));
        }
        for source in &self.sources {
            numbers::put(source.len() as u64, &mut bytes);
            bytes.extend_from_slice(source.as_bytes());
        }
        bytes
    }

    /// Writes the directory and the foot.
    pub(crate) fn write<W: Write>(&self, out: &mut CountingWriter<W>) -> Result<(), IndexError> {
        let part = out.write_checked(&self.bytes())?;
        let mut foot = Vec::with_capacity(FOOT);
        for number in [part.at, part.length] {
            foot.extend_from_slice(&number.to_le_bytes());
        }
        let sum = crc32fast::hash(&foot);
        foot.extend_from_slice(&sum.to_le_bytes());
        out.write_all(&foot)?;
        out.flush()?;
        Ok(())
    }
}

/// Writes the head.
pub(crate) fn write_head<W: Write>(out: &mut CountingWriter<W>) -> Result<(), IndexError> {
    let mut head = MAGIC.to_vec();
    head.extend_from_slice(&crc32fast::hash(&MAGIC).to_le_bytes());
    out.write_all(&head)?;
    Ok(())
}
