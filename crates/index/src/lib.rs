#![doc = include_str!("../README.md")]

mod build;
mod error;
mod facts;
mod file;
mod ids;
mod moves;
mod places;
mod players;
mod read;
mod read_at;
mod rows;
mod spill;
pub mod table;
mod tags;

pub use build::{GameBatch, GameEntry, IndexBuilder};
pub use error::{IndexError, Place};
pub use facts::{Day, GameFacts, Speed};
pub use moves::{Line, code, decode, key};
pub use places::Origin;
pub use read::{Counts, Exploration, Filter, GameNumber, Index, IndexedGame, Lists, MoveCounts, Occurrence};
