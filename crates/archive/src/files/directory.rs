//! Directories that appear whole or not at all.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::{OutputError, follow_links, leftovers, sync, sync_directory};

/// A directory under construction: hidden beside its target, which must not exist or be empty, and renamed by [`commit`](Self::commit) when all is
/// on the disk. Otherwise as an [`AtomicFile`](crate::AtomicFile).
#[derive(Debug)]
pub struct AtomicDirectory {
    name: String,
    target: PathBuf,
    temporary: TempDir,
    /// Held as long as it is being written.
    _lock: File,
    removed: Vec<PathBuf>,
}

impl AtomicDirectory {
    /// Starts a new directory.
    ///
    /// # Errors
    ///
    /// When there is a file or a directory that is not empty, or none can be made beside it.
    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let wrap = |action, cause| OutputError::wrap(&name, action, cause);
        let target = follow_links(path).map_err(|e| wrap("cannot follow the link", e))?;
        match fs::read_dir(&target) {
            Ok(mut entries) => {
                if entries.next().is_some() {
                    let text = "the directory is not empty";
                    return Err(wrap("cannot write", io::Error::new(io::ErrorKind::DirectoryNotEmpty, text)));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(wrap("cannot write", error)),
        }
        let removed = leftovers::remove(&target);
        let (temporary, lock) = leftovers::directory_beside(&target)
            .map_err(|e| wrap("cannot make a temporary directory beside it", e))?;
        Ok(Self { name, target, temporary, _lock: lock, removed })
    }

    /// The directory to write into, until [`commit`](Self::commit).
    pub fn path(&self) -> &Path {
        self.temporary.path()
    }

    /// What killed processes had left of the same target; it has been removed.
    pub fn removed(&self) -> &[PathBuf] {
        &self.removed
    }

    /// Puts the directory in its place. Its files must be on the disk; its directories are made to be.
    ///
    /// # Errors
    ///
    /// When that fails; there is then no directory, or an empty one as before.
    pub fn commit(self) -> io::Result<()> {
        let Self { name, target, temporary, .. } = self;
        let wrap = |action, cause| OutputError::wrap(&name, action, cause);
        let mut directories = vec![temporary.path().to_owned()];
        while let Some(directory) = directories.pop() {
            for entry in fs::read_dir(&directory).map_err(|e| wrap("cannot write to the disk", e))? {
                let entry = entry.map_err(|e| wrap("cannot write to the disk", e))?;
                if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                    directories.push(entry.path());
                }
            }
            sync(&directory);
        }
        match fs::remove_dir(&target) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(wrap("cannot replace", error));
            }
            _ => {}
        }
        fs::rename(temporary.path(), &target).map_err(|e| wrap("cannot replace", e))?;
        // It has another name now.
        let _ = temporary.keep();
        sync_directory(&target);
        Ok(())
    }
}
