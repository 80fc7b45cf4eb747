//! Steps: changes to a game on its way from an input to an output, on the threads of a run.
//!
//! A new step is a file in this folder with an implementation of [`Step`].

mod annotations;
mod clocks;

use std::fmt::Debug;

use pgnkit::Game;

use crate::account::Account;

pub use annotations::RewriteAnnotations;
pub use clocks::AddClocks;

/// The decision of a step about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It goes on its way.
    Keep,
    /// It is left out, without being an error.
    LeaveOut,
}

/// A change to games.
pub trait Step: Debug + Send + Sync {
    /// Changes a game; `account` counts what the user should know about it.
    fn apply(&self, game: &mut Game, account: &mut Account) -> Verdict;
}
