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

impl SharedFile {
    pub(super) fn new(file: File) -> io::Result<Self> {
        Ok(Self { length: file.metadata()?.len(), file: Mutex::new(file) })
    }

    /// The bytes from an offset on: fewer than `length`, where the file ends before.
    pub(super) fn read(&self, offset: u64, length: u64, out: &mut Vec<u8>) -> io::Result<()> {
        out.clear();
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(offset))?;
        out.reserve(usize::try_from(length.min(self.length.saturating_sub(offset))).unwrap_or_default());
        (&mut *file).take(length).read_to_end(out)?;
        Ok(())
    }

    /// The part of the file that holds these games, as offset and length, if it is worth reading at once.
    pub(super) fn part_of(&self, games: impl Iterator<Item = (u64, u64)>) -> Option<(u64, u64)> {
        let inside = games.filter(|(offset, length)| offset.saturating_add(*length) <= self.length);
        let (mut begin, mut end, mut sum) = (u64::MAX, 0, 0);
        for (offset, length) in inside {
            begin = begin.min(offset);
            end = end.max(offset + length);
            sum += length;
        }
        let length = end.checked_sub(begin)?;
        (length <= MOST_AT_ONCE && length / 4 <= sum).then_some((begin, length))
    }
}
