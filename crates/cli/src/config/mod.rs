//! `pgn.toml`: settings that belong to files, found upward from each of them.

mod appearance;
mod error;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use pgnkit::syntax::Severity;
use pgnkit_archive::{Input, SelectionLayer, Selector};
use serde::Deserialize;

pub(crate) use appearance::{DiagramConfig, ShowConfig};
pub(crate) use error::ConfigError;

use crate::args::{BoardForm, CheckFormat, CheckLevel, Deny};
use crate::selection::{SelectorArg, selectors};

/// The name of the file.
const NAME: &str = "pgn.toml";

/// The settings of a `pgn.toml`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Config {
    /// Files that are left out of directories, in the language of `.gitignore`, from the directory of this file on.
    #[serde(default, deserialize_with = "globs")]
    exclude: Vec<String>,
    #[serde(default)]
    pub(crate) check: CheckConfig,
    #[serde(default)]
    pub(crate) show: ShowConfig,
    #[serde(default)]
    pub(crate) diagram: DiagramConfig,
    /// The same, ready to be asked.
    #[serde(skip)]
    excluded: Option<Gitignore>,
}

/// A list of patterns, each of which can be understood.
fn globs<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let globs = Vec::<String>::deserialize(deserializer)?;
    let mut builder = GitignoreBuilder::new("");
    for glob in &globs {
        builder.add_line(None, glob).map_err(serde::de::Error::custom)?;
    }
    Ok(globs)
}

/// The table `[check]`. Selection and severities are those nearest to each file; the rest, which is about the run, is that
/// of the working directory.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct CheckConfig {
    pub(crate) level: Option<CheckLevel>,
    pub(crate) select: Option<Vec<SelectorArg>>,
    pub(crate) extend_select: Vec<SelectorArg>,
    pub(crate) ignore: Vec<SelectorArg>,
    severity: HashMap<SelectorArg, SeverityName>,
    pub(crate) deny: Option<Deny>,
    #[serde(alias = "format")]
    pub(crate) report: Option<CheckFormat>,
    pub(crate) max_per_game: Option<usize>,
    pub(crate) max_per_code: Option<u64>,
    pub(crate) max_diagnostics: Option<u64>,
    pub(crate) show_board: Option<BoardForm>,
    pub(crate) help_uri: Option<String>,
    /// As it is found from the working directory.
    pub(crate) baseline: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SeverityName {
    Note,
    Warning,
    Error,
}

impl CheckConfig {
    pub(crate) fn layer(&self) -> SelectionLayer {
        SelectionLayer {
            select: self.select.as_deref().map(selectors),
            extend_select: selectors(&self.extend_select),
            ignore: selectors(&self.ignore),
            notes: false,
        }
    }

    pub(crate) fn severities(&self) -> Vec<(Selector, Severity)> {
        let severity = |name| match name {
            SeverityName::Note => Severity::Note,
            SeverityName::Warning => Severity::Warning,
            SeverityName::Error => Severity::Error,
        };
        self.severity.iter().map(|(selector, name)| (selector.0, severity(*name))).collect()
    }
}

/// The settings of a run, each file read once.
#[derive(Debug)]
pub(crate) struct Configs {
    /// The one for everything, where the command line says which.
    fixed: Option<Rc<Config>>,
    by_directory: HashMap<PathBuf, Rc<Config>>,
}

impl Configs {
    /// The settings of `--config FILE`, of none with `--isolated`, or else of each file.
    pub(crate) fn new(file: Option<&Path>, isolated: bool) -> Result<Self, ConfigError> {
        let fixed = match file {
            Some(path) => Some(Rc::new(read(path)?)),
            None if isolated => Some(Rc::default()),
            None => None,
        };
        Ok(Self { fixed, by_directory: HashMap::new() })
    }

    /// Those of the working directory.
    pub(crate) fn of_run(&mut self) -> Result<Rc<Config>, ConfigError> {
        self.nearest(Path::new("."))
    }

    /// Those nearest to an input; standard input counts as in the working directory.
    pub(crate) fn of_input(&mut self, input: &Input) -> Result<Rc<Config>, ConfigError> {
        let path = input.path().unwrap_or(Path::new(input.name()));
        self.nearest(path.parent().unwrap_or(Path::new(".")))
    }

    /// Whether the settings nearest to a file exclude it.
    pub(crate) fn exclude(&mut self, input: &Input) -> Result<bool, ConfigError> {
        input.path().map_or(Ok(false), |path| self.excludes(path))
    }

    /// The same for a file that need not be there.
    pub(crate) fn excludes(&mut self, path: &Path) -> Result<bool, ConfigError> {
        let config = self.nearest(path.parent().unwrap_or(Path::new(".")))?;
        let Some(excluded) = &config.excluded else { return Ok(false) };
        let Ok(path) = std::path::absolute(path) else { return Ok(false) };
        // Above its own directory a pattern means nothing.
        let Ok(path) = path.strip_prefix(excluded.path()) else { return Ok(false) };
        Ok(excluded.matched_path_or_any_parents(path, false).is_ignore())
    }

    fn nearest(&mut self, directory: &Path) -> Result<Rc<Config>, ConfigError> {
        if let Some(fixed) = &self.fixed {
            return Ok(Rc::clone(fixed));
        }
        // An empty path, that of a plain file name, cannot be made absolute.
        let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
        let Ok(absolute) = std::path::absolute(directory) else { return Ok(Rc::default()) };
        if let Some(known) = self.by_directory.get(&absolute) {
            return Ok(Rc::clone(known));
        }
        let found = absolute.ancestors().map(|above| above.join(NAME)).find(|path| path.is_file());
        let config = found.map(|path| read(&path)).transpose()?.map_or_else(Rc::default, Rc::new);
        self.by_directory.insert(absolute, Rc::clone(&config));
        Ok(config)
    }
}

/// The directory of the file that counts in the working directory.
pub(crate) fn directory() -> Option<PathBuf> {
    let here = std::path::absolute(".").ok()?;
    here.ancestors().find(|above| above.join(NAME).is_file()).map(Path::to_owned)
}

fn read(path: &Path) -> Result<Config, ConfigError> {
    let text = fs::read_to_string(path).map_err(|cause| ConfigError::read(path, &cause))?;
    let mut config: Config =
        toml::from_str(&text).map_err(|error| ConfigError::parse(path, &text, &error))?;
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let directory = path.parent().unwrap_or(Path::new("."));
    if let Some(baseline) = &mut config.check.baseline {
        let found = directory.join(&*baseline);
        // Short where it is below the working directory, since it is shown.
        let here = std::env::current_dir().unwrap_or_default();
        *baseline = found.strip_prefix(here).map_or_else(|_| found.clone(), Path::to_owned);
    }
    if !config.exclude.is_empty() {
        let mut builder = GitignoreBuilder::new(directory);
        for glob in &config.exclude {
            // They have been understood once.
            let _ = builder.add_line(None, glob);
        }
        config.excluded = builder.build().ok();
    }
    Ok(config)
}
