//! Links below the directory that files are written into.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

/// Refuses a path, which begins with a directory that was asked for, when a link on the way leads out of that directory:
/// what comes after it is made of the values of tags, and whoever wrote those may know where the link leads.
///
/// # Errors
/// When there is such a link, or one to nothing, or the path cannot be looked at.
pub fn refuse_links_out(directory: &str, path: &str) -> io::Result<()> {
    let root = if directory.is_empty() { Path::new(".") } else { Path::new(directory) };
    let below = path.strip_prefix(directory).unwrap_or(path);
    let mut at = root.to_owned();
    for component in below.split('/') {
        at.push(component);
        match fs::symlink_metadata(&at) {
            Ok(found) if found.is_symlink() => {
                let real = root.canonicalize()?;
                if at.canonicalize().is_ok_and(|to| to.starts_with(real)) {
                    continue;
                }
                let text = format!("{}: it is a link that leads out of {}", at.display(), root.display());
                return Err(io::Error::new(ErrorKind::PermissionDenied, text));
            }
            Ok(_) => {}
            // And so is all below it.
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                return Ok(());
            }
            Err(error) => return Err(io::Error::new(error.kind(), format!("{}: {error}", at.display()))),
        }
    }
    Ok(())
}
