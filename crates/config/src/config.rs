//! The settings of one file.

use std::fs;
use std::path::Path;

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use serde::{Deserialize, Deserializer, de};

use crate::engine::RefusedEngine;
use crate::{CheckConfig, ConfigError};

/// Name of the files of settings.
pub const FILE_NAME: &str = "pgn.toml";

/// The settings of a `pgn.toml`. Settings of a directory above are not part of it: the nearest file holds alone.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Config {
    /// Files that are left out of directories, in the language of `.gitignore`, from the directory of this file on.
    #[serde(default, deserialize_with = "globs")]
    pub exclude: Vec<String>,
    /// Checks.
    #[serde(default)]
    pub check: CheckConfig,
    /// Games in the terminal.
    #[cfg(feature = "appearance")]
    #[serde(default)]
    pub show: crate::ShowConfig,
    /// Pictures of positions.
    #[cfg(feature = "appearance")]
    #[serde(default)]
    pub diagram: crate::DiagramConfig,
    #[cfg(not(feature = "appearance"))]
    #[serde(default, rename = "show")]
    _show: de::IgnoredAny,
    #[cfg(not(feature = "appearance"))]
    #[serde(default, rename = "diagram")]
    _diagram: de::IgnoredAny,
    /// Nobody else's file names programs that are run.
    #[serde(default, rename = "engine")]
    _engine: RefusedEngine,
    /// The patterns, compiled.
    #[serde(skip)]
    excluded: Option<Gitignore>,
}

impl Config {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, or its text cannot be used.
    pub fn read(path: &Path) -> Result<Self, ConfigError> {
        let text = fs::read_to_string(path).map_err(|cause| ConfigError::read(path, &cause))?;
        Self::parse(&text, path)
    }

    /// Settings of a text; the path is that of its file, which need not be there.
    ///
    /// # Errors
    /// When it is no TOML, a setting is unknown, or its value cannot be used.
    pub fn parse(text: &str, path: &Path) -> Result<Self, ConfigError> {
        let mut config: Self =
            toml::from_str(text).map_err(|error| ConfigError::parse(path, text, &error))?;
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let directory = path.parent().unwrap_or(Path::new("."));
        if let Some(baseline) = &mut config.check.baseline {
            *baseline = directory.join(&*baseline);
        }
        if !config.exclude.is_empty() {
            let mut builder = GitignoreBuilder::new(directory);
            for glob in &config.exclude {
                // `globs` has compiled it once.
                let _ = builder.add_line(None, glob);
            }
            config.excluded = builder.build().ok();
        }
        Ok(config)
    }

    /// Whether a file or one of the directories that it is in is excluded. The file need not be there.
    pub fn excludes(&self, path: &Path) -> bool {
        let Some(excluded) = &self.excluded else { return false };
        let Ok(path) = std::path::absolute(path) else { return false };
        // Above its own directory a pattern means nothing.
        let Ok(path) = path.strip_prefix(excluded.path()) else { return false };
        excluded.matched_path_or_any_parents(path, false).is_ignore()
    }
}

/// A list of patterns, each of which can be understood.
fn globs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let globs = Vec::<String>::deserialize(deserializer)?;
    let mut builder = GitignoreBuilder::new("");
    for glob in &globs {
        builder.add_line(None, glob).map_err(de::Error::custom)?;
    }
    Ok(globs)
}
