use pgnkit::diagnostics::Located;
use pgnkit::syntax::Span;

use super::{Entry, EntryBuf, InputFormat};
use crate::blocks::BlockView;

/// The place of an entry in its block.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct At<'a> {
    /// The form of the input.
    pub format: &'static dyn InputFormat,
    /// The block.
    pub block: &'a BlockView<'a>,
    /// The entry in the block.
    pub span: Span,
    /// The number of the entry in the block, from 1.
    pub number: u64,
    /// All that was read since the entry before, this one included. Of a record its text, if the task [wants](crate::Task::wants_text) it or something
    /// was reported, and else nothing.
    pub stretch: &'a [u8],
    /// The place of that in the block.
    pub stretch_span: Span,
    /// Whether entries that cannot be written without a loss are to be left as they are.
    pub leaves: bool,
    /// Whether it has errors, as far as is known.
    pub has_errors: bool,
    /// Diagnostics of an entry that was visited, where the task wants them; one that was built has its own.
    pub located: &'a [Located],
}

impl<'a> At<'a> {
    /// The entry itself, when it was read into a buffer.
    pub fn entry<'e>(&self, buffer: &'e EntryBuf) -> Entry<'e>
    where
        'a: 'e,
    {
        buffer.entry(self.format, self.block.bytes, self.span)
    }
}
