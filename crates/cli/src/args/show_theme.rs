//! Colours of a terminal.

use clap::ValueEnum;
use serde::Deserialize;

/// The colours that games are shown in on a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ShowTheme {
    /// For dark terminals
    #[default]
    Dark,
    /// For light terminals
    Light,
    /// Bold and dim, without colours
    Plain,
}
