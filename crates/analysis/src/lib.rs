#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod cache;
mod candidates;
mod engines;
mod evaluated;
mod evaluator;
mod game;
mod mark;
mod query;
mod scope;
mod step;
pub mod suite;
mod tablebase;
mod text;

pub use cache::{Cache, CacheError};
pub use candidates::{CandidateRow, Cell, CellKind, ScoreCells};
pub use engines::{EngineSetup, Engines, Figures, Stopper};
pub use evaluated::{Evaluated, Origin, for_white};
pub use evaluator::{Evaluation, EvaluationError, Evaluator, Pending};
pub use game::{AnalysedPly, GameAnalysis, Grading};
pub use mark::{LICHESS_LINE, Marked, Marks, Style, Tag};
pub use query::{GivenMoves, Query};
pub use scope::{Players, Scope};
pub use step::{AnalyseGames, ListCandidates, ListScratch, ListedCandidates, Progress};
