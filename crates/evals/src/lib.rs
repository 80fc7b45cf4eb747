#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod batch;
mod build;
mod error;
mod evaluation;
mod file;
mod line;
mod value;

pub use batch::{Detail, EvalsBatch};
pub use build::{BuiltEvals, EvalsBuilder};
pub use error::{EvalsError, LineError};
pub use evaluation::{Evaluation, Score, ScoredLine};
pub use file::{Evals, EvalsSummary, is_evals};
pub use line::read_line;
