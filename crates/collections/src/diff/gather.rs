//! The task that gathers games with what they are matched by.

use pgnkit::syntax::Sink;
use pgnkit::{Export, Game};

use crate::fingerprint::{Fingerprint, Printer, hash};
use crate::roster::roster;
use crate::sort::{Batch, GatherGames, GatherScratch, Order};
use pgnkit_archive::Account;
use pgnkit_archive::input::{InputFormat, Kind, Target};
use pgnkit_archive::pipeline::BlockView;
use pgnkit_archive::task::{At, Task};

/// Gathers games for [`Sides`](super::Sides). Runs leave games with errors as they are
/// ([`OnError::Leave`](pgnkit_archive::OnError::Leave)).
#[derive(Clone, Debug)]
pub struct Gather {
    gather: GatherGames,
}

impl Default for Gather {
    fn default() -> Self {
        Self { gather: GatherGames::new(Order::as_given()) }
    }
}

/// Hashes that games are matched by.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Print {
    pub(super) print: Fingerprint,
    /// Hash of its export format.
    pub(super) canonical: u64,
    /// Hash of the seven tags of the roster without the result; 0 if the players are unknown.
    pub(super) roster: u64,
}

impl Print {
    pub(super) fn of(game: &Game, text: &[u8], memory: &mut PrintMemory) -> Self {
        let PrintMemory { printer, exported } = memory;
        exported.clear();
        Export::default().write_game(game, exported);
        let roster = roster(game);
        let is_known = roster[4] != "?" && roster[5] != "?";
        printer.see(game);
        Self {
            print: printer.print(text, false),
            canonical: hash(exported),
            roster: if is_known { hash(roster.join("\0").as_bytes()).max(1) } else { 0 },
        }
    }
}

/// Memory for what games are matched by, used for one after the other.
#[derive(Debug, Default)]
pub(super) struct PrintMemory {
    printer: Printer,
    exported: Vec<u8>,
}

/// The games of a block of one side.
#[derive(Debug, Default)]
pub struct SideBatch {
    pub(super) gathered: Batch,
    pub(super) prints: Vec<Print>,
    /// Their numbers in the block, from 1.
    pub(super) numbers: Vec<u64>,
}

/// Memory of a thread that gathers.
#[derive(Debug, Default)]
pub struct SideScratch {
    gathering: GatherScratch,
    memory: PrintMemory,
}

impl SideBatch {
    fn print(&mut self, scratch: &mut SideScratch, at: &At<'_>) {
        let game = at.entry(&scratch.gathering.buffer).content.to_game();
        self.prints.push(Print::of(&game, self.gathered.last_text(), &mut scratch.memory));
        self.numbers.push(at.number);
    }
}

impl Task for Gather {
    type Scratch<'t> = SideScratch;
    type Out = SideBatch;

    fn scratch(&self) -> SideScratch {
        SideScratch::default()
    }

    fn target<'s>(&self, scratch: &'s mut SideScratch, _format: &dyn InputFormat) -> Target<'s> {
        Target::Build(&mut scratch.gathering.buffer)
    }

    fn accepts(&self, format: &dyn InputFormat) -> Result<(), &'static str> {
        format.holds().must_be(Kind::Games)?;
        self.gather.accepts(format)
    }

    fn begin_block(&self, format: &dyn InputFormat, block: &BlockView<'_>) -> SideBatch {
        SideBatch { gathered: self.gather.begin_block(format, block), ..SideBatch::default() }
    }

    fn look(&self, scratch: &mut SideScratch, at: &At<'_>, sink: &mut dyn Sink) {
        self.gather.look(&mut scratch.gathering, at, sink);
    }

    fn pass(&self, scratch: &mut SideScratch, at: &At<'_>, out: &mut SideBatch, account: &mut Account) {
        self.gather.pass(&mut scratch.gathering, at, &mut out.gathered, account);
    }

    fn take(&self, scratch: &mut SideScratch, at: &At<'_>, out: &mut SideBatch, account: &mut Account) {
        self.gather.take(&mut scratch.gathering, at, &mut out.gathered, account);
        out.print(scratch, at);
    }

    fn leave(&self, scratch: &mut SideScratch, at: &At<'_>, out: &mut SideBatch, account: &mut Account) {
        self.gather.leave(&mut scratch.gathering, at, &mut out.gathered, account);
        out.print(scratch, at);
    }

    fn end_of_entries(&self, scratch: &mut SideScratch, out: &mut SideBatch) {
        self.gather.end_of_entries(&mut scratch.gathering, &mut out.gathered);
    }

    fn end_of_block(
        &self,
        block: &BlockView<'_>,
        consumed: usize,
        out: &mut SideBatch,
        account: &mut Account,
    ) {
        self.gather.end_of_block(block, consumed, &mut out.gathered, account);
    }
}
