//! Conditions on games, in SQL: `white ILIKE 'tal%' AND date >= '1960' AND whiteelo BETWEEN 2500 AND 2600`.
//!
//! A [`Condition`] is compiled once and tested on each game. Names are those of [`columns`](crate::columns), in any case, and
//! of tags, which begin with an upper-case letter; in double quotes a name is always that of a tag, and its value text. Text and
//! dates are in single quotes.
//!
//! There are three values, as in SQL: what is missing, empty, `?` or `-`, or not of the kind of its column, is NULL, and a
//! comparison with NULL is neither true nor false. `AND`, `OR` and `NOT` pass that on where it counts, and a game is chosen where the
//! whole is true (decision A-163).
//!
//! A date is compared as far as it is known: `1992.??.??` is before `'1993'` and equal to `'1992'`, whose other digits may be any, and
//! whether it is before `'1992.06'` is not known.
//!
//! ```
//! use pgnkit_archive::condition::Condition;
//!
//! let condition: Condition = "date = '1960' AND NOT (white = 'Tal' OR Annotator IS NULL)".parse()?;
//! let game: pgnkit::Game = "[Date \"1960.03.15\"]\n[White \"Fine\"]\n[Annotator \"x\"]\n\n*".parse().unwrap();
//! assert!(condition.holds(&game));
//!
//! let error = "withe = 'Tal'".parse::<Condition>().unwrap_err();
//! assert_eq!(error.to_string(), "expected a column or a tag, found withe; is it white?\n  withe = 'Tal'\n  ^^^^^");
//! # Ok::<(), pgnkit_archive::condition::ConditionError>(())
//! ```

mod compile;
mod error;
mod functions;
mod like;
mod value;

use std::str::FromStr;

use pgnkit::Game;

use crate::columns::Field;
pub use error::ConditionError;
pub use functions::{FUNCTIONS, Function};
use like::Pattern;
use value::Known;

/// A condition on games.
#[derive(Clone, Debug)]
pub struct Condition {
    text: String,
    root: Node,
}

impl Condition {
    /// Whether it is true of a game.
    pub fn holds(&self, game: &Game) -> bool {
        self.root.test(game) == Some(true)
    }

    /// Its value for a game: true, false, or neither.
    pub fn test(&self, game: &Game) -> Option<bool> {
        self.root.test(game)
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

/// Reads a condition.
impl FromStr for Condition {
    type Err = ConditionError;

    fn from_str(text: &str) -> Result<Self, ConditionError> {
        Ok(Self { text: text.to_owned(), root: compile::compile(text)? })
    }
}

/// A part of a condition that is true, false or neither.
#[derive(Clone, Debug)]
enum Node {
    /// All of them, the cheapest first.
    All(Vec<Node>),
    /// One of them, the cheapest first.
    Any(Vec<Node>),
    Not(Box<Node>),
    Compare(Term, Comparison, Term),
    Like(Term, Pattern),
    IsNull(Term),
    Constant(Option<bool>),
}

/// A comparison of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Equal,
    Less,
    LessOrEqual,
}

/// A part of a condition that has a value.
#[derive(Clone, Debug)]
enum Term {
    Field(Field),
    Literal(Known<'static>),
    Call(&'static Function, Vec<Term>),
}

impl Node {
    fn test(&self, game: &Game) -> Option<bool> {
        match self {
            Self::All(parts) => decide(parts, game, false),
            Self::Any(parts) => decide(parts, game, true),
            Self::Not(part) => part.test(game).map(|is_true| !is_true),
            Self::Compare(left, comparison, right) => {
                left.value(game)?.compare(*comparison, &right.value(game)?)
            }
            Self::Like(term, pattern) => match term.value(game)? {
                Known::Text(text) => Some(pattern.matches(&text)),
                _ => None,
            },
            Self::IsNull(term) => Some(term.value(game).is_none()),
            Self::Constant(value) => *value,
        }
    }

    /// What a test takes, roughly: comparing tags, looking for a pattern, writing the moves.
    fn cost(&self) -> u32 {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().map(Self::cost).sum(),
            Self::Not(part) => part.cost(),
            Self::Compare(left, _, right) => left.cost() + right.cost(),
            Self::Like(term, _) => 2 + term.cost(),
            Self::IsNull(term) => term.cost(),
            Self::Constant(_) => 0,
        }
    }
}

/// `decisive` if one of the parts is; unknown if one is unknown; else the other value.
fn decide(parts: &[Node], game: &Game, decisive: bool) -> Option<bool> {
    let mut value = Some(!decisive);
    for part in parts {
        match part.test(game) {
            Some(found) if found == decisive => return Some(decisive),
            Some(_) => {}
            None => value = None,
        }
    }
    value
}

impl Term {
    fn value<'g>(&'g self, game: &'g Game) -> Option<Known<'g>> {
        match self {
            Self::Field(field) => Known::of(field, game),
            Self::Literal(value) => Some(value.clone()),
            Self::Call(function, arguments) => {
                let values: Option<Vec<Known<'_>>> =
                    arguments.iter().map(|argument| argument.value(game)).collect();
                function.call(&values?)
            }
        }
    }

    fn cost(&self) -> u32 {
        match self {
            Self::Field(field) if field.name() == "movetext" => 1000,
            Self::Field(_) => 1,
            Self::Literal(_) => 0,
            Self::Call(_, arguments) => 1 + arguments.iter().map(Self::cost).sum::<u32>(),
        }
    }
}
