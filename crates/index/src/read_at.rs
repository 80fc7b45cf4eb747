//! Reading at a place of a file, which leaves the place of others alone.

use std::fs::File;
use std::io;

#[cfg(unix)]
pub(crate) fn read_at(file: &File, out: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, out, at)
}

#[cfg(windows)]
pub(crate) fn read_at(file: &File, mut out: &mut [u8], mut at: u64) -> io::Result<()> {
    while !out.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, out, at)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => {
                at += read as u64;
                out = &mut out[read..];
            }
        }
    }
    Ok(())
}

/// Other systems have no reads at a place that leave that of the file alone.
#[cfg(not(any(unix, windows)))]
pub(crate) fn read_at(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
