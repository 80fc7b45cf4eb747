//! The bytes of a file, read at a place.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Mutex, PoisonError};

/// An open file, which threads share.
#[derive(Debug)]
pub(crate) struct Source {
    bytes: Bytes,
    len: u64,
}

#[derive(Debug)]
enum Bytes {
    File(Mutex<File>),
    #[cfg(test)]
    Memory(Vec<u8>),
}

impl Source {
    /// A file, whose length is read now.
    pub(crate) fn new(file: File) -> io::Result<Self> {
        let len = file.metadata()?.len();
        Ok(Self { bytes: Bytes::File(Mutex::new(file)), len })
    }

    #[cfg(test)]
    pub(crate) fn in_memory(bytes: Vec<u8>) -> Self {
        Self { len: bytes.len() as u64, bytes: Bytes::Memory(bytes) }
    }

    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Fills `out` with the bytes from `at` on; an error of kind `UnexpectedEof` if there are fewer.
    pub(crate) fn read(&self, at: u64, out: &mut [u8]) -> io::Result<()> {
        match &self.bytes {
            Bytes::File(file) => {
                // A thread that panicked while it held the lock has left no more than a place in the file.
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(at))?;
                file.read_exact(out)
            }
            #[cfg(test)]
            Bytes::Memory(bytes) => {
                let found = usize::try_from(at)
                    .ok()
                    .and_then(|at| bytes.get(at..at.checked_add(out.len())?))
                    .ok_or(io::ErrorKind::UnexpectedEof)?;
                out.copy_from_slice(found);
                Ok(())
            }
        }
    }
}
