//! Expressions with a value, for what sorts and divides games.

use std::borrow::Cow;
use std::str::FromStr;

use pgnkit::Game;

use super::needs::Needs;
use super::test::Node;
use super::value::Scalar;
use super::{Condition, ConditionError, Reads, Tester, Themes, compile};
use crate::fields::{Decimal, Kind, Value};

/// An expression of fields: a function of them, such as `lower(white)`, or a condition, whose value is the text `true` or `false`.
///
/// ```
/// use pgnkit_query::fields::Value;
/// use pgnkit_query::condition::Expression;
///
/// let game: pgnkit::Game = "[White \"Tal\"]\n[Black \"Spassky\"]\n[WhiteElo \"2700\"]\n\n1. e4 *".parse().unwrap();
/// for (expression, value) in [("lower(white)", "tal"), ("whiteelo > 2600", "true"), ("player('Fine')", "false")] {
///     assert_eq!(expression.parse::<Expression>()?.of(&game), Value::Text(value.into()));
/// }
/// # Ok::<(), pgnkit_query::condition::ConditionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Expression {
    /// A condition that reads the value, kept for what it needs of a game: that the value is NULL.
    condition: Condition,
    kind: Option<Kind>,
}

impl Expression {
    /// Its text.
    pub fn as_str(&self) -> &str {
        self.condition.as_str()
    }

    /// Whether it is a condition, whose value is `true` or `false`.
    pub fn is_condition(&self) -> bool {
        self.kind.is_none()
    }

    /// The parts of a game that it reads.
    pub fn reads(&self) -> Reads {
        self.condition.reads()
    }

    /// The kind of its value.
    pub fn kind(&self) -> Kind {
        self.kind.unwrap_or(Kind::Text)
    }

    /// The value of a game.
    pub fn of(&self, game: &Game) -> Value<'static> {
        let mut tester = Tester::new(&self.condition).exactly();
        let truth = tester.truth(game);
        match (&self.condition.root, self.kind) {
            (Node::IsNull(term), Some(_)) => tester.value(term, game),
            _ => truth
                .value()
                .map_or(Value::Missing, |is| Value::Text(if is { "true" } else { "false" }.into())),
        }
    }
}

impl Scalar<'_> {
    pub(super) fn into_value(self) -> Value<'static> {
        match self {
            Self::Text(text) => Value::Text(Cow::Owned(text.into_owned())),
            Self::Integer(number) => Value::Integer(number),
            Self::Decimal(number) => Value::Decimal(Decimal::of_thousandths(number)),
            // Fields alone have these, and they are no expressions.
            Self::Date(first, _) => Value::Text(first.to_string().into()),
            Self::Round(parts) => Value::Text(parts.join(".").into()),
        }
    }
}

/// Two are the same if they are written alike.
impl PartialEq for Expression {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Expression {}

/// Reads an expression.
impl FromStr for Expression {
    type Err = ConditionError;

    fn from_str(text: &str) -> Result<Self, ConditionError> {
        Self::with_themes(text, &Themes::default())
    }
}

impl Expression {
    /// Reads an expression that may name these themes.
    ///
    /// # Errors
    /// When it is none.
    pub fn with_themes(text: &str, themes: &Themes) -> Result<Self, ConditionError> {
        let (mut root, kind) = match compile::value(text, themes)? {
            Some((term, kind)) => (Node::IsNull(term), Some(kind)),
            None => (compile::compile(text, themes)?.0, None),
        };
        let needs = Needs::of(&mut root);
        Ok(Self { condition: Condition { text: text.to_owned(), root, needs, notes: Vec::new() }, kind })
    }
}
