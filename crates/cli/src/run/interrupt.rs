//! Ctrl-C: leave nothing half done behind, and end.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Temporary files that exist now.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn temporary() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes temporary files and ends with the customary status when the process is asked to end.
pub(crate) fn install() {
    // Without a handler the process ends all the same, only less tidily.
    let _ = ctrlc::set_handler(|| {
        for path in temporary().iter() {
            let _ = std::fs::remove_file(path);
        }
        std::process::exit(130);
    });
}

/// Has `path` removed should the process be interrupted.
pub(crate) fn remember(path: &Path) {
    temporary().push(path.to_owned());
}

/// Holds off an interruption while temporary files become real ones.
pub(crate) fn commit<T>(work: impl FnOnce() -> T) -> T {
    let mut paths = temporary();
    let result = work();
    paths.retain(|path| path.exists());
    result
}
