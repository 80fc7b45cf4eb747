//! Reasons for having no result.

use std::{error, fmt};

/// Reason why a book was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// Somebody wished it to stop.
    Stopped,
    /// There are more than 2^29 records, or 2^32 moves between their positions.
    TooLarge,
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stopped => "stopped",
            Self::TooLarge => "the book is too large",
        })
    }
}

impl error::Error for SolveError {}
