#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod code;
mod cursor;
#[cfg(test)]
mod damage_tests;
mod error;
mod files;
mod game;
mod layout;
mod material;
mod moves;
mod pairs;
mod probe;
mod source;
mod squares;
mod symbols;
mod table;
mod tablebases;
mod wdl;

pub use error::TablebaseError;
pub use game::{Adjudication, GameOutcomes, MoveOutcome, Verdict};
pub use material::{MAX_MEN, Material, ParseMaterialError};
pub use moves::RankedMove;
pub use probe::Probe;
pub use tablebases::Tablebases;
pub use wdl::{Category, Dtz, Outcome, Wdl};
