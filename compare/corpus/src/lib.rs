//! What the comparisons share: the files they read, the command, the table of differences that are known and explained.

mod build;
mod expected;
mod files;

pub use build::build_pgn;
pub use expected::{Difference, Expected, Verdict};
pub use files::{CorpusFile, compare_folder, default_folder, find, find_records};
