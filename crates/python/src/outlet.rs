//! The file that games are written into, and for forms of several files those beside it.

use std::io::{self, Write};
use std::path::PathBuf;

use pgnkit_archive::output::Outlet;
use pgnkit_archive::{AtomicFile, Compression, Output};

/// Files that get their places when all of them are complete.
pub(crate) struct OutputFiles {
    path: PathBuf,
    first: Output,
    beside: Vec<(&'static str, Output)>,
}

impl OutputFiles {
    pub(crate) fn create(path: PathBuf) -> io::Result<Self> {
        let compression = Compression::of_name(&path.to_string_lossy());
        let first = Output::file(AtomicFile::create(&path)?, compression)?;
        Ok(Self { path, first, beside: Vec::new() })
    }

    pub(crate) fn finish(self) -> io::Result<()> {
        self.beside.into_iter().try_for_each(|(_, out)| out.finish())?;
        self.first.finish()
    }
}

impl Write for OutputFiles {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.first.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.first.flush()
    }
}

impl Outlet for OutputFiles {
    fn companion(&mut self, extension: &'static str) -> io::Result<&mut dyn Write> {
        let at = match self.beside.iter().position(|(known, _)| *known == extension) {
            Some(at) => at,
            None => {
                let file = AtomicFile::create(self.path.with_extension(extension))?;
                self.beside.push((extension, Output::file(file, Compression::Plain)?));
                self.beside.len() - 1
            }
        };
        Ok(&mut self.beside[at].1)
    }
}
