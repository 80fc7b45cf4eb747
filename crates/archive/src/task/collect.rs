use pgnkit::epd::{PositionKey, RecordFormat};

use super::{At, Task};
use crate::account::Account;
use crate::blocks::BlockView;
use crate::blocks::LineCounter;
use crate::input::{Content, EntryBuf, InputFormat, Kind, Target};

/// Collects the records of positions, written in canonical form, for work that needs all of them.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct CollectRecords {
    /// The form they are written in, where it is not the one they were read in.
    pub format: Option<RecordFormat>,
    /// Whether their `id` is kept.
    pub with_ids: bool,
}

impl CollectRecords {
    /// Collects records in one form.
    pub fn written_as(format: RecordFormat) -> Self {
        Self { format: Some(format), with_ids: false }
    }

    /// Collects records in the form they were read in, with their `id`s if wanted.
    pub fn as_read(with_ids: bool) -> Self {
        Self { format: None, with_ids }
    }
}

/// The records of a block.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Records {
    /// Their lines, one after the other.
    pub text: Vec<u8>,
    /// The records, in the same order.
    pub records: Vec<CollectedRecord>,
}

/// A record whose line is in [`Records::text`], after the lines of those before it.
#[derive(Debug)]
#[non_exhaustive]
pub struct CollectedRecord {
    /// Start of its line in the block.
    start: usize,
    /// The line of the input it was read from, from 1, once the block is finished.
    pub line: u64,
    /// Bytes of its line as it is written, line break included.
    pub length: usize,
    /// Its position; `None` for a line that gives none.
    pub position: Option<PositionKey>,
    /// Its `id`, where it is asked for.
    pub id: Option<Box<str>>,
}

impl Task for CollectRecords {
    type Scratch<'t> = EntryBuf;
    type Out = Records;

    fn scratch(&self) -> EntryBuf {
        EntryBuf::default()
    }

    fn target<'s>(&self, buffer: &'s mut EntryBuf, _format: &dyn InputFormat) -> Target<'s> {
        Target::Build(buffer)
    }

    fn accepts(&self, format: &dyn InputFormat) -> Result<(), &'static str> {
        format.holds().must_be(Kind::Positions)
    }

    fn take(&self, buffer: &mut EntryBuf, at: &At<'_>, out: &mut Records, _account: &mut Account) {
        let Content::Position(position) = at.entry(buffer).content else { return };
        let before = out.text.len();
        position.write(self.format.unwrap_or(position.format), &mut out.text);
        out.records.push(CollectedRecord {
            start: at.span.start,
            line: 0,
            length: out.text.len() - before,
            position: position.epd.map(|epd| epd.position_key()),
            id: position.epd.filter(|_| self.with_ids).and_then(|epd| epd.id()).map(Into::into),
        });
    }

    fn end_of_block(
        &self,
        block: &BlockView<'_>,
        _consumed: usize,
        out: &mut Records,
        _account: &mut Account,
    ) {
        let mut lines = LineCounter::default();
        for record in &mut out.records {
            record.line = block.first_line + lines.lines_before(block.bytes, record.start);
        }
    }
}
