//! A file that is written over hours, by a run that can go on where it was killed.

use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::{Lock, OutputError, follow_links, keep_place, lock, sync_directory};

/// The first words of a journal.
const MAGIC: &str = "pgnkit journal 1";

/// A new content that outlives the process that writes it.
///
/// Beside `games.pgn` there are `games.pgn.part` with what was written so far, and `games.pgn.journal` with a line for each piece. Opened again
/// for the same work, the file goes on after the last piece that is whole. [`commit`](Self::commit) puts the content in its place and
/// removes the journal; dropped before that, both stay.
///
/// ```
/// use pgnkit_archive::files::JournaledFile;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("games.pgn");
/// let (mut file, last) = JournaledFile::open(&path, "analysis of a.pgn with 1000 nodes")?;
/// assert_eq!(last, None);
/// file.append(b"1. e4 *\n", "1 game")?;
/// drop(file); // The process is killed.
///
/// let (mut file, last) = JournaledFile::open(&path, "analysis of a.pgn with 1000 nodes")?;
/// assert_eq!(last.as_deref(), Some("1 game"));
/// file.append(b"1. d4 *\n", "2 games")?;
/// file.commit()?;
/// assert_eq!(std::fs::read(&path)?, b"1. e4 *\n1. d4 *\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct JournaledFile {
    name: String,
    target: PathBuf,
    part: (File, PathBuf),
    journal: (File, PathBuf),
    written: u64,
}

impl JournaledFile {
    /// Opens a content for `path`, which is not touched yet, and says what the last piece was noted with. `work` describes all that the
    /// content depends on: inputs with their states, options.
    ///
    /// # Errors
    /// When a file of these names is there that is no work of this kind or of other work, when another process writes it, or when they cannot be
    /// made. Nothing is changed then.
    pub fn open(path: impl AsRef<Path>, work: &str) -> io::Result<(Self, Option<String>)> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let wrap = |action, cause| OutputError::wrap(&name, action, cause);
        let target = follow_links(path).map_err(|error| wrap("cannot follow the link", error))?;
        let beside = |extension: &str| {
            let mut beside = target.clone().into_os_string();
            beside.push(extension);
            PathBuf::from(beside)
        };
        let other = |text: String| wrap("cannot go on", io::Error::new(io::ErrorKind::AlreadyExists, text));
        // It may be a file of the user.
        let foreign =
            |part: &Path| other(format!("{} is there without a journal; move it away", part.display()));
        let has_content = |path: &Path| fs::metadata(path).is_ok_and(|found| found.len() > 0);
        if has_content(&beside(".part")) && !beside(".journal").exists() {
            return Err(foreign(&beside(".part")));
        }
        let open = |extension: &str| {
            let beside = beside(extension);
            let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&beside);
            file.map(|file| (file, beside)).map_err(|error| wrap("cannot write", error))
        };
        let (part, mut journal) = (open(".part")?, open(".journal")?);
        if lock(&part.0) == Lock::Held {
            let held = io::Error::new(io::ErrorKind::WouldBlock, "another process writes it");
            return Err(wrap("cannot go on", held));
        }
        let mut bytes = Vec::new();
        journal.0.read_to_end(&mut bytes).map_err(|error| wrap("cannot read the journal", error))?;
        // Bytes that are no text are those of a line that was not written whole.
        let text = String::from_utf8_lossy(&bytes);
        let header = format!("{MAGIC} {work:?}\n");
        let length = part.0.metadata().map_err(|error| wrap("cannot read", error))?.len();
        let (mut kept, mut written, mut last) = (header.len() as u64, 0, None);
        let (part_name, journal_name) = (part.1.display(), journal.1.display());
        if let Some(lines) = text.strip_prefix(&*header) {
            for line in lines.split_inclusive('\n') {
                let Some((end, note)) = read_line(line).filter(|(end, _)| (written..=length).contains(end))
                else {
                    break;
                };
                (kept, written, last) = (kept + line.len() as u64, end, Some(note));
            }
        } else if !header.starts_with(&*text) {
            let text = format!("{journal_name} is of other work; finish that, or remove it and {part_name}");
            return Err(other(text));
        } else if length > 0 {
            return Err(foreign(&part.1));
        }
        let mut begin = || {
            part.0.set_len(written)?;
            (&part.0).seek(SeekFrom::Start(written))?;
            if last.is_none() {
                journal.0.set_len(0)?;
                journal.0.rewind()?;
                return (&journal.0).write_all(header.as_bytes());
            }
            journal.0.set_len(kept)?;
            (&journal.0).seek(SeekFrom::Start(kept)).map(drop)
        };
        begin().map_err(|error| wrap("cannot write", error))?;
        Ok((Self { name, target, part, journal, written }, last))
    }

    /// Writes a piece; `note` is what the work goes on from.
    ///
    /// # Errors
    /// When that fails.
    pub fn append(&mut self, bytes: &[u8], note: &str) -> io::Result<()> {
        self.write_all(bytes)?;
        self.note(note)
    }

    /// The length of the content, in bytes.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Ends a piece, which is all that was written since the last one; `note` is what the work goes on from.
    ///
    /// # Errors
    /// When that fails.
    pub fn note(&mut self, note: &str) -> io::Result<()> {
        let wrap = |cause| OutputError::wrap(&self.name, "cannot write", cause);
        // What is noted is on the disk, also after a loss of power.
        self.part.0.sync_data().map_err(wrap)?;
        let mut line = String::new();
        // Writing to memory cannot fail.
        let _ = writeln!(line, "{} {note:?}", self.written);
        // In one call: half a line is no line.
        self.journal.0.write_all(line.as_bytes()).map_err(wrap)
    }

    /// Puts the content in its place.
    ///
    /// # Errors
    /// When that fails; everything is then as it was.
    pub fn commit(self) -> io::Result<()> {
        let Self { name, target, part: (part, path), journal, .. } = self;
        let wrap = |action, cause| OutputError::wrap(&name, action, cause);
        part.sync_all().map_err(|error| wrap("cannot write to the disk", error))?;
        keep_place(&part, &target).map_err(|error| wrap("cannot keep the permissions", error))?;
        fs::rename(&path, &target).map_err(|error| wrap("cannot replace", error))?;
        sync_directory(&target);
        drop(journal.0);
        fs::remove_file(&journal.1).map_err(|error| wrap("cannot remove the journal", error))
    }
}

/// Writes a part of a piece, which the journal does not have before it is noted.
impl io::Write for JournaledFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let wrap = |cause| OutputError::wrap(&self.name, "cannot write", cause);
        let written = self.part.0.write(bytes).map_err(wrap)?;
        self.written += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A whole line of a journal: the length of the content, and the note.
fn read_line(line: &str) -> Option<(u64, String)> {
    let (end, note) = line.strip_suffix('\n')?.split_once(' ')?;
    let note = note.strip_prefix('"')?.strip_suffix('"')?;
    // Notes are short words of this program's own, which need no escape.
    (!note.contains('\\')).then_some((end.parse().ok()?, note.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_goes_on_after_the_last_whole_piece() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pgn");
        let (part, journal) = (folder.path().join("a.pgn.part"), folder.path().join("a.pgn.journal"));
        let write = || {
            let (mut file, _) = JournaledFile::open(&path, "w\n").unwrap();
            file.append(b"one\n", "1").unwrap();
            file.append(b"two\n", "2").unwrap();
        };
        write();
        let (content, lines) = (fs::read(&part).unwrap(), fs::read(&journal).unwrap());
        let header = lines.iter().position(|byte| *byte == b'\n').unwrap() + 1;
        for cut in 0..=lines.len() {
            // Killed within a line, with more content than lines, or, after the power went, with less.
            for (length, more) in [(content.len(), &b"thr"[..]), (6, b""), (3, b"")] {
                fs::write(&journal, &lines[..cut]).unwrap();
                fs::write(&part, [&content[..length], more].concat()).unwrap();
                if cut < header {
                    // A content is not taken for that of a journal that does not say so.
                    let error = JournaledFile::open(&path, "w\n").unwrap_err().to_string();
                    assert!(error.contains("a.pgn.part is there without a journal"), "{error}");
                    assert_eq!(fs::read(&part).unwrap().len(), length + more.len());
                    fs::remove_file(&part).unwrap();
                }
                let (mut file, last) = JournaledFile::open(&path, "w\n").unwrap();
                let done = last.map_or(0, |last| last.parse::<usize>().unwrap());
                assert!(done <= length / 4, "{cut} {length}");
                for (at, piece) in [&b"one\n"[..], b"two\n", b"three\n"].iter().enumerate().skip(done) {
                    file.append(piece, &(at + 1).to_string()).unwrap();
                }
                drop(file);
                let (file, last) = JournaledFile::open(&path, "w\n").unwrap();
                assert_eq!(last.as_deref(), Some("3"));
                file.commit().unwrap();
                assert_eq!(fs::read(&path).unwrap(), b"one\ntwo\nthree\n", "{cut} {length}");
                assert!(!part.exists() && !journal.exists());
                fs::remove_file(&path).unwrap();
            }
        }
    }

    #[test]
    fn other_work_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pgn");
        let of_user = folder.path().join("a.pgn.part");
        fs::write(&of_user, "mine").unwrap();
        assert!(JournaledFile::open(&path, "one").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is made");
        assert_eq!(fs::read_to_string(&of_user).unwrap(), "mine");
        fs::remove_file(of_user).unwrap();
        drop(JournaledFile::open(&path, "one").unwrap());
        let error = JournaledFile::open(&path, "two").unwrap_err().to_string();
        assert!(error.contains("a.pgn.journal is of other work"), "{error}");
        #[cfg(unix)]
        {
            let (_first, _) = JournaledFile::open(&path, "one").unwrap();
            let error = JournaledFile::open(&path, "one").unwrap_err().to_string();
            assert!(error.ends_with("another process writes it"), "{error}");
        }
    }
}
