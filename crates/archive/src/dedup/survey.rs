//! The task that gathers games with their fingerprints.

use pgnkit::syntax::Sink;

use super::fingerprint::Fingerprint;
use crate::account::Account;
use crate::input::{InputFormat, Kind, Target};
use crate::pipeline::BlockView;
use crate::sort::{GatherGames, Gathered, Gathering, Order};
use crate::task::{At, Task};

/// Gathers games for [`Games`](super::Games), in the order in which they come. Runs leave games with errors as they are
/// ([`OnError::Leave`](crate::OnError::Leave)): those are compared byte by byte alone.
#[derive(Clone, Debug)]
pub struct Survey {
    gather: GatherGames,
}

impl Default for Survey {
    fn default() -> Self {
        Self { gather: GatherGames::new(Order::as_given()) }
    }
}

impl Survey {
    /// Whether the output takes the place of the input, so that only forms are taken that can be rewritten.
    #[must_use]
    pub fn in_place(self, in_place: bool) -> Self {
        Self { gather: self.gather.in_place(in_place) }
    }

    pub(super) fn gather(&self) -> &GatherGames {
        &self.gather
    }
}

/// The games of a block.
#[derive(Debug, Default)]
pub struct Surveyed {
    pub(super) gathered: Gathered,
    pub(super) prints: Vec<Fingerprint>,
    /// Their numbers in the block, from 1.
    pub(super) numbers: Vec<u64>,
}

impl Surveyed {
    fn print(&mut self, scratch: &Gathering, at: &At<'_>, has_errors: bool) {
        let game = at.entry(&scratch.buffer).content.to_game();
        self.prints.push(Fingerprint::of(&game, self.gathered.last_text(), has_errors));
        self.numbers.push(at.number);
    }
}

impl Task for Survey {
    type Scratch<'t> = Gathering;
    type Out = Surveyed;

    fn scratch(&self) -> Gathering {
        self.gather.scratch()
    }

    fn target<'s>(&self, scratch: &'s mut Gathering) -> Target<'s> {
        self.gather.target(scratch)
    }

    fn accepts(&self, format: &dyn InputFormat) -> Result<(), &'static str> {
        match format.holds() {
            Kind::Games => self.gather.accepts(format),
            Kind::Positions => Err("it holds records and not games"),
        }
    }

    fn begin_block(&self, format: &dyn InputFormat, block: &BlockView<'_>) -> Surveyed {
        Surveyed { gathered: self.gather.begin_block(format, block), ..Surveyed::default() }
    }

    fn look(&self, scratch: &mut Gathering, at: &At<'_>, sink: &mut dyn Sink) {
        self.gather.look(scratch, at, sink);
    }

    fn take(&self, scratch: &mut Gathering, at: &At<'_>, out: &mut Surveyed, account: &mut Account) {
        self.gather.take(scratch, at, &mut out.gathered, account);
        out.print(scratch, at, false);
    }

    fn leave(&self, scratch: &mut Gathering, at: &At<'_>, out: &mut Surveyed, account: &mut Account) {
        self.gather.leave(scratch, at, &mut out.gathered, account);
        out.print(scratch, at, true);
    }

    fn end_of_entries(&self, scratch: &mut Gathering, out: &mut Surveyed) {
        self.gather.end_of_entries(scratch, &mut out.gathered);
    }

    fn end_of_block(
        &self,
        block: &BlockView<'_>,
        consumed: usize,
        out: &mut Surveyed,
        account: &mut Account,
    ) {
        self.gather.end_of_block(block, consumed, &mut out.gathered, account);
    }
}
