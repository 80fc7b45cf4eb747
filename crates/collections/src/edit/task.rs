//! The task that edits games.

use pgnkit::edit::{EditableGame, EditedGames, GameEdits, Refused, TextEditError};
use pgnkit::syntax::{CodeSet, Severity};

use super::Operation;
use pgnkit_archive::Account;
use pgnkit_archive::FixedBlock;
use pgnkit_archive::internals::LineCounter;
use pgnkit_archive::pipeline::BlockView;
use pgnkit_archive::task::{At, Task};
use pgnkit_archive::{
    input::{EntryBuf, InputFormat, Target},
    internals::pgn,
};

/// Puts games through operations, in their bytes.
#[derive(Debug)]
pub struct EditGames {
    operations: Vec<Box<dyn Operation>>,
    mends: CodeSet,
    keeps_changes: bool,
}

impl EditGames {
    /// Edits games by these operations, in this order.
    pub fn new(operations: Vec<Box<dyn Operation>>) -> Self {
        let codes = operations.iter().flat_map(|operation| operation.fixes().iter().collect::<Vec<_>>());
        let mends = codes.fold(CodeSet::EMPTY, |mut all, code| {
            all.insert(code);
            all
        });
        Self { operations, mends, keeps_changes: false }
    }

    /// Keeps what changes, for a diff.
    #[must_use]
    pub fn keep_changes(self) -> Self {
        Self { keeps_changes: true, ..self }
    }

    /// Whether anything is asked of games besides their tags.
    fn needs_games(&self) -> bool {
        self.operations.iter().any(|operation| operation.needs_game())
    }

    /// Edits the games of a text in memory.
    pub fn edit_text(&self, text: &[u8]) -> EditedBlock {
        pgnkit_archive::internals::of_text(self, text)
    }

    fn edit(&self, scratch: &mut Editing, at: &At<'_>, out: &mut EditedBlock, account: &mut Account) {
        account.written += 1;
        let game = at.entry(&scratch.buffer).content.to_game();
        out.edit(at, |text| self.operations.iter().try_for_each(|operation| operation.apply(&game, text)));
    }
}

/// Why games of a form cannot be edited, if so.
pub(crate) fn accepts(format: &dyn InputFormat) -> Result<(), &'static str> {
    if format.is_fixable() { Ok(()) } else { Err("it is not PGN; `pgn convert` writes it so") }
}

/// Memory of a thread that edits.
#[derive(Debug)]
pub struct Editing {
    /// An empty game where none is asked for.
    buffer: EntryBuf,
    nothing: (),
    needs_games: bool,
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
    type Scratch<'t> = Editing;
    type Out = EditedBlock;

    fn scratch(&self) -> Editing {
        Editing { buffer: EntryBuf::default(), nothing: (), needs_games: self.needs_games() }
    }

    fn target<'s>(&self, scratch: &'s mut Editing, _format: &dyn InputFormat) -> Target<'s> {
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

    fn wants_whole_blocks(&self) -> bool {
        true
    }

    fn pass(&self, _: &mut Editing, _: &At<'_>, _: &mut EditedBlock, account: &mut Account) {
        account.written += 1;
    }

    fn take(&self, scratch: &mut Editing, at: &At<'_>, out: &mut EditedBlock, account: &mut Account) {
        self.edit(scratch, at, out, account);
    }

    fn leave(&self, scratch: &mut Editing, at: &At<'_>, out: &mut EditedBlock, account: &mut Account) {
        let mut errors =
            scratch.buffer.located.iter().filter(|one| one.diagnostic.severity == Severity::Error);
        let is_mended =
            self.mends != CodeSet::EMPTY && errors.all(|one| self.mends.contains(one.diagnostic.code));
        if is_mended {
            self.edit(scratch, at, out, account);
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
