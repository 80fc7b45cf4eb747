//! Temporary files and directories beside their targets, and those that killed processes have left.
//!
//! A process holds a lock on each of its temporary files, which the system takes back however the process ends: also with
//! SIGKILL, at a loss of power, and in another container. So a file that can be locked belongs to nobody. Where files cannot be locked
//! nothing is removed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use tempfile::{NamedTempFile, TempDir};

use super::directory_of;

/// The ending of temporary files.
const SUFFIX: &str = ".pgn-tmp";

/// Characters of their names that are random.
const RANDOM: usize = 6;

/// Age below which a temporary file may belong to a process that has not locked it yet, and the time that it is given for that.
const NEW: Duration = Duration::from_secs(1);
const PATIENCE: Duration = Duration::from_millis(100);

/// Times that another process may take a new file for one that was left.
const MAX_TRIES: usize = 8;

/// A temporary file beside `target`, named so that people know whose it is, hidden so that no walk reads it.
pub(super) fn beside(target: &Path) -> io::Result<NamedTempFile> {
    let prefix = prefix(target)
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the path has no file name"))?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(SUFFIX).rand_bytes(RANDOM);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The system takes away what the process does not give to new files (umask).
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(directory_of(target))?;
    for _ in 0..MAX_TRIES {
        // Between making and locking it, another process may have taken it for one that was left.
        if lock(file.as_file()) != Lock::Held && file.path().exists() {
            return Ok(file);
        }
        file = builder.tempfile_in(directory_of(target))?;
    }
    Ok(file)
}

/// A temporary directory beside `target`, named likewise, and the file that holds its lock.
pub(super) fn directory_beside(target: &Path) -> io::Result<(TempDir, fs::File)> {
    let prefix = prefix(target)
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the path has no file name"))?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(SUFFIX).rand_bytes(RANDOM);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o777));
    }
    for _ in 0..MAX_TRIES {
        let directory = builder.tempdir_in(directory_of(target))?;
        if let Ok(opened) = open_to_lock(directory.path())
            && lock(&opened) != Lock::Held
            && directory.path().exists()
        {
            return Ok((directory, opened));
        }
    }
    Err(io::Error::other("other processes remove it"))
}

/// Opens a file, or a directory where that has locks.
fn open_to_lock(path: &Path) -> io::Result<fs::File> {
    if cfg!(unix) || path.is_file() { fs::File::open(path) } else { tempfile::tempfile() }
}

/// Removes the temporary files for `target` that no process has any more; returns those that are gone.
pub(super) fn remove(target: &Path) -> Vec<PathBuf> {
    let Some(prefix) = prefix(target) else { return Vec::new() };
    let Ok(entries) = fs::read_dir(directory_of(target)) else { return Vec::new() };
    let is_ours = |name: &str| {
        let random = name.strip_prefix(&*prefix).and_then(|rest| rest.strip_suffix(SUFFIX));
        random
            .is_some_and(|random| random.len() == RANDOM && random.bytes().all(|c| c.is_ascii_alphanumeric()))
    };
    let ours = entries.flatten().filter(|entry| entry.file_name().to_str().is_some_and(is_ours));
    let is_no_link = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| !kind.is_symlink());
    ours.filter(is_no_link).map(|entry| entry.path()).filter(|path| remove_if_free(path)).collect()
}

fn remove_if_free(path: &Path) -> bool {
    // One that was made just now may be about to be locked by whoever has made it.
    let is_new = || {
        let made = fs::metadata(path).and_then(|metadata| metadata.modified());
        made.is_ok_and(|made| made.elapsed().map_or(true, |age| age < NEW))
    };
    let is_free = || fs::File::open(path).is_ok_and(|file| lock(&file) == Lock::Taken);
    if is_new() {
        if !is_free() {
            return false;
        }
        thread::sleep(PATIENCE);
    }
    // The lock is held until the file is gone.
    let remove = || if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    fs::File::open(path).is_ok_and(|file| lock(&file) == Lock::Taken && remove().is_ok())
}

/// `.games.pgn.`: what comes before the random part.
fn prefix(target: &Path) -> Option<String> {
    // A long name would become too long with what is added.
    let name: String = target.file_name()?.to_string_lossy().chars().take(40).collect();
    Some(format!(".{name}."))
}

/// Result of locking a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(unix), allow(dead_code))]
pub enum Lock {
    /// It is ours now.
    Taken,
    /// Another process has it.
    Held,
    /// The file system has no locks.
    Unknown,
}

/// Takes the lock of a file, which the system takes back when it is closed.
#[cfg(unix)]
pub fn lock(file: &fs::File) -> Lock {
    match rustix::fs::flock(file, rustix::fs::FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Lock::Taken,
        Err(rustix::io::Errno::WOULDBLOCK) => Lock::Held,
        Err(_) => Lock::Unknown,
    }
}

/// There are no such locks here.
#[cfg(not(unix))]
pub fn lock(_file: &fs::File) -> Lock {
    Lock::Unknown
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn only_what_nobody_has_is_removed() {
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("games.pgn");
        let live = beside(&target).unwrap();
        let left =
            [".games.pgn.AbC123.pgn-tmp", ".games.pgn.zzzzzz.pgn-tmp"].map(|name| dir.path().join(name));
        let others = [
            ".games.pgn.AbC12.pgn-tmp",
            ".games.pgn.AbC-23.pgn-tmp",
            ".other.pgn.AbC123.pgn-tmp",
            "games.pgn.AbC123.pgn-tmp",
            ".games.pgn.AbC123.tmp",
        ]
        .map(|name| dir.path().join(name));
        left.iter().chain(&others).for_each(|path| fs::write(path, "x").unwrap());
        let mut removed = remove(&target);
        removed.sort();
        assert_eq!(removed, left);
        assert!(live.path().exists() && others.iter().all(|path| path.exists()));
        drop(live);
        let (directory, held) = directory_beside(&target).unwrap();
        fs::write(directory.path().join("x"), "x").unwrap();
        assert_eq!(remove(&target), [] as [PathBuf; 0]);
        drop(held);
        assert_eq!(remove(&target), [directory.path()]);
    }
}
