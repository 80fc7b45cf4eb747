//! Tasks: the work of a run, entry by entry.

#[cfg(feature = "epd")]
mod collect;
mod compare;
mod games;
mod rewrite;
mod tag_names;

use pgnkit::Checker;
use pgnkit::syntax::Sink;

use crate::account::Account;
use crate::blocks::BlockView;
use crate::input::{InputFormat, Target};

pub use crate::input::At;
#[cfg(feature = "epd")]
pub use collect::{CollectRecords, CollectedRecord, Records};
pub use compare::{Compare, Comparison};
pub use games::GameTask;
pub use rewrite::Rewrite;
pub use tag_names::TagNames;

/// The work done with each entry, on the threads of a run.
///
/// An entry is read into a [target](Self::target), [looked at](Self::look) before it is known whether it has errors, and
/// [taken](Self::take) if it is kept. Whatever comes of the entries of a block is handed to the run in the order of the
/// input.
pub trait Task: Sync {
    /// Memory of one thread, reused from entry to entry. Results must not depend on what it holds.
    type Scratch<'t>
    where
        Self: 't;
    /// The outcome of a block.
    type Out: Default + Send;

    /// Makes the memory of a thread.
    fn scratch(&self) -> Self::Scratch<'_>;

    /// The place that the next entry of an input of that form is read into.
    fn target<'s>(&self, scratch: &'s mut Self::Scratch<'_>, format: &dyn InputFormat) -> Target<'s>;

    /// Why inputs of a form are not for this task, if they are not.
    ///
    /// # Errors
    /// With the reason, as it is shown after "left out, ".
    fn accepts(&self, _format: &dyn InputFormat) -> Result<(), &'static str> {
        Ok(())
    }

    /// Whether the diagnostics of an entry are kept with it, with their places.
    fn wants_located(&self) -> bool {
        false
    }

    /// Whether the text of records of a form is made for the task, as [`At::stretch`]: they have none of their own.
    fn wants_text(&self, _format: &dyn InputFormat) -> bool {
        false
    }

    /// Whether an entry takes much longer than reading it, so that each is a block of its own.
    fn is_slow(&self) -> bool {
        false
    }

    /// Whether a block is always worked to its end, however much is found in it.
    fn wants_whole_blocks(&self) -> bool {
        false
    }

    /// Looks at the entry read last; errors reported here count as errors of the entry.
    fn look(&self, _scratch: &mut Self::Scratch<'_>, _at: &At<'_>, _sink: &mut dyn Sink) {}

    /// Takes the entry read last.
    fn take(&self, scratch: &mut Self::Scratch<'_>, at: &At<'_>, out: &mut Self::Out, account: &mut Account);

    /// Passes over an entry that is not [chosen](crate::EntrySelection); the task has not read it.
    fn pass(
        &self,
        _scratch: &mut Self::Scratch<'_>,
        _at: &At<'_>,
        _out: &mut Self::Out,
        _account: &mut Account,
    ) {
    }

    /// Takes the entry read last, which is to be [left](crate::OnError::Leave) as it is.
    fn leave(
        &self,
        scratch: &mut Self::Scratch<'_>,
        at: &At<'_>,
        out: &mut Self::Out,
        account: &mut Account,
    ) {
        self.take(scratch, at, out, account);
    }

    /// Takes what comes after the last entry, where entries are to be left as they are.
    fn leave_rest(&self, _format: &dyn InputFormat, _rest: &[u8], _out: &mut Self::Out) {}

    /// Takes what comes after the last entry of a block, from `start` on.
    fn take_rest(
        &self,
        _format: &dyn InputFormat,
        _block: &BlockView<'_>,
        _start: usize,
        _out: &mut Self::Out,
        _account: &mut Account,
    ) {
    }

    /// Hands on what the scratch has gathered from the entries of a block; a visitor, for example.
    fn end_of_entries(&self, _scratch: &mut Self::Scratch<'_>, _out: &mut Self::Out) {}

    /// Looks at the whole block once its entries are taken; `consumed` bytes of it were read.
    fn end_of_block(
        &self,
        _block: &BlockView<'_>,
        _consumed: usize,
        _out: &mut Self::Out,
        _account: &mut Account,
    ) {
    }

    /// Prepares the outcome of a block.
    fn begin_block(&self, _format: &dyn InputFormat, _block: &BlockView<'_>) -> Self::Out {
        Self::Out::default()
    }
}

/// Checks entries and keeps nothing of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Check;

impl Task for Check {
    type Scratch<'t> = Checker;
    type Out = ();

    fn scratch(&self) -> Checker {
        Checker::new()
    }

    fn target<'s>(&self, checker: &'s mut Checker, _format: &dyn InputFormat) -> Target<'s> {
        Target::Check(checker)
    }

    fn take(&self, _checker: &mut Checker, _at: &At<'_>, (): &mut (), _account: &mut Account) {}
}
