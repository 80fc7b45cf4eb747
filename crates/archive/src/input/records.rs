//! Forms whose inputs are opened before they are read: tables, and databases of several files.

use std::fmt;
use std::io;
use std::sync::Arc;

use super::{EntryReader, ReadOptions};
use crate::source::Opened;

/// A form whose inputs keep state: they are opened once, and then read by all threads.
pub trait RecordStore: fmt::Debug {
    /// Opens an input. Its slices come in their order; an error among them is the last item, and the slices before it are read.
    ///
    /// # Errors
    /// When the input is not of this form, or a file that belongs to it is missing.
    fn open(&self, opened: Opened) -> io::Result<RecordSlices>;
}

/// The slices of an opened input.
pub type RecordSlices = Box<dyn Iterator<Item = io::Result<Arc<dyn RecordSlice>>> + Send>;

/// Some records of an opened input, with all that is needed to read them on any thread: rows of a table, or a stretch of the index of a
/// database with a handle of its files.
pub trait RecordSlice: fmt::Debug + Send + Sync {
    /// The number of records.
    fn count(&self) -> usize;

    /// Bytes of the input that were read for them, as stored.
    fn bytes(&self) -> u64;

    /// Reads the records from the one after `skipped` on. The span of a record is its place among those that are read: `0..1` is the first one.
    fn open<'r>(&'r self, skipped: usize, options: &ReadOptions) -> Box<dyn EntryReader + 'r>;
}
