//! Faults of a game, as values.

use std::error::Error;
use std::fmt;

use pgnkit::chess::san::SanError;

/// A place of a log at which a game is not whole, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// Offset in bytes in the log.
    pub offset: usize,
    /// The fault.
    pub reason: Reason,
}

/// A fault of a game in a log.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A move of a list that is not legal; it and the moves after it are in the last comment.
    Illegal {
        /// Number of half-moves before it.
        ply: u32,
        /// The move as it was written.
        san: String,
        /// Why it is not legal, from the position that is known.
        error: SanError,
    },
    /// The position from which a list starts is not the usual one, and the log has no board of it. If the first move shows that, the moves are
    /// in the last comment; if only the kind of the game, they are words.
    Start,
    /// A list that ends without its last line.
    Cut,
    /// A board that does not follow from the one before; another game begins with it.
    Board {
        /// Number of half-moves that the board has.
        ply: u32,
    },
    /// A game in PGN that ends without a result.
    Pgn,
}

impl Reason {
    /// A word for the kind of fault: `illegal`, `start`, `cut`, `board` or `pgn`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Illegal { .. } => "illegal",
            Self::Start => "start",
            Self::Cut => "cut",
            Self::Board { .. } => "board",
            Self::Pgn => "pgn",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal { ply, san, error } => {
                write!(f, "expected a legal half-move {}, found {}: {error}", ply + 1, san.escape_debug())
            }
            Self::Start => f.write_str("expected a board of the start of the game, found only moves"),
            Self::Cut => f.write_str("expected the result of the list of moves, found its end"),
            Self::Board { ply } => {
                write!(f, "expected a board that follows the last one, found one after {ply} half-moves")
            }
            Self::Pgn => f.write_str("expected the result of the game, found its end"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "offset {}: {}", self.offset, self.reason)
    }
}

impl Error for Fault {}
