//! Entries of zip archives, each an independent stream.
//!
//! Only the directory of the archive is read with the `zip` crate; the bytes of an entry are a range of the file and
//! go through the same decoders as every other stream, so that entries can be opened in any order, at the same time,
//! and own what they need.

use super::codec::Coding;
use super::error::{DecodeFailure, SourceError, SourceErrorKind};
use super::{BUFFER_BYTES, BoxRead, EntryChoice, decode};
use std::collections::{HashSet, VecDeque};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek as _};
use std::path::Path;
use std::sync::Arc;
use zip::CompressionMethod;

/// One entry: where it lies in the archive and how to decode it.
#[derive(Clone, Debug)]
pub(crate) struct ZipEntry {
    pub(crate) name: String,
    pub(crate) compressed_bytes: u64,
    archive: Arc<File>,
    start: Result<u64, String>,
    method: CompressionMethod,
    crc: u32,
    encrypted: bool,
    /// The files of the archive that hold no games themselves.
    others: Arc<[ZipEntry]>,
}

/// The entries of an archive that hold games, in archive order: those with a known ending, or every file when no
/// entry has one.
///
/// The resource forks that macOS puts beside files (`__MACOSX/._games.pgn`) are not files of the user and left out.
pub(crate) fn entries(
    name: &str,
    file: File,
    wanted: EntryChoice,
) -> Result<VecDeque<ZipEntry>, SourceError> {
    let problem = |cause: io::Error| SourceError::new(name, SourceErrorKind::Zip, cause);
    let handle = file.try_clone().map_err(problem)?;
    let mut archive = zip::ZipArchive::new(BufReader::new(handle)).map_err(|e| problem(e.into()))?;
    if let Some(twice) =
        repeated_name(&mut handle_of(&file).map_err(problem)?, archive.central_directory_start())
    {
        let text = format!("two files in it have the name {twice}; unpack it, and read what is there");
        return Err(problem(io::Error::new(io::ErrorKind::InvalidData, text)));
    }
    let file = Arc::new(file);
    let mut all = VecDeque::new();
    for index in 0..archive.len() {
        let entry_name = format!("{name}/{}", archive.name_for_index(index).unwrap_or("?"));
        let found = archive.by_index_raw(index);
        if found.as_ref().is_ok_and(|entry| !entry.is_file() || is_resource_fork(entry.name())) {
            continue;
        }
        all.push_back(match found {
            Ok(entry) => ZipEntry {
                name: entry_name,
                compressed_bytes: entry.compressed_size(),
                archive: Arc::clone(&file),
                start: entry.data_start().ok_or_else(|| "its place is not known".to_owned()),
                method: entry.compression(),
                crc: entry.crc32(),
                encrypted: entry.encrypted(),
                others: Arc::default(),
            },
            // One bad header must not hide the other entries: it is reported when this one is opened.
            Err(error) => ZipEntry {
                name: entry_name,
                compressed_bytes: 0,
                archive: Arc::clone(&file),
                start: Err(error.to_string()),
                method: CompressionMethod::STORE,
                crc: 0,
                encrypted: false,
                others: Arc::default(),
            },
        });
    }
    let wanted: Vec<bool> = all.iter().map(wanted).collect();
    if wanted.contains(&true) {
        let (games, others): (Vec<_>, Vec<_>) = all.into_iter().zip(wanted).partition(|(_, wanted)| *wanted);
        let others: Arc<[ZipEntry]> = others.into_iter().map(|(entry, _)| entry).collect();
        all = games.into_iter().map(|(entry, _)| ZipEntry { others: Arc::clone(&others), ..entry }).collect();
    }
    if all.is_empty() {
        return Err(problem(io::Error::new(io::ErrorKind::InvalidData, "no file in it")));
    }
    Ok(all)
}

fn handle_of(file: &File) -> io::Result<BufReader<File>> {
    file.try_clone().map(BufReader::new)
}

/// A name that two files of the archive have: the `zip` crate keeps the last one only. Looks at the directory itself,
/// whose entries begin at `start`.
fn repeated_name(archive: &mut BufReader<File>, start: u64) -> Option<String> {
    archive.seek(io::SeekFrom::Start(start)).ok()?;
    let mut names = HashSet::new();
    let mut fixed = [0; 46];
    while archive.read_exact(&mut fixed).is_ok() && fixed.starts_with(b"PK\x01\x02") {
        let length = |at: usize| u16::from_le_bytes([fixed[at], fixed[at + 1]]);
        let (name, others) = (length(28), i64::from(length(30)) + i64::from(length(32)));
        let mut bytes = vec![0; usize::from(name)];
        archive.read_exact(&mut bytes).ok()?;
        archive.seek_relative(others).ok()?;
        let is_directory = bytes.ends_with(b"/");
        if let Some(twice) = names.replace(bytes).filter(|_| !is_directory) {
            return Some(String::from_utf8_lossy(&twice).into_owned());
        }
    }
    None
}

/// The names in an archive; none where a file is no archive that can be read.
pub(crate) fn names(path: &Path) -> Vec<String> {
    let archive = File::open(path).ok().and_then(|file| zip::ZipArchive::new(BufReader::new(file)).ok());
    archive.map_or_else(Vec::new, |archive| archive.file_names().map(str::to_owned).collect())
}

pub(crate) fn is_resource_fork(name: &str) -> bool {
    name.starts_with("__MACOSX/") || name.rsplit('/').next().is_some_and(|base| base.starts_with("._"))
}

/// A copy of an archive that comes as a stream: its directory is at its end.
pub(crate) fn spool(name: &str, reader: impl Read) -> Result<File, SourceError> {
    super::spool(reader).map_err(|cause| SourceError::new(name, SourceErrorKind::Read, cause))
}

impl ZipEntry {
    /// A file of the archive that holds no games itself, by its name.
    pub(crate) fn sibling(&self, is_it: impl Fn(&str) -> bool) -> Option<&Self> {
        self.others.iter().find(|entry| is_it(&entry.name))
    }

    /// The text of the entry, decompressed and with its check sum verified at the end.
    pub(crate) fn reader(&self, count: impl FnOnce(FileRange) -> BoxRead) -> io::Result<BoxRead> {
        // Each entry is a text of its own, also where several are read as one.
        Ok(Box::new(super::Text::new(self.content(count)?, true, None)))
    }

    /// The bytes of the entry, likewise.
    pub(crate) fn content(&self, count: impl FnOnce(FileRange) -> BoxRead) -> io::Result<BoxRead> {
        if self.encrypted {
            return Err(unsupported("it is encrypted".to_owned()));
        }
        let position = match &self.start {
            Ok(start) => *start,
            Err(text) => {
                return Err(DecodeFailure { kind: SourceErrorKind::Zip, text: text.clone() }.into_io());
            }
        };
        let end = position.saturating_add(self.compressed_bytes);
        let raw = count(FileRange { file: Arc::clone(&self.archive), position, end });
        let raw = BufReader::with_capacity(BUFFER_BYTES, raw);
        let content: BoxRead = match self.method {
            CompressionMethod::STORE => Box::new(raw),
            CompressionMethod::DEFLATE => Coding::Deflate.decoder(raw)?,
            CompressionMethod::BZIP2 => Coding::Bzip2.decoder(raw)?,
            CompressionMethod::ZSTD => Coding::Zstd.decoder(raw)?,
            CompressionMethod::XZ => Coding::Xz.decoder(raw)?,
            other => return Err(unsupported(format!("compression method {other}"))),
        };
        let checked = Checked { content, sum: flate2::Crc::new(), expected: self.crc };
        // An archive of `.pgn.gz` files: one more layer is taken off.
        let (compression, inner) = super::sniff(checked, None)?;
        decode(compression, inner)
    }
}

fn unsupported(text: String) -> io::Error {
    DecodeFailure { kind: SourceErrorKind::Unsupported, text }.into_io()
}

/// Compares the check sum when the content is at its end.
struct Checked<R> {
    content: R,
    sum: flate2::Crc,
    expected: u32,
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let got = self.content.read(output)?;
        if got == 0 && !output.is_empty() && self.sum.sum() != self.expected {
            let text = "the check sum is wrong".to_owned();
            return Err(DecodeFailure { kind: SourceErrorKind::Corrupt, text }.into_io());
        }
        self.sum.update(&output[..got]);
        Ok(got)
    }
}

/// A range of a file that is shared with other readers: reads by position, never by the file's own cursor.
pub(crate) struct FileRange {
    file: Arc<File>,
    position: u64,
    end: u64,
}

impl Read for FileRange {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let left = self.end.saturating_sub(self.position);
        let wanted = output.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        let got = read_at(&self.file, &mut output[..wanted], self.position)?;
        self.position += got as u64;
        Ok(got)
    }
}

#[cfg(unix)]
fn read_at(file: &File, output: &mut [u8], position: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, output, position)
}

#[cfg(windows)]
fn read_at(file: &File, output: &mut [u8], position: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, output, position)
}

// WebAssembly. No thread can come between the two steps, and nobody else relies on the file's cursor.
#[cfg(not(any(unix, windows)))]
fn read_at(mut file: &File, output: &mut [u8], position: u64) -> io::Result<usize> {
    io::Seek::seek(&mut file, io::SeekFrom::Start(position))?;
    file.read(output)
}

/// Several entries read as one stream, an empty line between two so that a game left open in one cannot swallow the
/// first game of the next. One is open at a time.
pub(crate) struct Concatenated {
    entries: VecDeque<ZipEntry>,
    current: Option<BoxRead>,
    separator: &'static [u8],
}

impl Concatenated {
    const SEPARATOR: &'static [u8] = b"\n\n";

    pub(crate) fn new(entries: VecDeque<ZipEntry>) -> Self {
        Concatenated { entries, current: None, separator: b"" }
    }

    fn read_current(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let Some(entry) = self.entries.front() else { return Ok(0) };
        let got = match &mut self.current {
            Some(reader) => reader.read(output),
            None => {
                entry.reader(|raw| Box::new(raw)).and_then(|reader| self.current.insert(reader).read(output))
            }
        };
        got.map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => error,
            _ => super::named(&entry.name, error),
        })
    }
}

impl Read for Concatenated {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        if output.is_empty() {
            return Ok(0);
        }
        loop {
            if !self.separator.is_empty() {
                return self.separator.read(output);
            }
            let got = self.read_current(output)?;
            if got > 0 || self.entries.is_empty() {
                return Ok(got);
            }
            self.entries.pop_front();
            self.current = None;
            if !self.entries.is_empty() {
                self.separator = Self::SEPARATOR;
            }
        }
    }
}
