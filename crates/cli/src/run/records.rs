//! Records of positions as they are written.

use pgnkit::chess::PackedPosition;
use pgnkit::epd::{Record, RecordFormat};

/// A record whose line stands in [`BlockResult::out`](super::BlockResult::out), behind the lines of those before it.
#[derive(Debug)]
pub(crate) struct Held {
    /// Where its line begins in the block.
    pub(crate) start: usize,
    /// The line it stands on in the input, from 1, once the block is finished.
    pub(crate) line: u64,
    /// How long it is as it is written, line break included.
    pub(crate) length: usize,
    /// `None` for a line that gives no position.
    pub(crate) position: Option<PackedPosition>,
    /// What it is called, where it is asked for.
    pub(crate) id: Option<Box<str>>,
}

/// Writes a record in its canonical form; a line that gives no position as it is, since leaving it out would lose it.
pub(crate) fn write_record(record: &Record, line: &[u8], form: RecordFormat, out: &mut Vec<u8>) {
    match &record.epd {
        Some(epd) => out.extend_from_slice(form.write(epd).as_bytes()),
        None => out.extend_from_slice(line),
    }
    out.push(b'\n');
}
