//! Where questions are remembered.

use std::path::{Path, PathBuf};

/// The file of the history, in the directory of states; `None` where there is none and none can be made.
pub(super) fn file() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = variable("XDG_STATE_HOME")
        .or_else(|| Some(variable("HOME")?.join(".local/state")))
        .or_else(|| variable("LOCALAPPDATA"))?;
    let directory = state.join("pgn");
    make(&directory).then(|| directory.join("sql-history"))
}

/// Questions are nobody else's business.
fn make(directory: &Path) -> bool {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(directory).is_ok()
}
