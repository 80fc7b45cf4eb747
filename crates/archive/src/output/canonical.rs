use pgnkit::syntax::Code;
use pgnkit::{Export, Exporter};

use super::pgn::alters;
use super::{Chunk, EntryWriter, OutputFormat};
use crate::account::Account;
use crate::input::At;
use crate::input::{Content, Entry, InputFormat, Kind, Target};

/// Games in export format, records in the canonical form of their own: what a formatter writes.
#[derive(Clone, Debug, Default)]
pub struct Canonical {
    /// Options for writing games.
    pub export: Export,
    /// Whether the text is ISO 8859-1 instead of UTF-8.
    pub latin1: bool,
    /// Whether lines end with CRLF instead of LF.
    pub crlf: bool,
}

impl OutputFormat for Canonical {
    fn writer(&self) -> Box<dyn EntryWriter + '_> {
        Box::new(Writer { form: self, exporter: Exporter::new(self.export.clone()) })
    }

    fn holds_original(&self, format: &dyn InputFormat) -> bool {
        format.rewritable().is_ok()
    }

    fn alters(&self) -> &'static [Code] {
        alters(&self.export)
    }
}

impl Canonical {
    /// Gives what was written from `start` on the characters and newlines that are asked for.
    fn convert(&self, out: &mut Vec<u8>, start: usize, account: &mut Account) {
        if !self.latin1 && !self.crlf {
            return;
        }
        let mut text = out.split_off(start);
        if self.latin1 {
            account.replaced_characters += pgnkit::to_latin1(&mut text);
        }
        if self.crlf {
            pgnkit::to_crlf(&mut text);
        }
        out.append(&mut text);
    }
}

struct Writer<'o> {
    form: &'o Canonical,
    exporter: Exporter,
}

impl EntryWriter for Writer<'_> {
    /// A record that gives no position stays as it is: leaving it out would lose it.
    fn write(&mut self, entry: Entry<'_>, _number: u64, out: &mut Chunk, account: &mut Account) {
        let start = out.bytes.len();
        match entry.content {
            Content::Game(game) => account.altered += self.form.export.write_game(game, &mut out.bytes),
            #[cfg(feature = "epd")]
            Content::Position(position) => position.write(position.format, &mut out.bytes),
        }
        self.form.convert(&mut out.bytes, start, account);
        account.written += 1;
    }

    /// Records are written in a form of their own, so a document is made of them.
    fn target(&mut self, format: &dyn InputFormat) -> Option<Target<'_>> {
        (format.holds() == Kind::Games).then_some(Target::Export(&mut self.exporter))
    }

    fn write_target(&mut self, _at: &At<'_>, out: &mut Chunk, account: &mut Account) {
        let start = out.bytes.len();
        account.altered += self.exporter.write(&mut out.bytes);
        self.form.convert(&mut out.bytes, start, account);
        account.written += 1;
    }
}
