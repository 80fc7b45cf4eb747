//! Answers that were given lately, by their questions.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use hyper::body::Bytes;

/// The memory of an entry besides its bytes: nodes of the map and of the order, and what they point to.
const OVERHEAD: usize = 192;

/// A map from keys to bodies, of which the least recently used ones are forgotten when all together have too many bytes.
#[derive(Debug)]
pub(crate) struct Cache {
    most: usize,
    bytes: usize,
    /// Counts uses.
    clock: u64,
    entries: HashMap<Arc<str>, Entry>,
    /// Keys by their last use.
    order: BTreeMap<u64, Arc<str>>,
}

#[derive(Debug)]
struct Entry {
    body: Bytes,
    used: u64,
}

impl Cache {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, bytes: 0, clock: 0, entries: HashMap::new(), order: BTreeMap::new() }
    }

    pub(crate) fn get(&mut self, key: &str) -> Option<Bytes> {
        let entry = self.entries.get_mut(key)?;
        self.clock += 1;
        if let Some(key) = self.order.remove(&entry.used) {
            self.order.insert(self.clock, key);
        }
        entry.used = self.clock;
        Some(entry.body.clone())
    }

    /// Keeps a body, unless it alone would take an eighth of the place.
    pub(crate) fn put(&mut self, key: &str, body: Bytes) {
        let size = size(key, &body);
        if size > self.most / 8 {
            return;
        }
        self.remove(key);
        while self.bytes + size > self.most {
            let Some((_, oldest)) = self.order.pop_first() else { break };
            self.remove(&oldest);
        }
        self.clock += 1;
        let key: Arc<str> = key.into();
        self.order.insert(self.clock, key.clone());
        self.entries.insert(key, Entry { body, used: self.clock });
        self.bytes += size;
    }

    fn remove(&mut self, key: &str) {
        if let Some(entry) = self.entries.remove(key) {
            self.order.remove(&entry.used);
            self.bytes -= size(key, &entry.body);
        }
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::new(self.most);
    }
}

fn size(key: &str, body: &[u8]) -> usize {
    key.len() + body.len() + OVERHEAD
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(len: usize) -> Bytes {
        vec![b'x'; len].into()
    }

    #[test]
    fn what_was_used_least_recently_is_forgotten() {
        let mut cache = Cache::new(10 * (OVERHEAD + 101));
        for at in 0..10 {
            cache.put(&at.to_string(), body(100));
        }
        assert!(cache.get("0").is_some());
        cache.put("a", body(100));
        let left: Vec<_> = (0..10).filter(|at| cache.get(&at.to_string()).is_some()).collect();
        assert_eq!(left, [0, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(cache.bytes, cache.most);
    }

    #[test]
    fn what_is_put_twice_counts_once_and_what_is_too_long_not_at_all() {
        let mut cache = Cache::new(8 * (OVERHEAD + 101));
        cache.put("a", body(100));
        cache.put("a", body(50));
        assert_eq!((cache.bytes, cache.order.len()), (OVERHEAD + 51, 1));
        cache.put("b", body(101));
        assert!(cache.get("b").is_none());
        cache.clear();
        assert_eq!((cache.bytes, cache.get("a")), (0, None));
        let mut none = Cache::new(0);
        none.put("a", body(0));
        assert!(none.get("a").is_none());
    }
}
