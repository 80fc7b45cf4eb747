//! Fingerprints: some hashes of each game that are kept while all are read, to find those that may be equal.

mod printer;

use std::hash::{DefaultHasher, Hasher};

use pgnkit::Game;

pub(crate) use printer::Printer;

use pgnkit_query::fields::{self, Value};

/// Half-moves of the two beginnings by which games are found of which one goes on.
pub(crate) const BEGINNINGS: [usize; 2] = [16, 40];

/// Hashes of a game. Equal ones say that games may be equal, never that they are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Fingerprint {
    /// Hash of its bytes.
    pub(crate) text: u64,
    /// Hash of its start and main line.
    pub(crate) line: u64,
    /// Hashes of its start and first half-moves; 0 if the game is shorter.
    pub(crate) beginnings: [u64; 2],
    /// Hashes of the players' family names; 0 if unknown.
    pub(crate) players: [u32; 2],
    /// Year, month, day in 5 and 4 bits; 0 for what is not known.
    pub(crate) date: u32,
    pub(crate) plies: u16,
    /// Whether it can only be the same byte for byte: it has errors, or rules that are not known.
    pub(crate) bytes_only: bool,
}

impl Fingerprint {
    /// The year; 0 where it is not known.
    pub(crate) fn year(&self) -> u32 {
        self.date >> 9
    }

    /// Whether year, month and day are known.
    pub(crate) fn has_day(&self) -> bool {
        [self.date >> 9, self.date >> 5 & 15, self.date & 31].iter().all(|part| *part > 0)
    }

    /// Whether nothing that is known of their dates differs.
    pub(crate) fn agrees_in_date(&self, other: &Self) -> bool {
        let agree = |part: fn(u32) -> u32| {
            let (one, two) = (part(self.date), part(other.date));
            one == two || one == 0 || two == 0
        };
        agree(|date| date >> 9) && agree(|date| date >> 5 & 15) && agree(|date| date & 31)
    }

    /// Whether a player may be the same.
    pub(crate) fn agrees_in_player(&self, other: &Self, color: usize) -> bool {
        let (one, two) = (self.players[color], other.players[color]);
        one == two || one == 0 || two == 0
    }
}

/// Year, month and day; 0 for what is not known.
pub(crate) fn date(game: &Game) -> [u16; 3] {
    match fields::by_name("date").map(|column| column.of(game)) {
        Some(Value::Date(date)) => date,
        _ => [0; 3],
    }
}

pub(crate) fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

/// Numbers put together with 64 bits, fast.
#[derive(Debug, Default)]
pub(super) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        let mixed = (self.0 ^ self.0 >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        // Zero says that there is none.
        (mixed ^ mixed >> 32).max(1)
    }

    fn write(&mut self, bytes: &[u8]) {
        self.write_u64(hash(bytes));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(23) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}
