//! An index that is written in pieces, by processes that may end between them.

use std::io::Write;

use super::IndexBuilder;
use crate::error::IndexError;
use crate::file::{CountingWriter, Directory, write_head};

/// An index that is written in pieces: the games of a builder each, and then [an end](Self::finish).
///
/// After each piece it can be [noted](Self::note), and another process goes on [from the note](Self::of_note). The games of a piece are a segment of
/// their own: every question is put to each of them.
#[derive(Debug, Default)]
pub struct IndexPieces {
    directory: Directory,
    /// Bytes that were written.
    written: u64,
}

impl IndexPieces {
    /// The state that was noted; `None` if the text is no note.
    #[must_use]
    pub fn of_note(note: &str) -> Option<Self> {
        let (written, digits) = note.split_once(' ')?;
        let pairs = digits.as_bytes().chunks(2);
        let byte = |pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        let bytes: Vec<u8> = pairs.map(byte).collect::<Option<_>>()?;
        Some(Self { directory: Directory::parse(&bytes)?, written: written.parse().ok()? })
    }

    /// The state as letters, digits and a blank.
    #[must_use]
    pub fn note(&self) -> String {
        use std::fmt::Write as _;
        let mut note = format!("{} ", self.written);
        for byte in self.directory.bytes() {
            // Writing to memory cannot fail.
            let _ = write!(note, "{byte:02x}");
        }
        note
    }

    /// The number of games that were written.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.directory.segments.iter().map(|segment| segment.games).sum()
    }

    /// Bytes that were written.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Writes the games of a builder after those that were written. The sources have the numbers of their places.
    ///
    /// # Errors
    /// When a file cannot be written; nothing of this is noted then.
    pub fn add<W: Write>(
        &mut self,
        builder: IndexBuilder,
        sources: &[String],
        out: W,
    ) -> Result<(), IndexError> {
        let mut out = CountingWriter { out, written: self.written };
        if self.written == 0 {
            write_head(&mut out)?;
        }
        builder.write_piece(&mut self.directory, sources, &mut out)?;
        out.flush()?;
        self.written = out.written;
        Ok(())
    }

    /// Writes the end, without which the pieces are no index.
    ///
    /// # Errors
    /// When that fails.
    pub fn finish<W: Write>(self, out: W) -> Result<(), IndexError> {
        let mut out = CountingWriter { out, written: self.written };
        if self.written == 0 {
            write_head(&mut out)?;
        }
        self.directory.write(&mut out)
    }
}
