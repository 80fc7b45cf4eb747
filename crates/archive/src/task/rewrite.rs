use std::fmt;

use pgnkit::syntax::Sink;

use super::{At, Task};
use crate::account::Account;
use crate::input::{Content, EntryBuf, InputFormat, Locations, Target};
use crate::output::{Chunk, EntryWriter, OutputFormat};
use crate::pipeline::BlockView;
use crate::step::{Step, Verdict};

/// Reads entries, puts games through steps, and writes them in one form.
#[derive(Debug)]
pub struct Rewrite {
    /// Changes to games, in their order.
    pub steps: Vec<Box<dyn Step>>,
    /// The form they are written in.
    pub output: Box<dyn OutputFormat>,
    /// Whether the output takes the place of the input, so that only forms are taken that can be rewritten.
    pub in_place: bool,
}

impl Rewrite {
    /// Writes entries as they are in another form.
    pub fn new(output: Box<dyn OutputFormat>) -> Self {
        Self { steps: Vec::new(), output, in_place: false }
    }

    /// With one more step.
    #[must_use]
    pub fn step(mut self, step: impl Step + 'static) -> Self {
        self.steps.push(Box::new(step));
        self
    }

    /// Whether the output takes the place of the input.
    #[must_use]
    pub fn in_place(self, in_place: bool) -> Self {
        Self { in_place, ..self }
    }
}

/// Memory of a thread that rewrites.
pub struct Rewriting<'t> {
    buffer: EntryBuf,
    writer: Box<dyn EntryWriter + 't>,
    /// Whether the entry is read into a target of the writer, and no document of it is made.
    is_apart: bool,
    /// The counts of the steps for the entry read last, and their decision about it.
    steps: Account,
    verdict: Verdict,
}

impl fmt::Debug for Rewriting<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rewriting").field("buffer", &self.buffer).finish_non_exhaustive()
    }
}

impl Task for Rewrite {
    type Scratch<'t> = Rewriting<'t>;
    type Out = Chunk;

    fn scratch(&self) -> Rewriting<'_> {
        Rewriting {
            buffer: EntryBuf::default(),
            writer: self.output.writer(),
            is_apart: false,
            steps: Account::default(),
            verdict: Verdict::Keep,
        }
    }

    fn target<'s>(&self, scratch: &'s mut Rewriting<'_>, format: &dyn InputFormat) -> Target<'s> {
        let Rewriting { buffer, writer, is_apart, .. } = scratch;
        let apart = if self.steps.is_empty() { writer.target(format) } else { None };
        *is_apart = apart.is_some();
        apart.unwrap_or(Target::Build(buffer))
    }

    fn accepts(&self, format: &dyn InputFormat) -> Result<(), &'static str> {
        if self.in_place { format.rewritable() } else { Ok(()) }
    }

    fn wants_located(&self) -> bool {
        self.output.wants_located()
    }

    fn begin_block(&self, format: &dyn InputFormat, block: &BlockView<'_>) -> Chunk {
        // Binary forms are a fraction of any text.
        let expansion = if format.locations() == Locations::Offsets { 4 } else { 1 };
        Chunk::with_capacity(self.output.expected_bytes(expansion * block.bytes.len()))
    }

    fn look(&self, scratch: &mut Rewriting<'_>, at: &At<'_>, sink: &mut dyn Sink) {
        let Rewriting { buffer, writer, steps, verdict, is_apart } = scratch;
        *verdict = Verdict::Keep;
        if *is_apart {
            return;
        }
        if !self.steps.is_empty() && matches!(at.entry(buffer).content, Content::Game(_)) {
            *steps = Account::default();
            let game = buffer.builder.game_mut();
            let leaves_out = self.steps.iter().any(|step| step.apply(game, steps) == Verdict::LeaveOut);
            *verdict = if leaves_out { Verdict::LeaveOut } else { Verdict::Keep };
        }
        if *verdict == Verdict::Keep {
            writer.look(at.entry(buffer), at.span, sink);
        }
    }

    fn take(&self, scratch: &mut Rewriting<'_>, at: &At<'_>, out: &mut Chunk, account: &mut Account) {
        let Rewriting { buffer, writer, steps, verdict, is_apart } = scratch;
        if !self.steps.is_empty() {
            *account += &*steps;
        }
        if *verdict == Verdict::Keep {
            let (length, before) = (out.bytes.len(), (account.written, account.altered));
            if *is_apart {
                writer.write_target(at, out, account);
            } else {
                writer.write(at.entry(buffer), at.number, out, account);
            }
            if at.leaves && account.altered != before.1 && self.output.holds_original(at.format) {
                out.bytes.truncate(length);
                (account.written, account.altered) = before;
                append_original(at, out, account);
            }
        }
    }

    fn leave(&self, scratch: &mut Rewriting<'_>, at: &At<'_>, out: &mut Chunk, account: &mut Account) {
        if self.output.holds_original(at.format) {
            append_original(at, out, account);
        } else {
            self.take(scratch, at, out, account);
        }
    }

    fn end_of_entries(&self, scratch: &mut Rewriting<'_>, out: &mut Chunk) {
        scratch.writer.end_of_entries(out);
    }

    fn leave_rest(&self, format: &dyn InputFormat, rest: &[u8], out: &mut Chunk) {
        if self.output.holds_original(format) {
            format.append_reject(rest, &[], &mut out.bytes);
        }
    }
}

/// Writes an entry byte for byte.
fn append_original(at: &At<'_>, out: &mut Chunk, account: &mut Account) {
    at.format.append_reject(at.stretch, at.span.of(at.block.bytes), &mut out.bytes);
    account.written += 1;
    account.left += 1;
}
