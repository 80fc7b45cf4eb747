//! Tests of the formats of other programs.

mod book;
mod cbv;
mod chessbase;
mod ics;
mod scid;
#[cfg(feature = "sites")]
mod sites;
