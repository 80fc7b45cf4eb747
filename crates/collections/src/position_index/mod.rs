//! The position index: the games of a collection, by the positions that they have (the crate [`pgnkit_index`]).
//!
//! [`GatherGames`] takes the main line and the tags of games, for [`IndexBuilder`](pgnkit_index::IndexBuilder); [`to_game`] makes a game of what an index gives back.

mod gather;
mod text;

pub use gather::{GatherGames, IndexGames};
pub use text::to_game;
