//! Forms whose inputs are opened before they are read: tables, and databases of several files.

use std::fmt;
use std::io;

use super::RecordSlices;
use crate::source::Opened;

/// A form whose inputs keep state: they are opened once, and then read by all threads.
pub trait RecordStore: fmt::Debug {
    /// Opens an input. Its slices come in their order; an error among them is the last item, and the slices before it are read.
    ///
    /// # Errors
    /// When the input is not of this form, or a file that belongs to it is missing.
    fn open(&self, opened: Opened) -> io::Result<RecordSlices>;
}
