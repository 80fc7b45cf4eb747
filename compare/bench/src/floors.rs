//! The least that a program may do with a text: passes that show how far our own are from it.

use std::fs::File;
use std::hint::black_box;
use std::io::{self, Read, Write};
use std::path::Path;
use std::str;

use crate::readers::Counts;

/// Size of the blocks in which the command reads.
const BLOCK: usize = 256 << 10;

/// Reads a file block by block, as the command does, and nothing else. It comes from the cache of the system.
///
/// # Errors
/// When the file cannot be read.
pub fn read(path: &Path) -> io::Result<Counts> {
    let (mut file, mut block) = (File::open(path)?, vec![0; BLOCK]);
    while file.read(black_box(&mut block))? > 0 {}
    Ok(Counts::default())
}

/// Writes the text block by block to a new file, and does not wait until it is on a disk.
///
/// # Errors
/// When the file cannot be written.
pub fn write(text: &[u8], path: &Path) -> io::Result<Counts> {
    let mut file = File::create(path)?;
    text.chunks(BLOCK).try_for_each(|block| file.write_all(block))?;
    Ok(Counts::default())
}

/// Copies the text block by block into the same memory.
pub fn copy(text: &[u8]) -> Counts {
    let mut block = vec![0; BLOCK];
    for part in text.chunks(BLOCK) {
        block[..part.len()].copy_from_slice(part);
        black_box(&mut block);
    }
    Counts::default()
}

/// Checks that the text is UTF-8; what is not is passed over.
pub fn utf8(mut text: &[u8]) -> Counts {
    while let Err(error) = str::from_utf8(black_box(text)) {
        let Some(wrong) = error.error_len() else { break };
        text = &text[error.valid_up_to() + wrong..];
    }
    Counts::default()
}

/// Finds each line break.
pub fn lines(text: &[u8]) -> Counts {
    for at in memchr::memchr_iter(b'\n', text) {
        black_box(at);
    }
    Counts::default()
}

/// Decompresses a `.zst` block by block into the same memory.
///
/// # Panics
/// When the file is damaged.
pub fn unpack(packed: &[u8]) -> Counts {
    let mut block = vec![0; BLOCK];
    let mut decoder = zstd::Decoder::with_buffer(packed).expect("a decoder");
    while decoder.read(black_box(&mut block)).expect("a file that this program has written") > 0 {}
    Counts::default()
}
