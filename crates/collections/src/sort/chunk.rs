//! Games in memory, put in order.

use super::batch::{Batch, Comparison, Place, Record};

/// A game in memory: the first bytes of its key, which nearly always decide, and its place.
pub(super) type Reference = (u64, u32, u32);

/// Sorted games in memory.
#[derive(Debug)]
pub(super) struct Chunk {
    batches: Vec<Batch>,
    order: Vec<Reference>,
}

impl Chunk {
    pub(super) fn sort(batches: Vec<Batch>, comparison: Comparison) -> Self {
        let count = batches.iter().map(|batch| batch.places.len()).sum();
        let mut chunk = Self { batches, order: Vec::new() };
        let mut order = Vec::with_capacity(count);
        for (number, batch) in (0..).zip(&chunk.batches) {
            order.extend((0..batch.places.len()).zip(0..).map(|(at, place)| {
                let key = batch.record(at).key;
                let mut first = [0; 8];
                let length = key.len().min(first.len());
                first[..length].copy_from_slice(&key[..length]);
                (u64::from_be_bytes(first), number, place)
            }));
        }
        // The place decides at last, so that the order is stable without further memory.
        order.sort_unstable_by(|one, other| {
            let by_key = || comparison.compare(&chunk.at(one).0, &chunk.at(other).0);
            let by_place = (one.1, one.2).cmp(&(other.1, other.2));
            one.0.cmp(&other.0).then_with(by_key).then(by_place)
        });
        chunk.order = order;
        chunk
    }

    fn at(&self, reference: &Reference) -> (Record<'_>, &Place) {
        let batch = &self.batches[reference.1 as usize];
        let at = reference.2 as usize;
        (batch.record(at), &batch.places[at])
    }

    /// A game by its place in the order.
    pub(super) fn get(&self, at: usize) -> Option<(Record<'_>, &Place)> {
        self.order.get(at).map(|reference| self.at(reference))
    }

    /// All games in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Record<'_>, &Place)> {
        self.order.iter().map(|reference| self.at(reference))
    }
}
