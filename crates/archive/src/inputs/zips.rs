//! The files of games in an archive.

use std::path::Path;

use super::walk;
use crate::input::{self, InputFormat, Recognition};
use crate::source::zip::{self, ZipEntry};

/// Whether a file is an archive in which some name is that of games or positions.
pub(super) fn holds_games(path: &Path) -> bool {
    zip::names(path).iter().any(|name| {
        let found = input::by_file_name(name).map(InputFormat::recognition);
        matches!(found, Some(Recognition::Name)) && !zip::is_resource_fork(name)
    })
}

/// Whether an entry is a file of games or positions. One that is compressed once more inside the archive is not.
pub(super) fn is_wanted(entry: &ZipEntry) -> bool {
    let format = input::by_file_name(&entry.name);
    let is_plain = format.is_some_and(|format| {
        let name = entry.name.to_ascii_lowercase();
        format.extensions().iter().any(|extension| name.ends_with(extension))
    });
    match format.filter(|_| is_plain).map(InputFormat::recognition) {
        None | Some(Recognition::Never) => false,
        Some(Recognition::Name) => true,
        Some(Recognition::NameAndHead(accepts)) => {
            let head = entry.reader(|raw| Box::new(raw)).and_then(walk::head);
            head.is_ok_and(|head| accepts(&head))
        }
    }
}
