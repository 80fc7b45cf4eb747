//! Steps: what is done to a game on its way from an input to an output, on the threads of a run.
//!
//! A new step is a file in this folder, or anywhere else, with an implementation of [`Step`]. What a thread needs for it from game to game,
//! such as buffers or an engine that it asks, is in its [`StepWorker`], of which there are two kinds: those that change the document of a game,
//! which is written anew, and those that ask for edits of its text, in which every other byte stays. An edit that needs no memory is an
//! [`Operation`].
//!
//! [`Rewrite`](crate::task::Rewrite) takes steps of both kinds; the tasks that edit files take those that edit text.

mod annotations;
mod clocks;
mod operation;

use std::fmt::{self, Debug};

use pgnkit::edit::{EditableGame, TextEditError, edit_games};
use pgnkit::syntax::{Code, CodeSet, Ignore, Sink};
use pgnkit::{Export, Game, GameBuilder, Replayer};

use crate::account::Account;

pub use annotations::RewriteAnnotations;
pub use clocks::AddClocks;
pub use operation::Operation;

/// The decision of a step about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It goes on its way.
    Keep,
    /// It is left out, without being an error.
    LeaveOut,
}

/// Something that is done to games.
pub trait Step: Debug + Send + Sync {
    /// Makes the memory of a thread. Results must not depend on which games a thread is given.
    fn worker(&self) -> StepWorker<'_>;

    /// Whether a game takes it much longer than reading one: then each is worked on by itself, and handed on as soon as those before it
    /// are ([`pipeline::Options::single_entries`](crate::pipeline::Options::single_entries)).
    fn is_slow(&self) -> bool {
        false
    }

    /// Whether an edit looks at the game. Where none does, games are read without being kept, and it gets an empty one.
    fn needs_game(&self) -> bool {
        true
    }

    /// Errors of games that are edited nevertheless: those that this step puts right.
    fn fixes(&self) -> CodeSet {
        CodeSet::EMPTY
    }

    /// Codes other than errors by which it reports what it could not do.
    fn reports(&self) -> &'static [Code] {
        &[]
    }
}

/// A step on one thread.
pub enum StepWorker<'s> {
    /// It changes documents of games, which are written anew.
    Change(Box<dyn ChangeGame + 's>),
    /// It asks for edits of the texts of games.
    Edit(Box<dyn EditText + 's>),
}

impl Debug for StepWorker<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Change(_) => "Change",
            Self::Edit(_) => "Edit",
        })
    }
}

/// A change of documents.
pub trait ChangeGame {
    /// Changes a game; `account` counts what the user should know about it. A step that fails leaves the game as it is and reports why: an error
    /// is one of the game.
    fn apply(&mut self, game: &mut Game, account: &mut Account, sink: &mut dyn Sink) -> Verdict;
}

/// An edit of texts.
pub trait EditText {
    /// Asks for what is to be different in a game. `game` is the game as it was read, `text` its bytes, which know the edits of the steps
    /// before this one. A step that fails for a reason of its own reports it: an error is one of the game, which stays as it is.
    ///
    /// # Errors
    /// When an edit cannot be made: then the game stays as it is.
    fn edit(
        &mut self,
        game: &Game,
        text: &mut EditableGame<'_>,
        account: &mut Account,
        sink: &mut dyn Sink,
    ) -> Result<(), TextEditError>;
}

impl StepWorker<'_> {
    /// Changes a document, whatever the kind of the step: edits are made in its text in export format, which is read again.
    pub(crate) fn change(&mut self, game: &mut Game, account: &mut Account, sink: &mut dyn Sink) -> Verdict {
        match self {
            Self::Change(worker) => return worker.apply(game, account, sink),
            Self::Edit(worker) => {
                let mut text = Vec::new();
                Export::default().write_game(game, &mut text);
                let edited = edit_games(&text, |text| worker.edit(game, text, account, sink));
                let counts = [("changed", edited.edited), ("refused", edited.refused.len() as u64)];
                account.tally("edited", &counts);
                if edited.edited > 0 {
                    let mut builder = GameBuilder::new();
                    if Replayer::new(&edited.text).read_into(&mut builder, &mut Ignore).is_some() {
                        *game = builder.into_game();
                    }
                }
            }
        }
        Verdict::Keep
    }
}
