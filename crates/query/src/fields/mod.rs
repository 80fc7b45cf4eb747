//! Fields of a game, by name: [facts](pgnkit_facts) about games, tags, and expressions of both.
//!
//! ```
//! use pgnkit_query::fields::{self, Value};
//!
//! let game: pgnkit::Game = "[Date \"1992.11.??\"]\n[WhiteElo \"2785\"]\n\n1. e4 e5 *".parse()?;
//! let value = |name| fields::by_name(name).map(|column| column.of(&game));
//! assert_eq!(value("date"), Some(Value::Date([1992, 11, 0])));
//! assert_eq!(value("whiteelo"), Some(Value::Integer(2785)));
//! assert_eq!(value("plies"), Some(Value::Integer(2)));
//! assert_eq!(value("event"), Some(Value::Text("?".into())));
//! # Ok::<(), pgnkit::syntax::Diagnostic>(())
//! ```

mod field;

pub use field::{Field, FieldError, UnknownField};
pub use pgnkit_facts::GAMES as COLUMNS;
pub use pgnkit_facts::{Decimal, Extent, Fact, Kind, Round, Value, date as date_of, date_parts, movetext_of};
pub(crate) use pgnkit_facts::{GameValues, variant_name};

/// The column of that name or alias, in upper or lower case; underscores do not count.
pub fn by_name(name: &str) -> Option<&'static Fact> {
    pgnkit_facts::find(COLUMNS, name)
}
