//! Ctrl-C and other signals: remove what is half done, and end.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

#[cfg(feature = "columns")]
use pgnkit_archive::AtomicDirectory;
use pgnkit_archive::{AtomicFile, Compression, Output, Stamp};

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

/// Times that a directory is removed into which other threads may still write, and the time between.
const TRIES: usize = 50;
const PAUSE: Duration = Duration::from_millis(5);

/// Removes temporary files and ends with the customary status when the process is asked to end.
#[cfg(unix)]
pub(crate) fn install() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    // Without a handler the process ends all the same, only less tidily.
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP]) else { return };
    let _ = thread::Builder::new().spawn(move || signals.forever().for_each(|signal| end(128 + signal)));
}

#[cfg(not(unix))]
pub(crate) fn install() {
    let _ = ctrlc::set_handler(|| end(130));
}

/// The way in which a server ends in good order, which is tried once.
static INSTEAD: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

/// Has the first interruption do this in the place of ending the process.
#[cfg(feature = "serve")]
pub(crate) fn instead(stop: impl FnOnce() + Send + 'static) {
    *INSTEAD.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(stop));
}

/// Work before the process ends, such as to stop engines, which get no signal of their own.
static BEFORE_END: Mutex<Vec<Box<dyn FnOnce() + Send>>> = Mutex::new(Vec::new());

/// Has this done should the process be interrupted; it may take a moment.
#[cfg(feature = "engines")]
pub(crate) fn before_end(work: impl FnOnce() + Send + 'static) {
    BEFORE_END.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(work));
}

/// Ends the process, unless somebody else does.
fn end(status: i32) {
    let instead = INSTEAD.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(stop) = instead {
        return stop();
    }
    // The interactive reader gives the terminal back first, and ends.
    if PAGED.load(Ordering::Relaxed) || pgnkit_tui::interrupt() {
        return;
    }
    let before_end = std::mem::take(&mut *BEFORE_END.lock().unwrap_or_else(PoisonError::into_inner));
    before_end.into_iter().for_each(|work| work());
    // Held to the end, so that nothing is made meanwhile.
    let paths = temporary();
    for path in paths.iter() {
        if !path.is_dir() {
            let _ = std::fs::remove_file(path);
            continue;
        }
        // Threads that write into it may make it anew once.
        let mut gone = 0;
        for _ in 0..TRIES {
            let _ = std::fs::remove_dir_all(path);
            gone = if path.exists() { 0 } else { gone + 1 };
            if gone == 2 {
                break;
            }
            thread::sleep(PAUSE);
        }
    }
    std::process::exit(status);
}

/// Makes something temporary that is removed should the process be interrupted, from the first moment on.
fn guarded<T>(
    target: &Path,
    make: impl FnOnce() -> io::Result<T>,
    temporary_path: impl FnOnce(&T) -> Option<PathBuf>,
) -> io::Result<T> {
    // To open a pipe may take for ever, which must not hold off an interruption.
    let is_plain = std::fs::metadata(target).map_or(true, |found| found.is_file() || found.is_dir());
    let mut paths = is_plain.then(temporary);
    let made = make()?;
    if let (Some(paths), Some(path)) = (&mut paths, temporary_path(&made)) {
        paths.push(path);
    }
    Ok(made)
}

/// Starts a new content for a file; nothing of it is left should the process be interrupted.
pub(crate) fn create(path: &Path) -> io::Result<AtomicFile> {
    super::outputs::permit(path)?;
    begin(path, || AtomicFile::create(path))
}

/// The same for a file that is read meanwhile, and had that state when it was opened.
pub(crate) fn create_in_place(path: &Path, seen: Stamp) -> io::Result<AtomicFile> {
    begin(path, || AtomicFile::replacing(path, seen))
}

fn begin(path: &Path, make: impl FnOnce() -> io::Result<AtomicFile>) -> io::Result<AtomicFile> {
    let file = guarded(path, make, |file| file.temporary_path().map(Path::to_owned))?;
    say_removed(file.removed());
    Ok(file)
}

/// Starts a new directory, likewise.
#[cfg(feature = "columns")]
pub(crate) fn create_directory(path: &Path) -> io::Result<AtomicDirectory> {
    let make = || AtomicDirectory::create(path);
    let directory = guarded(path, make, |directory| Some(directory.path().to_owned()))?;
    say_removed(directory.removed());
    Ok(directory)
}

fn say_removed(paths: &[PathBuf]) {
    for path in paths {
        super::say(&format_args!("{}: removed: left by an interrupted run", path.display()));
    }
}

/// Has something removed should the process be interrupted.
pub(crate) fn guard(path: PathBuf) {
    temporary().push(path);
}

/// Starts a new content for a file, compressed as the ending of its name asks for.
pub(crate) fn create_packed(path: &Path) -> io::Result<Output> {
    Output::file(create(path)?, Compression::of_name(&path.to_string_lossy()))
}

/// Holds off an interruption while temporary files become real ones.
pub(crate) fn commit<T>(work: impl FnOnce() -> T) -> T {
    let mut paths = temporary();
    let result = work();
    paths.retain(|path| path.exists());
    result
}
