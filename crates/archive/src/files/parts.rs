//! Files that are read with an input: the parts of a database, the games of a round. No output takes the place of one.

use std::fs;
use std::path::Path;

use super::Place;
use crate::input::{self, Access, InputFormat, Recognition};
use crate::inputs::head_of;
use crate::source::{self, Companions, Compression};

/// The files that are read with an input, if its form has some: those that [its form names](input::RecordStore::companions).
#[derive(Clone, Debug, Default)]
pub struct Parts {
    companions: Companions,
    /// The directory of the input, without links.
    home: Option<Place>,
    found: Vec<Place>,
}

impl Parts {
    /// Those of the input at a path. Of an ordinary file of games only the name is looked at.
    pub fn of(input: &Path) -> Self {
        let companions = companions(input).unwrap_or_default();
        let found: Vec<_> = companions.paths().iter().filter_map(|path| Place::of(path).ok()).collect();
        let home = match companions.is_empty() {
            true => None,
            false => Place::of(super::directory_of(input)).ok(),
        };
        Self { companions, home, found }
    }

    /// Whether a file is one of them, by whatever name. One that is not there yet counts by its name.
    pub fn has(&self, file: &Place) -> bool {
        self.found.iter().any(|found| found.is_same(file)) || self.names(file).unwrap_or(false)
    }

    fn names(&self, file: &Place) -> Option<bool> {
        let home = self.home.as_ref()?.path();
        let name = file.path().file_name()?.to_string_lossy();
        let (parent, above) = (file.path().parent(), home.parent());
        let is_above = parent != Some(home);
        Some((!is_above || parent == above) && self.companions.names(&name, is_above))
    }
}

fn companions(path: &Path) -> Option<Companions> {
    let name = path.file_name()?.to_string_lossy();
    let named = input::by_file_name(&name);
    let is_store = |format: &dyn InputFormat| matches!(format.access(), Access::Records(_));
    // To open each of many files of games would take its time.
    if named.is_some_and(|format| !is_store(format) && matches!(format.recognition(), Recognition::Name)) {
        return None;
    }
    // A pipe would wait, and what is read of it is gone.
    if !fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) {
        return None;
    }
    let mut source = source::open(path).ok()?;
    if source.compression() == Compression::Zip {
        return None;
    }
    if named.is_some_and(is_store) {
        source = source.of_bytes();
    }
    // What cannot be read is known by its name alone.
    let head = head_of(source).unwrap_or_default();
    match input::by_name_and_content(&name, &head)?.access() {
        Access::Records(store) => Some(Companions::of_file(path).named(store.companions(&name, &head))),
        Access::Stream(_) => None,
    }
}
