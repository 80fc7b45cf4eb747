//! Chess games as columns: the schema, builders of record batches, and Parquet.
//!
//! [`Layout`] says what a row is ([`Rows`]) and which of the [`COLUMNS`] there are; a [`Builder`] visits games and makes
//! batches of them; [`moves`] has the moves of a game as bytes.
//!
//! ```
//! use arrow_array::{Array, cast::AsArray};
//! use pgnkit::{Replayer, syntax::Ignore};
//! use pgnkit_columns::{Builder, Layout, Rows};
//!
//! let mut builder = Builder::new(&Layout::new(Rows::Games));
//! let mut replayer = Replayer::new(b"[White \"Tal\"]\n[WhiteElo \"2700\"]\n\n1. e4 {[%clk 0:03:00]} e5 1-0\n");
//! while replayer.read_game(builder.visitor(), &mut Ignore).is_some() {
//!     builder.add(1, None, &[]);
//! }
//! let batch = builder.finish()?;
//! assert_eq!(batch.column_by_name("White").unwrap().as_string::<i32>().value(0), "Tal");
//! assert_eq!(batch.num_rows(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod annotation;
mod builder;
mod cells;
mod counts;
mod game;
#[cfg(feature = "ipc")]
pub mod ipc;
pub mod moves;
#[cfg(feature = "parquet")]
pub mod parquet;
#[cfg(feature = "parquet")]
mod partition;
mod proof;
pub mod record;
mod said;
mod schema;
#[cfg(any(feature = "ipc", feature = "parquet"))]
pub mod source;
mod tags;
#[cfg(test)]
mod tests;
mod tree;
mod values;

pub use arrow_array::RecordBatch;
pub use builder::{Builder, GamePlace, numbered_from, placed, placed_by};
pub use cells::{CellRows, CellType, CellValue};
pub use counts::{CountRow, CountRows};
pub use game::LeftOut;
#[cfg(feature = "parquet")]
pub use partition::{PartitionError, Partitioning};
pub use pgnkit_facts::score::MATE_IN_CENTIPAWNS as MATE;
pub use schema::{COLUMNS, Column, Layout, LayoutError, Rows, VERSION};

/// The libraries themselves, for tests of the command. Semantic versioning does not hold for them.
#[doc(hidden)]
pub mod internals {
    pub use ::arrow_array;
    #[cfg(feature = "parquet")]
    pub use ::parquet;
}
