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
//! * One that was read before, and is written into itself ([`AtomicFile::replacing`]), is replaced only when nobody has changed it
//!   meanwhile ([`is_changed_meanwhile`]).
//! * Owner, group, permissions and extended attributes stay where the system allows.
//! * A target that cannot be replaced because it is no regular file (`/dev/null`, a pipe) is written straight through.
//! * A target without write permission is an error, although its directory would allow to replace it.

mod directory;
mod early;
mod journaled;
mod leftovers;
mod owner;
mod packed;
mod parts;
mod place;

pub use crate::stamp::Stamp;
pub use directory::AtomicDirectory;
pub use journaled::JournaledFile;
pub use leftovers::{Lock, lock};
pub use packed::PackedFile;
pub use parts::Parts;
pub use place::{Place, output_refusal};

use crate::source::Compression;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{error, fmt, thread};

use early::Temporary;
use tempfile::NamedTempFile;

/// Bytes gathered before they are written.
const BUFFER_BYTES: usize = 64 << 10;

/// Times that the lock of a file is asked for which another process holds, and the time between.
const LOCK_TRIES: usize = 100;
const LOCK_PAUSE: Duration = Duration::from_millis(20);

/// As many links in a chain as Linux follows.
const MAX_LINKS: usize = 40;

/// Whether an error only means that the reader of the output has gone (broken pipe): a reason to end quietly.
pub fn is_broken_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

/// Whether an error only means that a file was changed by somebody else while it was read, and is left as it is.
pub fn is_changed_meanwhile(error: &io::Error) -> bool {
    OutputError::from_io(error).is_some_and(|error| error.action == CHANGED)
}

/// What has happened to a file that was not to be changed meanwhile.
const CHANGED: &str = "changed while it was read; left as it is";

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
        let cause = without_path(cause);
        io::Error::new(cause.kind(), OutputError { name: name.to_owned(), action, cause })
    }
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.action {
            CHANGED => write!(f, "{}: {CHANGED}", self.name),
            action => write!(f, "{}: {action}: {}", self.name, self.cause),
        }
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
    Beside {
        writer: BufWriter<Temporary>,
        target: PathBuf,
        /// What the target was when it was read; `None` where it is replaced whatever it is.
        seen: Option<Stamp>,
    },
    /// Written straight through.
    Through(BufWriter<File>),
    /// In its place already, and written on.
    Settled(BufWriter<File>),
}

impl AtomicFile {
    /// Starts a new content for `path`, which is not touched yet.
    ///
    /// # Errors
    ///
    /// When the target is a directory or may not be written, or no file can be made in its directory.
    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        Self::begin(path.as_ref(), None)
    }

    /// Starts a new content for a file that is read meanwhile; `seen` is its state when it was opened for that. Where it has another
    /// state in the end, [`commit`](Self::commit) leaves it as it is, with an error of which [`is_changed_meanwhile`] is true.
    ///
    /// # Errors
    ///
    /// As [`create`](Self::create).
    pub fn replacing(path: impl AsRef<Path>, seen: Stamp) -> io::Result<Self> {
        Self::begin(path.as_ref(), Some(seen))
    }

    fn begin(path: &Path, seen: Option<Stamp>) -> io::Result<Self> {
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
            .map_err(|e| wrap("cannot make a temporary file in its directory", e))?;
        let writer = BufWriter::with_capacity(BUFFER_BYTES, Temporary::new(temporary));
        Ok(AtomicFile { name, body: Body::Beside { writer, target, seen }, removed })
    }

    /// Writes what is left to the disk and puts the new content in the place of the target.
    ///
    /// # Errors
    ///
    /// When writing or renaming fails; the target is then as it was, except when it is no regular file.
    pub fn commit(self) -> io::Result<()> {
        self.prepare()?.place()
    }

    /// Writes what is left to the disk: all of [`commit`](Self::commit) but the last step, so that several files can get their places
    /// together.
    ///
    /// # Errors
    ///
    /// When writing fails; the target is then as it was, except when it is no regular file.
    pub fn prepare(self) -> io::Result<PreparedFile> {
        let AtomicFile { name, body, .. } = self;
        let wrap = |action, cause| OutputError::wrap(&name, action, cause);
        let file = match body {
            Body::Through(mut writer) => {
                writer.flush().map_err(|e| wrap("cannot write", e))?;
                None
            }
            Body::Settled(mut writer) => {
                writer.flush().map_err(|e| wrap("cannot write", e))?;
                writer.get_ref().sync_all().map_err(|e| wrap("cannot write to the disk", e))?;
                None
            }
            Body::Beside { mut writer, target, seen } => {
                writer.flush().map_err(|e| wrap("cannot write", e))?;
                let temporary = writer.into_inner().map_err(|e| wrap("cannot write", e.into_error()))?;
                let temporary = temporary.synced().map_err(|e| wrap("cannot write to the disk", e))?;
                Some((temporary, target, seen))
            }
        };
        Ok(PreparedFile { name, file })
    }

    /// Puts what was written so far in the place of the target, on the disk; what is written from then on is added to it there.
    ///
    /// # Errors
    ///
    /// As [`commit`](Self::commit).
    pub(super) fn settle(self) -> io::Result<Self> {
        let AtomicFile { name, body, removed } = self;
        let wrap = |action, cause| OutputError::wrap(&name, action, cause);
        let body = match body {
            Body::Through(mut writer) => {
                writer.flush().map_err(|e| wrap("cannot write", e))?;
                Body::Through(writer)
            }
            Body::Settled(mut writer) => {
                writer.flush().map_err(|e| wrap("cannot write", e))?;
                writer.get_ref().sync_all().map_err(|e| wrap("cannot write to the disk", e))?;
                Body::Settled(writer)
            }
            body @ Body::Beside { .. } => {
                let file = AtomicFile { name: name.clone(), body, removed: Vec::new() };
                match file.prepare()?.put()? {
                    Some(file) => Body::Settled(BufWriter::with_capacity(BUFFER_BYTES, file)),
                    None => return Err(wrap("cannot write", io::ErrorKind::NotFound.into())),
                }
            }
        };
        Ok(AtomicFile { name, body, removed })
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
            Body::Through(_) | Body::Settled(_) => None,
        }
    }

    fn writer(&mut self) -> (&str, &mut dyn Write) {
        let writer: &mut dyn Write = match &mut self.body {
            Body::Beside { writer, .. } => writer,
            Body::Through(writer) | Body::Settled(writer) => writer,
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

/// A file whose new content is on the disk, and not in its place yet. Dropped, it is removed.
#[derive(Debug)]
pub struct PreparedFile {
    name: String,
    /// None where there is nothing left to do.
    file: Option<(NamedTempFile, PathBuf, Option<Stamp>)>,
}

impl PreparedFile {
    /// Puts it in the place of the target.
    ///
    /// # Errors
    ///
    /// When renaming fails; the target is then as it was.
    pub fn place(self) -> io::Result<()> {
        self.put().map(|_| ())
    }

    /// The same; the file in its place.
    fn put(self) -> io::Result<Option<File>> {
        let Self { name, file } = self;
        let wrap = |action, cause| OutputError::wrap(&name, action, cause);
        let Some((temporary, target, seen)) = file else { return Ok(None) };
        // Held until the new content is there.
        let _held = seen.map(|seen| claim(&target, seen, &name)).transpose()?;
        keep_place(temporary.as_file(), &target).map_err(|e| wrap("cannot keep the permissions", e))?;
        let file = temporary.persist(&target).map_err(|e| wrap("cannot replace", e.error))?;
        sync_directory(&target);
        Ok(Some(file))
    }
}

/// Gives the file that takes a place what the one had that is there, if there is one. This is asked for only at the end, so that a change made
/// meanwhile is kept too.
fn keep_place(file: &File, target: &Path) -> io::Result<()> {
    let Ok(metadata) = fs::metadata(target) else { return Ok(()) };
    #[cfg(target_os = "linux")]
    owner::keep_attributes(file, target);
    owner::keep(file, &metadata)
}

/// The lock of a file that is as it was seen.
fn claim(target: &Path, seen: Stamp, name: &str) -> io::Result<File> {
    let changed = || OutputError::wrap(name, CHANGED, io::ErrorKind::Other.into());
    let file = File::open(target).map_err(|_| changed())?;
    let mut tries = 0;
    while lock(&file) == Lock::Held {
        tries += 1;
        if tries == LOCK_TRIES {
            let held = io::Error::new(io::ErrorKind::WouldBlock, "another process holds its lock");
            return Err(OutputError::wrap(name, "cannot replace", held));
        }
        thread::sleep(LOCK_PAUSE);
    }
    match Stamp::of_path(target) {
        Ok(now) if now == seen => Ok(file),
        _ => Err(changed()),
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
    let inner = error.get_ref().and_then(|inner| inner.source()?.downcast_ref::<io::Error>());
    match inner.and_then(io::Error::raw_os_error) {
        Some(code) => io::Error::from_raw_os_error(code),
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
    pub fn finish(self) -> io::Result<()> {
        self.prepare()?.map_or(Ok(()), PreparedFile::place)
    }

    /// Writes what is left; a file is not in its place yet.
    ///
    /// # Errors
    ///
    /// When that fails.
    pub fn prepare(mut self) -> io::Result<Option<PreparedFile>> {
        self.flush()?;
        match self {
            Output::Stdout(_) => Ok(None),
            Output::File(file) => file.prepare().map(Some),
            Output::Packed(file) => file.prepare().map(Some),
        }
    }

    /// Puts a file with what was written so far in its place, on the disk; what is written from then on is added to it there.
    ///
    /// # Errors
    ///
    /// When that fails.
    pub fn settle(self) -> io::Result<Self> {
        match self {
            Output::Stdout(mut writer) => {
                writer.flush().map_err(|e| OutputError::wrap("<stdout>", "cannot write", e))?;
                Ok(Output::Stdout(writer))
            }
            Output::File(file) => file.settle().map(Output::File),
            Output::Packed(file) => file.settle().map(Output::Packed),
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
