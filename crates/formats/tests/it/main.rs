//! Tests of the formats of other programs.

mod cbv;
mod chessbase;
mod ics;
mod scid;
