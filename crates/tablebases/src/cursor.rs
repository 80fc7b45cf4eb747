//! The head of a file, read from its beginning on.

use crate::error::Fault;
use crate::source::Source;

/// A sequential reader of the head of a file.
#[derive(Debug)]
pub(crate) struct Cursor<'a> {
    pub(crate) source: &'a Source,
    pub(crate) at: u64,
}

impl Cursor<'_> {
    pub(crate) fn bytes(&mut self, len: usize, part: &'static str) -> Result<Vec<u8>, Fault> {
        // Never more than the file has, whatever its numbers say.
        if self.source.len().saturating_sub(self.at) < len as u64 {
            return Err(Fault::Damaged(part));
        }
        let mut bytes = vec![0; len];
        self.source.read(self.at, &mut bytes).map_err(Fault::reading(part))?;
        self.at += len as u64;
        Ok(bytes)
    }

    pub(crate) fn u8(&mut self, part: &'static str) -> Result<u8, Fault> {
        Ok(self.bytes(1, part)?[0])
    }

    pub(crate) fn u16(&mut self, part: &'static str) -> Result<u16, Fault> {
        let bytes = self.bytes(2, part)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    /// Goes on at a multiple of `step`.
    pub(crate) fn align(&mut self, step: u64) {
        self.at = self.at.next_multiple_of(step);
    }

    /// Goes over `len` bytes, and returns the place where they begin.
    pub(crate) fn skip(&mut self, len: u64) -> Result<u64, Fault> {
        let start = self.at;
        self.at =
            start.checked_add(len).filter(|end| *end <= self.source.len()).ok_or(Fault::Damaged("end"))?;
        Ok(start)
    }
}
