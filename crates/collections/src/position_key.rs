//! Keys of positions of standard chess, quickly made: equal where the rule of repetition takes positions for the same. They are of use
//! within a run, and in what is built into the program and compared with them by a test (`eco`).

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use pgnkit::chess::{PackedPosition, Position};

/// Something by the keys of positions.
pub(crate) type KeyMap<T> = HashMap<u64, T, BuildHasherDefault<KeyHasher>>;

/// The key of a position.
#[inline]
pub(crate) fn key(position: &Position) -> u64 {
    let [a, b, c, d] = PackedPosition::new(position).words();
    let halves = [
        mixed(a ^ 0x9e37_79b9_7f4a_7c15, b ^ 0xc2b2_ae3d_27d4_eb4f),
        mixed(c ^ 0xd6e8_feb8_6659_fd93, d ^ 0xa076_1d64_78bd_642f),
    ];
    mixed(halves[0] ^ 0xe703_7ed1_a0b4_28db, halves[1] ^ 0x8ebc_6af0_9c88_c6e3)
}

/// Two words as one in which every bit of either has a part.
#[inline]
fn mixed(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    product as u64 ^ (product >> 64) as u64
}

/// Keys are well mixed already.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

#[cfg(test)]
mod tests {
    use pgnkit::chess::fen;

    use super::*;

    /// All positions some half-moves after one.
    fn positions(from: Position, depth: usize, out: &mut Vec<Position>) {
        out.push(from);
        if depth > 0 {
            from.legal_moves().iter().for_each(|mv| positions(from.after(*mv), depth - 1, out));
        }
    }

    #[test]
    fn keys_are_equal_where_those_of_repetition_are() {
        let mut all = Vec::new();
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ] {
            positions(fen::parse(text.as_bytes()).unwrap().position, 3, &mut all);
        }
        let mut pairs: Vec<_> =
            all.iter().map(|position| (position.repetition_key(), key(position))).collect();
        let different = |mut keys: Vec<u64>| {
            keys.sort_unstable();
            keys.dedup();
            keys.len()
        };
        pairs.sort_unstable();
        pairs.dedup();
        assert!(pairs.len() > 50_000, "{}", pairs.len());
        assert_eq!(different(pairs.iter().map(|pair| pair.0).collect()), pairs.len());
        assert_eq!(different(pairs.iter().map(|pair| pair.1).collect()), pairs.len());
    }
}
