#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod candidate;
mod chances;
mod engine;
mod puzzle;
mod settings;
mod solution;
mod task;
mod themes;
mod write;

pub use candidate::{Candidate, Candidates, candidates};
pub use chances::chances;
pub use engine::Failure;
pub use puzzle::{FirstMove, KnownPuzzles, Puzzle, Source};
pub use settings::Settings;
pub use solution::{Choice, Rejection};
pub use task::{FailedPosition, FindPuzzles, FoundPuzzles, PuzzleScratch};
pub use themes::{PuzzleTheme, THEMES, ThemeTester};
pub use write::PuzzleForm;
