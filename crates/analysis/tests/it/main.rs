//! Analyses with an engine that is this program, and without one.

#[expect(dead_code, reason = "the tests of the command use more of it")]
mod engine;
mod games;
mod lichess;
mod marks;
mod ready;
