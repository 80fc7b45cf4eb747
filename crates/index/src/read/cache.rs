//! Pages that were read, and are kept as long as there is memory for them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Pages by their segment and number.
#[derive(Debug)]
pub(super) struct PageCache<T> {
    kept: Mutex<PageStore<T>>,
    most: usize,
}

#[derive(Debug)]
struct PageStore<T> {
    pages: HashMap<(usize, usize), Arc<T>>,
    bytes: usize,
}

impl<T> Default for PageStore<T> {
    fn default() -> Self {
        Self { pages: HashMap::new(), bytes: 0 }
    }
}

impl<T> PageCache<T> {
    /// Keeps pages of so many bytes together.
    pub(super) fn new(most: usize) -> Self {
        Self { kept: Mutex::default(), most }
    }

    /// A page, which is read if it is not there; `read` says how many bytes it takes.
    pub(super) fn get<E>(
        &self,
        name: (usize, usize),
        read: impl FnOnce() -> Result<(T, usize), E>,
    ) -> Result<Arc<T>, E> {
        if let Some(found) = self.lock().pages.get(&name) {
            return Ok(Arc::clone(found));
        }
        let (page, bytes) = read()?;
        let page = Arc::new(page);
        let mut kept = self.lock();
        // All go at once: it is unknown which of them will be asked for again, and each is soon read.
        if kept.bytes + bytes > self.most {
            *kept = PageStore::default();
        }
        kept.bytes += bytes;
        kept.pages.insert(name, Arc::clone(&page));
        Ok(page)
    }

    /// Nothing that can panic runs with the lock held.
    fn lock(&self) -> MutexGuard<'_, PageStore<T>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
