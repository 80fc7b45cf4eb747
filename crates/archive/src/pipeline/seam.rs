//! The seam check: joins what a worker could not finish with the next block, and has it done again.

use super::{BlockOutcome, BlockView};
use crate::Block;
use std::ops::ControlFlow;

/// Takes the blocks in order and hands on the values that are right.
///
/// The work is linear: after a failed seam with a remainder of `n` bytes, work is redone only when the remainder has
/// grown to `2 n` bytes or the stream ends. So at least half of what is worked again is new.
#[derive(Debug, Default)]
pub(super) struct Seam {
    /// Bytes that belong to a game which is not complete yet; empty when the next block starts a game.
    carry: Vec<u8>,
    offset: u64,
    first_line: u64,
    first_column: u64,
    /// The length at which it pays to try again.
    needed: usize,
}

impl Seam {
    /// Whether the next block starts where a game starts, so that a result made from it alone will be used.
    pub(super) fn is_closed(&self) -> bool {
        self.carry.is_empty()
    }

    /// Takes the next block, with what a worker made of it alone when that is known.
    ///
    /// A result that covers no bytes of the stream is dropped, so that the results handed on do not depend on how the
    /// stream was cut.
    pub(super) fn accept<T, B>(
        &mut self,
        block: &Block,
        worked: Option<BlockOutcome<T>>,
        work: impl FnMut(&BlockView<'_>) -> BlockOutcome<T>,
        sink: impl FnMut(T) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.is_closed() {
            let view = BlockView::of(block);
            let rest = work_through(view, worked, work, sink)?;
            if !rest.bytes.is_empty() {
                (self.offset, self.first_line, self.first_column) =
                    (rest.offset, rest.first_line, rest.first_column);
                self.carry.extend_from_slice(rest.bytes);
                self.needed = self.carry.len().saturating_mul(2);
            }
            return ControlFlow::Continue(());
        }

        self.carry.extend_from_slice(&block.bytes);
        if self.carry.len() < self.needed && !block.is_last {
            return ControlFlow::Continue(());
        }
        let view = BlockView {
            bytes: &self.carry,
            offset: self.offset,
            first_line: self.first_line,
            first_column: self.first_column,
            is_last: block.is_last,
        };
        let rest = work_through(view, None, work, sink)?;
        (self.offset, self.first_line, self.first_column) = (rest.offset, rest.first_line, rest.first_column);
        let consumed = self.carry.len() - rest.bytes.len();
        self.carry.drain(..consumed);
        self.needed = self.carry.len().saturating_mul(2);
        // One huge game must not keep its memory for the rest of the stream.
        if self.carry.capacity() > (1 << 16) && self.carry.len() < self.carry.capacity() / 8 {
            self.carry.shrink_to(self.carry.len().max(block.bytes.len()));
        }
        ControlFlow::Continue(())
    }
}

/// Hands on what is made of the complete games of a view, piece by piece where the worker pauses. Returns what is left.
/// `worked` is what was made of its beginning already.
fn work_through<'b, T, B>(
    mut view: BlockView<'b>,
    worked: Option<BlockOutcome<T>>,
    mut work: impl FnMut(&BlockView<'_>) -> BlockOutcome<T>,
    mut sink: impl FnMut(T) -> ControlFlow<B>,
) -> ControlFlow<B, BlockView<'b>> {
    let mut worked = worked.unwrap_or_else(|| work(&view));
    loop {
        let consumed = view.consumed(&worked);
        if consumed == 0 {
            return ControlFlow::Continue(view);
        }
        sink(worked.value)?;
        view = view.rest(consumed);
        if !worked.paused || view.bytes.is_empty() {
            return ControlFlow::Continue(view);
        }
        worked = work(&view);
    }
}
