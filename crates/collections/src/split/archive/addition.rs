//! Games that are added to an archive, in collating order.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::PathBuf;

use super::journal::Staging;
use super::texts::{self, OURS};
use super::{Archive, GAMES, failed};
use crate::sort::Piece;
use crate::split::Limits;
use crate::split::standard::{date_of_key, digits};

/// Bytes gathered before they are written.
const BUFFER_BYTES: usize = 256 << 10;

/// Counts of an addition to an archive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Built {
    /// Files of games that are new or have changed.
    pub written: u64,
    /// Files of games that were to be written and are the same as before.
    pub unchanged: u64,
    /// Files of games that are no longer needed.
    pub removed: u64,
    /// Games in the files, those that were there before included.
    pub games: u64,
    /// Those of them whose date is incomplete, which section 11.4 advises against.
    pub incomplete: u64,
}

/// The new files of some years of an archive, being written beside it.
#[derive(Debug)]
pub struct Addition<'a> {
    archive: &'a Archive,
    staging: Staging,
    limits: Limits,
    /// Years whose files are replaced.
    years: BTreeSet<u16>,
    head: Vec<u8>,
    rest: Vec<u8>,
    open: Option<OpenYear>,
    /// The files of each year: name, games, bytes.
    made: BTreeMap<u16, Vec<(String, u64, u64)>>,
    built: Built,
}

/// A year whose games are being written, all of them to one file at first.
#[derive(Debug)]
struct OpenYear {
    year: u16,
    name: String,
    file: BufWriter<File>,
    end: u64,
    parts: Vec<Part>,
}

/// Games of one day, as many as a file takes.
#[derive(Clone, Debug)]
struct Part {
    date: [u16; 3],
    bytes: Range<u64>,
    games: u64,
}

impl Archive {
    /// Begins to write the games of those years anew. Games of other years may come, too: if the archive has none of them yet.
    ///
    /// # Errors
    /// When nothing can be written in the directory of the archive.
    pub fn add(&self, years: BTreeSet<u16>, limits: Limits) -> io::Result<Addition<'_>> {
        Ok(Addition {
            archive: self,
            staging: Staging::begin(&self.root)?,
            limits,
            years,
            head: Vec::new(),
            rest: Vec::new(),
            open: None,
            made: BTreeMap::new(),
            built: Built::default(),
        })
    }
}

impl<'a> Addition<'a> {
    /// The directory in which everything is written first; who ends the process without dropping this may remove it.
    pub fn directory(&self) -> PathBuf {
        self.staging.directory()
    }

    /// Takes the next piece of what is sorted by the default order.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn take(&mut self, piece: Piece<'_>) -> io::Result<()> {
        match piece {
            Piece::Head(text) => self.head = text.to_owned(),
            Piece::Rest(text) => self.rest = text.to_owned(),
            Piece::Game { key, text, .. } => {
                let date = date_of_key(key);
                if self.open.as_ref().is_none_or(|open| open.year != date[0]) {
                    self.end_year()?;
                    self.begin_year(date[0])?;
                }
                if let Some(open) = &mut self.open {
                    open.append(date, text, &self.limits).map_err(|cause| {
                        failed(&self.archive.root.join(&open.name), "cannot write", cause)
                    })?;
                }
                self.built.games += 1;
                self.built.incomplete += u64::from(date.contains(&0));
            }
        }
        Ok(())
    }

    fn begin_year(&mut self, year: u16) -> io::Result<()> {
        self.years.insert(year);
        let digits = digits([year, 0, 0], 1);
        let name = format!("{GAMES}/{digits}/{digits}.pgn");
        let file = self.staging.create(&name)?;
        let mut file = BufWriter::with_capacity(BUFFER_BYTES, file);
        file.write_all(&self.head)?;
        let end = self.head.len() as u64;
        self.open = Some(OpenYear { year, name, file, end, parts: Vec::new() });
        Ok(())
    }

    /// Ends the file of a year, and divides it if it is too large.
    fn end_year(&mut self) -> io::Result<()> {
        let Some(OpenYear { year, name, mut file, parts, .. }) = self.open.take() else { return Ok(()) };
        let path = self.archive.root.join(&name);
        file.flush().map_err(|cause| failed(&path, "cannot write", cause))?;
        drop(file);
        let files = self.divide(&parts);
        if files.len() > 1 || files.iter().any(|(file, _)| *file != name) {
            let whole = self.staging.path(&name);
            let mut whole_file = File::open(&whole).map_err(|cause| failed(&whole, "cannot read", cause))?;
            for (name, parts) in &files {
                if let (Some(first), Some(last)) = (parts.first(), parts.last()) {
                    self.copy(&mut whole_file, first.bytes.start..last.bytes.end, name)?;
                }
            }
            drop(whole_file);
            self.staging.discard(&name)?;
        }
        for (name, parts) in files {
            let games = parts.iter().map(|part| part.games).sum();
            let bytes = std::fs::metadata(self.staging.path(&name))?.len();
            if self.staging.is_unchanged(&name)? {
                self.staging.discard(&name)?;
                self.built.unchanged += 1;
            } else {
                self.built.written += 1;
            }
            self.made.entry(year).or_default().push((name, games, bytes));
        }
        Ok(())
    }

    fn copy(&self, whole: &mut File, range: Range<u64>, name: &str) -> io::Result<()> {
        let mut file = self.staging.create(name)?;
        let mut copy = || {
            file.write_all(&self.head)?;
            whole.seek(SeekFrom::Start(range.start))?;
            io::copy(&mut whole.take(range.end - range.start), &mut file)
        };
        copy().map(|_| ()).map_err(|cause| failed(&self.archive.root.join(name), "cannot write", cause))
    }

    /// The names of the files of a year with their parts: by year, by month, by day, by number.
    fn divide<'p>(&self, parts: &'p [Part]) -> Vec<(String, &'p [Part])> {
        let Some(year) = parts.first().map(|part| digits(part.date, 1)) else { return Vec::new() };
        if self.fits(parts) {
            return vec![(format!("{GAMES}/{year}/{year}.pgn"), parts)];
        }
        let mut files = Vec::new();
        for month_parts in parts.chunk_by(|one, other| one.date[1] == other.date[1]) {
            let month = digits(month_parts[0].date, 2);
            if self.fits(month_parts) {
                files.push((format!("{GAMES}/{year}/{month}.pgn"), month_parts));
                continue;
            }
            for day_parts in month_parts.chunk_by(|one, other| one.date == other.date) {
                let day = format!("{GAMES}/{year}/{month}/{}", digits(day_parts[0].date, 3));
                if let [_] = day_parts {
                    files.push((format!("{day}.pgn"), day_parts));
                } else {
                    let numbered = (1..).zip(day_parts.chunks(1));
                    files.extend(numbered.map(|(number, part)| (format!("{day}-{number}.pgn"), part)));
                }
            }
        }
        files
    }

    fn fits(&self, parts: &[Part]) -> bool {
        let games: u64 = parts.iter().map(|part| part.games).sum();
        let bytes: u64 = parts.iter().map(|part| part.bytes.end - part.bytes.start).sum();
        games == 1
            || (self.limits.games.is_none_or(|most| games <= most)
                && self.limits.bytes.is_none_or(|most| bytes <= most))
    }

    /// Ends the last file; everything is ready then.
    ///
    /// # Errors
    /// When something cannot be written, and when there is text outside games but no game.
    pub fn finish(mut self) -> io::Result<Ready<'a>> {
        let rest = std::mem::take(&mut self.rest);
        match &mut self.open {
            Some(open) => open
                .append_rest(&rest)
                .map_err(|cause| failed(&self.archive.root.join(&open.name), "cannot write", cause))?,
            None if rest.is_empty() => {}
            None => {
                let text = "there is text outside games, but no game that it could be archived with";
                return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
            }
        }
        self.end_year()?;
        for year in self.years.clone() {
            for name in self.archive.names(year)? {
                let files = self.made.get(&year);
                if !files.is_some_and(|files| files.iter().any(|(file, ..)| *file == name)) {
                    self.staging.remove(name)?;
                    self.built.removed += 1;
                }
            }
        }
        self.write_texts()?;
        let Self { archive, staging, built, .. } = self;
        Ok(Ready { archive, staging, built })
    }

    fn write_texts(&self) -> io::Result<()> {
        let mut years: BTreeSet<_> = self.archive.years()?.into_iter().collect();
        for (year, files) in &self.made {
            let year = digits([*year, 0, 0], 1);
            let directory = format!("{GAMES}/{year}/");
            let files: Vec<_> = files
                .iter()
                .map(|(name, games, bytes)| {
                    (name.strip_prefix(&directory).unwrap_or(name).to_owned(), *games, *bytes)
                })
                .collect();
            self.write_read_me(&directory, &texts::of_year(&year, &files))?;
            self.write_news(&directory)?;
            years.insert(year);
        }
        for (directory, text) in texts::DIRECTORIES {
            let prefix = if directory.is_empty() { String::new() } else { format!("{directory}/") };
            if let Some(text) = text {
                self.write_read_me(&prefix, text)?;
            }
            if texts::WITH_NEWS.contains(&directory) {
                self.write_news(&prefix)?;
            }
        }
        let years: Vec<_> = years.into_iter().collect();
        self.write_read_me(&format!("{GAMES}/"), &texts::of_years(&years))
    }

    /// Writes a text about a directory, unless somebody has written another one.
    fn write_read_me(&self, directory: &str, text: &str) -> io::Result<()> {
        let name = format!("{directory}ReadMe");
        let path = self.archive.root.join(&name);
        let text = format!("{OURS}\n{text}");
        match std::fs::read(&path) {
            Ok(old) if !old.starts_with(OURS.as_bytes()) || old == text.as_bytes() => Ok(()),
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(&path, "cannot read", error)),
            _ => self.write_text(&name, &text),
        }
    }

    fn write_news(&self, directory: &str) -> io::Result<()> {
        let name = format!("{directory}News");
        if std::fs::symlink_metadata(self.archive.root.join(&name)).is_ok() {
            return Ok(());
        }
        self.write_text(&name, texts::NEWS)
    }

    fn write_text(&self, name: &str, text: &str) -> io::Result<()> {
        let written = self.staging.create(name)?.write_all(text.as_bytes());
        written.map_err(|cause| failed(&self.archive.root.join(name), "cannot write", cause))
    }
}

impl OpenYear {
    fn append(&mut self, date: [u16; 3], text: &[u8], limits: &Limits) -> io::Result<()> {
        self.file.write_all(text)?;
        let start = self.end;
        self.end += text.len() as u64;
        let end = self.end;
        match self.parts.last_mut() {
            Some(last)
                if last.date == date
                    && limits.games.is_none_or(|most| last.games < most)
                    && limits.bytes.is_none_or(|most| end - last.bytes.start <= most) =>
            {
                last.games += 1;
                last.bytes.end = end;
            }
            _ => self.parts.push(Part { date, bytes: start..end, games: 1 }),
        }
        Ok(())
    }

    fn append_rest(&mut self, text: &[u8]) -> io::Result<()> {
        self.file.write_all(text)?;
        self.end += text.len() as u64;
        if let Some(last) = self.parts.last_mut() {
            last.bytes.end = self.end;
        }
        Ok(())
    }
}

/// Everything is written beside the archive and can be put in its place.
#[derive(Debug)]
#[must_use = "without `commit` nothing is changed"]
pub struct Ready<'a> {
    archive: &'a Archive,
    staging: Staging,
    built: Built,
}

impl Ready<'_> {
    /// Puts everything in its place.
    ///
    /// # Errors
    /// When that fails. Where it was begun, opening the archive again finishes it.
    pub fn commit(self) -> io::Result<Built> {
        let Self { archive, staging, built } = self;
        staging.commit()?;
        for (name, _) in texts::DIRECTORIES {
            let path = archive.root.join(name);
            std::fs::create_dir_all(&path)
                .map_err(|cause| failed(&path, "cannot make the directory", cause))?;
        }
        Ok(built)
    }
}
