#![doc = include_str!("../README.md")]

mod annotations;
mod buckets;
mod build;
mod error;
mod facts;
mod file;
mod groups;
mod ids;
mod level;
mod moves;
pub mod oe;
mod phases;
mod places;
mod players;
mod read;
mod read_at;
mod rows;
mod sums;
pub mod table;
mod tags;

pub use annotations::{Annotation, Annotations};
pub use build::{GameBatch, GameEntry, IndexBuilder, IndexPieces};
pub use error::{IndexError, Place};
pub use facts::{Day, GameFacts, Speed};
pub use file::is_index;
pub use groups::{GroupOptions, GroupRow};
pub use level::Level;
pub use moves::{Line, code, decode, key, put_code, take_code};
pub use places::Origin;
pub use read::{
    Counts, Exploration, Filter, GameNumber, GameReader, Index, IndexedGame, Lists, MoveCounts, Occurrence,
    StoredGame,
};
