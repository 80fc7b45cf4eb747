use pgnkit::pgc::{self, Dialect, Losses};
use pgnkit::syntax::{Severity, Sink, Span};

use super::{Chunk, EntryWriter, OutputFormat};
use crate::account::Account;
use crate::input::Entry;

/// Games in binary coding.
#[derive(Clone, Copy, Debug, Default)]
pub struct PgcFile {
    /// The form of the records.
    pub dialect: Dialect,
    /// Whether games are written that the form cannot hold whole.
    pub lossy: bool,
}

impl OutputFormat for PgcFile {
    fn writer(&self) -> Box<dyn EntryWriter + '_> {
        Box::new(Writer {
            writer: pgc::Writer::new().dialect(self.dialect),
            lossy: self.lossy,
            coded: Vec::new(),
            losses: Losses::default(),
        })
    }

    fn expected_bytes(&self, _read: usize) -> usize {
        0
    }
}

struct Writer {
    writer: pgc::Writer,
    lossy: bool,
    /// The entry that was looked at last, and what it lacks.
    coded: Vec<u8>,
    losses: Losses,
}

impl EntryWriter for Writer {
    /// Codes the entry: when the form cannot hold it, it counts as one with an error.
    fn look(&mut self, entry: Entry<'_>, span: Span, sink: &mut dyn Sink) {
        self.coded.clear();
        self.losses = self.writer.write_lossy(&entry.content.to_game(), &mut self.coded);
        if !self.losses.is_empty() {
            let severity = if self.lossy { Severity::Warning } else { Severity::Error };
            sink.report(self.losses.diagnostic(span).severity(severity));
        }
    }

    fn write(&mut self, _entry: Entry<'_>, _number: u64, out: &mut Chunk, account: &mut Account) {
        if self.losses.is_empty() || self.lossy {
            out.bytes.extend_from_slice(&self.coded);
            account.lost += self.losses;
            account.written += 1;
        } else {
            account.dropped += 1;
        }
    }
}
