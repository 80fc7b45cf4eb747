//! Records of inputs that are opened before they are read.

use std::fmt;
use std::io;
use std::sync::Arc;

use super::{EntryReader, ReadOptions};

/// The slices of an opened input.
pub type RecordSlices = Box<dyn Iterator<Item = io::Result<Arc<dyn RecordSlice>>> + Send>;

/// Some records of an opened input, with all that is needed to read them on any thread: rows of a table, or a stretch of the index of a
/// database with a handle of its files.
pub trait RecordSlice: fmt::Debug + Send + Sync {
    /// The number of records.
    fn count(&self) -> usize;

    /// Bytes of the input that were read for them, as stored.
    fn bytes(&self) -> u64;

    /// Records of the input between those of the slice before and these that nobody needs: they are counted, and not given.
    fn left_out_before(&self) -> u64 {
        0
    }

    /// Reads the records from the one after `skipped` on. The span of a record is its place among those that are read: `0..1` is the first one.
    fn open<'r>(&'r self, skipped: usize, options: &ReadOptions) -> Box<dyn EntryReader + 'r>;
}
