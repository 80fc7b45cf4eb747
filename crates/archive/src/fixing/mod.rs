//! Fixes of diagnostics applied to the bytes of inputs, block by block.

mod unified;

pub use unified::Unified;

use std::collections::BTreeMap;

use pgnkit::syntax::{Code, Span};
use pgnkit::{Change, Fixer};

use crate::blocks::count_newlines;
use crate::findings::Done;
use crate::findings::Finding;
use crate::input::pgn;
use crate::pipeline::{BlockOutcome, BlockView};

/// Rules for fixing an input.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fixing {
    /// The fixes that are applied.
    pub fixer: Fixer,
    /// Whether findings are those that remain in the fixed text, rather than those that were there before.
    pub finds_remaining: bool,
}

impl Fixing {
    /// Rules with these fixes.
    pub fn new(fixer: Fixer, finds_remaining: bool) -> Self {
        Self { fixer, finds_remaining }
    }
}

/// The text of a block after its fixes.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct FixedBlock {
    /// The text.
    pub text: Vec<u8>,
    /// The changes: where each is in the text, and the bytes that were there.
    pub changes: Vec<(Span, Vec<u8>)>,
    /// Number of fixes applied, by code.
    pub applied: BTreeMap<Code, u64>,
    /// By how much the text has grown.
    pub shift: Shift,
}

impl FixedBlock {
    /// A text that became another one.
    #[doc(hidden)]
    pub fn of_changes(old: &[u8], new: &[u8], changes: &[Change]) -> Self {
        let change = |one: &Change| (one.new, one.old.of(old).to_vec());
        Self {
            text: new.to_vec(),
            changes: changes.iter().map(change).collect(),
            shift: Shift::between(old, new),
            ..Self::default()
        }
    }

    /// A text that stays as it is.
    pub(crate) fn unchanged(text: &[u8]) -> Self {
        Self::of_text(text.to_vec())
    }

    /// A text of which nobody asks what changed.
    #[doc(hidden)]
    pub fn of_text(text: Vec<u8>) -> Self {
        Self { text, ..Self::default() }
    }
}

/// The distance by which the text after some fixes has moved.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shift {
    bytes: i64,
    lines: i64,
}

impl Shift {
    fn between(old: &[u8], new: &[u8]) -> Self {
        let difference = |old: u64, new: u64| new as i64 - old as i64;
        Self {
            bytes: difference(old.len() as u64, new.len() as u64),
            lines: difference(count_newlines(old), count_newlines(new)),
        }
    }

    /// Adds the shift of further fixes.
    pub fn add(&mut self, other: Self) {
        self.bytes += other.bytes;
        self.lines += other.lines;
    }

    /// Moves a finding in text that comes after the fixes.
    pub fn apply(self, finding: &mut Finding) {
        finding.base = finding.base.saturating_add_signed(self.bytes);
        for place in &mut finding.places {
            place.start.line = place.start.line.saturating_add_signed(self.lines);
            place.end.line = place.end.line.saturating_add_signed(self.lines);
        }
    }
}

/// Fixes what `read` has made of a block as it is, and reads it again. Blocks without anything to fix cost a copy.
pub(crate) fn fix_block<T>(
    fixing: &Fixing,
    block: &BlockView<'_>,
    mut outcome: BlockOutcome<Done<T>>,
    read: impl FnOnce(&BlockView<'_>) -> BlockOutcome<Done<T>>,
) -> BlockOutcome<Done<(T, FixedBlock)>> {
    let old = &block.bytes[..outcome.consumed];
    let mut result = FixedBlock::default();
    if outcome.value.account.fixable.total() > 0 {
        let fixed = fixing.fixer.fix_games(pgn::parser(block));
        let unread = block.bytes.len() - outcome.consumed;
        let new = &fixed.text[..fixed.text.len() - unread];
        if !fixed.changes.is_empty() {
            if fixing.finds_remaining {
                // The account of what was read stays; the findings are those that remain.
                let again = read(&BlockView { bytes: &fixed.text, ..*block }).value;
                let before = std::mem::replace(&mut outcome.value, again);
                outcome.value.account.bytes = before.account.bytes;
                outcome.value.rejects = before.rejects;
            }
            result = FixedBlock::of_changes(old, new, &fixed.changes);
            result.applied = fixed.applied;
        }
    }
    if result.changes.is_empty() {
        result = FixedBlock::unchanged(old);
    }
    let BlockOutcome { value, consumed, paused } = outcome;
    BlockOutcome { value: value.map(|value| (value, result)), consumed, paused }
}
