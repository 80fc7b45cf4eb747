//! `pgn.toml` for the command: settings of the run and of inputs, and faults in them on standard error.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use pgnkit::render::safe;
use pgnkit_archive::Input;
use pgnkit_config::{Config, ConfigError, Configs};

/// The settings of `--config FILE`, of none with `--isolated`, or else of each file.
pub(crate) fn configs(file: Option<&Path>, isolated: bool) -> Result<Configs, ConfigError> {
    Ok(match file {
        Some(path) => Configs::fixed(Config::read(path)?),
        None if isolated => Configs::fixed(Config::default()),
        None => Configs::nearest(),
    })
}

/// The folder with the files of the user, for all collections; it need not be there.
pub(crate) fn user_directory() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || variable("HOME").map(|home| home.join(".config"));
    let settings = variable("XDG_CONFIG_HOME").or_else(|| variable("APPDATA")).or_else(home)?;
    Some(settings.join("pgn"))
}

/// The settings of the working directory.
pub(crate) fn of_run(configs: &mut Configs) -> Result<Arc<Config>, ConfigError> {
    configs.for_directory(Path::new("."))
}

/// The settings nearest to an input; standard input counts as in the working directory.
pub(crate) fn of_input(configs: &mut Configs, input: &Input) -> Result<Arc<Config>, ConfigError> {
    configs.for_file(input.path().unwrap_or(Path::new(input.name())))
}

/// Shows on standard error what is wrong with a file of settings, and where.
pub(crate) fn show(error: &ConfigError, styled: bool) {
    let Some(place) = error.place() else {
        return crate::run::complain(&error);
    };
    let path = safe(&error.path().display().to_string());
    // What is shown can be longer than what is in the file.
    let length = |end: usize| safe(place.text.get(..end).unwrap_or_default()).len();
    let line = safe(&place.text);
    let stretch = length(place.in_line.start)..length(place.in_line.end);
    let annotation = AnnotationKind::Primary.span(stretch);
    let snippet = Snippet::source(line.as_str()).line_start(place.line).path(path.as_str());
    let group = Level::ERROR.primary_title(safe(error.message())).element(snippet.annotation(annotation));
    let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
    let _ = writeln!(io::stderr(), "{}", renderer.render(&[group]));
}
