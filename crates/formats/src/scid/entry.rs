//! The record of a game in an index.

use pgnkit::Outcome;

use super::bytes::{Cursor, put};
use super::{Damage, File, Flags, NameKind, Reason, ScidDate, ScidEco, Version};

/// The record of a game in an index. Every bit of it is kept: what is written is what was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexEntry {
    /// The version, on which the meaning of some bits depends.
    pub version: Version,
    /// Whether the game is one of Chess960; only version 5 has such games.
    pub chess960: bool,
    /// Offset of the blob in the file of games: 32 bits, in version 5 47.
    pub offset: u64,
    /// Length of the blob in bytes, below 131,072.
    pub length: u32,
    /// Flags.
    pub flags: Flags,
    /// Number of White among the players.
    pub white: u32,
    /// Number of Black among the players.
    pub black: u32,
    /// Number of the event.
    pub event: u32,
    /// Number of the site.
    pub site: u32,
    /// Number of the round.
    pub round: u32,
    /// The result: 0 `*`, 1 `1-0`, 2 `0-1`, 3 `1/2-1/2`; others mean nothing. See [`outcome`](Self::outcome).
    pub result: u8,
    /// Class of the number of variations, see [`count_class`](Self::count_class).
    pub variations: u8,
    /// Class of the number of comments.
    pub comments: u8,
    /// Class of the number of glyphs.
    pub nags: u8,
    /// Opening.
    pub eco: ScidEco,
    /// Date of the game.
    pub date: ScidDate,
    /// The date of the event: twelve bits, next to that of the game; in version 5 the 20 bits of a date. See
    /// [`event_date`](Self::event_date).
    pub event_date_bits: u32,
    /// Rating of White.
    pub white_rating: ScidRating,
    /// Rating of Black.
    pub black_rating: ScidRating,
    /// Number of an opening line in a table of Scid; 0 is none.
    pub stored_line: u8,
    /// Material of the final position, 24 bits: for White and then for Black queens, rooks, bishops and knights in two bits
    /// each, at most 3, and pawns in four.
    pub material: u32,
    /// Number of half-moves of the main line, 1023 at most.
    pub plies: u16,
    /// Number of entries in [`home_pawns`](Self::home_pawns), in six bits.
    pub home_pawn_count: u8,
    /// The order in which pawns leave their first squares, four bits for each: a2 = 15 to h2 = 8, a7 = 7 to h7 = 0.
    pub home_pawns: [u8; 8],
}

/// A rating, and the list that it is from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ScidRating {
    /// The rating, at most 4095; 0 is none.
    pub value: u16,
    /// The kind: 0 Elo, 1 Rating, 2 Rapid, 3 ICCF, 4 USCF, 5 DWZ, 6 ECF; others to 15 mean nothing.
    pub kind: u8,
}

impl ScidRating {
    /// The ends of names of tags, by kind: `Elo` for `WhiteElo`.
    pub const KINDS: [&'static str; 7] = ["Elo", "Rating", "Rapid", "ICCF", "USCF", "DWZ", "ECF"];

    const fn from_bits(bits: u32) -> Self {
        Self { value: (bits & 0xfff) as u16, kind: (bits >> 12) as u8 }
    }

    const fn bits(self) -> u32 {
        (self.value & 0xfff) as u32 | ((self.kind & 0xf) as u32) << 12
    }
}

impl IndexEntry {
    /// Reads a record of [`Version::record_len`] bytes.
    ///
    /// # Errors
    /// When there are fewer bytes. The number of the game is not known here, and 0.
    pub fn parse(record: &[u8], version: Version) -> Result<Self, Damage> {
        let mut cursor = Cursor::new(record);
        let read = match version {
            Version::V5 => Self::read_5(&mut cursor),
            Version::V3 | Version::V4 => Self::read(&mut cursor, version),
        };
        read.ok_or(Damage {
            file: File::Index,
            record: 0,
            ply: None,
            offset: record.len(),
            reason: Reason::Short("a record of the index"),
        })
    }

    fn read(cursor: &mut Cursor<'_>, version: Version) -> Option<Self> {
        let offset = cursor.number(4)?.into();
        let mut length = cursor.number(2)?;
        let mut flags = 0;
        if version == Version::V4 {
            let more = cursor.number(1)?;
            length |= more >> 7 << 16;
            flags = (more & 0x7f) << 16;
        }
        flags |= cursor.number(2)?;
        let players = cursor.number(1)?;
        let white = (players >> 4) << 16 | cursor.number(2)?;
        let black = (players & 0xf) << 16 | cursor.number(2)?;
        let others = cursor.number(1)?;
        let event = (others >> 5) << 16 | cursor.number(2)?;
        let site = (others >> 2 & 7) << 16 | cursor.number(2)?;
        let round = (others & 3) << 16 | cursor.number(2)?;
        let counts = cursor.number(2)?;
        let class = |from: u32| (counts >> from & 0xf) as u8;
        let eco = ScidEco::from_bits(cursor.number(2)? as u16);
        let dates = cursor.number(4)?;
        let white_rating = ScidRating::from_bits(cursor.number(2)?);
        let black_rating = ScidRating::from_bits(cursor.number(2)?);
        let material = cursor.number(4)?;
        let low_plies = cursor.number(1)?;
        let high_plies = cursor.number(1)?;
        let home_pawns = cursor.take(8)?.try_into().ok()?;
        Some(Self {
            version,
            chess960: false,
            offset,
            length,
            flags: Flags::from_bits(flags),
            white,
            black,
            event,
            site,
            round,
            result: class(12),
            variations: class(0),
            comments: class(4),
            nags: class(8),
            eco,
            date: ScidDate::from_bits(dates),
            event_date_bits: dates >> 20,
            white_rating,
            black_rating,
            stored_line: (material >> 24) as u8,
            material: material & 0xff_ffff,
            plies: ((high_plies >> 6) << 8 | low_plies) as u16,
            home_pawn_count: (high_plies & 0x3f) as u8,
            home_pawns,
        })
    }

    fn read_5(cursor: &mut Cursor<'_>) -> Option<Self> {
        let mut words = [0_u32; 12];
        for word in &mut words {
            *word = cursor.number(4)?.swap_bytes();
        }
        let home_pawns = cursor.take(8)?.try_into().ok()?;
        let low = |word: usize, bits: u32| words[word] & ((1 << bits) - 1);
        let rating = |word: usize, kind: u32| ScidRating {
            value: (words[word] >> 20) as u16,
            kind: (words[11] >> kind & 7) as u8,
        };
        Some(Self {
            version: Version::V5,
            chess960: words[4] >> 31 == 1,
            offset: u64::from(low(8, 15)) << 32 | u64::from(words[9]),
            length: words[8] >> 15,
            flags: Flags::from_bits(low(7, 22)),
            white: low(0, 28),
            black: low(1, 28),
            event: low(2, 28),
            site: words[3],
            round: low(4, 31),
            result: (words[11] >> 16 & 3) as u8,
            variations: (words[1] >> 28) as u8,
            comments: (words[0] >> 28) as u8,
            nags: (words[2] >> 28) as u8,
            eco: ScidEco::from_bits(words[11] as u16),
            date: ScidDate::from_bits(low(5, 20)),
            event_date_bits: low(6, 20),
            white_rating: rating(5, 21),
            black_rating: rating(6, 18),
            stored_line: (words[10] >> 24) as u8,
            material: low(10, 24),
            plies: (words[7] >> 22) as u16,
            home_pawn_count: (words[11] >> 24) as u8,
            home_pawns,
        })
    }

    fn write_5(&self, out: &mut Vec<u8>) {
        let joined = |high: u32, low: u32, bits: u32| high << bits | low & ((1 << bits) - 1);
        let rating = |rating: ScidRating| u32::from(rating.value & 0xfff);
        let kinds = u32::from(self.white_rating.kind & 7) << 21 | u32::from(self.black_rating.kind & 7) << 18;
        let words = [
            joined(self.comments.into(), self.white, 28),
            joined(self.variations.into(), self.black, 28),
            joined(self.nags.into(), self.event, 28),
            self.site,
            joined(self.chess960.into(), self.round, 31),
            joined(rating(self.white_rating), self.date.bits(), 20),
            joined(rating(self.black_rating), self.event_date_bits, 20),
            joined(self.plies.into(), self.flags.bits(), 22),
            joined(self.length, (self.offset >> 32) as u32, 15),
            self.offset as u32,
            joined(self.stored_line.into(), self.material, 24),
            u32::from(self.home_pawn_count) << 24
                | kinds
                | u32::from(self.result & 3) << 16
                | u32::from(self.eco.bits()),
        ];
        words.iter().for_each(|word| out.extend_from_slice(&word.to_le_bytes()));
        out.extend_from_slice(&self.home_pawns);
    }

    /// Appends the record: as version 4 has it, also of version 3, or as version 5. Bits that a field of the record has no room for are
    /// left out.
    pub fn write(&self, out: &mut Vec<u8>) {
        if self.version == Version::V5 {
            return self.write_5(out);
        }
        let flags = self.flags.bits();
        put(self.offset as u32, 4, out);
        put(self.length, 2, out);
        put((self.length >> 16 & 1) << 7 | (flags >> 16 & 0x3f), 1, out);
        put(flags, 2, out);
        put((self.white >> 16 & 0xf) << 4 | (self.black >> 16 & 0xf), 1, out);
        put(self.white, 2, out);
        put(self.black, 2, out);
        put((self.event >> 16 & 7) << 5 | (self.site >> 16 & 7) << 2 | (self.round >> 16 & 3), 1, out);
        put(self.event, 2, out);
        put(self.site, 2, out);
        put(self.round, 2, out);
        let class = |class: u8, at: u32| u32::from(class & 0xf) << at;
        let counts =
            [class(self.result, 12), class(self.nags, 8), class(self.comments, 4), class(self.variations, 0)];
        put(counts.iter().sum(), 2, out);
        put(self.eco.bits().into(), 2, out);
        put(self.event_date_bits << 20 | self.date.bits(), 4, out);
        put(self.white_rating.bits(), 2, out);
        put(self.black_rating.bits(), 2, out);
        put(u32::from(self.stored_line) << 24 | (self.material & 0xff_ffff), 4, out);
        put(self.plies.into(), 1, out);
        put(u32::from(self.plies >> 8 & 3) << 6 | u32::from(self.home_pawn_count & 0x3f), 1, out);
        out.extend_from_slice(&self.home_pawns);
    }

    /// The blob of the game in the whole file of games.
    ///
    /// # Errors
    /// When the file is shorter. The number of the game is not known here, and 0.
    pub fn blob<'a>(&self, games: &'a [u8]) -> Result<&'a [u8], Damage> {
        self.blob_in(games, 0)
    }

    /// The blob of the game in a part of the file of games, which begins at an offset of the file.
    ///
    /// # Errors
    /// When it is not in this part. The number of the game is not known here, and 0.
    pub fn blob_in<'a>(&self, part: &'a [u8], begin: u64) -> Result<&'a [u8], Damage> {
        let start = self.offset.checked_sub(begin).and_then(|start| usize::try_from(start).ok());
        let rest = start.and_then(|start| part.get(start..));
        rest.and_then(|rest| rest.get(..self.length as usize)).ok_or(Damage {
            file: File::Index,
            record: 0,
            ply: None,
            offset: 0,
            reason: Reason::Outside { offset: self.offset, length: self.length },
        })
    }

    /// Number of a name by its kind: players are White and Black.
    pub(super) fn names(&self) -> [(&'static str, NameKind, u32); 5] {
        [
            ("Event", NameKind::Event, self.event),
            ("Site", NameKind::Site, self.site),
            ("Round", NameKind::Round, self.round),
            ("White", NameKind::Player, self.white),
            ("Black", NameKind::Player, self.black),
        ]
    }

    /// The result; `None` if its number means none.
    pub fn outcome(&self) -> Option<Outcome> {
        OUTCOMES.get(usize::from(self.result)).copied()
    }

    /// Sets the result.
    pub fn set_outcome(&mut self, outcome: Outcome) {
        self.result = OUTCOMES.iter().position(|known| *known == outcome).unwrap_or_default() as u8;
    }

    /// The date of the event, if there is one.
    pub fn event_date(&self) -> Option<ScidDate> {
        match self.version {
            Version::V5 => Some(ScidDate::from_bits(self.event_date_bits)).filter(|date| date.bits() != 0),
            Version::V3 | Version::V4 => self.date.near(self.event_date_bits as u16),
        }
    }

    /// Sets the date of the event, after that of the game; false, and no date, if it has no known part, or before version 5 if their
    /// years differ by more than three or one of them is unknown.
    pub fn set_event_date(&mut self, date: ScidDate) -> bool {
        let bits = match self.version {
            Version::V5 => Some(date.bits()).filter(|bits| *bits != 0),
            Version::V3 | Version::V4 => self.date.relative(date).map(u32::from),
        };
        self.event_date_bits = bits.unwrap_or_default();
        bits.is_some()
    }

    /// The class of a number of variations, comments or glyphs: 0 to 10 is the number itself, and 11 to 15 are 13 to 17, 18 to
    /// 24, 25 to 34, 35 to 44, and 45 and more. 11 and 12 are in class 10.
    pub const fn count_class(count: usize) -> u8 {
        match count {
            0..=10 => count as u8,
            11..=12 => 10,
            13..=17 => 11,
            18..=24 => 12,
            25..=34 => 13,
            35..=44 => 14,
            _ => 15,
        }
    }
}

const OUTCOMES: [Outcome; 4] = [Outcome::Unknown, Outcome::WhiteWins, Outcome::BlackWins, Outcome::Draw];
