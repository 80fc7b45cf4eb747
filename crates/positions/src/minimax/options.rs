//! How a book is solved.

use std::num::NonZeroUsize;
use std::thread;

/// How a book is solved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Threads that look for moves, the calling one among them. By default, as many as the machine has cores for this
    /// process.
    pub jobs: NonZeroUsize,
    /// What becomes of evaluations of positions that are no leaves. They are replaced by default.
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

/// What becomes of the evaluation of a position from which moves lead on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InnerScores {
    /// The score that its moves give takes its place.
    #[default]
    Replace,
    /// It stands, and its moves do not count.
    Keep,
}
