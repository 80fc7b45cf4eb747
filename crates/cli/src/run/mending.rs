//! Blocks with the fixes of their diagnostics applied.

use std::collections::BTreeMap;

use pgnkit::Fixer;
use pgnkit::syntax::{Code, Span};
use pgnkit_archive::blocks::count_newlines;
use pgnkit_archive::pipeline::{BlockOutcome, BlockView};

use super::{BlockResult, Finding, parser_over};

/// Mends blocks.
pub(crate) struct Fixing {
    pub(crate) fixer: Fixer,
    /// Whether what is found is what remains to be found in the mended text, rather than what was there before.
    pub(crate) finds_what_remains: bool,
}

/// The games of a block as they are to be.
#[derive(Debug, Default)]
pub(crate) struct Mended {
    pub(crate) text: Vec<u8>,
    /// What changed: where it stands in the text, and what stood there.
    pub(crate) changes: Vec<(Span, Vec<u8>)>,
    /// How many fixes were applied, by code.
    pub(crate) applied: BTreeMap<Code, u64>,
    /// What the text is longer than it was.
    pub(crate) growth: Growth,
}

impl Mended {
    /// A text that stays as it is.
    pub(super) fn same(text: &[u8]) -> Self {
        Self { text: text.to_vec(), ..Self::default() }
    }
}

/// By how much what follows has moved.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Growth {
    bytes: i64,
    lines: i64,
}

impl Growth {
    fn between(old: &[u8], new: &[u8]) -> Self {
        let difference = |old: u64, new: u64| new as i64 - old as i64;
        Self {
            bytes: difference(old.len() as u64, new.len() as u64),
            lines: difference(count_newlines(old), count_newlines(new)),
        }
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.bytes += other.bytes;
        self.lines += other.lines;
    }

    /// Puts a finding where it stands behind text that has grown so.
    pub(crate) fn shift(self, finding: &mut Finding) {
        finding.base = finding.base.saturating_add_signed(self.bytes);
        for place in &mut finding.places {
            place.start.line = place.start.line.saturating_add_signed(self.lines);
            place.end.line = place.end.line.saturating_add_signed(self.lines);
        }
    }
}

impl Fixing {
    /// Mends what `read` has made of a block as it stands, and reads it again. Blocks without anything to mend cost a
    /// copy.
    pub(super) fn block(
        &self,
        block: &BlockView<'_>,
        mut worked: BlockOutcome<BlockResult>,
        read: impl FnOnce(&BlockView<'_>) -> BlockOutcome<BlockResult>,
    ) -> BlockOutcome<BlockResult> {
        let old = &block.bytes[..worked.consumed];
        let mut mended = Mended::default();
        if worked.value.account.fixable.total() > 0 {
            let fixed = self.fixer.fix_games(parser_over(block));
            let unread = block.bytes.len() - worked.consumed;
            let new = &fixed.text[..fixed.text.len() - unread];
            if !fixed.changes.is_empty() {
                if self.finds_what_remains {
                    // What was read stays what it was; what is found is what remains.
                    let before = std::mem::take(&mut worked.value);
                    worked.value = read(&BlockView { bytes: &fixed.text, ..*block }).value;
                    worked.value.account.bytes = before.account.bytes;
                    worked.value.rejects = before.rejects;
                }
                let change = |one: &pgnkit::Change| (one.new, one.old.of(block.bytes).to_vec());
                mended.changes = fixed.changes.iter().map(change).collect();
                mended.growth = Growth::between(old, new);
                mended.text = new.to_vec();
                mended.applied = fixed.applied;
            }
        }
        if mended.changes.is_empty() {
            mended.text = old.to_vec();
        }
        worked.value.mended = Some(mended);
        worked
    }
}
