//! `--rejects`: the original bytes of games with errors.

use std::io::{self, Write as _};
use std::path::Path;

use pgnkit_archive::AtomicFile;

/// The rejects file, or nothing.
#[derive(Debug, Default)]
pub(crate) struct Rejects(Option<AtomicFile>);

impl Rejects {
    pub(crate) fn create(path: Option<&Path>) -> io::Result<Self> {
        let file = path.map(AtomicFile::create).transpose()?;
        if let Some(temporary) = file.as_ref().and_then(AtomicFile::temporary_path) {
            super::interrupt::remember(temporary);
        }
        Ok(Self(file))
    }

    pub(crate) fn write(&mut self, games: &[u8]) -> io::Result<()> {
        self.0.as_mut().map_or(Ok(()), |file| file.write_all(games))
    }

    pub(crate) fn finish(self) -> io::Result<()> {
        self.0.map_or(Ok(()), AtomicFile::commit)
    }
}

/// Appends one game, byte for byte, and sees to it that the next one begins after an empty line.
pub(super) fn append(game: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(game);
    if !game.ends_with(b"\n\n") && !game.ends_with(b"\r\n\r\n") {
        out.extend_from_slice(if game.ends_with(b"\n") { b"\n" } else { b"\n\n" });
    }
}
