//! The task that edits games.

use pgnkit::edit::{EditedGames, GameEdits};
use pgnkit::syntax::{CodeSet, Severity, Span};

use super::Operation;
use crate::account::Account;
use crate::fixing::FixedBlock;
use crate::input::{Content, EntryBuf, InputFormat, Pgn, Target, pgn};
use crate::pipeline::BlockView;
use crate::task::{At, Task};

/// Puts games through operations, in their bytes.
#[derive(Debug)]
pub struct EditGames {
    operations: Vec<Box<dyn Operation>>,
    mends: CodeSet,
}

impl EditGames {
    /// Edits games by these operations, in this order.
    pub fn new(operations: Vec<Box<dyn Operation>>) -> Self {
        let codes = operations.iter().flat_map(|operation| operation.mends().iter().collect::<Vec<_>>());
        let mends = codes.fold(CodeSet::EMPTY, |mut all, code| {
            all.insert(code);
            all
        });
        Self { operations, mends }
    }

    /// Edits the games of a text in memory.
    pub fn edit_text(&self, text: &[u8]) -> EditedBlock {
        if text.is_empty() {
            return EditedBlock::default();
        }
        let rules = crate::entries::EntryRules {
            on_error: crate::OnError::Leave,
            whole_blocks: true,
            ..crate::entries::EntryRules::default()
        };
        let filter = crate::FindingFilter::default();
        crate::entries::work(&rules, &filter, self, &Pgn, &BlockView::whole(text), &mut self.scratch())
            .value
            .value
    }

    fn edit(&self, buffer: &EntryBuf, at: &At<'_>, out: &mut EditedBlock, account: &mut Account) {
        account.written += 1;
        let Content::Game(game) = at.entry(buffer).content else { return };
        out.edits.edit(&pgn::parser(at.block), at.number - 1, at.stretch_span, |text| {
            self.operations.iter().try_for_each(|operation| operation.apply(game, text))
        });
    }
}

/// The text of a block after its edits.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct EditedBlock {
    /// The text, and what changed in it.
    pub fixed: FixedBlock,
    /// Number of games that have changed.
    pub edited: u64,
    /// Games that are as they were although they were to be edited.
    pub refused: Vec<Refusal>,
    edits: GameEdits,
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
    type Scratch<'t> = EntryBuf;
    type Out = EditedBlock;

    fn scratch(&self) -> EntryBuf {
        EntryBuf::default()
    }

    fn target<'s>(&self, scratch: &'s mut EntryBuf, _format: &dyn InputFormat) -> Target<'s> {
        Target::Build(scratch)
    }

    fn accepts(&self, format: &dyn InputFormat) -> Result<(), &'static str> {
        if format.is_fixable() { Ok(()) } else { Err("it is not PGN; `pgn convert` writes it so") }
    }

    fn wants_located(&self) -> bool {
        self.mends != CodeSet::EMPTY
    }

    fn wants_whole_blocks(&self) -> bool {
        true
    }

    fn take(&self, buffer: &mut EntryBuf, at: &At<'_>, out: &mut EditedBlock, account: &mut Account) {
        self.edit(buffer, at, out, account);
    }

    fn leave(&self, buffer: &mut EntryBuf, at: &At<'_>, out: &mut EditedBlock, account: &mut Account) {
        let mut errors = buffer.located.iter().filter(|one| one.diagnostic.severity == Severity::Error);
        let is_mended =
            self.mends != CodeSet::EMPTY && errors.all(|one| self.mends.contains(one.diagnostic.code));
        if is_mended {
            self.edit(buffer, at, out, account);
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
        let edits = std::mem::take(&mut out.edits);
        let EditedGames { text, changes, edited, refused, .. } =
            edits.finish(&pgn::parser(block), account.read());
        let unread = block.bytes.len() - consumed;
        let old = &block.bytes[..consumed];
        let text = &text[..text.len() - unread];
        out.fixed = FixedBlock::of_changes(old, text, &changes);
        out.edited = edited;
        let line = |span: Span| block.first_line + crate::blocks::count_newlines(&block.bytes[..span.start]);
        out.refused = refused
            .into_iter()
            .map(|one| Refusal { number: one.game + 1, line: line(one.span), reason: one.error.to_string() })
            .collect();
        account.left += out.refused.len() as u64;
        account.tally("edited", &[("changed", edited), ("refused", out.refused.len() as u64)]);
    }
}
