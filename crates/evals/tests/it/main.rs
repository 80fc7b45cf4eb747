//! Evaluations from their lines to the answers.

mod damage;
mod lines;
mod look_up;
mod positions;
