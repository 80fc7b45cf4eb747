//! Ctrl-C: remove what is half done, and end.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

#[cfg(feature = "columns")]
use pgnkit_archive::AtomicDirectory;
use pgnkit_archive::{AtomicFile, Compression, Output};

/// Temporary files and directories that exist now.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn temporary() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a pager is open, which is asked to end by the same key, and has another use for it.
static PAGED: AtomicBool = AtomicBool::new(false);

/// Leaves interruptions to a pager, or no longer.
pub(crate) fn leave_to_pager(paged: bool) {
    PAGED.store(paged, Ordering::Relaxed);
}

/// Removes temporary files and ends with the customary status when the process is asked to end.
pub(crate) fn install() {
    // Without a handler the process ends all the same, only less tidily.
    let _ = ctrlc::set_handler(|| {
        // The interactive reader gives the terminal back first, and ends.
        if PAGED.load(Ordering::Relaxed) || pgnkit_tui::interrupt() {
            return;
        }
        for path in temporary().iter() {
            let _ = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
        }
        std::process::exit(130);
    });
}

/// Starts a new content for a file; nothing of it is left should the process be interrupted.
pub(crate) fn create(path: &Path) -> io::Result<AtomicFile> {
    let file = AtomicFile::create(path)?;
    say_removed(file.removed());
    if let Some(path) = file.temporary_path() {
        temporary().push(path.to_owned());
    }
    Ok(file)
}

/// Starts a new directory, likewise.
#[cfg(feature = "columns")]
pub(crate) fn create_directory(path: &Path) -> io::Result<AtomicDirectory> {
    let directory = AtomicDirectory::create(path)?;
    say_removed(directory.removed());
    guard(directory.path().to_owned());
    Ok(directory)
}

fn say_removed(paths: &[PathBuf]) {
    for path in paths {
        super::say(&format_args!("{}: removed; a run that was killed had left it", path.display()));
    }
}

/// Has something removed should the process be interrupted.
pub(crate) fn guard(path: PathBuf) {
    temporary().push(path);
}

/// The same, compressed as the ending of its name asks for.
pub(crate) fn create_packed(path: &Path) -> io::Result<Output> {
    create_compressed(path, Compression::of_name(&path.to_string_lossy()))
}

/// The same, in a form of compression.
pub(crate) fn create_compressed(path: &Path, compression: Compression) -> io::Result<Output> {
    Output::file(create(path)?, compression)
}

/// Holds off an interruption while temporary files become real ones.
pub(crate) fn commit<T>(work: impl FnOnce() -> T) -> T {
    let mut paths = temporary();
    let result = work();
    paths.retain(|path| path.exists());
    result
}
