//! Games by keys that are cut: the first bits of a key are a bucket, which has the next 16 bits and the game of each.

/// Keys of a bucket, about.
const KEYS_A_BUCKET: u64 = 16;

/// Positions of a game that no other game comes to by the same moves, about.
const POSITIONS_A_GAME: u64 = 64;

/// Bytes of the bits of a key after those of its bucket.
const REST: usize = 2;

/// The place of the bits of keys, and the length of a game's number.
///
/// Keys are cut so that one look-up in some thousands finds a game that does not have the key: whoever looks reads the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Buckets {
    bits: u32,
    number: usize,
}

impl Buckets {
    /// Those of the positions that games come to alone, in a segment with so many games.
    pub(crate) fn of_positions(games: u64) -> Self {
        Self::new(games, POSITIONS_A_GAME)
    }

    /// Those of one key a game.
    pub(crate) fn of_ids(games: u64) -> Self {
        Self::new(games, 1)
    }

    fn new(games: u64, keys_a_game: u64) -> Self {
        let buckets = (games.saturating_mul(keys_a_game) / KEYS_A_BUCKET).max(2);
        let significant = u64::BITS - games.saturating_sub(1).leading_zeros();
        Self { bits: buckets.ilog2().min(48), number: significant.div_ceil(8).max(1) as usize }
    }

    /// The bucket of a key.
    pub(crate) fn bucket(self, key: u64) -> u64 {
        key >> (u64::BITS - self.bits)
    }

    /// The bits after the bucket.
    fn rest(self, key: u64) -> [u8; REST] {
        ((key << self.bits >> 48) as u16).to_be_bytes()
    }

    /// Appends a game, after those of the bucket that come before it: in order of the rest of their keys and of their numbers. One that is there is not
    /// added again.
    pub(crate) fn put(self, key: u64, game: u64, bucket: &mut Vec<u8>) {
        let start = bucket.len();
        bucket.extend_from_slice(&self.rest(key));
        bucket.extend_from_slice(&game.to_be_bytes()[size_of::<u64>() - self.number..]);
        if let Some(before) = start.checked_sub(self.entry())
            && bucket[before..start] == bucket[start..]
        {
            bucket.truncate(start);
        }
    }

    /// The games of a bucket that may have a key, in order; `None` if it is no bucket.
    pub(crate) fn games(self, key: u64, bucket: &[u8]) -> Option<impl Iterator<Item = u64> + '_> {
        let (rest, entry) = (self.rest(key), self.entry());
        let number = |bytes: &[u8]| bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
        let entries = bucket.chunks_exact(entry).filter(move |entry| entry[..REST] == rest);
        bucket.len().is_multiple_of(entry).then(|| entries.map(move |entry| number(&entry[REST..])))
    }

    fn entry(self) -> usize {
        REST + self.number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_back() {
        for games in [1, 2, 255, 256, 257, 70_000, 10_000_000, u64::MAX] {
            let buckets = Buckets::of_positions(games);
            let mut keys: Vec<(u64, u64)> = (0..200_u64)
                .map(|number| (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 8, (games - 1) / (number + 1)))
                .collect();
            keys.sort_unstable();
            let mut bucket = Vec::new();
            for (key, game) in keys.iter().flat_map(|entry| [entry, entry]) {
                buckets.put(*key, *game, &mut bucket);
            }
            assert_eq!(bucket.len(), keys.len() * buckets.entry(), "{games}");
            for (key, game) in &keys {
                assert!(buckets.games(*key, &bucket).unwrap().any(|found| found == *game), "{games}");
            }
            assert_eq!(buckets.games(u64::MAX, &bucket).unwrap().count(), 0);
            assert!(buckets.games(0, &bucket[1..]).is_none());
        }
        assert_eq!(Buckets::of_positions(10_000_000), Buckets { bits: 25, number: 3 });
        assert_eq!(Buckets::of_ids(10_000_000), Buckets { bits: 19, number: 3 });
    }
}
