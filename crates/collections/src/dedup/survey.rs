//! The task that gathers games with their fingerprints.

use pgnkit::syntax::Sink;

use crate::fingerprint::{Fingerprint, Printer};
use crate::sort::{Batch, GatherGames, GatherScratch, Order};
use pgnkit_archive::Account;
use pgnkit_archive::input::{InputFormat, Kind, Target};
use pgnkit_archive::pipeline::BlockView;
use pgnkit_archive::task::{At, Task};

/// Gathers games for [`Games`](super::Games), in the order in which they come. Runs leave games with errors as they are
/// ([`OnError::Leave`](pgnkit_archive::OnError::Leave)): those are compared byte by byte alone.
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
pub struct SurveyBatch {
    pub(super) gathered: Batch,
    pub(super) prints: Vec<Fingerprint>,
    /// Their numbers in the block, from 1.
    pub(super) numbers: Vec<u64>,
}

/// Memory of a thread that surveys.
#[derive(Debug, Default)]
pub struct SurveyScratch {
    gathering: GatherScratch,
    printer: Printer,
}

impl Survey {
    fn print(&self, scratch: &mut SurveyScratch, at: &At<'_>, out: &mut SurveyBatch, has_errors: bool) {
        let SurveyScratch { gathering, printer } = scratch;
        if self.gather.builds(at.format) {
            printer.see(&at.entry(&gathering.buffer).content.to_game());
        }
        out.prints.push(printer.print(out.gathered.last_text(), has_errors));
        out.numbers.push(at.number);
    }
}

impl Task for Survey {
    type Scratch<'t> = SurveyScratch;
    type Out = SurveyBatch;

    fn scratch(&self) -> SurveyScratch {
        SurveyScratch { gathering: self.gather.scratch(), printer: Printer::default() }
    }

    /// A text that stays as it is needs no tree.
    fn target<'s>(&self, scratch: &'s mut SurveyScratch, format: &dyn InputFormat) -> Target<'s> {
        if self.gather.builds(format) {
            Target::Build(&mut scratch.gathering.buffer)
        } else {
            Target::Visit(&mut scratch.printer)
        }
    }

    fn accepts(&self, format: &dyn InputFormat) -> Result<(), &'static str> {
        format.holds().must_be(Kind::Games)?;
        self.gather.accepts(format)
    }

    fn begin_block(&self, format: &dyn InputFormat, block: &BlockView<'_>) -> SurveyBatch {
        SurveyBatch { gathered: self.gather.begin_block(format, block), ..SurveyBatch::default() }
    }

    fn look(&self, scratch: &mut SurveyScratch, at: &At<'_>, sink: &mut dyn Sink) {
        self.gather.look(&mut scratch.gathering, at, sink);
    }

    fn pass(&self, scratch: &mut SurveyScratch, at: &At<'_>, out: &mut SurveyBatch, account: &mut Account) {
        self.gather.pass(&mut scratch.gathering, at, &mut out.gathered, account);
    }

    fn take(&self, scratch: &mut SurveyScratch, at: &At<'_>, out: &mut SurveyBatch, account: &mut Account) {
        self.gather.take(&mut scratch.gathering, at, &mut out.gathered, account);
        self.print(scratch, at, out, false);
    }

    fn leave(&self, scratch: &mut SurveyScratch, at: &At<'_>, out: &mut SurveyBatch, account: &mut Account) {
        self.gather.leave(&mut scratch.gathering, at, &mut out.gathered, account);
        self.print(scratch, at, out, true);
    }

    fn end_of_entries(&self, scratch: &mut SurveyScratch, out: &mut SurveyBatch) {
        self.gather.end_of_entries(&mut scratch.gathering, &mut out.gathered);
    }

    fn end_of_block(
        &self,
        block: &BlockView<'_>,
        consumed: usize,
        out: &mut SurveyBatch,
        account: &mut Account,
    ) {
        self.gather.end_of_block(block, consumed, &mut out.gathered, account);
    }
}
