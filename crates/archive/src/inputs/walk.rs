//! The files of games below a directory.

use super::ignored::Ignored;
use super::zips;
use crate::input::{self, InputFormat, Recognition};
use crate::source::{self, Compression, SourceError, SourceErrorKind};
use pgnkit::internals::natural_order;
use std::collections::HashSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::vec;

/// Bytes that are looked at where the name of a file says too little.
const HEAD_BYTES: u64 = 4096;

/// Whether a file is one of games or positions: by its name, and where that is used for much else, by its content.
fn is_wanted(path: &Path) -> bool {
    let Some(name) = path.file_name() else { return false };
    let name = name.to_string_lossy();
    match input::by_file_name(&name).map(InputFormat::recognition) {
        // The name of an archive says nothing, those of its entries do.
        None => Compression::of_name(&name) == Compression::Zip && zips::holds_games(path),
        Some(Recognition::Name) => true,
        Some(Recognition::Never) => false,
        Some(Recognition::NameAndHead(accepts)) => {
            // A file that cannot be read is reported when it is opened.
            let head = source::open(path).map_err(std::io::Error::from).and_then(head);
            head.map_or(true, |head| accepts(&head))
        }
    }
}

/// The first bytes of a file.
pub(crate) fn head(reader: impl Read) -> std::io::Result<Vec<u8>> {
    let mut head = Vec::new();
    reader.take(HEAD_BYTES).read_to_end(&mut head)?;
    Ok(head)
}

/// Walks a directory in the order of the names, numbers in them by value, without recursion.
///
/// Links are followed. A directory that is reached a second time, by whatever way, is not walked again: so a loop of
/// links ends, and no game is read twice. Hidden entries, and what is neither a file nor a directory, are skipped.
#[derive(Debug)]
pub(crate) struct Walk {
    open: Vec<vec::IntoIter<PathBuf>>,
    seen: HashSet<PathBuf>,
    failures: Vec<SourceError>,
    /// Rules of files that are left out, where they are heeded.
    ignored: Option<Ignored>,
}

impl Walk {
    /// A walk from `root` on; `heeds` says whether `.gitignore` and `.ignore` are heeded.
    pub(crate) fn new(root: &Path, heeds: bool) -> Self {
        let ignored = heeds.then(|| Ignored::above(root));
        let mut walk = Walk { open: Vec::new(), seen: HashSet::new(), failures: Vec::new(), ignored };
        walk.enter(root);
        walk
    }

    fn fail(&mut self, path: &Path, kind: SourceErrorKind, cause: std::io::Error) {
        self.failures.push(SourceError::new(path.display().to_string(), kind, cause));
    }

    fn enter(&mut self, directory: &Path) {
        match fs::canonicalize(directory).map(|identity| self.seen.insert(identity)) {
            Ok(true) => {}
            Ok(false) => return,
            Err(cause) => return self.fail(directory, SourceErrorKind::Walk, cause),
        }
        let listing = match fs::read_dir(directory) {
            Ok(listing) => listing,
            Err(cause) => return self.fail(directory, SourceErrorKind::Walk, cause),
        };
        let mut names = Vec::new();
        for entry in listing {
            match entry {
                Ok(entry) => names.push(entry.file_name()),
                // Entries listed before the failure are still walked.
                Err(cause) => self.fail(directory, SourceErrorKind::Walk, cause),
            }
        }
        names.retain(|name| !name.as_encoded_bytes().starts_with(b"."));
        names.sort_unstable_by(|a, b| natural_order(a.as_encoded_bytes(), b.as_encoded_bytes()));
        let paths: Vec<PathBuf> = names.into_iter().map(|name| directory.join(name)).collect();
        self.open.push(paths.into_iter());
        if let Some(ignored) = &mut self.ignored {
            ignored.enter(directory);
        }
    }
}

/// The files that a walk of a directory finds, as far as it can be walked; `heeds` says whether `.gitignore` and `.ignore` are heeded.
pub fn walked(root: &Path, heeds: bool) -> impl Iterator<Item = PathBuf> + use<> {
    Walk::new(root, heeds).flatten()
}

/// Whether a walk of a directory would find a file at that place, which need not be there: by its name, or whatever it is called if that has no
/// ending. A directory is found whatever it is called. Both paths are without links.
pub fn would_be_walked(root: &Path, path: &Path, is_directory: bool, heeds: bool) -> bool {
    let Ok(inside) = path.strip_prefix(root) else { return false };
    let mut ignored = heeds.then(|| Ignored::above(root));
    let mut names = inside.components().peekable();
    let mut at = root.to_owned();
    while let Some(name) = names.next() {
        if name.as_os_str().as_encoded_bytes().starts_with(b".") {
            return false;
        }
        if let Some(ignored) = &mut ignored {
            ignored.enter(&at);
        }
        at.push(name);
        let is_directory = is_directory || names.peek().is_some();
        if ignored.as_ref().is_some_and(|ignored| ignored.leaves_out(&at, is_directory)) {
            return false;
        }
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_found = |format: &dyn InputFormat| !matches!(format.recognition(), Recognition::Never);
    is_directory || !name.contains('.') || input::by_file_name(&name).is_some_and(is_found)
}

impl Iterator for Walk {
    type Item = Result<PathBuf, SourceError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(failure) = self.failures.pop() {
                return Some(Err(failure));
            }
            let Some(path) = self.open.last_mut()?.next() else {
                self.open.pop();
                if let Some(ignored) = &mut self.ignored {
                    ignored.leave();
                }
                continue;
            };
            let found = fs::metadata(&path);
            let is_directory = found.as_ref().is_ok_and(fs::Metadata::is_dir);
            if self.ignored.as_ref().is_some_and(|ignored| ignored.leaves_out(&path, is_directory)) {
                continue;
            }
            match found {
                Ok(what) if what.is_dir() => self.enter(&path),
                Ok(what) if what.is_file() && is_wanted(&path) => return Some(Ok(path)),
                Err(cause) if is_wanted(&path) => self.fail(&path, SourceErrorKind::Open, cause),
                // A pipe or device would block, anything else is no game; a dead link of another name is not asked for.
                Ok(_) | Err(_) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_games_are_found_by_name_and_json_by_content() {
        let directory = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(directory.path().join(name), text).unwrap();
        let game = "{\"tags\":[],\"moves\":[],\"result\":\"*\"}\n";
        for name in [
            "a.pgn",
            "A.PGN",
            "x.epd",
            "x.fen",
            "x.Pgc",
            "a.pgn.gz",
            "a.PGN.BZ2",
            "a.fen.xz",
            "a.pgn.zst",
            "a.pgn.zip",
        ] {
            write(name, "");
            assert!(is_wanted(&directory.path().join(name)), "{name}");
        }
        for name in ["a.pgn.txt", "pgn", "a.gz", "a.zip", "a.pgn.gz.gz", "n", "apgn", "a.pgnx"] {
            write(name, "");
            assert!(!is_wanted(&directory.path().join(name)), "{name}");
        }
        for (name, text, expected) in [
            ("b.jsonl", game, true),
            ("b.json", game, true),
            ("package.json", "{\n  \"name\": \"x\"\n}\n", false),
            ("c.ndjson", "", false),
        ] {
            write(name, text);
            assert_eq!(is_wanted(&directory.path().join(name)), expected, "{name}");
        }
    }
}
