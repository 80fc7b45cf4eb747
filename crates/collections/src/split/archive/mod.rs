//! Archives: the directory tree of section 11.5 of the standard, with files by year, month and day, to which games can be
//! added.
//!
//! * The games of a year are in `MGR/1992/1992.pgn`. Where that would be too large ([`Limits`](super::Limits)), they are in files by month, as
//!   `MGR/1992/199211.pgn`; months too large for a file in files by day, `MGR/1992/199211/19921104.pgn`; and days in numbered
//!   ones, `19921104-1.pgn`. Digits that are not known are 0.
//! * Each file is in the collating sequence.
//! * `ReadMe` says what is in a directory. Who removes its first line has it left alone from then on, as `News` is.
//! * **Whole or not at all.** New files are written to a directory beside, `.pgn-archive`, and a journal there says what is to be
//!   done; only then they are moved to their places. If the process is killed before, the archive is what it was; if it is
//!   killed after, the next one finishes the work ([`Recovered`]).
//! * Files of other names stay as they are.
//!
//! To add games: [`Archive::open`] it, sort them together with those that the archive has of the same years
//! ([`Archive::files`]), and give them in order to an [`Addition`].

mod addition;
mod journal;
mod texts;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

pub use addition::{Addition, Built, Ready};

use super::standard::digits;
use pgnkit_archive::internals::{Lock, lock};

/// The directory with the games, in that of the archive.
const GAMES: &str = "MGR";

/// An archive that no other process writes to meanwhile.
#[derive(Debug)]
pub struct Archive {
    root: PathBuf,
    /// The lock is held as long as it is open.
    _lock: Option<File>,
}

/// Remains of a run that was killed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Recovered {
    /// It had written everything; now it is in its place.
    Finished,
    /// It had not; this directory has been removed, and the archive is what it was before.
    Removed(PathBuf),
}

impl Archive {
    /// Opens the archive in a directory, which is made if need be, and sets right what a process that was killed has left.
    ///
    /// # Errors
    /// When another process is writing to it, or the directory cannot be made, read or written.
    pub fn open(root: &Path) -> io::Result<(Self, Option<Recovered>)> {
        fs::create_dir_all(root).map_err(|cause| failed(root, "cannot make the directory", cause))?;
        // Not every system opens directories, or locks what it opens.
        let file = File::open(root).ok();
        if file.as_ref().is_some_and(|file| lock(file) == Lock::Held) {
            let text = format!("{}: another process is writing to this archive", root.display());
            return Err(io::Error::new(io::ErrorKind::WouldBlock, text));
        }
        let archive = Self { root: root.to_owned(), _lock: file };
        let recovered = journal::recover(root)?;
        Ok((archive, recovered))
    }

    /// The files that hold games of a year.
    ///
    /// # Errors
    /// When the directory cannot be read.
    pub fn files(&self, year: u16) -> io::Result<Vec<PathBuf>> {
        Ok(self.names(year)?.iter().map(|name| self.root.join(name)).collect())
    }

    /// Their names in the archive, with `/` between the parts, in ASCII order.
    fn names(&self, year: u16) -> io::Result<Vec<String>> {
        let year = digits([year, 0, 0], 1);
        let directory = format!("{GAMES}/{year}");
        let mut names = Vec::new();
        for name in self.list(&directory)? {
            if name.len() == 6 && is_number(&name) && name.starts_with(&year) {
                let inner = format!("{directory}/{name}");
                let files = self.list(&inner)?.into_iter().filter(|file| is_file_of(file, &name));
                names.extend(files.map(|file| format!("{inner}/{file}")));
            } else if is_file_of(&name, &year) {
                names.push(format!("{directory}/{name}"));
            }
        }
        names.retain(|name| self.root.join(name).is_file());
        names.sort();
        Ok(names)
    }

    /// The years that it has directories of.
    fn years(&self) -> io::Result<Vec<String>> {
        let mut years = self.list(GAMES)?;
        years.retain(|name| name.len() == 4 && is_number(name) && self.root.join(GAMES).join(name).is_dir());
        Ok(years)
    }

    /// The names in a directory, none where there is no such directory.
    fn list(&self, directory: &str) -> io::Result<Vec<String>> {
        let path = self.root.join(directory);
        let entries = match fs::read_dir(&path) {
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                return Ok(Vec::new());
            }
            entries => entries.map_err(|cause| failed(&path, "cannot read the directory", cause))?,
        };
        let name = |entry: io::Result<fs::DirEntry>| {
            let entry = entry.map_err(|cause| failed(&path, "cannot read the directory", cause))?;
            Ok(entry.file_name().into_string().ok())
        };
        entries.filter_map(|entry| name(entry).transpose()).collect()
    }
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a file is one of an archive, with games of a date that begins so: `19921104-2.pgn` of `1992`.
fn is_file_of(name: &str, date: &str) -> bool {
    let Some(stem) = name.strip_suffix(".pgn") else { return false };
    let (day, number) = stem.split_once('-').unwrap_or((stem, "1"));
    matches!(day.len(), 4 | 6 | 8)
        && is_number(day)
        && day.starts_with(date)
        && !number.is_empty()
        && is_number(number)
}

fn failed(path: &Path, action: &str, cause: io::Error) -> io::Error {
    io::Error::new(cause.kind(), format!("{}: {action}: {cause}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_an_archive() {
        for (name, date, expected) in [
            ("1992.pgn", "1992", true),
            ("199211.pgn", "1992", true),
            ("19921104-12.pgn", "199211", true),
            ("1993.pgn", "1992", false),
            ("1992.pgn.gz", "1992", false),
            ("1992-.pgn", "1992", false),
            ("1992-a.pgn", "1992", false),
            ("19921.pgn", "1992", false),
            ("Tal.pgn", "1992", false),
        ] {
            assert_eq!(is_file_of(name, date), expected, "{name}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn one_process_at_a_time() {
        let root = tempfile::tempdir().unwrap();
        let (archive, recovered) = Archive::open(root.path()).unwrap();
        assert_eq!(recovered, None);
        let error = Archive::open(root.path()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
        assert!(error.to_string().ends_with(": another process is writing to this archive"), "{error}");
        drop(archive);
        assert!(Archive::open(root.path()).is_ok());
    }
}
