//! Errors of files and of lines.

use std::error::Error;
use std::fmt;
use std::io;

use pgnkit_chess::fen::FenErrorKind;
use pgnkit_chess::san::SanError;
use pgnkit_index::table::TableError;

/// The reason why a file of evaluations is not written or read.
#[derive(Debug)]
#[non_exhaustive]
pub enum EvalsError {
    /// The file, or a temporary one, cannot be read or written.
    Io(io::Error),
    /// It is another file.
    NotEvals,
    /// The table of the file is damaged, or of a later version.
    Table(TableError),
    /// The bytes of a position are no evaluation; its key.
    Entry(u64),
}

impl fmt::Display for EvalsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::NotEvals => {
                f.write_str("expected evaluations as `pgn evals build` writes them, found another file")
            }
            Self::Table(error) => write!(f, "{error}"),
            Self::Entry(key) => write!(f, "the entry of {key:016x} is damaged"),
        }
    }
}

impl Error for EvalsError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Table(error) => Some(error),
            Self::NotEvals | Self::Entry(_) => None,
        }
    }
}

impl From<io::Error> for EvalsError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<TableError> for EvalsError {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Io(error) => Self::Io(error),
            TableError::NotATable | TableError::Values(_) => Self::NotEvals,
            error => Self::Table(error),
        }
    }
}

/// The reason why a line is no evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineError {
    /// It is no JSON, or a member is missing or of another type; which, and where.
    Json(String),
    /// The position cannot be read.
    Fen(FenErrorKind),
    /// There is no evaluation in it.
    NoEvaluation,
    /// The best evaluation has no line of moves, or one without a move.
    NoLine,
    /// A line has both `cp` and `mate`, or neither.
    Score {
        /// Whether it has both.
        has_both: bool,
    },
    /// A move that is not legal: its number in its line from 1, its text, cut if it is long, and why.
    Move(usize, String, SanError),
}

/// The most characters of a move that an error shows.
const SHOWN: usize = 12;

impl LineError {
    pub(crate) fn of_move(number: usize, text: &str, reason: SanError) -> Self {
        Self::Move(number, text.chars().take(SHOWN).collect(), reason)
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => write!(f, "expected an evaluation as JSON: {error}"),
            Self::Fen(kind) => write!(f, "expected a position in `fen`: {kind}"),
            Self::NoEvaluation => f.write_str("expected an evaluation in `evals`, found none"),
            Self::NoLine => f.write_str("expected a line of moves in `pvs`, found none"),
            Self::Score { has_both } => {
                let found = if *has_both { "both" } else { "none" };
                write!(f, "expected a score, `cp` or `mate`, found {found}")
            }
            Self::Move(number, text, reason) => {
                write!(f, "expected a legal move, found `{}` as move {number}: {reason}", text.escape_debug())
            }
        }
    }
}

impl Error for LineError {}
