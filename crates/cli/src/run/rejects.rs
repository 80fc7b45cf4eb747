//! `--rejects`: the original bytes of games with errors.

use std::io::{self, Write as _};
use std::path::Path;

use pgnkit_archive::{Output, PreparedFile};

use super::interrupt;

/// The rejects file, or nothing.
#[derive(Debug, Default)]
pub(crate) struct Rejects(Option<Output>);

impl Rejects {
    pub(super) fn create(path: Option<&Path>) -> io::Result<Self> {
        path.map(interrupt::create_packed).transpose().map(Self)
    }

    pub(super) fn write(&mut self, games: &[u8]) -> io::Result<()> {
        self.0.as_mut().map_or(Ok(()), |file| file.write_all(games))
    }

    /// Puts what was rejected so far in its place, on the disk: a file that these games leave may be replaced then.
    pub(crate) fn settle(&mut self) -> io::Result<()> {
        let Some(file) = self.0.take() else { return Ok(()) };
        self.0 = Some(interrupt::commit(|| file.settle())?);
        Ok(())
    }

    /// Closes the file, which is not in its place yet.
    pub(super) fn prepare(self) -> io::Result<Option<PreparedFile>> {
        self.0.map_or(Ok(None), Output::prepare)
    }
}
