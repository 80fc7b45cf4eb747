//! Shared parts of the comparisons: input files, the command, the table of known and explained differences.

mod build;
mod expected;
mod files;

pub use build::{build, build_pgn};
pub use expected::{Difference, Expected, Verdict};
pub use files::{CorpusFile, compare_folder, default_folder, find, find_records};
