use std::fmt::Debug;

use pgnkit::Game;
use pgnkit::edit::{EditableGame, TextEditError};
use pgnkit::syntax::{CodeSet, Sink};

use super::{EditText, Step, StepWorker};
use crate::account::Account;

/// An edit of games that needs no memory: the simple way to write a [`Step`] that keeps every byte it does not touch.
pub trait Operation: Debug + Send + Sync {
    /// Asks for what is to be different in a game. `game` is the game as it was read, `text` its bytes, which know the edits of
    /// the operations before this one. Places of moves and comments are those of [`EditableGame::game`].
    ///
    /// # Errors
    /// When it cannot be: then the game stays as it is.
    fn apply(&self, game: &Game, text: &mut EditableGame<'_>) -> Result<(), TextEditError>;

    /// Whether it looks at the game. Where none does, games are read without being kept, and `game` is an empty one.
    fn needs_game(&self) -> bool {
        true
    }

    /// Errors of games that are edited nevertheless: those that this operation puts right.
    fn fixes(&self) -> CodeSet {
        CodeSet::EMPTY
    }
}

impl<O: Operation> Step for O {
    fn worker(&self) -> StepWorker<'_> {
        StepWorker::Edit(Box::new(Applying(self)))
    }

    fn needs_game(&self) -> bool {
        Operation::needs_game(self)
    }

    fn fixes(&self) -> CodeSet {
        Operation::fixes(self)
    }
}

struct Applying<'o, O>(&'o O);

impl<O: Operation> EditText for Applying<'_, O> {
    fn edit(
        &mut self,
        game: &Game,
        text: &mut EditableGame<'_>,
        _account: &mut Account,
        _sink: &mut dyn Sink,
    ) -> Result<(), TextEditError> {
        self.0.apply(game, text)
    }
}
