//! Every compressed form, by content, with its joins, its ends and its damage.

mod forms;
mod inputs;
mod zips;

use super::*;
use std::io::Write;

/// Text that compresses, but not too well.
fn games(count: u32) -> Vec<u8> {
    let mut state = 1u32;
    let mut text = Vec::new();
    for number in 0..count {
        write!(text, "[Event \"game {number}\"]\n\n").unwrap();
        for _ in 0..20 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let file = char::from(b'a' + (state >> 24) as u8 % 8);
            write!(text, "{file}{} ", 1 + (state >> 16) % 8).unwrap();
        }
        text.extend_from_slice(b"*\n\n");
    }
    text
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap()
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut writer = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::default());
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap()
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    // Small blocks, so that a stream has several.
    let mut writer = ::bzip2::write::BzEncoder::new(Vec::new(), ::bzip2::Compression::new(1));
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap()
}

fn xz(bytes: &[u8]) -> Vec<u8> {
    let mut writer = liblzma::write::XzEncoder::new(Vec::new(), 1);
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    let mut writer = ::zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap();
    writer.include_checksum(true).unwrap();
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap()
}

fn skippable(content: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x5a, 0x2a, 0x4d, 0x18];
    frame.extend((content.len() as u32).to_le_bytes());
    frame.extend(content);
    frame
}

type Encode = fn(&[u8]) -> Vec<u8>;

const FORMS: [(Compression, Encode); 4] = [
    (Compression::Gzip, gzip),
    (Compression::Bzip2, bzip2),
    (Compression::Xz, xz),
    (Compression::Zstd, zstd),
];

/// Gives at most `piece` bytes a call.
struct Slow {
    bytes: io::Cursor<Vec<u8>>,
    piece: usize,
}

fn slow(bytes: Vec<u8>, piece: usize) -> Slow {
    Slow { bytes: io::Cursor::new(bytes), piece }
}

impl Read for Slow {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let wanted = output.len().min(self.piece);
        self.bytes.read(&mut output[..wanted])
    }
}

/// Reads to the end in pieces of `piece` bytes: what was delivered, and the error if there was one.
fn read_all(source: &mut Source, piece: usize) -> (Vec<u8>, Option<io::Error>) {
    let mut all = Vec::new();
    let mut buffer = vec![0; piece];
    loop {
        match source.read(&mut buffer) {
            Ok(0) => return (all, None),
            Ok(got) => all.extend_from_slice(&buffer[..got]),
            Err(error) => return (all, Some(error)),
        }
    }
}

/// One entry of a zip archive made by [`zip_of`].
struct Entry<'a> {
    name: &'a str,
    method: u16,
    stored: Vec<u8>,
    crc: u32,
    flags: u16,
}

fn entry<'a>(name: &'a str, method: u16, encode: Encode, content: &[u8]) -> Entry<'a> {
    let mut sum = flate2::Crc::new();
    sum.update(content);
    Entry { name, method, stored: encode(content), crc: sum.sum(), flags: 0 }
}

fn plain(bytes: &[u8]) -> Vec<u8> {
    bytes.to_vec()
}

fn zip_of(entries: &[Entry<'_>]) -> Vec<u8> {
    let mut archive = Vec::new();
    let mut directory = Vec::new();
    for entry in entries {
        let offset = archive.len() as u32;
        let size = (entry.stored.len() as u32).to_le_bytes();
        let mut common = Vec::new();
        for half in [20, entry.flags, entry.method, 0, 0x21] {
            common.extend(half.to_le_bytes());
        }
        common.extend(entry.crc.to_le_bytes());
        common.extend(size);
        common.extend(size);
        common.extend((entry.name.len() as u16).to_le_bytes());
        common.extend([0, 0]);
        archive.extend(b"PK\x03\x04");
        archive.extend(&common);
        archive.extend(entry.name.as_bytes());
        archive.extend(&entry.stored);
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&common);
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(entry.name.as_bytes());
    }
    let (start, count) = (archive.len() as u32, entries.len() as u16);
    archive.extend(&directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend(count.to_le_bytes());
    archive.extend(count.to_le_bytes());
    archive.extend((directory.len() as u32).to_le_bytes());
    archive.extend(start.to_le_bytes());
    archive.extend([0, 0]);
    archive
}
