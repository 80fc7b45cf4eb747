//! The container of an EPUB: a zip archive without clock, names and rights of the system, so that equal books have equal bytes.

use std::io::{self, Write};

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

/// Files that the directory has room for; more need an extension that readers of EPUB are not asked to know.
const MOST: usize = 65_500;

/// The first of January 1980, with which the calendar of zip begins.
const DATE: u16 = 1 << 5 | 1;

/// A zip archive being written.
#[derive(Debug)]
pub(super) struct Zip<W> {
    out: W,
    /// Bytes that are written.
    length: u64,
    directory: Vec<u8>,
    count: usize,
}

impl<W: Write> Zip<W> {
    pub(super) fn new(out: W) -> Self {
        Self { out, length: 0, directory: Vec::new(), count: 0 }
    }

    /// Writes a file as it is.
    pub(super) fn store(&mut self, name: &str, content: &str) -> io::Result<()> {
        self.add(name, &[content], content.as_bytes(), 0)
    }

    /// Writes a file compressed. It comes in parts, so that a large one need not be copied.
    pub(super) fn deflate(&mut self, name: &str, parts: &[&str]) -> io::Result<()> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        for part in parts {
            encoder.write_all(part.as_bytes())?;
        }
        self.add(name, parts, &encoder.finish()?, 8)
    }

    fn add(&mut self, name: &str, parts: &[&str], stored: &[u8], method: u16) -> io::Result<()> {
        let full = || io::Error::other("an EPUB has room for some 65,000 games and 4 GB; make several books");
        let length: usize = parts.iter().map(|part| part.len()).sum();
        let [size, stored_size] = [length, stored.len()].map(u32::try_from);
        let [size, stored_size] = [size.map_err(|_| full())?, stored_size.map_err(|_| full())?];
        let offset = u32::try_from(self.length).map_err(|_| full())?;
        if self.count == MOST || self.length + u64::from(stored_size) > u64::from(u32::MAX / 2) {
            return Err(full());
        }
        let mut crc = Crc::new();
        parts.iter().for_each(|part| crc.update(part.as_bytes()));
        // Version 2.0, names in UTF-8.
        let mut header = Vec::new();
        for field in [20, 1 << 11, method, 0, DATE] {
            header.extend_from_slice(&u16::to_le_bytes(field));
        }
        for field in [crc.sum(), stored_size, size] {
            header.extend_from_slice(&field.to_le_bytes());
        }
        header.extend_from_slice(&(name.len() as u16).to_le_bytes());
        header.extend_from_slice(&[0; 2]);
        self.write(b"PK\x03\x04")?;
        self.write(&header)?;
        self.write(name.as_bytes())?;
        self.write(stored)?;
        self.directory.extend_from_slice(b"PK\x01\x02\x14\0");
        self.directory.extend_from_slice(&header);
        // Comment, disk and attributes.
        self.directory.extend_from_slice(&[0; 10]);
        self.directory.extend_from_slice(&offset.to_le_bytes());
        self.directory.extend_from_slice(name.as_bytes());
        self.count += 1;
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.length += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    pub(super) fn finish(mut self) -> io::Result<W> {
        let full = |_| io::Error::other("an EPUB has room for 4 GB");
        let offset = u32::try_from(self.length).map_err(full)?;
        let size = u32::try_from(self.directory.len()).map_err(full)?;
        let count = (self.count as u16).to_le_bytes();
        self.out.write_all(&self.directory)?;
        self.out.write_all(b"PK\x05\x06\0\0\0\0")?;
        self.out.write_all(&[count, count].concat())?;
        self.out.write_all(&[size.to_le_bytes(), offset.to_le_bytes()].concat())?;
        self.out.write_all(&[0; 2])?;
        Ok(self.out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_file_can_be_told_by_its_bytes() {
        let mut zip = Zip::new(Vec::new());
        zip.store("mimetype", "application/epub+zip").unwrap();
        let long = "abc".repeat(100_000);
        zip.deflate("a.txt", &[&long[..7], "", &long[7..]]).unwrap();
        let bytes = zip.finish().unwrap();
        assert_eq!(&bytes[..4], b"PK\x03\x04");
        assert_eq!(&bytes[30..58], b"mimetypeapplication/epub+zip");
        assert!(bytes.len() < 2_000, "{}", bytes.len());
        // End of directory: two files, and where it begins.
        let end = &bytes[bytes.len() - 22..];
        assert_eq!(&end[..12], b"PK\x05\x06\0\0\0\0\x02\0\x02\0");
        let offset = u32::from_le_bytes(end[16..20].try_into().unwrap()) as usize;
        assert_eq!(&bytes[offset..offset + 4], b"PK\x01\x02");
        let mut inflated = Vec::new();
        let start = 58 + 30 + "a.txt".len();
        flate2::Decompress::new(false)
            .decompress_vec(
                &bytes[start..offset],
                {
                    inflated.reserve(long.len());
                    &mut inflated
                },
                flate2::FlushDecompress::Finish,
            )
            .unwrap();
        assert_eq!(inflated, long.as_bytes());
    }
}
