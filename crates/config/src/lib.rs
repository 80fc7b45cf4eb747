//! Settings of pgnkit: `pgn.toml`, found upward from each file, and the choice of diagnostics in it.
//!
//! A [`Config`] is one `pgn.toml`; [`Configs`] finds the one that holds for a file and reads each once. Settings say
//! which diagnostics are reported ([`CheckConfig::selection`]) and which files of a directory are left out. A choice from
//! elsewhere, such as the options of a command or of an editor, is [`Overrides`]; it wins over the file.
//!
//! A language server asks for the settings of each document, and checks it with them:
//!
//! ```
//! use pgnkit::diagnostics::Code;
//! use pgnkit_config::{Configs, Overrides};
//!
//! let mut configs = Configs::nearest();
//! let config = configs.for_file("games/open.pgn".as_ref())?;
//! let selection = config.check.selection(&Overrides::default());
//! assert!(selection.selects(Code::IllegalMove));
//! # Ok::<(), pgnkit_config::ConfigError>(())
//! ```
//!
//! A [`UserConfig`] is the file of a user, which names the engine that analyses. A `pgn.toml` may not: it can come with games from anywhere.
//!
//! A file that cannot be used is a [`ConfigError`] with its place in the file. Nothing here prints, reads arguments or
//! looks at environment variables.
//!
//! The feature `appearance` adds the tables `[show]` and `[diagram]`; without it they may be in the file, and are not
//! looked at.

#[cfg(feature = "appearance")]
mod appearance;
mod check;
mod choice;
mod config;
mod configs;
mod engine;
mod error;
mod selectors;

#[cfg(feature = "appearance")]
pub use appearance::{DiagramConfig, ShowConfig, ShowTheme};
pub use check::{BoardStyle, CheckConfig, Deny, Overrides, Report};
pub use choice::Choice;
pub use config::{Config, FILE_NAME};
pub use configs::{Configs, directory_of};
pub use engine::{EngineConfig, USER_FILE_NAME, UserConfig};
pub use error::{ConfigError, ConfigPlace};
pub use selectors::{UnknownSelector, nearest_codes, selector};

/// The example of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
