//! The files of tables in folders, opened when they are needed.

use std::collections::HashMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::{Fault, TablebaseError};
use crate::material::Material;
use crate::source::Source;
use crate::table::{Kind, Table};

/// The number of tables that are open at a time: all of up to four men and the most used of five and more.
const MAX_OPEN: usize = 96;

/// The tables of some folders.
#[derive(Debug)]
pub(crate) struct Files {
    paths: HashMap<(Material, Kind), PathBuf>,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    tables: HashMap<(Material, Kind), (Arc<Table>, u64)>,
    /// The number of times that a table was asked for.
    clock: u64,
}

impl Files {
    /// Lists folders; a table that several have is taken from the first.
    pub(crate) fn list(folders: &[PathBuf]) -> Result<Self, TablebaseError> {
        let mut paths = HashMap::new();
        for folder in folders {
            let failed = |error| TablebaseError::Io { path: folder.clone(), error };
            for entry in fs::read_dir(folder).map_err(failed)? {
                let path = entry.map_err(failed)?.path();
                if let Some(table) = table_of(&path) {
                    paths.entry(table).or_insert(path);
                }
            }
        }
        Ok(Self { paths, open: Mutex::default() })
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = (Material, Kind)> {
        self.paths.keys().copied()
    }

    pub(crate) fn has(&self, material: Material, kind: Kind) -> bool {
        self.paths.contains_key(&(material, kind))
    }

    /// Asks a table with these men, whichever of them are White's; `None` if there is none.
    pub(crate) fn ask<T>(
        &self,
        material: Material,
        kind: Kind,
        question: impl FnOnce(&Table) -> Result<T, Fault>,
    ) -> Result<Option<T>, TablebaseError> {
        let found = [material, material.reversed()].into_iter().find_map(|material| {
            let key = (material, kind);
            Some((key, self.paths.get(&key)?))
        });
        let Some((key, path)) = found else { return Ok(None) };
        let answer = self.table(key, path).and_then(|table| question(&table));
        answer.map(Some).map_err(|fault| fault.of_file(path))
    }

    fn table(&self, key: (Material, Kind), path: &Path) -> Result<Arc<Table>, Fault> {
        if let Some(table) = self.lock().get(key) {
            return Ok(table);
        }
        // Others can ask meanwhile; two may open the same table, of which the later one stays.
        let source = File::open(path).and_then(Source::new).map_err(Fault::Io)?;
        let table = Arc::new(Table::read(source, key.0, key.1)?);
        self.lock().keep(key, &table);
        Ok(table)
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn get(&mut self, key: (Material, Kind)) -> Option<Arc<Table>> {
        self.clock += 1;
        let (table, last) = self.tables.get_mut(&key)?;
        *last = self.clock;
        Some(Arc::clone(table))
    }

    /// Keeps a table, and closes the one that was not asked for longest if there are too many.
    fn keep(&mut self, key: (Material, Kind), table: &Arc<Table>) {
        if self.tables.len() >= MAX_OPEN {
            let oldest = self.tables.iter().min_by_key(|(_, (_, last))| *last).map(|(key, _)| *key);
            if let Some(oldest) = oldest {
                self.tables.remove(&oldest);
            }
        }
        self.tables.insert(key, (Arc::clone(table), self.clock));
    }
}

/// The table that a file is, by its name.
fn table_of(path: &Path) -> Option<(Material, Kind)> {
    let extension = path.extension()?;
    let kind = [Kind::Wdl, Kind::Dtz].into_iter().find(|kind| extension == kind.extension())?;
    Some((path.file_stem()?.to_str()?.parse().ok()?, kind))
}
