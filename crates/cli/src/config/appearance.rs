//! The look of games and positions: the tables `[show]` and `[diagram]`.

use std::fmt::Display;
use std::str::FromStr;

use pgnkit::chess::san::Language;
use pgnkit_view::{PieceSet, Theme};
use serde::{Deserialize, Deserializer, de};

use crate::args::ShowTheme;

/// The table `[show]`: games in the terminal.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct ShowConfig {
    pub(crate) theme: Option<ShowTheme>,
    pub(crate) figurine: Option<bool>,
    #[serde(deserialize_with = "named")]
    pub(crate) lang: Option<Language>,
    pub(crate) ascii: bool,
    pub(crate) few_signs: bool,
    pub(crate) commands: bool,
    pub(crate) comments: Option<bool>,
    pub(crate) variations: Option<bool>,
    pub(crate) clocks: Option<bool>,
    pub(crate) evals: Option<bool>,
    pub(crate) boards: Option<bool>,
    pub(crate) every: Option<usize>,
    #[serde(rename = "final")]
    pub(crate) at_end: bool,
    pub(crate) flip: bool,
    pub(crate) width: Option<u16>,
    pub(crate) pager: Option<bool>,
}

/// The table `[diagram]`: pictures of positions.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct DiagramConfig {
    #[serde(deserialize_with = "named")]
    pub(crate) theme: Option<Theme>,
    #[serde(deserialize_with = "named")]
    pub(crate) pieces: Option<PieceSet>,
    pub(crate) size: Option<u32>,
    pub(crate) coordinates: Option<bool>,
}

/// A value by its name.
fn named<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let name = String::deserialize(deserializer)?;
    name.parse().map(Some).map_err(|error| de::Error::custom(format_args!("`{name}`: {error}")))
}
