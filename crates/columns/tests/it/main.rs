//! Tests of the crate.

mod lossless;
