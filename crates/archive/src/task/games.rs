//! Tasks that are given whole games.

use pgnkit::Game;

use super::{At, Task};
use crate::account::Account;
use crate::input::{EntryBuf, InputFormat, Kind, Target};

/// A task that looks at each game as a whole and remembers nothing from one to the next.
///
/// It is a [`Task`] without the memory of a thread: `take_game` is all that it needs.
pub trait GameTask: Sync {
    /// The outcome of a block.
    type Out: Default + Send;

    /// The only kind of entries that it takes. By default it takes both: a position is the game that starts from it.
    const KIND: Option<Kind> = None;

    /// Takes a game.
    fn take_game(&self, game: &Game, at: &At<'_>, out: &mut Self::Out, account: &mut Account);

    /// Takes a game that is to be [left](crate::OnError::Leave) as it is.
    fn leave_game(&self, game: &Game, at: &At<'_>, out: &mut Self::Out, account: &mut Account) {
        self.take_game(game, at, out, account);
    }
}

impl<T: GameTask> Task for T {
    type Scratch<'t>
        = EntryBuf
    where
        Self: 't;
    type Out = T::Out;

    fn scratch(&self) -> EntryBuf {
        EntryBuf::default()
    }

    fn target<'s>(&self, buffer: &'s mut EntryBuf, _format: &dyn InputFormat) -> Target<'s> {
        Target::Build(buffer)
    }

    fn accepts(&self, format: &dyn InputFormat) -> Result<(), &'static str> {
        T::KIND.map_or(Ok(()), |kind| format.holds().must_be(kind))
    }

    fn take(&self, buffer: &mut EntryBuf, at: &At<'_>, out: &mut T::Out, account: &mut Account) {
        self.take_game(&at.entry(buffer).content.to_game(), at, out, account);
    }

    fn leave(&self, buffer: &mut EntryBuf, at: &At<'_>, out: &mut T::Out, account: &mut Account) {
        self.leave_game(&at.entry(buffer).content.to_game(), at, out, account);
    }
}
