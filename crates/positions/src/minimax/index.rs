//! Finding a position among the records.

use super::SolveError;
use super::stop::Stop;
use pgnkit_chess::PackedPosition;
use std::hash::{BuildHasher, RandomState};

/// A hash table of numbers of positions; the positions themselves lie outside. 13 bytes a position.
///
/// The hash function differs from run to run, so that no book can be made whose positions all collide. No result
/// depends on it: positions are compared as a whole.
pub(super) struct Index {
    /// 0 where nothing is, else the low half of the hash and one more than the number of the position.
    slots: Vec<u64>,
    /// A bit is set where a position may be. Nearly all positions that are looked for are not there, and these eight
    /// bits for each one that is stay in the cache, when the slots do not.
    filter: Vec<u64>,
    seeds: [u64; 4],
}

impl Index {
    /// A table for at most so many positions.
    fn new(most: usize) -> Self {
        let state = RandomState::new();
        let seeds = std::array::from_fn(|i| state.hash_one(i));
        // Two thirds full, a search for what is not there looks at five neighbouring slots.
        Self { slots: vec![0; most + most / 2 + 1], filter: vec![0; most / 8 + 1], seeds }
    }

    /// Takes away from `positions` what occurs again, the order of the others kept. Also returns the place at which
    /// each one is now found.
    pub(super) fn of_distinct(
        positions: &mut Vec<PackedPosition>,
        stop: &mut Stop<'_>,
    ) -> Result<(Self, Vec<u32>), SolveError> {
        let mut index = Self::new(positions.len());
        let mut places = Vec::with_capacity(positions.len());
        let mut distinct = 0;
        for at in 0..positions.len() {
            stop.step()?;
            let position = positions[at];
            let hash = index.hash(&position);
            let place = match index.search(hash, &position, positions) {
                Ok(place) => place,
                Err(slot) => {
                    positions[distinct as usize] = position;
                    index.slots[slot] = hash << 32 | u64::from(distinct + 1);
                    let (word, bit) = index.filter_bit(hash);
                    index.filter[word] |= bit;
                    distinct += 1;
                    distinct - 1
                }
            };
            places.push(place);
        }
        positions.truncate(distinct as usize);
        Ok((index, places))
    }

    /// The number of a position in `positions`, from which the table was made.
    pub(super) fn find(&self, position: &PackedPosition, positions: &[PackedPosition]) -> Option<u32> {
        let hash = self.hash(position);
        let (word, bit) = self.filter_bit(hash);
        if self.filter[word] & bit == 0 { None } else { self.search(hash, position, positions).ok() }
    }

    /// The word and the bit in it that belong to a hash.
    fn filter_bit(&self, hash: u64) -> (usize, u64) {
        let word = ((hash & u64::from(u32::MAX)) * self.filter.len() as u64) >> 32;
        (word as usize, 1 << (hash >> 32 & 63))
    }

    /// The number of a position, or the slot where it would have been found.
    fn search(
        &self,
        hash: u64,
        position: &PackedPosition,
        positions: &[PackedPosition],
    ) -> Result<u32, usize> {
        let mut slot = ((u128::from(hash) * self.slots.len() as u128) >> 64) as usize;
        loop {
            let content = self.slots[slot];
            if content == 0 {
                return Err(slot);
            }
            let number = content as u32 - 1;
            if content >> 32 == hash & u64::from(u32::MAX) && positions[number as usize] == *position {
                return Ok(number);
            }
            slot = if slot + 1 == self.slots.len() { 0 } else { slot + 1 };
        }
    }

    /// Multiplies and folds, twice, as wyhash does.
    fn hash(&self, position: &PackedPosition) -> u64 {
        let words = position.words();
        let [a, b, c, d] = std::array::from_fn(|i| words[i] ^ self.seeds[i]);
        fold(fold(a, b) ^ self.seeds[0], fold(c, d) ^ self.seeds[1])
    }
}

/// The two halves of a product, mixed.
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}
