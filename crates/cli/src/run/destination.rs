//! Where the results of a command go.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use pgnkit_archive::{AtomicFile, Compression, Input, Output};

use super::{Run, Stop, complain, ending, interrupt};

/// Standard output, or one file that is written when all is done.
pub(crate) struct Destination {
    path: Option<PathBuf>,
    out: Output,
}

impl Destination {
    /// The file at `path`; none or `-` is standard output.
    pub(crate) fn create(path: Option<&Path>) -> Result<Self, Stop> {
        let path = path.filter(|path| *path != Path::new("-"));
        let out = match path {
            Some(path) => interrupt::create(path).map(Output::File)?,
            None => Output::stdout(),
        };
        Ok(Self { path: path.map(Path::to_owned), out })
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        Ok(self.out.write_all(bytes)?)
    }

    /// Ends the output after a run that has ended so. A file that would be only a part stays what it was.
    pub(crate) fn finish(self, run: &mut Run<'_>, result: Result<(), Stop>) -> Result<(), Stop> {
        let Self { path, out } = self;
        let is_file = matches!(&out, Output::File(file) if file.temporary_path().is_some());
        let is_half = is_file && (result.is_err() || run.failures() > 0);
        let finished = match result {
            Err(stop @ (Stop::Output(_) | Stop::BrokenPipe)) => Err(stop),
            result if is_half => result,
            result => interrupt::commit(|| out.finish()).map_err(Stop::from).and(result),
        };
        if is_half || matches!(finished, Err(Stop::Output(_))) {
            run.account.written = 0;
        }
        if let (true, Some(path)) = (is_half, path) {
            complain(&format_args!("{}: not written, it would be only a part", path.display()));
        }
        finished
    }
}

/// An input that is to be replaced.
pub(crate) struct InPlace {
    out: AtomicFile,
    /// What had been written, and had failed, before it.
    written: u64,
    failures: usize,
}

impl InPlace {
    /// Prepares an input to be `done` so (formatted, sorted); `None`, which has been said, where that cannot be.
    pub(crate) fn create(run: &mut Run<'_>, input: &Input, done: &str) -> Result<Option<Self>, Stop> {
        let name = input.name();
        let Some(path) = input.path() else {
            run.fail(&format_args!("{name}: only a file of its own can be {done} in place"));
            return Ok(None);
        };
        if ending(name) == "pgc" {
            run.fail(&format_args!("{name}: a file in binary coding cannot be {done} in place; use -o"));
            return Ok(None);
        }
        match pgnkit_archive::source::open(path) {
            Ok(source) if source.compression() != Compression::Plain => {
                run.fail(&format_args!("{name}: a compressed file cannot be {done} in place; use -o"));
                return Ok(None);
            }
            Ok(_) => {}
            Err(error) => {
                run.fail(&error);
                return Ok(None);
            }
        }
        let out = interrupt::create(path)?;
        Ok(Some(Self { out, written: run.account.written, failures: run.failures() }))
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        Ok(self.out.write_all(bytes)?)
    }

    /// Replaces the file. One that could not be read to its end stays as it is.
    pub(crate) fn finish(self, run: &mut Run<'_>, result: Result<(), Stop>) -> Result<(), Stop> {
        let result = match result {
            Ok(()) if run.failures() == self.failures => {
                interrupt::commit(|| self.out.commit()).map(|()| true).map_err(Stop::from)
            }
            result => result.map(|()| false),
        };
        if !matches!(result, Ok(true)) {
            run.account.written = self.written;
        }
        result.map(|_| ())
    }
}
