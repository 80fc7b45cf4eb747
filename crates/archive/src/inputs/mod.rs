//! Turning the paths of a command line into inputs that can be opened.

#[cfg_attr(not(feature = "ignore"), path = "no_ignored.rs")]
mod ignored;
mod walk;
mod zips;

pub(crate) use walk::head as head_of;
pub use walk::{walked, would_be_walked};

use crate::input;
use crate::source::zip::{self, ZipEntry};
use crate::source::{
    self, BoxRead, COMPRESSED_EXTENSIONS, Companions, Compression, Progress, ReadAhead, Source, SourceError,
    SourceErrorKind, Waiting, from_entry, from_head, sniff,
};
use std::collections::VecDeque;
use std::ffi::OsStr;
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};
use std::vec;
use walk::Walk;

/// The display name of standard input.
pub const STDIN_NAME: &str = "<stdin>";

/// Iterator over the inputs named by a list of paths.
///
/// * No path, or `-`: standard input, which can be read once; a second `-` is empty.
/// * A file, whatever it is called: itself; each entry of a zip archive, also when the archive comes by a pipe.
/// * A directory: the files below it whose endings [`crate::input::INPUTS`] has, compressed or not, in upper or lower
///   case; JSON only where it begins with a game; in the order of the names, numbers in them by value, hidden ones left out, links followed.
///
/// An unusable input is an error at its place in the order; the next call continues after it.
///
/// ```
/// use pgnkit_archive::Inputs;
/// use std::io::Read;
///
/// let inputs = Inputs::with_stdin(["-"], std::io::Cursor::new("1. e4 *"));
/// for input in inputs {
///     let mut source = input?.open()?;
///     assert_eq!(source.name(), "<stdin>");
///     let mut text = String::new();
///     source.read_to_string(&mut text)?;
///     assert_eq!(text, "1. e4 *");
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Inputs {
    paths: vec::IntoIter<PathBuf>,
    stdin: Option<Stdin>,
    walk: Option<Walk>,
    /// The directory that is walked, as long as nothing was found in it.
    fruitless: Option<PathBuf>,
    entries: VecDeque<ZipEntry>,
    heeds_ignore_files: bool,
    stdin_name: String,
}

/// Standard input, or what is in its place.
enum Stdin {
    /// That of the process.
    Process,
    Other(BoxRead),
}

impl Inputs {
    /// The inputs of a list of paths, with the standard input of the process.
    pub fn new<P: Into<PathBuf>>(paths: impl IntoIterator<Item = P>) -> Self {
        Inputs::with(paths, Stdin::Process)
    }

    /// The same, with something else in the place of standard input.
    pub fn with_stdin<P: Into<PathBuf>>(
        paths: impl IntoIterator<Item = P>,
        stdin: impl Read + Send + 'static,
    ) -> Self {
        Inputs::with(paths, Stdin::Other(Box::new(stdin)))
    }

    fn with<P: Into<PathBuf>>(paths: impl IntoIterator<Item = P>, stdin: Stdin) -> Self {
        let mut paths: Vec<PathBuf> = paths.into_iter().map(Into::into).collect();
        if paths.is_empty() {
            paths.push(PathBuf::from("-"));
        }
        Inputs {
            paths: paths.into_iter(),
            stdin: Some(stdin),
            walk: None,
            fruitless: None,
            entries: VecDeque::new(),
            heeds_ignore_files: false,
            stdin_name: STDIN_NAME.to_owned(),
        }
    }

    /// Leaves out of directories what `.ignore`, and in a repository of git `.gitignore`, says; needs the feature `ignore`.
    #[must_use]
    pub fn heed_ignore_files(mut self, heed: bool) -> Self {
        self.heeds_ignore_files = heed;
        self
    }

    /// Gives standard input the name of the file that it is the content of: its extension decides the format, and reports name it.
    #[must_use]
    pub fn stdin_name(mut self, name: impl Into<String>) -> Self {
        self.stdin_name = name.into();
        self
    }

    /// An opened stream that cannot be opened again; `None` when it is an archive, which has filled `entries`.
    fn stream(
        &mut self,
        name: String,
        path: Option<PathBuf>,
        reader: BoxRead,
        waiting: Option<Waiting>,
    ) -> Result<Option<Input>, SourceError> {
        let progress = Progress::new(None);
        let (compression, reader) = sniff(progress.counting(reader), waiting.as_ref())
            .map_err(|e| SourceError::new(&name, SourceErrorKind::Read, e))?;
        if compression == Compression::Zip {
            let file = zip::spool(&name, reader)?;
            self.entries = zip::entries(&name, file, zips::is_wanted)?;
            return Ok(None);
        }
        let source = from_head(name.clone(), compression, reader, progress, waiting, zips::is_wanted)?;
        Ok(Some(Input {
            name,
            path,
            bytes: None,
            is_stdin: false,
            is_found: false,
            body: Body::Stream(Box::new(source)),
        }))
    }

    fn file(&mut self, path: PathBuf) -> Result<Option<Input>, SourceError> {
        let name = path.display().to_string();
        let problem = |cause| SourceError::new(&name, SourceErrorKind::Open, cause);
        let mut file = File::open(&path).map_err(problem)?;
        let metadata = file.metadata().map_err(problem)?;
        if !metadata.is_file() {
            // A pipe or device: what has been read of it is gone, so it stays open.
            let (reader, waiting) = ahead(file);
            return self.stream(name, Some(path), reader, waiting);
        }
        let (compression, _) =
            sniff(&mut file, None).map_err(|e| SourceError::new(&name, SourceErrorKind::Read, e))?;
        if compression == Compression::Zip {
            file.rewind().map_err(|e| SourceError::new(&name, SourceErrorKind::Read, e))?;
            self.entries = zip::entries(&name, file, zips::is_wanted)?;
            return Ok(None);
        }
        // Closed again: a list of ten thousand files must not need ten thousand open ones.
        let body = Body::File(path.clone());
        Ok(Some(Input {
            name,
            path: Some(path),
            bytes: Some(metadata.len()),
            is_stdin: false,
            is_found: false,
            body,
        }))
    }

    fn path(&mut self, path: PathBuf) -> Result<Option<Input>, SourceError> {
        if path.as_os_str() == OsStr::new("-") {
            let (reader, waiting) = match self.stdin.take() {
                None => (Box::new(io::empty()) as BoxRead, None),
                Some(Stdin::Other(reader)) => (reader, None),
                Some(Stdin::Process) if stdin_is_file() => (Box::new(io::stdin()) as BoxRead, None),
                Some(Stdin::Process) => ahead(io::stdin()),
            };
            let input = self.stream(self.stdin_name.clone(), None, reader, waiting)?;
            return Ok(input.map(|input| Input { is_stdin: true, ..input }));
        }
        // Not listed is not the same as not there: `file` finds out and says why.
        if path.is_dir() {
            self.walk = Some(Walk::new(&path, self.heeds_ignore_files));
            self.fruitless = Some(path);
            return Ok(None);
        }
        self.file(path)
    }
}

impl Iterator for Inputs {
    type Item = Result<Input, SourceError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(entry) = self.entries.pop_front() {
                let (name, bytes) = (entry.name.clone(), Some(entry.compressed_bytes));
                return Some(Ok(Input {
                    name,
                    path: None,
                    bytes,
                    is_stdin: false,
                    is_found: false,
                    body: Body::Entry(entry),
                }));
            }
            let found = match self.walk.as_mut().map(Iterator::next) {
                Some(Some(found)) => {
                    self.fruitless = None;
                    let input = found.and_then(|path| self.file(path));
                    input.map(|input| input.map(|input| Input { is_found: true, ..input }))
                }
                Some(None) => {
                    self.walk = None;
                    match self.fruitless.take() {
                        Some(directory) => Err(empty(&directory)),
                        None => continue,
                    }
                }
                None => {
                    let path = self.paths.next()?;
                    self.path(path)
                }
            };
            if let Some(found) = found.transpose() {
                return Some(found);
            }
        }
    }
}

/// A pipe that is read ahead.
fn ahead(pipe: impl Read + Send + 'static) -> (BoxRead, Option<Waiting>) {
    let reader = ReadAhead::new(Box::new(pipe));
    let waiting = reader.waiting();
    (Box::new(reader), Some(waiting))
}

/// Whether standard input is a regular file, which never waits.
fn stdin_is_file() -> bool {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd as _;
        let file = io::stdin().as_fd().try_clone_to_owned().map(File::from);
        file.and_then(|file| file.metadata()).is_ok_and(|found| found.is_file())
    }
    #[cfg(not(unix))]
    false
}

/// Says that nothing was found, and what was looked for.
fn empty(directory: &Path) -> SourceError {
    let endings = input::INPUTS.iter().flat_map(|format| format.extensions());
    let endings: Vec<String> = endings.map(|ending| format!(".{ending}")).collect();
    let packed = COMPRESSED_EXTENSIONS.join(", .");
    let text = format!("no file ends in {}, alone or before .{packed}", endings.join(", "));
    let cause = io::Error::new(io::ErrorKind::NotFound, text);
    SourceError::new(directory.display().to_string(), SourceErrorKind::Empty, cause)
}

impl fmt::Debug for Inputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inputs").field("paths", &self.paths.as_slice()).finish_non_exhaustive()
    }
}

/// Something that can be opened: standard input, a file, or an entry of an archive.
#[derive(Debug)]
pub struct Input {
    name: String,
    path: Option<PathBuf>,
    bytes: Option<u64>,
    is_stdin: bool,
    is_found: bool,
    body: Body,
}

#[derive(Debug)]
enum Body {
    File(PathBuf),
    Stream(Box<Source>),
    Entry(ZipEntry),
}

impl Input {
    /// An input of bytes from anywhere; `name` is what it is called.
    ///
    /// # Errors
    /// When the first bytes cannot be read, or are compressed in a form that cannot be used.
    pub fn from_reader(
        name: impl Into<String>,
        reader: impl Read + Send + 'static,
    ) -> Result<Self, SourceError> {
        let name = name.into();
        let (reader, progress) = (Box::new(reader), Progress::new(None));
        let source = source::read(name.clone(), reader, progress, None, zips::is_wanted)?;
        Ok(Self::of_source(name, source))
    }

    /// The same for bytes that come as they are made, as in a pipe: each game is worked on when it is complete, and not only when there are
    /// many. It is read on a thread of its own.
    ///
    /// # Errors
    /// As for [`from_reader`](Self::from_reader).
    pub fn from_pipe(
        name: impl Into<String>,
        reader: impl Read + Send + 'static,
    ) -> Result<Self, SourceError> {
        let name = name.into();
        let (reader, waiting) = ahead(reader);
        let source = source::read(name.clone(), reader, Progress::new(None), waiting, zips::is_wanted)?;
        Ok(Self::of_source(name, source))
    }

    fn of_source(name: String, source: Source) -> Self {
        let body = Body::Stream(Box::new(source));
        Self { name, path: None, bytes: None, is_stdin: false, is_found: false, body }
    }

    /// Display name: the path as given, `<stdin>`, or archive and entry as `games.zip/a.pgn`. May contain control
    /// characters.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The file, when the input is a whole file; `None` for standard input and entries of archives.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Whether it is standard input.
    pub fn is_stdin(&self) -> bool {
        self.is_stdin
    }

    /// Whether it is a file that was found in a directory, and not named itself.
    pub fn is_found(&self) -> bool {
        self.is_found
    }

    /// Its length in bytes as stored, that is compressed, where it is known without reading.
    pub fn stored_bytes(&self) -> Option<u64> {
        self.bytes
    }

    /// The files that belong to it, if it is one of a database.
    pub(crate) fn companions(&self) -> Companions {
        match &self.body {
            Body::File(path) => Companions::of_file(path),
            Body::Entry(entry) => Companions::of_entry(entry),
            Body::Stream(_) => Companions::default(),
        }
    }

    /// Opens it.
    ///
    /// # Errors
    ///
    /// When the file cannot be opened any more, or an entry of an archive has a form that is not supported.
    pub fn open(self) -> Result<Source, SourceError> {
        match self.body {
            Body::File(path) => source::open(path),
            Body::Stream(source) => Ok(*source),
            Body::Entry(entry) => from_entry(&entry),
        }
    }
}
