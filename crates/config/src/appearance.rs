//! The look of games and positions: the tables `[show]` and `[diagram]`.

use std::fmt::Display;
use std::str::FromStr;

use pgnkit::chess::san::Language;
use pgnkit_view::{PieceSet, Theme};
use serde::{Deserialize, Deserializer, de};

use crate::choice::{Choice, word};

/// The table `[show]`: games in the terminal. A switch that is off or missing leaves the usual.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct ShowConfig {
    /// Colours.
    #[serde(deserialize_with = "word")]
    pub theme: Option<ShowTheme>,
    /// Figurines instead of letters.
    pub figurine: Option<bool>,
    /// Language of the letters of pieces.
    #[serde(deserialize_with = "named")]
    pub lang: Option<Language>,
    /// Nothing but ASCII.
    pub ascii: bool,
    /// Glyphs for the commonest signs alone.
    pub few_signs: bool,
    /// Commands in comments, as they are in the text.
    pub commands: bool,
    /// Comments.
    pub comments: Option<bool>,
    /// Variations.
    pub variations: Option<bool>,
    /// Clocks beside moves.
    pub clocks: Option<bool>,
    /// Scores of engines beside moves.
    pub evals: Option<bool>,
    /// Boards where the game asks for one.
    pub boards: Option<bool>,
    /// Number of half-moves from board to board; 0 is none.
    pub every: Option<usize>,
    /// A board at the end of the main line; `final` in the file.
    #[serde(rename = "final")]
    pub at_end: bool,
    /// Black at the bottom of boards.
    pub flip: bool,
    /// Width in columns.
    pub width: Option<u16>,
    /// Output through a pager.
    pub pager: Option<bool>,
}

/// The table `[diagram]`: pictures of positions.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct DiagramConfig {
    /// Colours.
    #[serde(deserialize_with = "named")]
    pub theme: Option<Theme>,
    /// Drawings of the pieces.
    #[serde(deserialize_with = "named")]
    pub pieces: Option<PieceSet>,
    /// Side of the picture in pixels.
    pub size: Option<u32>,
    /// Letters and numbers at the edge.
    pub coordinates: Option<bool>,
}

/// The colours of games on a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShowTheme {
    /// Colours for a dark background.
    #[default]
    Dark,
    /// Colours for a light background.
    Light,
    /// Bold and dim, without colours.
    Plain,
}

impl Choice for ShowTheme {
    const ALL: &'static [Self] = &[Self::Dark, Self::Light, Self::Plain];
    const NAMES: &'static [&'static str] = &["dark", "light", "plain"];

    fn summary(self) -> Option<&'static str> {
        Some(match self {
            Self::Dark => "For dark terminals",
            Self::Light => "For light terminals",
            Self::Plain => "Bold and dim, without colours",
        })
    }
}

/// A value by its name.
fn named<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let name = String::deserialize(deserializer)?;
    name.parse().map(Some).map_err(|error| de::Error::custom(format_args!("`{name}`: {error}")))
}
