//! Forms whose inputs are opened before they are read: tables, and databases of several files.

use std::fmt;
use std::io;

use super::RecordSlices;
use crate::source::{Companion, Opened};

/// A form whose inputs keep state: they are opened once, and then read by all threads.
pub trait RecordStore: fmt::Debug {
    /// The files that are read with an input of that name whose bytes begin so. No other can be opened by its
    /// [`companions`](Opened::companions), and no output takes the place of one of them.
    fn companions(&self, _name: &str, _head: &[u8]) -> Vec<Companion> {
        Vec::new()
    }

    /// Opens an input. Its slices come in their order; an error among them is the last item, and the slices before it are read.
    ///
    /// # Errors
    /// When the input is not of this form, or a file that belongs to it is missing.
    fn open(&self, opened: Opened) -> io::Result<RecordSlices>;
}
