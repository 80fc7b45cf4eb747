use std::borrow::Cow;
use std::fmt;

use pgnkit::syntax::{Event, Ignore, Sink};

use super::{At, Task};
use crate::account::Account;
use crate::blocks::BlockView;
use crate::entry::Locations;
use crate::input::{Content, EntryBuf, InputFormat, Target, pgn};
use crate::mark::without_marks;
use crate::output::{Chunk, EntryWriter, OutputFormat};
use crate::step::{Step, StepWorker, Verdict};

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
    workers: Vec<StepWorker<'t>>,
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
            workers: self.steps.iter().map(|step| step.worker()).collect(),
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

    fn is_slow(&self) -> bool {
        self.steps.iter().any(|step| step.is_slow())
    }

    fn begin_block(&self, format: &dyn InputFormat, block: &BlockView<'_>) -> Chunk {
        // Binary forms are a fraction of any text.
        let expansion = match format.locations() {
            Locations::Lines => 1,
            Locations::Offsets => 4,
            // A block has a byte for each.
            Locations::Records(_) => 512,
        };
        Chunk::with_capacity(self.output.expected_bytes(expansion * block.bytes.len()))
    }

    fn look(&self, scratch: &mut Rewriting<'_>, at: &At<'_>, sink: &mut dyn Sink) {
        let Rewriting { buffer, writer, workers, steps, verdict, is_apart } = scratch;
        *verdict = Verdict::Keep;
        if *is_apart {
            return;
        }
        if !workers.is_empty() && matches!(at.entry(buffer).content, Content::Game(_)) {
            *steps = Account::default();
            let game = buffer.builder.game_mut();
            let leaves_out =
                workers.iter_mut().any(|step| step.change(game, steps, sink) == Verdict::LeaveOut);
            *verdict = if leaves_out { Verdict::LeaveOut } else { Verdict::Keep };
        }
        if *verdict == Verdict::Keep {
            writer.look(at.entry(buffer), at.span, sink);
        }
    }

    fn take(&self, scratch: &mut Rewriting<'_>, at: &At<'_>, out: &mut Chunk, account: &mut Account) {
        let Rewriting { buffer, writer, steps, verdict, is_apart, .. } = scratch;
        if !self.steps.is_empty() {
            *account += &*steps;
        }
        if *verdict == Verdict::Keep {
            let (length, before) = (out.bytes.len(), (account.written, account.altered));
            let fits_in = self.fits_in(at.format);
            if fits_in {
                out.separate(at.stretch);
            }
            if *is_apart {
                writer.write_target(at, out, account);
            } else {
                writer.write(at.entry(buffer), at.number, out, account);
            }
            if at.leaves && account.altered != before.1 && self.output.holds_original(at.format) {
                out.bytes.truncate(length);
                (account.written, account.altered) = before;
                self.append_original(at, out, account);
            } else if fits_in {
                out.written_in_place(at.stretch);
            }
        }
    }

    fn leave(&self, scratch: &mut Rewriting<'_>, at: &At<'_>, out: &mut Chunk, account: &mut Account) {
        if self.output.holds_original(at.format) {
            self.append_original(at, out, account);
        } else {
            self.take(scratch, at, out, account);
        }
    }

    /// Escape lines after the last game stay there; what else comes after it is reported.
    fn take_rest(
        &self,
        format: &dyn InputFormat,
        block: &BlockView<'_>,
        start: usize,
        out: &mut Chunk,
        account: &mut Account,
    ) {
        if !format.is_fixable() || memchr::memchr(b'%', &block.bytes[start..]).is_none() {
            return;
        }
        let mut parser = pgn::parser(block).resumed_at(start);
        while let Some(event) = parser.next_event(&mut Ignore) {
            let Event::Escape(line) = event else { continue };
            if self.output.holds_original(format) {
                out.bytes.push(b'%');
                out.bytes.extend_from_slice(line.of(block.bytes));
                out.bytes.push(b'\n');
            } else {
                account.altered.escape_lines += 1;
            }
        }
    }

    fn end_of_entries(&self, scratch: &mut Rewriting<'_>, out: &mut Chunk) {
        scratch.writer.end_of_entries(out);
    }

    fn leave_rest(&self, format: &dyn InputFormat, rest: &[u8], out: &mut Chunk) {
        if self.fits_in(format) {
            let unmarked = without_marks(rest);
            let is_blank = unmarked.trim_ascii().is_empty();
            out.keep_in_place(&if is_blank { unmarked } else { marked_truly(rest) });
        } else if self.output.holds_original(format) && !rest.trim_ascii().is_empty() {
            format.append_reject(rest, &[], &mut out.bytes);
        }
    }
}

impl Rewrite {
    /// Whether games are written between others that stay as they are, white space included.
    fn fits_in(&self, format: &dyn InputFormat) -> bool {
        self.in_place && self.output.holds_original(format)
    }

    /// Writes an entry byte for byte.
    fn append_original(&self, at: &At<'_>, out: &mut Chunk, account: &mut Account) {
        if self.fits_in(at.format) {
            out.keep_in_place(&marked_truly(at.stretch));
        } else {
            at.format.append_reject(at.stretch, at.span.of(at.block.bytes), &mut out.bytes);
        }
        account.written += 1;
        account.left += 1;
    }
}

/// A text that stays as it is, but for a byte order mark that says of it what is not so (decision A-02).
fn marked_truly(text: &[u8]) -> Cow<'_, [u8]> {
    if str::from_utf8(text).is_ok() { Cow::Borrowed(text) } else { without_marks(text) }
}
