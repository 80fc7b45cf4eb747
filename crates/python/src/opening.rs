//! Openings.

use pgnkit::Game as Document;
use pgnkit_collections::eco::Book;
use pyo3::prelude::*;

/// The opening of a game: its code, its name, and the half-moves after which the game has left the table.
#[pyclass(frozen, get_all, eq, module = "pgnkit")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Opening {
    /// The code, such as `B20`.
    eco: String,
    /// The name, such as `Sicilian Defense`.
    name: String,
    /// Half-moves from the start to the last position that the table has.
    ply: usize,
}

impl Opening {
    pub(crate) fn of(book: &Book, game: &Document) -> Option<Self> {
        let found = book.classify(game)?;
        Some(Self { eco: found.line.eco().to_string(), name: found.line.name().to_string(), ply: found.ply })
    }
}

#[pymethods]
impl Opening {
    fn __repr__(&self) -> String {
        format!("<Opening {} {}, {} half-moves>", self.eco, self.name, self.ply)
    }
}
