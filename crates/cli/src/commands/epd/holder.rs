//! Records for commands that hold all of them.

use pgnkit::epd::{Record, RecordFormat};
use pgnkit::syntax::Span;
use pgnkit::{Replayer, pgc};
use pgnkit_archive::blocks::count_newlines;
use pgnkit_archive::pipeline::BlockView;

use crate::run::{Account, BlockResult, Content, Findings, Held, Worker, write_record};

/// Writes records, and notes where they stand and what they are about.
pub(super) struct Holder {
    /// The form they are written in, where it is not the one they were read in.
    pub(super) form: Option<RecordFormat>,
    /// Whether it is noted what they are called.
    pub(super) with_ids: bool,
}

impl Worker for Holder {
    type State = ();

    /// There are no games.
    fn read(&self, _: &mut Replayer<'_>, _: &mut (), _: &mut Findings<'_>) -> Option<Span> {
        None
    }

    fn read_pgc(&self, _: &mut pgc::Reader<'_>, _: &mut (), _: &mut Findings<'_>) -> Option<Span> {
        None
    }

    fn refuses(&self, content: Content) -> Option<&'static str> {
        matches!(content, Content::Json | Content::Pgc).then_some("it holds games and not records")
    }

    fn write(&self, _: &mut (), _: &mut Vec<u8>, _: &mut Account) {}

    fn write_record(&self, record: &Record, line: &[u8], form: RecordFormat, result: &mut BlockResult) {
        let before = result.out.len();
        write_record(record, line, self.form.unwrap_or(form), &mut result.out);
        let epd = record.epd.as_ref();
        result.held.push(Held {
            start: record.span.start,
            line: 0,
            length: result.out.len() - before,
            position: epd.map(|epd| epd.position_key()),
            id: epd.filter(|_| self.with_ids).and_then(|epd| epd.id()).map(Into::into),
        });
    }

    fn expected_output(&self, read: usize) -> usize {
        read + read / 8
    }

    fn finish(&self, block: &BlockView<'_>, _consumed: usize, result: &mut BlockResult) {
        let (mut at, mut line) = (0, block.first_line);
        for held in &mut result.held {
            line += count_newlines(&block.bytes[at..held.start]);
            (at, held.line) = (held.start, line);
        }
    }
}
