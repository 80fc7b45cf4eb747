//! Marks for positions that come more than once.

use std::sync::atomic::{AtomicU8, Ordering};

/// Slots of a key: one key in nine that came once is taken for one that came twice.
const SLOTS_A_KEY: u64 = 8;

/// Two bits for each key, or for a few that share them: it came, and it came again. A key that came twice is always known; one that came once may be
/// taken for it. Threads mark at the same time.
#[derive(Debug)]
pub(super) struct Marks {
    bytes: Vec<AtomicU8>,
}

/// The place of a key among so many.
#[inline]
fn place(key: u64, places: usize) -> usize {
    ((u128::from(key) * places as u128) >> u64::BITS) as usize
}

impl Marks {
    /// Room for so many keys, within some bytes.
    pub(super) fn new(keys: u64, bytes: usize) -> Self {
        let wanted = usize::try_from(keys.saturating_mul(SLOTS_A_KEY) / 4).unwrap_or(usize::MAX);
        let length = wanted.clamp(64, bytes.max(64)).next_multiple_of(2);
        Self { bytes: (0..length).map(|_| AtomicU8::new(0)).collect() }
    }

    /// The byte of a key, and the place of its bits.
    #[inline]
    fn slot(&self, key: u64) -> (&AtomicU8, usize) {
        let slot = place(key, 4 * self.bytes.len());
        (&self.bytes[slot / 4], 2 * (slot % 4))
    }

    /// Marks keys once each.
    pub(super) fn mark(&self, keys: impl Iterator<Item = u64> + Clone) {
        // Bytes are fetched all at once: a change would wait for each.
        let fetched = keys.clone().fold(0, |all, key| all | self.slot(key).0.load(Ordering::Relaxed));
        std::hint::black_box(fetched);
        for key in keys {
            let (byte, bit) = self.slot(key);
            if byte.load(Ordering::Relaxed) >> bit & 2 == 0
                && byte.fetch_or(1 << bit, Ordering::Relaxed) >> bit & 1 != 0
            {
                byte.fetch_or(2 << bit, Ordering::Relaxed);
            }
        }
    }

    /// Marks a key as one of more than one game.
    pub(super) fn mark_shared(&self, key: u64) {
        let (byte, bit) = self.slot(key);
        byte.fetch_or(3 << bit, Ordering::Relaxed);
    }

    /// The keys that came twice, in half of the memory.
    pub(super) fn finish(mut self) -> SharedKeys {
        let half = self.bytes.len() / 2;
        let second_bits = |byte: u8| byte >> 1 & 1 | byte >> 2 & 2 | byte >> 3 & 4 | byte >> 4 & 8;
        for at in 0..half {
            let [low, high] = [2 * at, 2 * at + 1].map(|place| second_bits(*self.bytes[place].get_mut()));
            *self.bytes[at].get_mut() = low | high << 4;
        }
        self.bytes.truncate(half);
        self.bytes.shrink_to_fit();
        SharedKeys { bits: self.bytes.into_iter().map(AtomicU8::into_inner).collect() }
    }
}

/// Keys that may have come twice.
#[derive(Debug)]
pub(super) struct SharedKeys {
    bits: Vec<u8>,
}

impl SharedKeys {
    /// Whether a key may have come twice.
    #[inline]
    pub(super) fn has(&self, key: u64) -> bool {
        let bit = place(key, 8 * self.bits.len());
        self.bits[bit / 8] >> (bit % 8) & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u64) -> u64 {
        number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[test]
    fn what_came_twice_is_known() {
        for threads in [1, 4] {
            let marks = Marks::new(1100, 1 << 20);
            std::thread::scope(|scope| {
                for thread in 0..threads {
                    let marks = &marks;
                    scope.spawn(move || {
                        marks.mark((0..1000).filter(move |number| number % threads == thread).map(key));
                        marks.mark((500..700).filter(move |number| number % threads == thread).map(key));
                    });
                }
            });
            marks.mark_shared(key(5));
            marks.mark((900..1100).map(key));
            let shared = marks.finish();
            assert!((500..700).chain(900..1000).chain([5]).all(|number| shared.has(key(number))));
            let wrong = (6..500).chain(1000..1100).filter(|number| shared.has(key(*number))).count();
            assert!(wrong < 120, "{wrong}");
        }
    }

    #[test]
    fn memory_is_bounded() {
        for (keys, bytes, length) in
            [(u64::MAX, 100, 100), (u64::MAX, 0, 64), (0, 1 << 20, 64), (99, 1 << 20, 198)]
        {
            let marks = Marks::new(keys, bytes);
            assert_eq!(marks.bytes.len(), length);
            marks.mark([0, 1, u64::MAX].into_iter().cycle().take(6));
            let shared = marks.finish();
            assert!([0, 1, u64::MAX].into_iter().all(|key| shared.has(key)));
            assert_eq!(shared.bits.len(), length / 2);
        }
    }
}
