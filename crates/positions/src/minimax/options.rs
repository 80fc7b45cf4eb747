//! Options for solving a book.

use std::num::NonZeroUsize;
use std::thread;

/// Options for solving a book.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Threads that look for moves, the calling one among them. By default, as many as the machine has cores for this
    /// process.
    pub jobs: NonZeroUsize,
    /// Treatment of evaluations of positions that are not leaves. By default they are replaced.
    pub inner: InnerScores,
}

impl Default for Options {
    fn default() -> Self {
        let jobs = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Self { jobs, inner: InnerScores::default() }
    }
}

impl Options {
    /// The same options with another number of threads; 0 means 1.
    #[must_use]
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.jobs = NonZeroUsize::new(jobs).unwrap_or(NonZeroUsize::MIN);
        self
    }

    /// The same options with another fate of inner evaluations.
    #[must_use]
    pub fn inner(mut self, inner: InnerScores) -> Self {
        self.inner = inner;
        self
    }
}

/// Treatment of the evaluation of a position that is not a leaf.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InnerScores {
    /// The score that its moves give takes its place.
    #[default]
    Replace,
    /// It is kept, and the moves of the position do not count.
    Keep,
}
