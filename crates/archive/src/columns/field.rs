use std::error;
use std::fmt;
use std::str::FromStr;

use pgnkit::Game;

use super::{Asked, COLUMNS, Column, Value, by_name};

/// A column, or a tag that is none: its value is text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Field {
    /// A column.
    Column(&'static Column),
    /// The tag of that name.
    Tag(Box<str>),
}

impl Field {
    /// The name it is called by.
    pub fn name(&self) -> &str {
        match self {
            Self::Column(column) => column.name,
            Self::Tag(name) => name,
        }
    }

    /// The value of a game.
    pub fn of<'g>(&self, game: &'g Game) -> Value<'g> {
        self.ask(game)
    }

    /// The value of a game of which as much has been read as the field needs.
    pub(crate) fn ask<'g>(&self, asked: &'g dyn Asked) -> Value<'g> {
        match self {
            Self::Column(column) => column.ask(asked),
            Self::Tag(name) => match asked.tag_value(name) {
                None | Some("") => Value::Missing,
                Some(value) => Value::Text(value.into()),
            },
        }
    }
}

/// The name of a column in any case, or the name of a tag, which begins with an upper-case letter.
impl FromStr for Field {
    type Err = UnknownField;

    fn from_str(name: &str) -> Result<Self, UnknownField> {
        if let Some(column) = by_name(name) {
            return Ok(Self::Column(column));
        }
        let is_tag_name = name.starts_with(|first: char| first.is_ascii_uppercase())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if is_tag_name { Ok(Self::Tag(name.into())) } else { Err(UnknownField(name.to_owned())) }
    }
}

/// A name that is neither that of a column nor that of a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownField(pub String);

impl fmt::Display for UnknownField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = COLUMNS.iter().map(|column| column.name).collect();
        let Self(name) = self;
        write!(
            f,
            "`{name}` is none of {}, nor the name of a tag, which begins with an upper-case letter",
            names.join(", ")
        )
    }
}

impl error::Error for UnknownField {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_columns_and_of_tags() {
        for (name, expected) in
            [("date", "date"), ("WHITE", "white"), ("WhiteTeam", "WhiteTeam"), ("X_1", "X_1"), ("Eco", "eco")]
        {
            assert_eq!(name.parse::<Field>().unwrap().name(), expected);
        }
        for name in ["", "dte", "whiteteam", "White Team", "Ä", "_A"] {
            assert_eq!(name.parse::<Field>(), Err(UnknownField(name.to_owned())));
        }
    }
}
