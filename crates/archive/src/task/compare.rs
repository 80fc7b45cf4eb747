use pgnkit::syntax::Sink;

use super::rewrite::Rewriting;
use super::{At, Rewrite, Task};
use crate::account::Account;
use crate::blocks::BlockView;
use crate::input::{InputFormat, Target};
use crate::output::Chunk;

/// Compares inputs with what would be written for them, and writes nothing.
#[derive(Debug)]
pub struct Compare(pub Rewrite);

/// The outcome of comparing a block.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Comparison {
    chunk: Chunk,
    /// The first line that differs, from 1.
    pub first_difference: Option<u64>,
}

impl Task for Compare {
    type Scratch<'t> = Rewriting<'t>;
    type Out = Comparison;

    fn scratch(&self) -> Rewriting<'_> {
        self.0.scratch()
    }

    fn target<'s>(&self, scratch: &'s mut Rewriting<'_>, format: &dyn InputFormat) -> Target<'s> {
        self.0.target(scratch, format)
    }

    fn accepts(&self, format: &dyn InputFormat) -> Result<(), &'static str> {
        format.rewritable()
    }

    fn begin_block(&self, format: &dyn InputFormat, block: &BlockView<'_>) -> Comparison {
        Comparison { chunk: self.0.begin_block(format, block), first_difference: None }
    }

    fn look(&self, scratch: &mut Rewriting<'_>, at: &At<'_>, sink: &mut dyn Sink) {
        self.0.look(scratch, at, sink);
    }

    fn take(&self, scratch: &mut Rewriting<'_>, at: &At<'_>, out: &mut Comparison, account: &mut Account) {
        self.0.take(scratch, at, &mut out.chunk, account);
    }

    fn take_rest(
        &self,
        format: &dyn InputFormat,
        block: &BlockView<'_>,
        start: usize,
        out: &mut Comparison,
        account: &mut Account,
    ) {
        self.0.take_rest(format, block, start, &mut out.chunk, account);
    }

    fn end_of_block(
        &self,
        block: &BlockView<'_>,
        consumed: usize,
        out: &mut Comparison,
        account: &mut Account,
    ) {
        let (read, written) = (&block.bytes[..consumed], &out.chunk.bytes);
        if read != written {
            let same = read.iter().zip(written).take_while(|(a, b)| a == b).count();
            let lines = memchr::memchr_iter(b'\n', &read[..same]).count() as u64;
            out.first_difference = Some(block.first_line + lines);
        }
        out.chunk = Chunk::default();
        account.written = 0;
    }
}
