//! Chess games in SQL: `select White, count(*) from 'games.pgn.zst' group by 1`.
//!
//! The engine is DataFusion. Here is what makes it know chess:
//!
//! * [`tables`] gives files by name: games of any form that pgnkit reads, Parquet, CSV and Arrow.
//! * [`rewrite`] reads a query: names of columns in any case, and functions about games and positions.
//! * [`functions`] has these functions as the engine calls them.
//! * [`session`] puts these together, within limits of memory and threads.
//! * [`query`] runs statements, and [`output`] writes what they give.
//! * [`cluster`] runs queries on many machines.
//! * [`prompt`] is the program at a terminal; [`args`] and [`run`] are the program.

mod answer;
pub mod args;
#[cfg(feature = "cluster")]
pub mod cluster;
mod error;
pub mod functions;
mod interrupt;
pub mod output;
pub mod prompt;
pub mod query;
pub mod rewrite;
pub mod session;
mod state;
pub mod tables;

mod program;

pub use error::{Failure, Shown};
pub use program::{Status, run};
