//! Output to files that are replaced atomically, or to standard output.
//!
//! Guarantees of [`AtomicFile`]:
//!
//! * The new content is written to a temporary file in the directory of the target. Only [`AtomicFile::commit`], after
//!   the bytes are on the disk, puts it in the place of the target, in one step. Dropped before that, the temporary
//!   file is removed and the target is as it was.
//! * A link stays a link: the file it points to is replaced. Permission bits of the target are kept; a new file gets
//!   those that the process gives to new files.
//! * A temporary file that a killed process has left is removed when the same target is written again ([`AtomicFile::removed`]);
//!   never one that a process is still writing.
//! * A target that cannot be replaced because it is no regular file (`/dev/null`, a pipe) is written straight through.
//! * A target without write permission is an error, although its directory would allow to replace it.

mod directory;
mod early;
mod leftovers;
mod packed;

pub use directory::AtomicDirectory;
pub(crate) use leftovers::{Lock, lock};
pub use packed::PackedFile;

use crate::source::Compression;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};
use std::{error, fmt};

use early::Temporary;

/// Bytes gathered before they are written.
const BUFFER_BYTES: usize = 64 << 10;

/// As many links in a chain as Linux follows.
const MAX_LINKS: usize = 40;

/// Whether an error only means that the reader of the output has gone (broken pipe): a reason to end quietly.
pub fn is_broken_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

/// An output that failed: which, at what, and why. It comes inside an [`io::Error`] of the same kind.
#[derive(Debug)]
pub struct OutputError {
    name: String,
    action: &'static str,
    cause: io::Error,
}

impl OutputError {
    /// The path of the target, or `<stdout>`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The cause alone, without name and action.
    pub fn cause(&self) -> &io::Error {
        &self.cause
    }

    /// The output error inside an [`io::Error`] that an output gave, if there is one.
    pub fn from_io(error: &io::Error) -> Option<&OutputError> {
        error.get_ref()?.downcast_ref()
    }

    fn wrap(name: &str, action: &'static str, cause: io::Error) -> io::Error {
        // `Interrupted` is not a failure: writers repeat the call, and must recognise it.
        if cause.kind() == io::ErrorKind::Interrupted || OutputError::from_io(&cause).is_some() {
            return cause;
        }
        io::Error::new(cause.kind(), OutputError { name: name.to_owned(), action, cause })
    }
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.name, self.action, self.cause)
    }
}

impl error::Error for OutputError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        // The cause is in the message already; who walks the chain must not see it twice.
        self.cause.source()
    }
}

/// A file under construction. See the [module](self) for what holds.
///
/// ```
/// use pgnkit_archive::AtomicFile;
/// use std::io::Write;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("games.pgn");
/// let mut file = AtomicFile::create(&path)?;
/// file.write_all(b"1. e4 *\n")?;
/// assert!(!path.exists());
/// file.commit()?;
/// assert_eq!(std::fs::read(&path)?, b"1. e4 *\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct AtomicFile {
    name: String,
    body: Body,
    removed: Vec<PathBuf>,
}

#[derive(Debug)]
enum Body {
    Beside { writer: BufWriter<Temporary>, target: PathBuf },
    Through(BufWriter<File>),
}

impl AtomicFile {
    /// Starts a new content for `path`, which is not touched yet.
    ///
    /// # Errors
    ///
    /// When the target is a directory or may not be written, or no file can be made in its directory.
    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let wrap = |action, cause| OutputError::wrap(&name, action, cause);
        let existing = match fs::metadata(path) {
            Ok(metadata) => Some(metadata),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(wrap("cannot write", error)),
        };
        if let Some(metadata) = &existing {
            if metadata.is_dir() {
                return Err(wrap("cannot write", io::ErrorKind::IsADirectory.into()));
            }
            // Opened without truncating, to learn whether it may be written at all.
            let file = OpenOptions::new().write(true).open(path).map_err(|e| wrap("cannot write", e))?;
            if !metadata.is_file() {
                let body = Body::Through(BufWriter::with_capacity(BUFFER_BYTES, file));
                return Ok(AtomicFile { name, body, removed: Vec::new() });
            }
        }
        let target = follow_links(path).map_err(|e| wrap("cannot follow the link", e))?;
        let directory = directory_of(&target);
        if !directory.is_dir() {
            let text = format!("there is no directory {}", directory.display());
            return Err(wrap("cannot write", io::Error::new(io::ErrorKind::NotFound, text)));
        }
        let removed = leftovers::remove(&target);
        let temporary = leftovers::beside(&target)
            .map_err(|e| wrap("cannot make a temporary file in its directory", without_path(e)))?;
        let writer = BufWriter::with_capacity(BUFFER_BYTES, Temporary::new(temporary));
        Ok(AtomicFile { name, body: Body::Beside { writer, target }, removed })
    }

    /// Writes what is left to the disk and puts the new content in the place of the target.
    ///
    /// # Errors
    ///
    /// When writing or renaming fails; the target is then as it was, except when it is no regular file.
    pub fn commit(self) -> io::Result<()> {
        let AtomicFile { name, body, .. } = self;
        let wrap = |action, cause| OutputError::wrap(&name, action, cause);
        match body {
            Body::Through(mut writer) => writer.flush().map_err(|e| wrap("cannot write", e)),
            Body::Beside { mut writer, target } => {
                writer.flush().map_err(|e| wrap("cannot write", e))?;
                let temporary = writer.into_inner().map_err(|e| wrap("cannot write", e.into_error()))?;
                // Asked for only now, so that a change made meanwhile is kept too.
                if let Ok(metadata) = fs::metadata(&target) {
                    let file = temporary.as_file();
                    file.set_permissions(metadata.permissions())
                        .map_err(|e| wrap("cannot keep the permissions", e))?;
                }
                let temporary = temporary.synced().map_err(|e| wrap("cannot write to the disk", e))?;
                temporary.persist(&target).map_err(|e| wrap("cannot replace", e.error))?;
                sync_directory(&target);
                Ok(())
            }
        }
    }

    /// Temporary files of the same target that killed processes had left; they have been removed.
    pub fn removed(&self) -> &[PathBuf] {
        &self.removed
    }

    /// The temporary file that holds the new content until [`commit`](Self::commit); `None` when the target is written
    /// straight through. Who ends the process without dropping this may remove it.
    pub fn temporary_path(&self) -> Option<&Path> {
        match &self.body {
            Body::Beside { writer, .. } => Some(writer.get_ref().path()),
            Body::Through(_) => None,
        }
    }

    fn writer(&mut self) -> (&str, &mut dyn Write) {
        let writer: &mut dyn Write = match &mut self.body {
            Body::Beside { writer, .. } => writer,
            Body::Through(writer) => writer,
        };
        (&self.name, writer)
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (name, writer) = self.writer();
        writer.write(bytes).map_err(|e| OutputError::wrap(name, "cannot write", e))
    }

    fn flush(&mut self) -> io::Result<()> {
        let (name, writer) = self.writer();
        writer.flush().map_err(|e| OutputError::wrap(name, "cannot write", e))
    }
}

/// The file a chain of links ends at, whether that exists or not.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::symlink_metadata(&target) {
            Ok(metadata) if metadata.is_symlink() => {
                let next = fs::read_link(&target)?;
                // A relative link counts from its own directory; `join` replaces all when it is absolute.
                target = directory_of(&target).join(next);
            }
            _ => return Ok(target),
        }
    }
    Err(io::Error::other("too many links, or a loop of links"))
}

fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(directory) if !directory.as_os_str().is_empty() => directory,
        _ => Path::new("."),
    }
}

/// An error without the name of a file that nobody has asked for.
fn without_path(error: io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None if error.get_ref().is_some() => io::Error::from(error.kind()),
        None => error,
    }
}

/// Makes the renaming itself last.
fn sync_directory(target: &Path) {
    sync(directory_of(target));
}

/// Makes the entries of a directory last. Not every file system can, and the content is safe in either case.
fn sync(directory: &Path) {
    if cfg!(unix) {
        let _ = File::open(directory).and_then(|directory| directory.sync_all());
    }
}

/// Standard output or a file, buffered.
///
/// [`Output::finish`] must be called at the end: without it a file stays as it was, and errors of the last bytes of
/// standard output go unseen.
#[derive(Debug)]
pub enum Output {
    /// Standard output of the process.
    Stdout(BufWriter<Stdout>),
    /// A file that is put in its place at the end.
    File(AtomicFile),
    /// The same, written compressed.
    Packed(PackedFile),
}

impl Output {
    /// Standard output.
    pub fn stdout() -> Self {
        Output::Stdout(BufWriter::with_capacity(BUFFER_BYTES, io::stdout()))
    }

    /// A file, compressed in that form.
    ///
    /// # Errors
    ///
    /// When the form cannot be written: it is not compiled in, or is an archive and no stream.
    pub fn file(file: AtomicFile, compression: Compression) -> io::Result<Self> {
        if compression == Compression::Plain {
            return Ok(Output::File(file));
        }
        let name = file.name.clone();
        PackedFile::new(file, compression)
            .map(Output::Packed)
            .map_err(|cause| OutputError::wrap(&name, "cannot write", cause))
    }

    /// The temporary file that holds a new content until [`finish`](Self::finish); `None` where there is none.
    pub fn temporary_path(&self) -> Option<&Path> {
        match self {
            Output::Stdout(_) => None,
            Output::File(file) => file.temporary_path(),
            Output::Packed(file) => file.temporary_path(),
        }
    }

    /// Writes what is left, and puts a file in its place.
    ///
    /// # Errors
    ///
    /// When that fails. See [`is_broken_pipe`] for the case that is none.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        match self {
            Output::Stdout(_) => Ok(()),
            Output::File(file) => file.commit(),
            Output::Packed(file) => file.commit(),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Stdout(writer) => {
                writer.write(bytes).map_err(|e| OutputError::wrap("<stdout>", "cannot write", e))
            }
            Output::File(file) => file.write(bytes),
            Output::Packed(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Stdout(writer) => {
                writer.flush().map_err(|e| OutputError::wrap("<stdout>", "cannot write", e))
            }
            Output::File(file) => file.flush(),
            Output::Packed(file) => file.flush(),
        }
    }
}

#[cfg(test)]
mod tests;
