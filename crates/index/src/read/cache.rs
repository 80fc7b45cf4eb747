//! Pages that were read, and are kept as long as there is memory for them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Pages by their segment and number.
#[derive(Debug)]
pub(super) struct PageCache<T> {
    pages: Mutex<(HashMap<(usize, usize), Arc<T>>, usize)>,
    most: usize,
}

impl<T> PageCache<T> {
    /// Keeps pages of so many bytes together.
    pub(super) fn new(most: usize) -> Self {
        Self { pages: Mutex::new((HashMap::new(), 0)), most }
    }

    /// A page, which is read if it is not there; `read` says how many bytes it takes.
    pub(super) fn get<E>(
        &self,
        name: (usize, usize),
        read: impl FnOnce() -> Result<(T, usize), E>,
    ) -> Result<Arc<T>, E> {
        if let Some(found) = self.lock().0.get(&name) {
            return Ok(Arc::clone(found));
        }
        let (page, bytes) = read()?;
        let page = Arc::new(page);
        let mut pages = self.lock();
        // All go at once: which of them will be asked for again nobody knows, and each is soon read.
        if pages.1 + bytes > self.most {
            *pages = (HashMap::new(), 0);
        }
        pages.1 += bytes;
        pages.0.insert(name, Arc::clone(&page));
        Ok(page)
    }

    /// Nothing that can panic runs with the lock held.
    fn lock(&self) -> std::sync::MutexGuard<'_, (HashMap<(usize, usize), Arc<T>>, usize)> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
