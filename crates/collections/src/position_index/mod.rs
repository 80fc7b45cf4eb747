//! The position index: the games of a collection, by the positions that they have (the crate [`pgnkit_index`]).
//!
//! [`GatherGames`] takes the main line and the tags of games, for [`IndexBuilder`](pgnkit_index::IndexBuilder).

mod gather;

pub use gather::{GatherGames, IndexGames};
