//! Colours.

use std::fmt;
use std::str::FromStr;

use pgnkit::chess::Color;
use pgnkit::command::MarkColor;

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Theme {
    /// Wood.
    #[default]
    Brown,
    /// Blue and grey.
    Blue,
    /// Green and cream.
    Green,
    /// Shades of grey.
    Grey,
    /// White and strong colours, for weak eyes and projectors.
    Contrast,
    /// Black on white, dark squares hatched, for print.
    Print,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Self; 6] =
        [Self::Brown, Self::Blue, Self::Green, Self::Grey, Self::Contrast, Self::Print];

    /// The name, in lower case.
    pub const fn name(self) -> &'static str {
        self.colours().name
    }

    pub(crate) const fn colours(self) -> &'static Colours {
        &THEMES[self as usize]
    }
}

/// There is no theme or piece set of that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownName;

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is none of that name")
    }
}

impl std::error::Error for UnknownName {}

impl FromStr for Theme {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        Self::ALL.into_iter().find(|theme| theme.name().eq_ignore_ascii_case(name)).ok_or(UnknownName)
    }
}

/// The colours of a theme.
#[derive(Debug)]
pub(crate) struct Colours {
    name: &'static str,
    pub(crate) light: &'static str,
    pub(crate) dark: &'static str,
    pub(crate) frame: &'static str,
    /// The names of files and ranks.
    pub(crate) ink: &'static str,
    /// Laid over the squares of the last move.
    pub(crate) last: &'static str,
    white: Paint,
    black: Paint,
    /// Whether there is only black and white: dark squares are hatched, marks are lines.
    pub(crate) is_print: bool,
}

/// The colours of a piece.
#[derive(Debug)]
pub(crate) struct Paint {
    pub(crate) fill: &'static str,
    pub(crate) line: &'static str,
    pub(crate) detail: &'static str,
}

impl Colours {
    pub(crate) const fn of(&self, color: Color) -> &Paint {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

const WHITE: Paint = Paint { fill: "#fff", line: "#1a1816", detail: "#1a1816" };
const BLACK: Paint = Paint { fill: "#2b2826", line: "#0d0c0b", detail: "#f4f1ec" };
const PLAIN_WHITE: Paint = Paint { fill: "#fff", line: "#000", detail: "#000" };
const PLAIN_BLACK: Paint = Paint { fill: "#000", line: "#000", detail: "#fff" };

/// In the order of [`Theme`].
static THEMES: [Colours; 6] = [
    Colours {
        name: "brown",
        light: "#ecd9b9",
        dark: "#b68a63",
        frame: "#5c4230",
        ink: "#f1e4cf",
        last: "#d9c526",
        white: WHITE,
        black: BLACK,
        is_print: false,
    },
    Colours {
        name: "blue",
        light: "#e4ebf1",
        dark: "#86a4be",
        frame: "#33506b",
        ink: "#eaf1f7",
        last: "#3fc0b0",
        white: WHITE,
        black: BLACK,
        is_print: false,
    },
    Colours {
        name: "green",
        light: "#f0f0d8",
        dark: "#7c9c5f",
        frame: "#3f5533",
        ink: "#f0f3e4",
        last: "#e8d530",
        white: WHITE,
        black: BLACK,
        is_print: false,
    },
    Colours {
        name: "grey",
        light: "#ececec",
        dark: "#a8a8a8",
        frame: "#4a4a4a",
        ink: "#f2f2f2",
        last: "#8fae3c",
        white: WHITE,
        black: BLACK,
        is_print: false,
    },
    Colours {
        name: "contrast",
        light: "#fff",
        dark: "#6f9fd8",
        frame: "#000",
        ink: "#fff",
        last: "#ffc800",
        white: PLAIN_WHITE,
        black: PLAIN_BLACK,
        is_print: false,
    },
    Colours {
        name: "print",
        light: "#fff",
        dark: "#fff",
        frame: "#fff",
        ink: "#000",
        last: "#000",
        white: PLAIN_WHITE,
        black: PLAIN_BLACK,
        is_print: true,
    },
];

/// How marks of a colour are drawn.
#[derive(Debug)]
pub(crate) struct MarkPaint {
    pub(crate) color: &'static str,
    /// The dashes of a square in black and white.
    pub(crate) dashes: &'static str,
    /// The filling of an arrow in black and white.
    pub(crate) grey: &'static str,
}

pub(crate) const fn mark(color: MarkColor) -> &'static MarkPaint {
    match color {
        MarkColor::Red => &MarkPaint { color: "#d3302c", dashes: "22 10", grey: "#fff" },
        MarkColor::Yellow => &MarkPaint { color: "#efb300", dashes: "7 9", grey: "#bbb" },
        MarkColor::Blue => &MarkPaint { color: "#1f6fd0", dashes: "22 8 7 8", grey: "#666" },
        MarkColor::Orange => &MarkPaint { color: "#e8730c", dashes: "12 6", grey: "#999" },
        MarkColor::Cyan => &MarkPaint { color: "#0a9db0", dashes: "22 6 7 6 7 6", grey: "#444" },
        _ => &MarkPaint { color: "#1f9244", dashes: "none", grey: "#000" },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_themes() {
        for (theme, name) in
            Theme::ALL.into_iter().zip(["brown", "blue", "green", "grey", "contrast", "print"])
        {
            assert_eq!((theme.name(), name.parse()), (name, Ok(theme)));
        }
        assert_eq!("Brown".parse(), Ok(Theme::Brown));
        assert_eq!("pink".parse::<Theme>(), Err(UnknownName));
    }
}
