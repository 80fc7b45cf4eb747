//! Temporary files beside their targets, and those that killed processes have left.
//!
//! A process holds a lock on each of its temporary files, which the system takes back however the process ends: also with
//! SIGKILL, at a loss of power, and in another container. So a file that can be locked belongs to nobody. Where files cannot be locked
//! nothing is removed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::directory_of;

/// The ending of temporary files.
const SUFFIX: &str = ".pgn-tmp";

/// Characters of their names that are random.
const RANDOM: usize = 6;

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
    let is_file = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_file());
    ours.filter(is_file).map(|entry| entry.path()).filter(|path| remove_if_free(path)).collect()
}

fn remove_if_free(path: &Path) -> bool {
    // The lock is held until the file is gone.
    fs::File::open(path).is_ok_and(|file| lock(&file) == Lock::Taken && fs::remove_file(path).is_ok())
}

/// `.games.pgn.`: what comes before the random part.
fn prefix(target: &Path) -> Option<String> {
    // A long name would become too long with what is added.
    let name: String = target.file_name()?.to_string_lossy().chars().take(40).collect();
    Some(format!(".{name}."))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(unix), allow(dead_code))]
pub(crate) enum Lock {
    /// It is ours now.
    Taken,
    /// Another process has it.
    Held,
    /// The file system has no locks.
    Unknown,
}

#[cfg(unix)]
/// Takes the lock of a file, which the system takes back when it is closed.
pub(crate) fn lock(file: &fs::File) -> Lock {
    match rustix::fs::flock(file, rustix::fs::FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Lock::Taken,
        Err(rustix::io::Errno::WOULDBLOCK) => Lock::Held,
        Err(_) => Lock::Unknown,
    }
}

#[cfg(not(unix))]
pub(crate) fn lock(_file: &fs::File) -> Lock {
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
        assert_eq!(remove(&target), [] as [PathBuf; 0]);
    }
}
