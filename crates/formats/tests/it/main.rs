//! Tests of the formats of other programs.

mod cbv;
mod chessbase;
mod scid;
#[cfg(feature = "sites")]
mod sites;
