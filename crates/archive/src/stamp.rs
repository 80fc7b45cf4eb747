//! The state of a file, by which a change is noticed.

use std::fs::Metadata;
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// Which file it is, its length, and when it was changed last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    bytes: u64,
    modified: Option<SystemTime>,
    identity: Option<Identity>,
}

/// Device and number of a file, where the system has such.
pub(crate) type Identity = (u64, u64);

#[cfg(unix)]
pub(crate) fn identity(metadata: &Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
pub(crate) fn identity(_: &Metadata) -> Option<Identity> {
    None
}

impl Stamp {
    /// The state that metadata have.
    pub fn of(metadata: &Metadata) -> Self {
        Self { bytes: metadata.len(), modified: metadata.modified().ok(), identity: identity(metadata) }
    }

    /// The state of the file at a path, links followed.
    ///
    /// # Errors
    /// When there is none.
    pub fn of_path(path: &Path) -> io::Result<Self> {
        std::fs::metadata(path).map(|metadata| Self::of(&metadata))
    }
}
