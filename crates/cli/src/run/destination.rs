//! Destinations of the results of a command.

use std::io::{self, BufReader, Bytes, Read as _, Write};
use std::path::{Path, PathBuf};

use pgnkit::syntax::Severity;
#[cfg(feature = "index")]
use pgnkit_archive::Stamp;
use pgnkit_archive::input::Locations;
use pgnkit_archive::output::Outlet;
use pgnkit_archive::source::Source;
use pgnkit_archive::{Compression, Input, InputError, OpenInput, Output, RunOptions, is_changed_meanwhile};

use super::{Ledger, Run, Stop, complain, interrupt, outputs};

/// Standard output, or one file that is written when all is done.
pub(crate) struct Destination {
    path: Option<PathBuf>,
    out: Output,
    /// The other files of a format that has several, with their extensions.
    companions: Vec<(&'static str, PathBuf, Output)>,
}

impl Destination {
    /// The file at `path`; none or `-` is standard output.
    pub(crate) fn create(path: Option<&Path>) -> Result<Self, Stop> {
        let path = path.filter(|path| *path != Path::new("-"));
        let out = match path {
            Some(path) => interrupt::create_packed(path)?,
            None => Output::stdout(),
        };
        Ok(Self { path: path.map(Path::to_owned), out, companions: Vec::new() })
    }

    /// The file at `path`, which is read meanwhile, and had that state before: if it is another one at the end, it is left as it is.
    #[cfg(feature = "index")]
    pub(crate) fn replacing(path: &Path, seen: Stamp) -> Result<Self, Stop> {
        let out = Output::file(interrupt::create_in_place(path, seen)?, Compression::Plain)?;
        Ok(Self { path: Some(path.to_owned()), out, companions: Vec::new() })
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        Ok(self.out.write_all(bytes)?)
    }

    /// Ends the output after a run that has ended so. A file gets its place with the others of the run; one that would be only a part stays
    /// what it was.
    pub(crate) fn finish(self, run: &mut Run<'_>, result: Result<(), Stop>) -> Result<(), Stop> {
        let Self { path, out, companions } = self;
        let path = path.filter(|_| out.temporary_path().is_some());
        let mut ready = Vec::new();
        let finished = finish_whole(run, result, path.as_deref(), || {
            // The first file comes last: without the others it would be nothing.
            let companions = companions.into_iter().map(|(_, path, out)| (Some(path), out));
            for (path, out) in companions.chain([(path.clone(), out)]) {
                ready.extend(path.zip(out.prepare()?));
            }
            Ok(())
        });
        if finished.is_ok() {
            ready.into_iter().for_each(|(path, file)| run.take_ready(path, file));
        }
        finished
    }

    /// The same, but a file gets its place at once.
    pub(crate) fn finish_now(self, run: &mut Run<'_>, result: Result<(), Stop>) -> Result<(), Stop> {
        let Self { path, out, companions } = self;
        let path = path.filter(|_| out.temporary_path().is_some());
        finish_whole(run, result, path.as_deref(), || {
            interrupt::commit(|| {
                companions.into_iter().try_for_each(|(_, _, out)| out.finish())?;
                out.finish()
            })
        })
    }
}

/// Ends an output after a run that has ended so: `commit` puts it into its place, unless it has a path and would be only a part.
pub(crate) fn finish_whole(
    run: &mut Run<'_>,
    result: Result<(), Stop>,
    path: Option<&Path>,
    commit: impl FnOnce() -> io::Result<()>,
) -> Result<(), Stop> {
    let part = path.filter(|_| result.is_err() || run.ledger.failures > 0);
    let finished = match result {
        Err(stop @ (Stop::Output(_) | Stop::BrokenPipe)) => Err(stop),
        result if part.is_some() => result,
        result => commit().map_err(Stop::from).and(result),
    };
    if part.is_some() || matches!(finished, Err(Stop::Output(_))) {
        run.ledger.account.written = 0;
        run.ledger.unwritten = true;
    }
    if let Some(path) = part {
        complain(&format_args!("{}: not written: the output would be incomplete", path.display()));
    }
    finished
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Outlet for Destination {
    fn companion(&mut self, extension: &'static str) -> io::Result<&mut dyn Write> {
        let at = match self.companions.iter().position(|(known, ..)| *known == extension) {
            Some(at) => at,
            None => {
                let path = self.path.as_deref().ok_or(io::ErrorKind::InvalidInput)?.with_extension(extension);
                outputs::permit_beside(&path)?;
                let out = Output::file(interrupt::create(&path)?, Compression::Plain)?;
                self.companions.push((extension, path, out));
                self.companions.len() - 1
            }
        };
        Ok(&mut self.companions[at].2)
    }
}

impl Outlet for InPlace {}

impl Write for InPlace {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The reason why an input cannot be `done` (formatted, sorted) in place, if it cannot.
pub(crate) fn refuse_in_place(input: &Input, options: &RunOptions, done: &str) -> Option<InputError> {
    let name = input.name();
    let refused = |reason: String| Some(InputError::Refused { name: name.to_owned(), reason });
    let Some(path) = input.path() else {
        return refused(format!("only a file of its own can be {done} in place"));
    };
    if options.format_of(name).is_some_and(|format| format.locations() == Locations::Offsets) {
        return refused(format!("a file in binary coding cannot be {done} in place; use -o"));
    }
    if options.format_of(name).is_some_and(|format| format.split().is_none()) {
        return refused(format!("a table or a database cannot be {done} in place; use -o"));
    }
    // To open a pipe may take for ever.
    if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return refused(format!("only a regular file can be {done} in place"));
    }
    if options.charset.is_some() {
        return refused(format!(
            "what --from-encoding decodes cannot be {done} in place; use -o, which writes UTF-8"
        ));
    }
    match pgnkit_archive::source::open(path) {
        Ok(mut source) => match source.is_decoded() {
            Ok(true) => {
                refused(format!("a file in UTF-16 cannot be {done} in place; use -o, which writes UTF-8"))
            }
            Ok(false) => None,
            Err(error) => Some(error.into()),
        },
        Err(error) => Some(error.into()),
    }
}

/// An input that is being replaced; what is compressed is compressed again in its form.
pub(crate) struct InPlace {
    out: Output,
    /// What was in the file, where it stays as it is if nothing but white space changes.
    original: Option<Words>,
    name: String,
    /// The account before it.
    read: u64,
    written: u64,
    left: u64,
    errors: u64,
    failures: usize,
}

impl InPlace {
    pub(crate) fn begin(input: &OpenInput, ledger: &Ledger) -> Result<Self, Stop> {
        let path = input.path.as_deref().ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
        let seen = input.stamp.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
        let out = Output::file(interrupt::create_in_place(path, seen)?, input.compression)?;
        let Ledger { account, failures, .. } = ledger;
        Ok(Self {
            out,
            original: None,
            name: input.name.clone(),
            read: account.read(),
            written: account.written,
            left: account.left,
            errors: account.count(Severity::Error),
            failures: *failures,
        })
    }

    /// Leaves the file as it is, byte for byte, if it would be the same but for white space: no game has got another place then.
    #[must_use]
    pub(crate) fn unless_same_words(mut self, input: &OpenInput) -> Self {
        self.original =
            input.path.as_deref().and_then(|path| pgnkit_archive::source::open(path).ok()).map(Words::new);
        self
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        if let Some(original) = &mut self.original
            && !original.go_on_with(bytes)
        {
            self.original = None;
        }
        Ok(self.out.write_all(bytes)?)
    }

    /// Replaces the file, after what has left it is on the disk. One that could not be read to its end, that was changed meanwhile, or that
    /// has no games, stays as it is.
    pub(crate) fn finish(mut self, ledger: &mut Ledger) -> Result<(), Stop> {
        if ledger.account.read() == self.read {
            if ledger.account.count(Severity::Error) > self.errors {
                complain(&format_args!("{}: left as it is: no game was found in it", self.name));
            }
            return Ok(());
        }
        if self.original.take().is_some_and(Words::end) {
            return Ok(());
        }
        if ledger.failures == self.failures {
            let (written, left) = (self.written, self.left);
            let settled = ledger.rejects.settle();
            let committed = settled.and_then(|()| interrupt::commit(|| self.out.finish()));
            if committed.is_err() {
                (ledger.account.written, ledger.account.left) = (written, left);
            }
            return leave_changed(committed, ledger);
        }
        self.give_up(ledger);
        Ok(())
    }

    /// Leaves the file as it is.
    pub(crate) fn give_up(self, ledger: &mut Ledger) {
        (ledger.account.written, ledger.account.left) = (self.written, self.left);
    }
}

/// The bytes of a file without its white space, compared with those that are to be written.
struct Words(Bytes<BufReader<Source>>);

impl Words {
    fn new(source: Source) -> Self {
        Self(BufReader::new(source).bytes())
    }

    fn next(&mut self) -> Option<u8> {
        self.0.by_ref().map_while(Result::ok).find(|byte| !is_blank(*byte))
    }

    /// Whether the file goes on with the same words.
    fn go_on_with(&mut self, bytes: &[u8]) -> bool {
        bytes.iter().filter(|byte| !is_blank(**byte)).all(|byte| self.next() == Some(*byte))
    }

    /// Whether there are no more.
    fn end(mut self) -> bool {
        self.next().is_none()
    }
}

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

/// Counts a file that was left as it is because somebody else has changed it; the run goes on with the others.
pub(crate) fn leave_changed(committed: io::Result<()>, ledger: &mut Ledger) -> Result<(), Stop> {
    match committed {
        Err(error) if is_changed_meanwhile(&error) => {
            ledger.fail(&error);
            Ok(())
        }
        committed => committed.map_err(Stop::from),
    }
}
