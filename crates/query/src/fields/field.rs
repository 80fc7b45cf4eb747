use std::error;
use std::fmt;
use std::str::FromStr;

use pgnkit::Game;

use super::{COLUMNS, Fact, GameValues, Kind, Value, by_name};
#[cfg(feature = "conditions")]
use crate::condition::{ConditionError, Expression};

/// A column, or a tag that is none: its value is text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Field {
    /// A column.
    Column(&'static Fact),
    /// The tag of that name.
    Tag(Box<str>),
    /// An expression.
    #[cfg(feature = "conditions")]
    Expression(Box<Expression>),
}

impl Field {
    /// The name it is called by.
    pub fn name(&self) -> &str {
        match self {
            Self::Column(column) => column.name,
            Self::Tag(name) => name,
            #[cfg(feature = "conditions")]
            Self::Expression(expression) => expression.as_str(),
        }
    }

    /// The kind of its values.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Column(column) => column.kind(),
            Self::Tag(_) => Kind::Text,
            #[cfg(feature = "conditions")]
            Self::Expression(expression) => expression.kind(),
        }
    }

    /// The value of a game.
    pub fn of<'g>(&self, game: &'g Game) -> Value<'g> {
        match self {
            #[cfg(feature = "conditions")]
            Self::Expression(expression) => expression.of(game),
            _ => self.value_from(game),
        }
    }

    /// Reads the name of a field, also in parentheses, or an [`Expression`].
    ///
    /// # Errors
    /// When the text is neither.
    pub fn read(text: &str) -> Result<Self, FieldError> {
        let is_name = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let mut inner = text.trim();
        while let Some(nested) = inner.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            inner = nested.trim();
        }
        #[cfg(feature = "conditions")]
        if !is_name(inner) {
            let expression = text.parse().map_err(FieldError::Expression)?;
            return Ok(Self::Expression(Box::new(expression)));
        }
        let name = if is_name(inner) { inner } else { text };
        name.parse().map_err(FieldError::Unknown)
    }

    /// The parts of a list of fields, between commas that are in no parentheses and no quotes.
    pub fn list(text: &str) -> impl Iterator<Item = &str> {
        let (mut depth, mut quote) = (0_u32, None);
        let is_comma = move |c: char| {
            match (quote, c) {
                (Some(open), _) if open == c => quote = None,
                (Some(_), _) => {}
                (None, '\'' | '"') => quote = Some(c),
                (None, '(') => depth += 1,
                (None, ')') => depth = depth.saturating_sub(1),
                _ => {}
            }
            c == ',' && depth == 0 && quote.is_none()
        };
        text.split(is_comma)
    }

    /// The value of a game of which as much has been read as the field needs.
    pub(crate) fn value_from<'g>(&self, values: &'g dyn GameValues) -> Value<'g> {
        match self {
            Self::Column(column) => column.value_from(values),
            Self::Tag(name) => match values.tag_value(name).map(str::trim) {
                None | Some("") => Value::Missing,
                Some(value) => Value::Text(value.into()),
            },
            // Only whole games have these.
            #[cfg(feature = "conditions")]
            Self::Expression(_) => Value::Missing,
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
        )?;
        #[cfg(feature = "conditions")]
        if let Some(near) = crate::condition::nearest(name, names.into_iter()) {
            write!(f, "; is it {near}?")?;
        }
        Ok(())
    }
}

impl error::Error for UnknownField {}

/// A text that is neither the name of a field nor an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FieldError {
    /// A name that no field has.
    Unknown(UnknownField),
    /// An invalid expression.
    #[cfg(feature = "conditions")]
    Expression(ConditionError),
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(error) => error.fmt(f),
            #[cfg(feature = "conditions")]
            Self::Expression(error) => error.fmt(f),
        }
    }
}

impl error::Error for FieldError {}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(feature = "conditions")]
    use crate::fields::Decimal;

    #[cfg(feature = "conditions")]
    #[test]
    fn expressions() {
        let game: Game = "[White \"Tal\"]\n[Black \"Fine\"]\n[BlackElo \"2700\"]\n\n1. e4 *".parse().unwrap();
        let text = |text: &str| Value::Text(text.to_owned().into());
        let decimal = |text: &str| Decimal::parse(text).map_or(Value::Missing, Value::Decimal);
        for (expression, expected) in [
            ("lower(white)", text("tal")),
            ("length(white)", Value::Integer(3)),
            ("lower(Annotator)", Value::Missing),
            ("opponent_elo('Tal')", Value::Integer(2700)),
            ("white = 'Tal' AND plies < 2", text("true")),
            ("player('Spassky')", text("false")),
            ("whiteelo > 2000", Value::Missing),
            ("\"White\" IS NULL", text("false")),
            ("black_elo / 2 - 0.5", decimal("1349.5")),
            ("-(black_elo + 300) * 2", decimal("-6000")),
            ("(white_elo + black_elo) / 2", Value::Missing),
            ("black_elo / (plies - 1)", Value::Missing),
        ] {
            let field = Field::read(expression).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!((field.name(), field.of(&game)), (expression, expected));
        }
        assert_eq!(
            Field::list("a, lower(b, ',') ,'c,d'").collect::<Vec<_>>(),
            ["a", " lower(b, ',') ", "'c,d'"]
        );
        for wrong in ["lower(white", "lower(white, black)", "white + 1", "loser(white)"] {
            assert!(matches!(Field::read(wrong), Err(FieldError::Expression(_))), "{wrong}");
        }
        assert!(matches!(Field::read("dte"), Err(FieldError::Unknown(_))));
    }

    #[test]
    fn names_of_columns_and_of_tags() {
        for (name, expected) in
            [("date", "date"), ("WHITE", "white"), ("WhiteTeam", "WhiteTeam"), ("X_1", "X_1"), ("Eco", "eco")]
        {
            assert_eq!(name.parse::<Field>().unwrap().name(), expected);
        }
        for name in ["( white_elo )", "((time_initial))"] {
            assert!(matches!(Field::read(name), Ok(Field::Column(_))), "{name}");
        }
        for name in ["", "dte", "whiteteam", "White Team", "Ä", "_A"] {
            assert_eq!(name.parse::<Field>(), Err(UnknownField(name.to_owned())));
        }
    }
}
