//! The moves that were played in a position, as an index of games knows them. Whoever runs the reader asks the index.

use std::fmt;
use std::sync::Arc;

use pgnkit::chess::{Move, Position};

/// The games that have a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explored {
    /// Their number.
    pub games: u64,
    /// The moves that they go on with, the most played first.
    pub moves: Vec<ExploredMove>,
}

/// A move that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExploredMove {
    /// The move.
    pub mv: Move,
    /// The number of games.
    pub games: u64,
    /// Games that White won, that were drawn, and that Black won.
    pub results: [u64; 3],
    /// The mean rating of those who played it.
    pub rating: Option<u32>,
}

/// Answers which moves were played in a position; an error is shown as it is.
type Ask = dyn Fn(&Position) -> Result<Explored, String> + Send + Sync;

/// An index that is asked while games are shown.
#[derive(Clone)]
pub struct Explorer(Arc<Ask>);

impl Explorer {
    /// One that answers so.
    pub fn new(ask: impl Fn(&Position) -> Result<Explored, String> + Send + Sync + 'static) -> Self {
        Self(Arc::new(ask))
    }

    /// The moves that were played in a position.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn ask(&self, position: &Position) -> Result<Explored, String> {
        (self.0)(position)
    }
}

impl fmt::Debug for Explorer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Explorer")
    }
}
