//! Tests of the formats of other programs.

mod book;
mod scid;
