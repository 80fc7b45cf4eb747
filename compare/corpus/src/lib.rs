//! Shared parts of the comparisons: input files, the command and what it looks for, the table of known and explained
//! differences.

mod build;
mod expected;
mod files;
mod findings;

pub use build::{build, build_pgn};
pub use expected::{Difference, Expected, Verdict};
pub use files::{CorpusFile, compare_folder, default_folder, find, find_records};
pub use findings::Findings;
