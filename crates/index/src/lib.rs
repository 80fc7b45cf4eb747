#![doc = include_str!("../README.md")]

mod annotations;
mod build;
mod error;
mod facts;
mod file;
mod groups;
mod ids;
mod moves;
pub mod oe;
mod phases;
mod places;
mod players;
mod read;
mod read_at;
mod rows;
mod spill;
mod sums;
pub mod table;
mod tags;

pub use annotations::{Annotation, Annotations};
pub use build::{GameBatch, GameEntry, IndexBuilder};
pub use error::{IndexError, Place};
pub use facts::{Day, GameFacts, Speed};
pub use file::is_index;
pub use groups::{GroupOptions, GroupRow};
pub use moves::{Line, code, decode, key};
pub use places::Origin;
pub use read::{
    Counts, Exploration, Filter, GameNumber, GameReader, Index, IndexedGame, Lists, MoveCounts, Occurrence,
    StoredGame,
};
