//! A file of a database that all threads read.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Mutex, PoisonError};

/// The longest part of a file that is read at once for the games of a stretch, in bytes.
const MOST_AT_ONCE: u64 = 32 << 20;

/// A file that is read at any place by all threads.
#[derive(Debug)]
pub(super) struct SharedFile {
    file: Mutex<File>,
    length: u64,
}

/// A part of a file, in memory.
#[derive(Debug, Default)]
pub(super) struct Part {
    begin: u64,
    bytes: Vec<u8>,
}

impl SharedFile {
    pub(super) fn new(file: File) -> io::Result<Self> {
        Ok(Self { length: file.metadata()?.len(), file: Mutex::new(file) })
    }

    /// Its length in bytes.
    pub(super) fn len(&self) -> u64 {
        self.length
    }

    /// The bytes from an offset on: fewer than `length` where the file ends before, or cannot be read.
    pub(super) fn read(&self, offset: u64, length: u64, out: &mut Vec<u8>) {
        let start = out.len();
        if self.try_read(offset, length, out).is_err() {
            out.truncate(start);
        }
    }

    fn try_read(&self, offset: u64, length: u64, out: &mut Vec<u8>) -> io::Result<()> {
        let length = length.min(self.length.saturating_sub(offset));
        if length == 0 {
            return Ok(());
        }
        out.reserve(usize::try_from(length).unwrap_or_default());
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(offset))?;
        (&mut *file).take(length).read_to_end(out)?;
        Ok(())
    }

    /// The part of the file that holds records at these offsets, if they lie so near to each other that it is worth reading them at once;
    /// else an empty one. `length` is about what each of them has.
    pub(super) fn part_of(&self, offsets: impl Iterator<Item = u64>, length: u64) -> Part {
        let inside = offsets.filter(|offset| *offset < self.length);
        let (mut begin, mut end, mut count) = (u64::MAX, 0, 0);
        for offset in inside {
            begin = begin.min(offset);
            end = end.max(offset.saturating_add(length));
            count += 1;
        }
        let mut bytes = Vec::new();
        let whole = end.saturating_sub(begin);
        if count > 0 && whole <= MOST_AT_ONCE.min(4 * length * count) {
            self.read(begin, whole, &mut bytes);
        }
        Part { begin, bytes }
    }

    /// The record at an offset whose length is in its first `head` bytes, as `length_of` reads it: from a part, or read on its own
    /// into `own`.
    pub(super) fn record<'a>(
        &self,
        part: &'a Part,
        (offset, head): (u64, u64),
        length_of: impl Fn(&[u8]) -> Option<u64>,
        own: &'a mut Vec<u8>,
    ) -> Option<&'a [u8]> {
        if let Some(length) = part.get(offset, head).and_then(&length_of)
            && let Some(record) = part.get(offset, length)
        {
            return Some(record);
        }
        own.clear();
        self.read(offset, head, own);
        let length = length_of(own)?;
        self.read(offset.saturating_add(head), length.saturating_sub(head), own);
        Some(own)
    }
}

impl Part {
    /// The bytes of the file from an offset on, if they are here.
    fn get(&self, offset: u64, length: u64) -> Option<&[u8]> {
        let start = usize::try_from(offset.checked_sub(self.begin)?).ok()?;
        self.bytes.get(start..start.checked_add(usize::try_from(length).ok()?)?)
    }
}
