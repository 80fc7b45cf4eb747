//! The Python package `pgnkit`: what its module `_core` is made of.
//!
//! Objects of Python are thin: a [`node`] is a number and the game it is in, a move two squares, and nothing is made before it is
//! asked for. What games are read with is [`reader`], what is done with many of them [`jobs`]; both work on threads of
//! their own while Python runs, and never hold its lock meanwhile.

mod annotations;
mod args;
mod board;
mod columns;
mod diagnostics;
mod epd;
mod errors;
mod feed;
mod game;
mod games;
mod index;
mod iterate;
mod jobs;
mod moves;
mod node;
mod opening;
mod outlet;
mod position;
mod progress;
mod source;
mod stream;
mod tags;
mod values;

use pyo3::prelude::*;

/// The part of pgnkit that is written in Rust.
#[pymodule(gil_used = false)]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::annotations::{Mark, Score};
    #[pymodule_export]
    use super::board::Board;
    #[pymodule_export]
    use super::columns::Columns;
    #[pymodule_export]
    use super::diagnostics::{Diagnostic, Findings, Fix};
    #[pymodule_export]
    use super::epd::{Epd, Records, Registers};
    #[pymodule_export]
    use super::feed::{first_game, to_latin1};
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::games::{Games, Reading, read};
    #[pymodule_export]
    use super::index::{Explored, ExploredMove, Index};
    #[pymodule_export]
    use super::iterate::{Mainline, Positions};
    #[pymodule_export]
    use super::moves::Move;
    #[pymodule_export]
    use super::node::Node;
    #[pymodule_export]
    use super::opening::Opening;
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::tags::Tags;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
