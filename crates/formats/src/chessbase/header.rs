//! The headers of games: the file `.cbh`, and `.cbj` with more values.

use std::ops::Range;

use pgnkit::{Date, Outcome};

use super::bytes::{be, le};
use super::{Damage, File, Reason};

/// Length of the header of the file, and of each record, in bytes.
const RECORD: usize = 46;
/// Length of the header of `.cbj` in bytes.
const EXTRAS_HEADER: usize = 32;

/// Whether the beginning of a file is that of headers which [`Header::parse`] takes. Five bytes decide.
pub fn begins_headers(head: &[u8]) -> bool {
    matches!(head, [0, 0, 0x24 | 0x2c, 0, 0x2e, ..])
}

/// The header of the file of headers, `.cbh`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// Number of records that the file has according to itself. The length of the file decides, see
    /// [`records`](Self::records).
    pub declared: u32,
}

impl Header {
    /// Length of the header in bytes.
    pub const LEN: usize = RECORD;

    /// Reads the beginning of a file of headers.
    ///
    /// # Errors
    /// When it is none, or not whole.
    pub fn parse(head: &[u8]) -> Result<Self, Damage> {
        let fault = |offset, reason| Damage { file: File::Headers, record: 0, ply: None, offset, reason };
        if !begins_headers(head) {
            return Err(fault(0, Reason::Magic));
        }
        let next = be(head, 6, 4).filter(|_| head.len() >= RECORD);
        let next = next.ok_or_else(|| fault(head.len(), Reason::Short("the header of the headers")))?;
        Ok(Self { declared: (next as u32).saturating_sub(1) })
    }

    /// Number of whole records in a file of that many bytes.
    pub fn records(&self, file_len: u64) -> u32 {
        let records = file_len / RECORD as u64;
        u32::try_from(records.saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// The bytes of a record in the file; records are counted from 1.
    pub fn record(&self, number: u32) -> Range<usize> {
        let start = (number as usize).saturating_mul(RECORD);
        start..start.saturating_add(RECORD)
    }
}

/// A record of the headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderRecord {
    /// A game.
    Game(GameHeader),
    /// A text among the games, for which PGN has no place.
    Text(TextHeader),
}

/// The header of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameHeader {
    /// Whether the game is deleted.
    pub is_deleted: bool,
    /// Low 32 bits of the offset in `.cbg`; see [`moves_at`](Self::moves_at).
    pub moves: u32,
    /// Low 32 bits of the offset in `.cba`, 0 without annotations; see [`annotations_at`](Self::annotations_at).
    pub annotations: u32,
    /// Number of White among the players.
    pub white: u32,
    /// Number of Black among the players.
    pub black: u32,
    /// Number of the tournament.
    pub tournament: u32,
    /// Number of the annotator.
    pub annotator: u32,
    /// Number of the source.
    pub source: u32,
    /// Date of the game.
    pub date: CbDate,
    /// The result, 0 to 7; see [`outcome`](Self::outcome).
    pub result: u8,
    /// For a game without result, the glyph of its last position.
    pub last_nag: u8,
    /// Round, 0 if unknown.
    pub round: u8,
    /// Number within the round, 0 if there is none.
    pub subround: u8,
    /// Rating of White, 0 if there is none.
    pub white_rating: u16,
    /// Rating of Black, 0 if there is none.
    pub black_rating: u16,
    /// The code of the opening; see [`eco`](Self::eco).
    pub eco: u16,
    /// Medals, a bit each.
    pub medals: u16,
    /// Kinds of content, a bit each: 0 start position, 1 variations, 2 text and so on.
    pub flags: u32,
    /// Number of whole moves of the main line, 255 for more.
    pub moves_count: u8,
}

/// The header of a text among the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextHeader {
    /// Whether the text is deleted.
    pub is_deleted: bool,
    /// Low 32 bits of the offset in `.cbg`.
    pub text: u32,
    /// Number of the tournament.
    pub tournament: u32,
    /// Number of the source.
    pub source: u32,
    /// Number of the annotator.
    pub annotator: u32,
}

impl TextHeader {
    /// Offset of the text in `.cbg`, a file of that many bytes.
    pub fn text_at(&self, extra: Option<&ExtraHeader>, file_len: u64) -> u64 {
        wide(self.text, extra.and_then(|extra| extra.moves), file_len)
    }
}

/// The wide offset, if there is one and the file needs it.
fn wide(narrow: u32, wide: Option<u64>, file_len: u64) -> u64 {
    wide.filter(|_| file_len > u64::from(u32::MAX)).unwrap_or(narrow.into())
}

impl HeaderRecord {
    /// Reads a record of 46 bytes.
    ///
    /// # Errors
    /// When there are fewer. The number of the game is not known here, and 0.
    pub fn parse(record: &[u8]) -> Result<Self, Damage> {
        Self::read(record).ok_or(Damage {
            file: File::Headers,
            record: 0,
            ply: None,
            offset: record.len(),
            reason: Reason::Short("a record of the headers"),
        })
    }

    fn read(record: &[u8]) -> Option<Self> {
        let record: &[u8; RECORD] = record.first_chunk()?;
        let number = |at, length| be(record, at, length).map(|number| number as u32);
        let kind = record[0];
        let is_deleted = kind & 0x80 != 0;
        if kind & 2 != 0 {
            return Some(Self::Text(TextHeader {
                is_deleted,
                text: number(1, 4)?,
                tournament: number(7, 3)?,
                source: number(10, 3)?,
                annotator: number(13, 3)?,
            }));
        }
        Some(Self::Game(GameHeader {
            is_deleted,
            moves: number(1, 4)?,
            annotations: number(5, 4)?,
            white: number(9, 3)?,
            black: number(12, 3)?,
            tournament: number(15, 3)?,
            annotator: number(18, 3)?,
            source: number(21, 3)?,
            date: CbDate::from_bits(number(24, 3)?),
            result: record[27],
            last_nag: record[28],
            round: record[29],
            subround: record[30],
            white_rating: number(31, 2)? as u16,
            black_rating: number(33, 2)? as u16,
            eco: number(35, 2)? as u16,
            medals: number(37, 2)? as u16,
            flags: number(39, 4)?,
            moves_count: record[45],
        }))
    }
}

impl GameHeader {
    /// Offset of the moves in `.cbg`, a file of that many bytes: above 4 GiB `.cbj` has it.
    pub fn moves_at(&self, extra: Option<&ExtraHeader>, file_len: u64) -> u64 {
        wide(self.moves, extra.and_then(|extra| extra.moves), file_len)
    }

    /// Offset of the annotations in `.cba`, a file of that many bytes; `None` without annotations.
    pub fn annotations_at(&self, extra: Option<&ExtraHeader>, file_len: u64) -> Option<u64> {
        let at = wide(self.annotations, extra.and_then(|extra| extra.annotations), file_len);
        (at > 0).then_some(at)
    }

    /// The result; `None` if its number means none.
    pub fn outcome(&self) -> Option<Outcome> {
        Some(match self.result {
            0 | 4 => Outcome::BlackWins,
            1 | 5 => Outcome::Draw,
            2 | 6 => Outcome::WhiteWins,
            3 | 7 => Outcome::Unknown,
            _ => return None,
        })
    }

    /// Whether the game was decided without being played: a forfeit.
    pub fn is_forfeit(&self) -> bool {
        matches!(self.result, 4..=7)
    }

    /// The code of the opening, 0 for A00 to 499 for E99; `None` if there is none.
    pub fn eco(&self) -> Option<u16> {
        (self.eco / 128).checked_sub(1).filter(|code| *code < 500)
    }

    /// The number of the start position of Chess960, which may be wrong.
    pub fn chess960(&self) -> Option<u16> {
        self.eco.checked_sub(FIRST_CHESS960)
    }
}

/// Codes of openings from here on are numbers of positions of Chess960.
const FIRST_CHESS960: u16 = 64_576;

/// A date: 12 bits of the year, 4 of the month, 5 of the day; 0 is an unknown part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CbDate(u32);

impl CbDate {
    /// A date by its bits; those above 20 are left out.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & 0x1f_ffff)
    }

    /// The bits.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The date with all known parts; `None` if it is not a date.
    pub fn date(self) -> Option<Date> {
        let [year, month, day] = [self.0 >> 9, self.0 >> 5 & 0xf, self.0 & 0x1f];
        let known = |part: u32| (part > 0).then_some(part as u8);
        Date::new((year > 0).then_some(year as u16), known(month), known(day))
    }

    /// The date, as many of its parts as can be, and whether that is all.
    pub(super) fn best(self) -> (Date, bool) {
        let without_day = || Self::from_bits(self.0 & !0x1f).date();
        let year = || Self::from_bits(self.0 & !0x1ff).date();
        let whole = self.date();
        (whole.or_else(without_day).or_else(year).unwrap_or_default(), whole.is_some())
    }
}

/// The header of `.cbj`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Extras {
    /// Version of the records.
    pub version: u32,
    record_len: usize,
}

impl Extras {
    /// Length of the header in bytes.
    pub const LEN: usize = EXTRAS_HEADER;

    /// Reads the beginning of a file.
    ///
    /// # Errors
    /// When it is not whole, or its records have no length.
    pub fn parse(head: &[u8]) -> Result<Self, Damage> {
        let fault = |offset, reason| Damage { file: File::Extras, record: 0, ply: None, offset, reason };
        let number = |at| le(head, at, 4).ok_or_else(|| fault(head.len(), Reason::Short("the header")));
        let (version, record_len) = (number(0)? as u32, number(4)? as usize);
        if !(8..=1 << 12).contains(&record_len) {
            return Err(fault(4, Reason::Magic));
        }
        Ok(Self { version, record_len })
    }

    /// The bytes of a record in the file; records are counted from 1, as those of the headers.
    pub fn record(&self, number: u32) -> Range<usize> {
        let before = (number as usize).saturating_sub(1).saturating_mul(self.record_len);
        let start = before.saturating_add(EXTRAS_HEADER);
        start..start.saturating_add(self.record_len)
    }
}

/// More values of the header of a game. A value is `None` where the record is of a version without it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExtraHeader {
    /// Number of the team of White.
    pub white_team: Option<u32>,
    /// Number of the team of Black.
    pub black_team: Option<u32>,
    /// Offset in `.cba`.
    pub annotations: Option<u64>,
    /// Offset in `.cbg`.
    pub moves: Option<u64>,
    /// Number of the title of the game.
    pub game_tag: Option<u32>,
}

impl ExtraHeader {
    /// Reads a record of any length.
    pub fn parse(record: &[u8]) -> Self {
        // -1 is none.
        let id = |at| be(record, at, 4).map(|id| id as u32).filter(|id| *id <= i32::MAX as u32);
        let offset = |at| be(record, at, 8).filter(|offset| *offset > 0 && *offset <= i64::MAX as u64);
        Self {
            white_team: id(0),
            black_team: id(4),
            annotations: offset(12),
            moves: offset(30),
            game_tag: id(116),
        }
    }
}
