//! Steps: changes to a game on its way from an input to an output, on the threads of a run.
//!
//! A new step is a file in this folder with an implementation of [`Step`]. What a thread needs for it from game to game, such as buffers or a
//! process that it asks, is in its [`StepWorker`].

mod annotations;
mod clocks;

use std::fmt::Debug;

use pgnkit::Game;
use pgnkit::syntax::Sink;

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
    /// Makes the memory of a thread. Results must not depend on which games a thread is given.
    fn worker(&self) -> Box<dyn StepWorker + '_>;
}

/// A step on one thread.
pub trait StepWorker {
    /// Changes a game; `account` counts what the user should know about it. A step that fails leaves the game as it is and reports why: an error
    /// is one of the game.
    fn apply(&mut self, game: &mut Game, account: &mut Account, sink: &mut dyn Sink) -> Verdict;
}
