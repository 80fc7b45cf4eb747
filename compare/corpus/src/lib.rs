//! The files that the comparisons read, and the table of differences that are known and explained.

mod expected;
mod files;

pub use expected::{Difference, Expected, Verdict};
pub use files::{CorpusFile, compare_folder, default_folder, find};
