//! Files of counts of the Free Chess Club (`.oe`): the moves that were played in positions of standard chess, with their results. They have no games.
//!
//! | part | bytes | content |
//! | --- | --- | --- |
//! | name | 4 | `FCOE` |
//! | version | 2 | 1 |
//! | flags | 2 | 1, moves have a mean rating; 2, moves have a year |
//! | key size | 1 | bytes of a key, 1 to 12; 8 as a rule |
//! | revision | 8 | the number of the file; clients take the file with the higher one. As a rule milliseconds since 1970 |
//! | entries | 4 | their number |
//! | base year | 2 | the year from which the years of moves count back |
//! | entries | | each its length as a varint, its key, and its moves; keys ascend bytewise |
//!
//! The key is the first bytes of the [key of lichess's explorer](Position::explorer_key), the low one first. A move has two bytes: from in six bits, to in
//! six, and what it promotes to, 2 for a knight, 3 for a bishop, 4 for a rook, 5 for a queen; the king castles to the square of its rook. With the flag a
//! varint follows, by how much its last year is before the base year; with the other flag one with the mean rating of those who played it. The results are
//! one varint or three: 0 to 5 for two games (two won by White, drawn, won by Black; White and draw, White and Black, draw and Black), otherwise 6 more than
//! the games won by White, and those drawn and won by Black.
//!
//! Numbers of what a pawn promotes to are those that the program of the Free Chess Club writes; its page takes 4 for a queen, and so does its description.
//!
//! Writers leave out moves of fewer than two games, so that the sum of the moves is not always the number of games that have the position. A rating or year of
//! 0 is not known.

mod entry;
mod error;
mod read;
mod write;

use pgnkit_chess::{Move, Position};

use crate::moves::{by_squares, of_squares};

pub use error::{OeError, OeFault};
pub use read::{OeEntries, OeEntry, OeFile};
pub use write::{OeOptions, OeSummary, OeWriter};

const MAGIC: [u8; 4] = *b"FCOE";
const VERSION: u16 = 1;
const HEAD: usize = 23;
const MOST_KEY: u8 = 12;
/// The longest entry: more than 218 moves, the most of any position, with all numbers at their longest.
const MOST_ENTRY: u64 = 1 << 14;
const RATINGS: u16 = 1;
const YEARS: u16 = 2;

/// Whether a file that begins so is one of the Free Chess Club, of whatever version.
#[must_use]
pub fn is_oe(head: &[u8]) -> bool {
    head.starts_with(&MAGIC)
}

/// The content of the first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OeHead {
    /// Whether moves have a mean rating.
    pub has_ratings: bool,
    /// Whether moves have a year.
    pub has_years: bool,
    /// Bytes of a key, 1 to 12.
    pub key_size: u8,
    /// The number of the file: of two files the one with the higher number is newer.
    pub revision: u64,
    /// The number of entries.
    pub entries: u32,
    /// The year from which years count back.
    pub base_year: u16,
}

impl OeHead {
    fn read(bytes: &[u8; HEAD]) -> Result<Self, OeError> {
        if !is_oe(bytes) {
            return Err(OeError::NotOe);
        }
        let number = |place: usize, length: usize| {
            bytes[place..place + length]
                .iter()
                .rev()
                .fold(0_u64, |number, byte| number << 8 | u64::from(*byte))
        };
        let (version, flags) = (number(4, 2) as u16, number(6, 2) as u16);
        if version != VERSION {
            return Err(OeError::Version(version));
        }
        if flags & !(RATINGS | YEARS) != 0 {
            return Err(OeError::Flags(flags));
        }
        if !(1..=MOST_KEY).contains(&bytes[8]) {
            return Err(OeError::KeySize(bytes[8]));
        }
        Ok(Self {
            has_ratings: flags & RATINGS != 0,
            has_years: flags & YEARS != 0,
            key_size: bytes[8],
            revision: number(9, 8),
            entries: number(17, 4) as u32,
            base_year: number(21, 2) as u16,
        })
    }

    fn bytes(&self) -> [u8; HEAD] {
        let flags = if self.has_ratings { RATINGS } else { 0 } | if self.has_years { YEARS } else { 0 };
        let mut bytes = [0; HEAD];
        bytes[..4].copy_from_slice(&MAGIC);
        bytes[4..6].copy_from_slice(&VERSION.to_le_bytes());
        bytes[6..8].copy_from_slice(&flags.to_le_bytes());
        bytes[8] = self.key_size;
        bytes[9..17].copy_from_slice(&self.revision.to_le_bytes());
        bytes[17..21].copy_from_slice(&self.entries.to_le_bytes());
        bytes[21..23].copy_from_slice(&self.base_year.to_le_bytes());
        bytes
    }
}

/// A move of a position, by its squares, with what is counted of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OeMove {
    /// From in bits 0 to 5, to in bits 6 to 11, and what it promotes to from bit 12: 2 a knight, 3 a bishop, 4 a rook, 5 a queen.
    pub squares: u16,
    /// Games won by White, drawn, and won by Black.
    pub results: [u64; 3],
    /// The mean rating of those who played it; `None` if it is not known.
    pub rating: Option<u16>,
    /// The year in which it was played last; `None` if it is not known.
    pub last_year: Option<u16>,
}

impl OeMove {
    /// The move in a position, if it is legal there.
    #[must_use]
    pub fn legal(&self, position: &Position) -> Option<Move> {
        of_squares(position, self.squares).filter(|mv| !mv.is_null() && !mv.is_drop())
    }

    /// The number of its games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.results.iter().fold(0, |sum, games| sum.saturating_add(*games))
    }

    /// The bits of a move of standard chess; `None` of the null move.
    #[must_use]
    pub fn squares_of(mv: Move) -> Option<u16> {
        (!mv.is_null()).then(|| by_squares(mv))
    }
}

/// The key of a position as files order them: its bytes, the low one first.
pub(crate) fn key_bytes(position: &Position) -> [u8; 8] {
    position.explorer_key().to_le_bytes()
}
