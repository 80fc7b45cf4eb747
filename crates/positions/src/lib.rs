//! Many chess positions: [`perft`] counts their move sequences on several threads, [`minimax`] works back the scores of
//! a book of them from its leaves.
//!
//! Nothing here reads or prints: positions come from `pgnkit-chess`, results are values.

pub mod minimax;
pub mod perft;

/// The example of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
