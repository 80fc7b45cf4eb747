//! The engine that analyses: by options of the command line, or by the settings of the user; never by a file that is beside games.

use std::path::PathBuf;

use pgnkit_config::{ConfigError, USER_FILE_NAME, UserConfig};
use pgnkit_uci::{EngineCommand, LiveOptions};

use crate::args::EngineArgs;
use crate::config::{self, user_directory};
use crate::run::{Status, refused};

/// The word for the engine of the settings.
const AUTO: &str = "auto";
/// Lines that are shown, if the settings say nothing.
const LINES: u16 = 3;

/// An engine, its options and the number of lines that are shown.
#[derive(Clone, Debug)]
pub(crate) struct EngineSettings {
    pub(crate) command: EngineCommand,
    pub(crate) options: Vec<(String, String)>,
    pub(crate) lines: u16,
}

impl EngineSettings {
    /// The engine for somebody who looks on.
    pub(crate) fn live(&self) -> LiveOptions {
        let mut live = LiveOptions::new(self.command.clone());
        live.options.clone_from(&self.options);
        live
    }
}

/// Settings that cannot be used.
pub(crate) enum EngineFault {
    Config(ConfigError),
    Other(String),
}

impl EngineFault {
    /// Says it.
    pub(crate) fn show(&self, styled: bool) -> Status {
        match self {
            Self::Config(error) => {
                config::show(error, styled);
                Status::Failed
            }
            Self::Other(message) => refused(&message),
        }
    }
}

/// The engine of the command line: with `auto`, or without a command if `is_default`, that of the settings of the user. Options of the
/// command line come after those of the settings, which are for the engine of the settings alone.
pub(crate) fn settings(args: &EngineArgs, is_default: bool) -> Result<Option<EngineSettings>, EngineFault> {
    let asks_settings = args.engine.as_deref() == Some(AUTO);
    if args.engine.is_none() && !is_default {
        return Ok(None);
    }
    let path = user_file();
    let user = match path.as_ref().filter(|path| path.is_file()) {
        Some(path) => UserConfig::read(path).map_err(EngineFault::Config)?.engine,
        None => UserConfig::default().engine,
    };
    let of_settings = args.engine.is_none() || asks_settings;
    let command = if of_settings { user.command } else { args.engine.clone() };
    let Some(command) = command else {
        if !asks_settings && args.engine_option.is_empty() {
            return Ok(None);
        }
        let path = path.map_or_else(|| USER_FILE_NAME.to_owned(), |path| path.display().to_string());
        return Err(EngineFault::Other(format!(
            "expected the command of an engine in {path}, found none: write `[engine]` and `command = \"stockfish\"` there, or \
             --engine stockfish"
        )));
    };
    let parsed = command.parse().map_err(|error| EngineFault::Other(format!("{command:?}: {error}")))?;
    let mut options: Vec<_> = if of_settings { user.options.into_iter().collect() } else { Vec::new() };
    options.extend(args.engine_option.iter().cloned());
    Ok(Some(EngineSettings { command: parsed, options, lines: user.lines.unwrap_or(LINES) }))
}

/// The engine that does the work of a command: that of the command line, or else of the settings of the user.
pub(crate) fn required(args: &EngineArgs) -> Result<EngineSettings, EngineFault> {
    let none = || {
        let way = "name one with --engine, as --engine stockfish, or in the settings of the user";
        EngineFault::Other(format!("expected the command of a UCI engine, found none: {way}"))
    };
    settings(args, true)?.ok_or_else(none)
}

/// The file with the settings of the user, which need not be there.
fn user_file() -> Option<PathBuf> {
    user_directory().map(|directory| directory.join(USER_FILE_NAME))
}
