//! The files of games below a directory.

use super::error::{SourceError, SourceErrorKind};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::vec;

const GAME_ENDINGS: [&[u8]; 4] = [b".pgn", b".epd", b".fen", b".pgc"];
const COMPRESSED_ENDINGS: [&[u8]; 5] = [b".gz", b".bz2", b".xz", b".zst", b".zip"];

fn strip_ending<'n>(name: &'n [u8], ending: &[u8]) -> Option<&'n [u8]> {
    let (stem, found) = name.split_at_checked(name.len().checked_sub(ending.len())?)?;
    found.eq_ignore_ascii_case(ending).then_some(stem)
}

/// Whether a name ends as files of games, positions or coded games do, upper or lower case.
pub(crate) fn has_game_ending(name: &[u8]) -> bool {
    GAME_ENDINGS.iter().any(|ending| strip_ending(name, ending).is_some())
}

/// Whether a name has such an ending, or one followed by the ending of a compressed form.
pub(crate) fn has_wanted_ending(name: &[u8]) -> bool {
    let stem = COMPRESSED_ENDINGS.iter().find_map(|ending| strip_ending(name, ending));
    has_game_ending(stem.unwrap_or(name))
}

/// Walks a directory in byte order of the names, without recursion.
///
/// Links are followed. A directory that is reached a second time, by whatever way, is not walked again: so a loop of
/// links ends, and no game is read twice. Hidden entries, and what is neither a file nor a directory, are skipped.
#[derive(Debug)]
pub(crate) struct Walk {
    open: Vec<vec::IntoIter<PathBuf>>,
    seen: HashSet<PathBuf>,
    failures: Vec<SourceError>,
}

impl Walk {
    pub(crate) fn new(root: &Path) -> Self {
        let mut walk = Walk { open: Vec::new(), seen: HashSet::new(), failures: Vec::new() };
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
        names.sort_unstable_by(|a, b| a.as_encoded_bytes().cmp(b.as_encoded_bytes()));
        let paths: Vec<PathBuf> = names.into_iter().map(|name| directory.join(name)).collect();
        self.open.push(paths.into_iter());
    }
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
                continue;
            };
            let wanted = path.file_name().is_some_and(|name| has_wanted_ending(name.as_encoded_bytes()));
            match fs::metadata(&path) {
                Ok(what) if what.is_dir() => self.enter(&path),
                Ok(what) if what.is_file() && wanted => return Some(Ok(path)),
                Err(cause) if wanted => self.fail(&path, SourceErrorKind::Open, cause),
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
    fn endings() {
        for name in
            ["a.pgn", "A.PGN", "x.epd", "x.fen", "x.Pgc", "a.pgn.gz", "a.PGN.BZ2", "a.fen.xz", "a.pgn.zst"]
        {
            assert!(has_wanted_ending(name.as_bytes()), "{name}");
        }
        for name in ["a.pgn.txt", "pgn", "a.gz", "a.zip", "a.pgn.gz.gz", "", "n", "apgn", "a.pgnx"] {
            assert!(!has_wanted_ending(name.as_bytes()), "{name}");
        }
        assert!(has_wanted_ending(b"a.pgn.zip"));
        assert!(!has_game_ending(b"a.pgn.zip"));
    }
}
