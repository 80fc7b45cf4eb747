use pgnkit::json;

use super::{Chunk, EntryWriter, OutputFormat};
use crate::account::Account;
use crate::blocks::SplitPoints;
use crate::input::{At, Content, Entry, InputFormat, Target};

/// Games as JSON, one object a line.
#[derive(Clone, Copy, Debug, Default)]
pub struct JsonLines(pub json::Writer);

impl OutputFormat for JsonLines {
    fn writer(&self) -> Box<dyn EntryWriter + '_> {
        Box::new(Writer { form: self.0, exporter: json::Exporter::new(self.0) })
    }

    fn expected_bytes(&self, read: usize) -> usize {
        6 * read
    }

    fn wants_located(&self) -> bool {
        true
    }
}

struct Writer {
    form: json::Writer,
    exporter: json::Exporter,
}

impl EntryWriter for Writer {
    fn write(&mut self, entry: Entry<'_>, _number: u64, out: &mut Chunk, account: &mut Account) {
        match entry.content {
            Content::Game(game) => {
                self.form.write_game_with(game, entry.recorded, entry.located, &mut out.bytes);
            }
            #[cfg(feature = "epd")]
            Content::Position(position) => self.form.write_game(&position.to_game(), &mut out.bytes),
        }
        account.written += 1;
    }

    /// Games of other forms may have diagnostics with them, which an exporter does not get.
    fn target(&mut self, format: &dyn InputFormat) -> Option<Target<'_>> {
        matches!(format.split(), Some(SplitPoints::Games)).then_some(Target::Export(&mut self.exporter))
    }

    fn write_target(&mut self, at: &At<'_>, out: &mut Chunk, account: &mut Account) {
        self.exporter.write(at.located, &mut out.bytes);
        account.written += 1;
    }
}
