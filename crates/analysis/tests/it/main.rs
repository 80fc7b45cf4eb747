//! Analyses with an engine that is this program, and without one.

mod engine;
mod games;
mod lichess;
mod marks;
mod ready;
