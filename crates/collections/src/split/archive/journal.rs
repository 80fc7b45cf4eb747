//! Changes of many files, all of them or none.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::{Recovered, failed};

/// The directory of new files, hidden so that no walk reads it.
const STAGING: &str = ".pgn-archive";

/// Its contents: the new files with their paths and, once they are all there, the journal.
const NEW: &str = "new";
const JOURNAL: &str = "journal";

/// New files that are not in their places yet. Dropped, they are removed.
#[derive(Debug)]
pub(super) struct Staging {
    root: PathBuf,
    /// Files to be removed, by name, each with what it was recognised by.
    obsolete: Vec<(String, String)>,
    committed: bool,
}

impl Staging {
    pub(super) fn begin(root: &Path) -> io::Result<Self> {
        let staging = Self { root: root.to_owned(), obsolete: Vec::new(), committed: false };
        let new = staging.path("");
        fs::create_dir_all(&new).map_err(|cause| failed(&new, "cannot make the directory", cause))?;
        Ok(staging)
    }

    /// The directory.
    pub(super) fn directory(&self) -> PathBuf {
        self.root.join(STAGING)
    }

    /// Path of a file before it is moved to its place.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.directory().join(NEW).join(name)
    }

    /// Begins a file. One that may not be written is not replaced either.
    pub(super) fn create(&self, name: &str) -> io::Result<File> {
        let (path, target) = (self.path(name), self.root.join(name));
        match OpenOptions::new().write(true).open(&target) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(failed(&target, "cannot write", error));
            }
            _ => {}
        }
        let made = path.parent().map_or(Ok(()), fs::create_dir_all);
        let file = made.and_then(|()| OpenOptions::new().write(true).create(true).truncate(true).open(&path));
        file.map_err(|cause| failed(&target, "cannot write", cause))
    }

    /// Takes a file back.
    pub(super) fn discard(&self, name: &str) -> io::Result<()> {
        let path = self.path(name);
        fs::remove_file(&path).map_err(|cause| failed(&path, "cannot remove", cause))
    }

    /// Whether a file that is written is the same as the one in its place.
    pub(super) fn is_unchanged(&self, name: &str) -> io::Result<bool> {
        let (path, target) = (self.path(name), self.root.join(name));
        is_same(&path, &target).map_err(|cause| failed(&target, "cannot read", cause))
    }

    /// Has a file removed.
    pub(super) fn remove(&mut self, name: String) -> io::Result<()> {
        let path = self.root.join(&name);
        let stamp = stamp(&path).map_err(|cause| failed(&path, "cannot read", cause))?;
        self.obsolete.push((name, stamp));
        Ok(())
    }

    /// Puts everything in its place.
    pub(super) fn commit(mut self) -> io::Result<()> {
        let path = self.directory().join(JOURNAL);
        let half = path.with_extension("half");
        let mut journal = String::new();
        for (name, stamp) in &self.obsolete {
            journal.push_str(&format!("remove {stamp} {name}\n"));
        }
        let write = || {
            files_below(&self.path(""))?
                .iter()
                .try_for_each(|name| File::open(self.path(name))?.sync_all())?;
            let mut file = File::create(&half)?;
            file.write_all(journal.as_bytes())?;
            file.sync_all()?;
            fs::rename(&half, &path)?;
            sync_directory(&self.directory());
            Ok(())
        };
        write().map_err(|cause| failed(&path, "cannot write", cause))?;
        self.committed = true;
        finish(&self.root)
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        if !self.committed {
            // What is left is named by the next run.
            let _ = fs::remove_dir_all(self.directory());
        }
    }
}

/// Sets right what a process that was killed has left.
pub(super) fn recover(root: &Path) -> io::Result<Option<Recovered>> {
    let directory = root.join(STAGING);
    if !directory.is_dir() {
        return Ok(None);
    }
    if directory.join(JOURNAL).is_file() {
        finish(root)?;
        return Ok(Some(Recovered::Finished));
    }
    fs::remove_dir_all(&directory).map_err(|cause| failed(&directory, "cannot remove", cause))?;
    Ok(Some(Recovered::Removed(directory)))
}

/// Does what the journal says, or what is left of it: it may have been begun before.
fn finish(root: &Path) -> io::Result<()> {
    let directory = root.join(STAGING);
    let (new, journal) = (directory.join(NEW), directory.join(JOURNAL));
    let text = fs::read_to_string(&journal).map_err(|cause| failed(&journal, "cannot read", cause))?;
    let names = files_below(&new).map_err(|cause| failed(&new, "cannot read the directory", cause))?;
    let mut touched = BTreeSet::new();
    // The last first: what is added moves games from a file to a later one, so that none is out of place meanwhile.
    for name in names.iter().rev() {
        let (from, to) = (new.join(name), root.join(name));
        let put = || {
            if let Some(parent) = to.parent() {
                fs::create_dir_all(parent)?;
                touched.insert(parent.to_owned());
            }
            if let Ok(metadata) = fs::metadata(&to) {
                fs::set_permissions(&from, metadata.permissions())?;
            }
            fs::rename(&from, &to)
        };
        let mut put = put;
        put().map_err(|cause| failed(&to, "cannot put the new file there", cause))?;
    }
    touched.iter().for_each(|directory| sync_directory(directory));
    for line in text.lines() {
        let mut words = line.splitn(3, ' ');
        let (Some("remove"), Some(expected), Some(name)) = (words.next(), words.next(), words.next()) else {
            continue;
        };
        let path = root.join(name);
        // Another file may have come to that place meanwhile.
        if stamp(&path).is_ok_and(|found| found == expected) {
            fs::remove_file(&path).map_err(|cause| failed(&path, "cannot remove", cause))?;
            // Only what is empty goes.
            if let Some(parent) = path.parent() {
                let _ = fs::remove_dir(parent);
            }
        }
    }
    fs::remove_dir_all(&directory).map_err(|cause| failed(&directory, "cannot remove", cause))?;
    sync_directory(root);
    Ok(())
}

/// Identity of a state of a file: its size and the time of its last change.
fn stamp(path: &Path) -> io::Result<String> {
    let metadata = fs::symlink_metadata(path)?;
    let time = metadata.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    Ok(format!("{}-{}", metadata.len(), time.as_nanos()))
}

/// The names of all files in a directory and those in it, with `/` between parts, in ASCII order.
fn files_below(directory: &Path) -> io::Result<Vec<String>> {
    let (mut names, mut open) = (Vec::new(), vec![String::new()]);
    while let Some(inner) = open.pop() {
        for entry in fs::read_dir(directory.join(&inner))? {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            let name = if inner.is_empty() { name } else { format!("{inner}/{name}") };
            if entry.file_type()?.is_dir() {
                open.push(name);
            } else {
                names.push(name);
            }
        }
    }
    names.sort();
    Ok(names)
}

fn is_same(one: &Path, other: &Path) -> io::Result<bool> {
    let (Ok(metadata), length) = (fs::metadata(other), fs::metadata(one)?.len()) else { return Ok(false) };
    if !metadata.is_file() || metadata.len() != length {
        return Ok(false);
    }
    let [mut one, mut other] = [one, other].map(|path| File::open(path).map(io::BufReader::new));
    let (one, other) = (one.as_mut(), other.as_mut());
    let (Ok(one), Ok(other)) = (one, other) else { return Ok(false) };
    loop {
        let (a, b) = (io::BufRead::fill_buf(one)?, io::BufRead::fill_buf(other)?);
        let count = a.len().min(b.len());
        if a[..count] != b[..count] {
            return Ok(false);
        }
        if count == 0 {
            return Ok(a.len() == b.len());
        }
        io::BufRead::consume(one, count);
        io::BufRead::consume(other, count);
    }
}

/// Makes renaming last. Not every file system can.
fn sync_directory(directory: &Path) {
    if cfg!(unix) {
        let _ = File::open(directory).and_then(|directory| directory.sync_all());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Whatever was done of it, the rest is done by the next process.
    #[test]
    fn what_was_begun_is_finished() {
        for done in 0..4 {
            let root = tempfile::tempdir().unwrap();
            let at = |name: &str| root.path().join(name);
            for (name, text) in [("a/1.pgn", "old 1"), ("a/2.pgn", "old 2"), ("a/3.pgn", "old 3")] {
                write(&at(name), text);
            }
            let mut staging = Staging::begin(root.path()).unwrap();
            for (name, text) in [("a/1.pgn", "new 1"), ("b/4.pgn", "new 4")] {
                staging.create(name).unwrap().write_all(text.as_bytes()).unwrap();
            }
            staging.remove("a/2.pgn".to_owned()).unwrap();
            staging.remove("a/3.pgn".to_owned()).unwrap();
            // As a process that is killed after the journal was written.
            let mut journal = String::new();
            staging.obsolete.iter().for_each(|(name, stamp)| journal += &format!("remove {stamp} {name}\n"));
            write(&at(".pgn-archive/journal"), &journal);
            staging.committed = true;
            drop(staging);
            if done > 0 {
                fs::create_dir_all(at("b")).unwrap();
                fs::rename(at(".pgn-archive/new/b/4.pgn"), at("b/4.pgn")).unwrap();
            }
            if done > 1 {
                fs::remove_file(at("a/2.pgn")).unwrap();
            }
            if done > 2 {
                // That is another file now.
                fs::write(at("a/3.pgn"), "of the user").unwrap();
            }
            assert_eq!(recover(root.path()).unwrap(), Some(Recovered::Finished));
            let read = |name: &str| fs::read_to_string(at(name)).ok();
            assert_eq!(read("a/1.pgn").as_deref(), Some("new 1"));
            assert_eq!(read("b/4.pgn").as_deref(), Some("new 4"));
            assert_eq!(read("a/2.pgn"), None);
            assert_eq!(read("a/3.pgn").as_deref(), (done > 2).then_some("of the user"));
            assert!(!at(".pgn-archive").exists());
            assert_eq!(recover(root.path()).unwrap(), None);
        }
    }

    #[test]
    fn what_was_not_whole_is_removed() {
        let root = tempfile::tempdir().unwrap();
        write(&root.path().join(".pgn-archive/new/1.pgn"), "half");
        let directory = root.path().join(".pgn-archive");
        assert_eq!(recover(root.path()).unwrap(), Some(Recovered::Removed(directory)));
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
        drop(Staging::begin(root.path()).unwrap());
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
    }

    #[test]
    fn files_that_are_the_same() {
        let root = tempfile::tempdir().unwrap();
        let (one, other) = (root.path().join("1"), root.path().join("2"));
        let long = "x".repeat(20_000);
        for (a, b, expected) in [
            ("", "", true),
            (&*long, &*long, true),
            (&long, &*format!("{}y", &long[1..]), false),
            ("a", "ab", false),
        ] {
            fs::write(&one, a).unwrap();
            fs::write(&other, b).unwrap();
            assert_eq!(is_same(&one, &other).unwrap(), expected);
        }
        assert!(!is_same(&one, &root.path().join("3")).unwrap());
    }
}
