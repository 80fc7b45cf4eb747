//! `--rejects`: the original bytes of games with errors.

use std::io::{self, Write as _};
use std::path::Path;

use pgnkit_archive::Output;

/// The rejects file, or nothing.
#[derive(Debug, Default)]
pub(crate) struct Rejects(Option<Output>);

impl Rejects {
    pub(crate) fn create(path: Option<&Path>) -> io::Result<Self> {
        path.map(super::interrupt::create_packed).transpose().map(Self)
    }

    pub(crate) fn write(&mut self, games: &[u8]) -> io::Result<()> {
        self.0.as_mut().map_or(Ok(()), |file| file.write_all(games))
    }

    pub(crate) fn finish(self) -> io::Result<()> {
        self.0.map_or(Ok(()), Output::finish)
    }
}
