//! Tables in folders.

use std::path::{Path, PathBuf};

use crate::error::TablebaseError;
use crate::files::Files;
use crate::material::{MAX_MEN, Material};
use crate::table::Kind;

/// The Syzygy tables of some folders. Threads share it.
///
/// Files are opened when they are needed, and at most 96 are open. Only their heads are in memory, mostly a few KiB each, and files of up to 64 KiB.
#[derive(Debug)]
pub struct Tablebases {
    pub(crate) files: Files,
    men: u32,
}

impl Tablebases {
    /// Lists the tables (`.rtbw`, `.rtbz`) of folders, but not of folders in them. A table that several have is taken from the first.
    ///
    /// # Errors
    ///
    /// A folder cannot be read, or none has a table of outcomes.
    pub fn open(folders: impl IntoIterator<Item = impl AsRef<Path>>) -> Result<Self, TablebaseError> {
        let folders: Vec<PathBuf> = folders.into_iter().map(|folder| folder.as_ref().to_owned()).collect();
        let files = Files::list(&folders)?;
        let outcomes = files.names().filter(|(_, kind)| *kind == Kind::Wdl);
        match outcomes.map(|(material, _)| material.len()).max() {
            Some(men) => Ok(Self { files, men }),
            None => Err(TablebaseError::NoTables(folders)),
        }
    }

    /// The largest number of men that a table has, 3 to 7, kings included.
    #[must_use]
    pub fn max_men(&self) -> u32 {
        self.men
    }

    /// The tables of outcomes that there are, by number of men and name.
    #[must_use]
    pub fn tables(&self) -> Vec<Material> {
        let mut tables: Vec<Material> =
            self.files.names().filter(|(_, kind)| *kind == Kind::Wdl).map(|(material, _)| material).collect();
        tables.sort_by_cached_key(|material| (material.len(), material.to_string()));
        tables
    }

    /// The tables of up to `men` men that have no file of outcomes, or none of distances: the names of the files, such as
    /// `KRvK.rtbz`, by number of men. There are 1,511 tables of up to 7 men.
    #[must_use]
    pub fn missing(&self, men: u32) -> Vec<String> {
        let materials = (3..=men.min(MAX_MEN)).flat_map(Material::all);
        let files = materials.flat_map(|material| [(material, Kind::Wdl), (material, Kind::Dtz)]);
        files
            .filter(|(material, kind)| {
                !self.files.has(*material, *kind) && !self.files.has(material.reversed(), *kind)
            })
            .map(|(material, kind)| format!("{material}.{}", kind.extension()))
            .collect()
    }
}
