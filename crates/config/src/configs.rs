//! The settings that hold for each file.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::{Config, ConfigError, FILE_NAME};

/// The settings of many files; each `pgn.toml` is read once.
#[derive(Clone, Debug, Default)]
pub struct Configs {
    /// The settings of all files, if they are not looked for.
    fixed: Option<Arc<Config>>,
    by_directory: HashMap<PathBuf, Arc<Config>>,
}

impl Configs {
    /// The `pgn.toml` in the directory of each file, or in the nearest one above it.
    pub fn nearest() -> Self {
        Self::default()
    }

    /// The same settings for all files.
    pub fn fixed(config: Config) -> Self {
        Self { fixed: Some(Arc::new(config)), by_directory: HashMap::new() }
    }

    /// The settings of a file, which need not be there; those without effect if there is no `pgn.toml`.
    ///
    /// # Errors
    /// When the `pgn.toml` cannot be read or used.
    pub fn for_file(&mut self, path: &Path) -> Result<Arc<Config>, ConfigError> {
        self.for_directory(path.parent().unwrap_or(Path::new(".")))
    }

    /// The settings of the files in a directory.
    ///
    /// # Errors
    /// When the `pgn.toml` cannot be read or used.
    pub fn for_directory(&mut self, directory: &Path) -> Result<Arc<Config>, ConfigError> {
        if let Some(fixed) = &self.fixed {
            return Ok(Arc::clone(fixed));
        }
        // An empty path, that of a plain file name, cannot be made absolute.
        let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
        let Ok(absolute) = std::path::absolute(directory) else { return Ok(Arc::default()) };
        if let Some(known) = self.by_directory.get(&absolute) {
            return Ok(Arc::clone(known));
        }
        let path = directory_of(&absolute).map(|above| above.join(FILE_NAME));
        let config = path.map(|path| Config::read(&path)).transpose()?.map_or_else(Arc::default, Arc::new);
        self.by_directory.insert(absolute, Arc::clone(&config));
        Ok(config)
    }

    /// Whether the settings of a file exclude it.
    ///
    /// # Errors
    /// When its `pgn.toml` cannot be read or used.
    pub fn excludes(&mut self, path: &Path) -> Result<bool, ConfigError> {
        Ok(self.for_file(path)?.excludes(path))
    }

    /// Forgets the files that have been read, for a program that has seen one change.
    pub fn forget(&mut self) {
        self.by_directory.clear();
    }
}

/// The nearest directory with a `pgn.toml`: that directory itself, or one above it.
pub fn directory_of(directory: &Path) -> Option<PathBuf> {
    let absolute = std::path::absolute(directory).ok()?;
    absolute.ancestors().find(|above| above.join(FILE_NAME).is_file()).map(Path::to_owned)
}
