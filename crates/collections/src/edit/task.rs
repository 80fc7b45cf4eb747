//! The task that edits games.

use pgnkit::edit::{EditableGame, EditedGames, GameEdits, Refused, TextEditError};
use pgnkit::syntax::{CodeSet, Diagnostic, Severity, Sink};

use pgnkit_archive::Account;
use pgnkit_archive::FixedBlock;
use pgnkit_archive::internals::LineCounter;
use pgnkit_archive::pipeline::BlockView;
use pgnkit_archive::step::{Step, StepWorker};
use pgnkit_archive::task::{At, Task};
use pgnkit_archive::{
    input::{EntryBuf, InputFormat, Target},
    internals::pgn,
};

/// Puts games through steps that edit text.
#[derive(Debug)]
pub struct EditGames {
    steps: Vec<Box<dyn Step>>,
    mends: CodeSet,
    keeps_changes: bool,
}

impl EditGames {
    /// Edits games by these steps, in this order. Steps that change documents keep no text: a game stays as it is, and is refused, where there
    /// is one.
    pub fn new(steps: Vec<Box<dyn Step>>) -> Self {
        let codes = steps.iter().flat_map(|step| step.fixes().iter().collect::<Vec<_>>());
        let mends = codes.fold(CodeSet::EMPTY, |mut all, code| {
            all.insert(code);
            all
        });
        Self { steps, mends, keeps_changes: false }
    }

    /// Keeps what changes, for a diff.
    #[must_use]
    pub fn keep_changes(self) -> Self {
        Self { keeps_changes: true, ..self }
    }

    /// Whether anything is asked of games besides their tags.
    fn needs_games(&self) -> bool {
        self.steps.iter().any(|step| step.needs_game())
    }

    /// Edits the games of a text in memory.
    pub fn edit_text(&self, text: &[u8]) -> EditedBlock {
        pgnkit_archive::internals::of_text(self, text)
    }

    /// Whether a game with errors is edited: if they are those that a step puts right.
    fn mends(&self, scratch: &Editing<'_>) -> bool {
        let mut errors =
            scratch.buffer.located.iter().filter(|one| one.diagnostic.severity == Severity::Error);
        self.mends != CodeSet::EMPTY && errors.all(|one| self.mends.contains(one.diagnostic.code))
    }
}

/// Why games of a form cannot be edited, if so.
pub(crate) fn accepts(format: &dyn InputFormat) -> Result<(), &'static str> {
    if format.is_fixable() { Ok(()) } else { Err("it is not PGN; `pgn convert` writes it so") }
}

/// Memory of a thread that edits.
#[derive(Debug)]
pub struct Editing<'t> {
    /// An empty game where none is asked for.
    buffer: EntryBuf,
    nothing: (),
    needs_games: bool,
    workers: Vec<StepWorker<'t>>,
    /// The edits of the game read last, what the steps counted, and whether one of them reported an error.
    edits: GameEdits,
    counts: Account,
    has_failed: bool,
}

/// Notes whether a step reports an error.
struct Failing<'s> {
    sink: &'s mut dyn Sink,
    has_failed: bool,
}

impl Sink for Failing<'_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.has_failed |= diagnostic.severity == Severity::Error;
        self.sink.report(diagnostic);
    }
}

/// The text of a block after its edits.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct EditedBlock {
    /// The text, and what changed in it, where that is [kept](EditGames::keep_changes).
    pub fixed: FixedBlock,
    /// Number of games that have changed.
    pub edited: u64,
    /// Games that are as they were although they were to be edited.
    pub refused: Vec<Refusal>,
    edits: GameEdits,
}

impl EditedBlock {
    /// Edits the game at a place.
    pub(crate) fn edit(
        &mut self,
        at: &At<'_>,
        edit: impl FnOnce(&mut EditableGame<'_>) -> Result<(), TextEditError>,
    ) {
        self.edits.edit(&pgn::parser(at.block), at.number - 1, at.stretch_span, edit);
    }

    /// Adds tags to the game at a place, as [edits](Self::edit) that set them do; false where it is not [simple](GameEdits::add_tags).
    pub(crate) fn add_tags(&mut self, at: &At<'_>, tags: &[(&str, &str)]) -> bool {
        self.edits.add_tags(&pgn::parser(at.block), at.number - 1, at.stretch_span, tags)
    }

    /// Makes the text of the block, of which so much was read.
    pub(crate) fn finish(
        &mut self,
        block: &BlockView<'_>,
        consumed: usize,
        keeps_changes: bool,
        account: &mut Account,
    ) {
        let edits = std::mem::take(&mut self.edits);
        let EditedGames { text, changes, edited, refused, .. } =
            edits.finish(&pgn::parser(block), account.read());
        let unread = block.bytes.len() - consumed;
        let length = text.len() - unread;
        self.fixed = if keeps_changes {
            FixedBlock::of_changes(&block.bytes[..consumed], &text[..length], &changes)
        } else {
            let mut text = text.into_owned();
            text.truncate(length);
            FixedBlock::of_text(text)
        };
        self.edited = edited;
        let mut lines = LineCounter::default();
        let refusal = |one: Refused| {
            let line = block.first_line + lines.lines_before(block.bytes, one.span.start);
            Refusal { number: one.game + 1, line, reason: one.error.to_string() }
        };
        self.refused = refused.into_iter().map(refusal).collect();
        account.left += self.refused.len() as u64;
        account.tally("edited", &[("changed", edited), ("refused", self.refused.len() as u64)]);
    }
}

/// A game that could not be edited.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refusal {
    /// Its number in the block, from 1.
    pub number: u64,
    /// The line that it begins on, from 1.
    pub line: u64,
    /// The reason.
    pub reason: String,
}

impl Task for EditGames {
    type Scratch<'t> = Editing<'t>;
    type Out = EditedBlock;

    fn scratch(&self) -> Editing<'_> {
        Editing {
            buffer: EntryBuf::default(),
            nothing: (),
            needs_games: self.needs_games(),
            workers: self.steps.iter().map(|step| step.worker()).collect(),
            edits: GameEdits::default(),
            counts: Account::default(),
            has_failed: false,
        }
    }

    fn target<'s>(&self, scratch: &'s mut Editing<'_>, _format: &dyn InputFormat) -> Target<'s> {
        if scratch.needs_games {
            Target::Build(&mut scratch.buffer)
        } else {
            Target::Visit(&mut scratch.nothing)
        }
    }

    fn accepts(&self, format: &dyn InputFormat) -> Result<(), &'static str> {
        accepts(format)
    }

    fn wants_located(&self) -> bool {
        self.mends != CodeSet::EMPTY
    }

    fn is_slow(&self) -> bool {
        self.steps.iter().any(|step| step.is_slow())
    }

    fn wants_whole_blocks(&self) -> bool {
        true
    }

    fn pass(&self, _: &mut Editing<'_>, _: &At<'_>, _: &mut EditedBlock, account: &mut Account) {
        account.written += 1;
    }

    fn look(&self, scratch: &mut Editing<'_>, at: &At<'_>, sink: &mut dyn Sink) {
        let is_left = at.has_errors && at.leaves && !self.mends(scratch);
        let Editing { buffer, workers, edits, counts, has_failed, .. } = scratch;
        (*edits, *counts, *has_failed) = (GameEdits::default(), Account::default(), false);
        if is_left {
            return;
        }
        let game = at.entry(buffer).content.to_game();
        let mut failing = Failing { sink, has_failed: false };
        edits.edit(&pgn::parser(at.block), at.number - 1, at.stretch_span, |text| {
            workers.iter_mut().try_for_each(|worker| match worker {
                StepWorker::Edit(worker) => worker.edit(&game, text, counts, &mut failing),
                StepWorker::Change(_) => Err(TextEditError::Unreadable),
            })
        });
        *has_failed = failing.has_failed;
    }

    fn take(&self, scratch: &mut Editing<'_>, _: &At<'_>, out: &mut EditedBlock, account: &mut Account) {
        account.written += 1;
        *account += &scratch.counts;
        out.edits.append(&mut scratch.edits);
    }

    fn leave(&self, scratch: &mut Editing<'_>, at: &At<'_>, out: &mut EditedBlock, account: &mut Account) {
        if !scratch.has_failed && self.mends(scratch) {
            self.take(scratch, at, out, account);
        } else {
            account.written += 1;
            account.left += 1;
        }
    }

    fn end_of_block(
        &self,
        block: &BlockView<'_>,
        consumed: usize,
        out: &mut EditedBlock,
        account: &mut Account,
    ) {
        out.finish(block, consumed, self.keeps_changes, account);
    }
}
