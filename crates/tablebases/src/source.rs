//! The bytes of a file, read at a place.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Mutex, PoisonError};

/// Files of up to so many bytes are read whole: those of most tables of three and four men.
const SMALL: u64 = 64 << 10;

/// An open file, which threads share.
#[derive(Debug)]
pub(crate) struct Source {
    bytes: Bytes,
    len: u64,
}

#[derive(Debug)]
enum Bytes {
    File(Mutex<File>),
    Memory(Vec<u8>),
}

impl Source {
    /// A file, whose length is read now.
    pub(crate) fn new(mut file: File) -> io::Result<Self> {
        let len = file.metadata()?.len();
        if len > SMALL {
            return Ok(Self { bytes: Bytes::File(Mutex::new(file)), len });
        }
        let mut bytes = Vec::new();
        // No more, should the file grow meanwhile.
        Read::by_ref(&mut file).take(SMALL).read_to_end(&mut bytes)?;
        Ok(Self::in_memory(bytes))
    }

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

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn large_and_small_files_are_the_same() {
        for len in [100, SMALL as usize, SMALL as usize + 1, 100_000] {
            let bytes: Vec<u8> = (0..len).map(|index| (index * 7 / 3) as u8).collect();
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(&bytes).unwrap();
            file.rewind().unwrap();
            let source = Source::new(file).unwrap();
            assert_eq!(source.len(), len as u64);
            assert_eq!(matches!(source.bytes, Bytes::File(_)), len > SMALL as usize);
            let mut found = [0; 10];
            for at in [len - 10, 0, len / 2] {
                source.read(at as u64, &mut found).unwrap();
                assert_eq!(found, bytes[at..at + 10]);
            }
            for at in [len as u64 - 9, len as u64, u64::MAX] {
                assert!(source.read(at, &mut found).is_err());
            }
        }
    }
}
