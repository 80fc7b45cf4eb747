//! Questions about games: [`fields`] of a game by name, and a [`condition`] over them in SQL.
//!
//! ```
//! # #[cfg(feature = "conditions")] {
//! use pgnkit_query::condition::{Condition, Tester};
//!
//! let condition: Condition = "whiteelo >= 2700 AND plies < 60".parse()?;
//! let game: pgnkit::Game = "[WhiteElo \"2785\"]\n\n1. e4 e5 1/2-1/2".parse().unwrap();
//! assert!(Tester::new(&condition).test_game(&game));
//! # Ok::<(), pgnkit_query::condition::ConditionError>(())
//! # }.unwrap();
//! ```
//!
//! * [`fields`] has what can be asked of a game by name: tags as dates, numbers and rounds, and what the moves say.
//! * [`condition`] chooses games by an expression over these, in SQL.
//!
//! # Crate features
//!
//! All are on by default.
//!
//! | feature | what it adds | costs |
//! | --- | --- | --- |
//! | `conditions` | `condition`: games chosen by a condition in SQL | sqlparser, regex-automata |
//!
//! Nothing here prints, and nothing panics because of what it reads.

#![cfg_attr(not(feature = "conditions"), allow(dead_code, unused_imports))]

#[cfg(feature = "conditions")]
pub mod condition;
pub mod fields;
#[doc(hidden)]
pub mod movetext;
mod only;
#[doc(hidden)]
pub mod spelling;

/// Items for the other crates of this workspace, exempt from semantic versioning.
#[doc(hidden)]
pub mod internals {
    pub use crate::only::{Chooser, Only};
}

/// The example of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
