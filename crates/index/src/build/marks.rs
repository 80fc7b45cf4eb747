//! Marks for positions that come more than once.

/// Two bits for each key, or for a few that share them: seen, and seen again. A key that was seen twice is always known; one that was not may be taken
/// for it.
#[derive(Debug)]
pub(super) struct Marks {
    slots: Vec<u8>,
    shift: u32,
}

impl Marks {
    /// Room for so many keys, within some bytes.
    pub(super) fn new(keys: u64, bytes: usize) -> Self {
        // Eight slots a key: one key in nine that came once is taken for one that came twice.
        let most = (bytes.max(64) as u64).saturating_mul(4);
        let slots = keys.saturating_mul(8).clamp(256, most);
        // A power of two, which is not above the limit.
        let log = slots.ilog2().min(40);
        Self { slots: vec![0; 1 << (log - 2)], shift: 64 - log }
    }

    fn slot(&self, key: u64) -> (usize, u32) {
        let slot = key >> self.shift;
        ((slot >> 2) as usize, 2 * (slot & 3) as u32)
    }

    /// Marks a key once.
    #[inline]
    pub(super) fn mark(&mut self, key: u64) {
        let (byte, bit) = self.slot(key);
        let before = self.slots[byte];
        // From none to 1, then to 3.
        self.slots[byte] = before | (1 | (before >> bit & 1) << 1) << bit;
    }

    /// Adds the marks of others with the same room: what both have seen was seen twice.
    pub(super) fn join(&mut self, others: &Self) {
        for (own, other) in self.slots.iter_mut().zip(&others.slots) {
            let both = *own & other & 0b0101_0101;
            *own |= other | both << 1;
        }
    }

    /// Marks a key as one of more than one game.
    pub(super) fn mark_shared(&mut self, key: u64) {
        let (byte, bit) = self.slot(key);
        self.slots[byte] |= 3 << bit;
    }

    /// Whether a key may have come twice.
    #[inline]
    pub(super) fn is_shared(&self, key: u64) -> bool {
        let (byte, bit) = self.slot(key);
        self.slots[byte] >> bit & 2 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_twice_is_known() {
        let mut marks = Marks::new(1000, 1 << 20);
        let key = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (0..1000).for_each(|number| marks.mark(key(number)));
        (500..700).for_each(|number| marks.mark(key(number)));
        marks.mark_shared(key(5));
        assert!((500..700).all(|number| marks.is_shared(key(number))) && marks.is_shared(key(5)));
        let mut others = Marks::new(1000, 1 << 20);
        (900..1100).for_each(|number| others.mark(key(number)));
        marks.join(&others);
        assert!((900..1000).all(|number| marks.is_shared(key(number))));
        let wrong = (6..500).filter(|number| marks.is_shared(key(*number))).count();
        assert!(wrong < 120, "{wrong}");
        let small = Marks::new(u64::MAX, 100);
        assert_eq!(small.slots.len(), 64);
    }
}
