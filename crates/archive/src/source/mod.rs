//! Input from files, directories, archives and standard input, decompressed.
//!
//! * [`open`] and [`from_reader`] return a [`Source`], a [`Read`] of decompressed bytes. The compression is detected
//!   from the content; the name plays no part.
//! * [`inputs`](crate::inputs) turns the paths of a command line into sources.
//!
//! Guarantees:
//!
//! * A form whose crate feature (`gzip`, `bzip2`, `xz`, `zstd`, `zip`; all by default) is not compiled in is recognised,
//!   and refused with an error that names the feature.
//! * Several gzip members, bzip2 or xz streams, zstd frames (skippable ones too) one after the other are one content.
//! * Every byte that could be decoded before damaged or missing data is delivered first; then every read fails with a
//!   [`SourceError`] that names the source. Bytes after compressed data that are not zero are damage, never ignored.
//! * UTF-16 is read as UTF-8, recognised by its mark or by the NULs of its first characters. Files of other programs (archives
//!   of other forms, documents, databases, programs) are recognised by their first bytes, and reading them fails.
//! * Memory does not depend on the length of the stream, only on the window its format declares (at most 2 GiB).

#[cfg_attr(not(feature = "threads"), path = "no_ahead.rs")]
mod ahead;
mod charset;
#[cfg_attr(
    not(any(feature = "gzip", feature = "bzip2", feature = "xz", feature = "zstd", feature = "zip")),
    allow(dead_code, reason = "no codec uses it")
)]
mod codec;
mod companions;
mod compression;
#[cfg_attr(
    not(any(feature = "gzip", feature = "bzip2", feature = "xz", feature = "zstd", feature = "zip")),
    allow(dead_code, reason = "no codec uses it")
)]
mod decoder;
mod error;
mod foreign;
mod head;
mod lookup;
#[cfg(all(test, feature = "gzip", feature = "bzip2", feature = "xz", feature = "zstd", feature = "zip"))]
mod tests;
mod text;
#[cfg_attr(not(feature = "zip"), path = "no_zip.rs")]
pub(crate) mod zip;

pub use charset::{Charset, UnknownCharset};
pub use companions::{Companion, Companions};
pub use compression::Compression;
pub use error::{SourceError, SourceErrorKind};
pub use lookup::Lookup;

pub(crate) use ahead::{ReadAhead, Waiting};
pub(crate) use codec::not_compiled;
pub(crate) use head::read_head;

use crate::stamp::Stamp;
use codec::Coding;
use compression::HEAD_BYTES;
pub(crate) use error::DecodeFailure;
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use text::Text;

pub(crate) type BoxRead = Box<dyn Read + Send>;

/// A reader of which the first bytes have been read already, and come again.
pub(crate) type Sniffed<R> = io::Chain<io::Cursor<Vec<u8>>, R>;

/// Endings of the names of compressed files, without a dot.
pub const COMPRESSED_EXTENSIONS: [&str; 5] = ["gz", "bz2", "xz", "zst", "zip"];

/// Buffer for stored bytes: a few blocks of every format.
const BUFFER_BYTES: usize = 256 << 10;

/// Opens a file and reads it decompressed.
///
/// A zip archive is read as one stream, all its entries in archive order with an empty line between two; use
/// [`Inputs`](crate::Inputs) to have those that hold games, one by one.
///
/// # Errors
///
/// When the file cannot be opened, its first bytes cannot be read, or it is a zip archive that cannot be used.
pub fn open(path: impl AsRef<Path>) -> Result<Source, SourceError> {
    let path = path.as_ref();
    let name = path.display().to_string();
    let problem = |cause| SourceError::new(&name, SourceErrorKind::Open, cause);
    let file = File::open(path).map_err(problem)?;
    let metadata = file.metadata().map_err(problem)?;
    if metadata.is_dir() {
        return Err(problem(io::Error::from(io::ErrorKind::IsADirectory)));
    }
    let stored = metadata.is_file().then_some(metadata.len());
    let source = read(name, Box::new(file), Progress::new(stored), None, all)?;
    Ok(Source { stamp: metadata.is_file().then(|| Stamp::of(&metadata)), ..source })
}

/// Reads anything decompressed; `name` is what errors call it.
///
/// A zip archive is first copied to a temporary file that has no name and vanishes with the [`Source`].
///
/// # Errors
///
/// When the first bytes cannot be read, or it is a zip archive that cannot be copied or used.
pub fn from_reader(
    name: impl Into<String>,
    reader: impl Read + Send + 'static,
) -> Result<Source, SourceError> {
    read(name.into(), Box::new(reader), Progress::new(None), None, all)
}

pub(crate) fn read(
    name: String,
    reader: BoxRead,
    progress: Progress,
    waiting: Option<Waiting>,
    wanted: EntryChoice,
) -> Result<Source, SourceError> {
    match sniff(progress.counting(reader), waiting.as_ref()) {
        Ok((compression, reader)) => from_head(name, compression, reader, progress, waiting, wanted),
        Err(cause) => Err(SourceError::new(name, SourceErrorKind::Read, cause)),
    }
}

/// Detects the compression from the first bytes, and returns a reader that still has them.
pub(crate) fn sniff<R: Read>(
    mut reader: R,
    waiting: Option<&Waiting>,
) -> io::Result<(Compression, Sniffed<R>)> {
    let head = read_head(&mut reader, HEAD_BYTES, waiting)?;
    Ok((Compression::detect(&head), io::Cursor::new(head).chain(reader)))
}

/// Whether an entry of an archive is one of those that are read. Where none is, all are.
pub(crate) type EntryChoice = fn(&zip::ZipEntry) -> bool;

/// All entries of an archive: who reads it as one stream knows what is in it.
fn all(_: &zip::ZipEntry) -> bool {
    true
}

/// Puts the right decoder over a stream; for zip the caller must have another way.
fn decode(compression: Compression, reader: impl Read + Send + 'static) -> io::Result<BoxRead> {
    if compression == Compression::Plain {
        return Ok(Box::new(reader));
    }
    let reader = BufReader::with_capacity(BUFFER_BYTES, reader);
    match compression {
        Compression::Gzip => Coding::Gzip.decoder(reader),
        Compression::Bzip2 => Coding::Bzip2.decoder(reader),
        Compression::Xz => Coding::Xz.decoder(reader),
        Compression::Zstd => Coding::Zstd.decoder(reader),
        Compression::Plain => Ok(Box::new(reader)),
        Compression::Zip => {
            let text = "a zip archive inside a zip archive".to_owned();
            Err(DecodeFailure { kind: SourceErrorKind::Unsupported, text }.into_io())
        }
    }
}

pub(crate) fn from_head(
    name: String,
    compression: Compression,
    reader: impl Read + Send + 'static,
    progress: Progress,
    waiting: Option<Waiting>,
    wanted: EntryChoice,
) -> Result<Source, SourceError> {
    let content = if compression == Compression::Zip {
        let entries = zip::entries(&name, zip::spool(&name, reader)?, wanted)?;
        Ok(Box::new(zip::Concatenated::new(entries)) as BoxRead)
    } else {
        decode(compression, reader)
    };
    match content {
        Ok(content) => {
            let content = Text::new(content, compression != Compression::Plain, waiting.clone());
            Ok(Source { content, name, compression, progress, stamp: None, waiting })
        }
        Err(cause) => Err(source_error(&name, cause)),
    }
}

pub(crate) fn from_entry(entry: &zip::ZipEntry) -> Result<Source, SourceError> {
    let progress = Progress::new(Some(entry.compressed_bytes));
    match entry.reader(|raw| Box::new(progress.counting(raw))) {
        Ok(content) => {
            let content = Text::new(content, true, None);
            let (name, compression) = (entry.name.clone(), Compression::Zip);
            Ok(Source { content, name, compression, progress, stamp: None, waiting: None })
        }
        Err(cause) => Err(source_error(&entry.name, cause)),
    }
}

/// Refuses a content that begins like no text.
pub(crate) fn refuse_binary(name: &str, head: &[u8]) -> io::Result<()> {
    match foreign::binary(name, head) {
        None => Ok(()),
        Some(text) => Err(named(name, DecodeFailure { kind: SourceErrorKind::Foreign, text }.into_io())),
    }
}

fn source_error(name: &str, cause: io::Error) -> SourceError {
    let problem = cause.get_ref().and_then(|inner| inner.downcast_ref::<DecodeFailure>());
    SourceError::new(name, problem.map_or(SourceErrorKind::Read, |failure| failure.kind), cause)
}

/// Gives an error of reading the name of its source, unless it has one already.
fn named(name: &str, error: io::Error) -> io::Error {
    if SourceError::from_io(&error).is_some() { error } else { source_error(name, error).into() }
}

/// A stream of decompressed bytes with a name.
///
/// It is a [`Read`] and [`Send`]; box it as `Box<dyn Read + Send>` where one type is wanted. Its errors hold a
/// [`SourceError`], except [`io::ErrorKind::Interrupted`], which only means that the call is to be repeated. Read it
/// in large pieces: there is no buffer over the plain form.
pub struct Source {
    content: Text,
    name: String,
    compression: Compression,
    progress: Progress,
    stamp: Option<Stamp>,
    waiting: Option<Waiting>,
}

impl Source {
    /// Name of the source in errors.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The form it is stored in; [`Compression::Zip`] for an entry of an archive too.
    pub fn compression(&self) -> Compression {
        self.compression
    }

    /// The state of the file when it was opened; `None` for what is no file.
    pub fn stamp(&self) -> Option<Stamp> {
        self.stamp
    }

    /// Decodes text in this character set; what is UTF-8, and what is no text, stays as it is.
    #[must_use]
    pub fn decoded_from(mut self, charset: Charset) -> Self {
        self.content.decode(charset);
        self
    }

    /// Whether what is read is not what is stored: it is UTF-16, or decoded from another character set. Reads the first bytes
    /// if nothing has been read so far.
    ///
    /// # Errors
    ///
    /// When the first bytes cannot be read.
    pub fn is_decoded(&mut self) -> Result<bool, SourceError> {
        self.content.is_decoded().map_err(|cause| source_error(&self.name, cause))
    }

    /// Reads content of any form, not only text that may hold games: lists of players in XML, for example.
    #[must_use]
    pub fn of_any_form(mut self) -> Self {
        self.content.take_any();
        self
    }

    /// Reads bytes as they are, decompressed: those of a binary file that could be taken for text in UTF-16, or for one of another program.
    #[must_use]
    pub(crate) fn of_bytes(mut self) -> Self {
        self.content.keep_bytes();
        self
    }

    /// A handle for querying how much has been read, also while another thread reads.
    pub fn progress(&self) -> Progress {
        self.progress.clone()
    }

    /// A look at whether it has anything to give for now, if it is a pipe.
    pub(crate) fn waiting(&self) -> Option<Waiting> {
        self.waiting.clone()
    }
}

impl Read for Source {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        match self.content.read(output) {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => Err(named(&self.name, error)),
            other => other,
        }
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source")
            .field("name", &self.name)
            .field("compression", &self.compression)
            .field("progress", &self.progress)
            .finish_non_exhaustive()
    }
}

/// An input that was opened, for forms that are read in their own way.
pub struct Opened {
    /// Its bytes from the first one on.
    pub(crate) reader: BoxRead,
    /// The file that holds these bytes as they are.
    pub(crate) file: Option<PathBuf>,
    pub(crate) companions: Companions,
    pub(crate) progress: Progress,
    /// Its name: for some forms the directories of a file are a part of its content.
    pub(crate) name: String,
    /// The character set of its texts, if it does not say it itself and the caller does.
    pub(crate) charset: Option<Charset>,
    /// The password, if it needs one and the caller gives it.
    pub(crate) password: Option<Arc<str>>,
    /// Games that are enough.
    pub(crate) lookup: Lookup,
}

impl fmt::Debug for Opened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opened").field("name", &self.name).field("file", &self.file).finish_non_exhaustive()
    }
}

impl Read for Opened {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        self.reader.read(output)
    }
}

/// The longest input that is copied to a temporary file because its form is read from its end, in bytes: 64 GiB.
pub const MAX_SPOOLED_BYTES: u64 = 64 << 30;

impl Opened {
    /// The name it is called by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The files that belong to it.
    pub fn companions(&self) -> &Companions {
        &self.companions
    }

    /// A file that can be read at any place: the input itself, or, of what is compressed, comes by a pipe or is in an archive, a copy that
    /// has no name and vanishes when it is closed.
    ///
    /// # Errors
    /// When it cannot be opened or copied, or is longer than [`MAX_SPOOLED_BYTES`].
    pub fn into_file(self) -> io::Result<(File, Progress)> {
        let Self { reader, file, progress, .. } = self;
        match file {
            Some(path) => {
                // What was read of it to know its form is read again.
                progress.read.store(0, Ordering::Relaxed);
                Ok((File::open(path)?, progress))
            }
            None => {
                let mut copy = spool(reader)?;
                copy.rewind()?;
                Ok((copy, Progress::new(None)))
            }
        }
    }
}

/// Copies a stream to a temporary file without a name, for what is read from its end.
pub(crate) fn spool(reader: impl Read) -> io::Result<File> {
    let mut copy = tempfile::tempfile()?;
    if io::copy(&mut reader.take(MAX_SPOOLED_BYTES + 1), &mut copy)? > MAX_SPOOLED_BYTES {
        let text = "it is longer than 64 GiB; unpack it into a file first";
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, text));
    }
    Ok(copy)
}

/// Progress of reading a [`Source`], in bytes as stored.
#[derive(Clone, Debug)]
pub struct Progress {
    read: Arc<AtomicU64>,
    total: Option<u64>,
}

impl Progress {
    pub(crate) fn new(total: Option<u64>) -> Self {
        Progress { read: Arc::default(), total }
    }

    /// Counts bytes that were read.
    pub fn add(&self, bytes: u64) {
        self.read.fetch_add(bytes, Ordering::Relaxed);
    }

    pub(crate) fn counting<R>(&self, reader: R) -> Counting<R> {
        Counting { reader, read: Arc::clone(&self.read) }
    }

    /// Stored (compressed) bytes read so far.
    pub fn stored_bytes_read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// Stored bytes there are in all, where it is known: for regular files and entries of archives.
    pub fn stored_bytes_total(&self) -> Option<u64> {
        self.total
    }
}

pub(crate) struct Counting<R> {
    reader: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counting<R> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let got = self.reader.read(output)?;
        self.read.fetch_add(got as u64, Ordering::Relaxed);
        Ok(got)
    }
}
