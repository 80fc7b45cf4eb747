//! The position index: the games of a collection, by the positions that they have (the crate [`pgnkit_index`]).
//!
//! [`GatherGames`] takes games for [`IndexBuilder`](pgnkit_index::IndexBuilder). They come back as those of any other input
//! ([`pgnkit_archive::input::INDEX`], [`pgnkit_archive::input::game_of`]).

mod gather;

pub use gather::{GatherGames, IndexGames};
