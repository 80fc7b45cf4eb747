//! One list of facts about games, moves and positions: names, types, units, how much of a game each needs, and values.
//!
//! Conditions, orders, names of files, CSV, Arrow, Parquet, SQL and Python take names and types from here, so that a name
//! means the same everywhere. A new fact is an entry in [`GAMES`] or [`POSITIONS`], or in [`tables`] if only tables have it.
//!
//! ```
//! use pgnkit_facts::{Unit, Value, game, position};
//!
//! let text = "[Date \"1992.11.??\"]\n[WhiteElo \"2785\"]\n[TimeControl \"180+2\"]\n\n1. e4 e5 *";
//! let parsed: pgnkit::Game = text.parse()?;
//! let value = |name| game(name).map(|fact| fact.of(&parsed));
//! assert_eq!(value("date"), Some(Value::Date([1992, 11, 0])));
//! assert_eq!(value("white_elo"), Some(Value::Integer(2785)));
//! assert_eq!(value("time_initial"), value("time_control_base"));
//! assert_eq!(value("plies"), Some(Value::Integer(2)));
//! assert_eq!(position("eval").map(|fact| fact.unit), Some(Unit::Pawns));
//! assert_eq!(position("eval_cp").map(|fact| fact.unit), Some(Unit::Centipawns));
//! # Ok::<(), pgnkit::syntax::Diagnostic>(())
//! ```

mod fact;
mod game_values;
mod games;
mod movetext;
mod positions;
pub mod score;
pub mod tables;
mod value;

pub use fact::{Extent, Fact, Named, Shape, Subject, Unit, find};
pub use game_values::{GameValues, variant_name};
pub use games::GAMES;
pub use movetext::{movetext, movetext_of};
pub use positions::POSITIONS;
pub use value::{Decimal, Kind, Round, Value, date, date_parts, year_in};

/// Every fact.
pub fn all() -> impl Iterator<Item = &'static Fact> {
    [GAMES, tables::GAMES, POSITIONS, tables::POSITIONS].into_iter().flatten()
}

/// The fact about games of that name; see [`find`].
pub const fn game(name: &str) -> Option<&'static Fact> {
    in_either(GAMES, tables::GAMES, name)
}

/// The fact about positions, or about the move that led to one, of that name; see [`find`].
pub const fn position(name: &str) -> Option<&'static Fact> {
    in_either(POSITIONS, tables::POSITIONS, name)
}

/// The name of a column in rows of games.
///
/// # Panics
/// If the name is that of no fact: in a constant it does not compile.
pub const fn column_of_games(name: &'static str) -> Named {
    match game(name) {
        Some(fact) => Named { name, fact },
        None => panic!("a column of games that is no fact"),
    }
}

/// The name of a column in rows of moves or positions. The place of the game is a fact of the game there, too.
///
/// # Panics
/// If the name is that of no fact: in a constant it does not compile.
pub const fn column_of_moves(name: &'static str) -> Named {
    match position(name) {
        Some(fact) => Named { name, fact },
        None => column_of_games(name),
    }
}

/// A name as it is written is looked for in both lists before any other spelling of it.
const fn in_either(one: &'static [Fact], other: &'static [Fact], name: &str) -> Option<&'static Fact> {
    match (fact::exactly(one, name), fact::exactly(other, name)) {
        (Some(fact), _) | (None, Some(fact)) => Some(fact),
        (None, None) => match find(one, name) {
            Some(fact) => Some(fact),
            None => find(other, name),
        },
    }
}
