use super::{Chunk, EntryWriter, OutputFormat};
use crate::account::Account;
use crate::input::{Content, Entry};

/// Games as JSON, one object a line.
#[derive(Clone, Copy, Debug, Default)]
pub struct JsonLines(pub pgnkit::json::Writer);

impl OutputFormat for JsonLines {
    fn writer(&self) -> Box<dyn EntryWriter + '_> {
        Box::new(Writer(self.0))
    }

    fn expected_bytes(&self, read: usize) -> usize {
        6 * read
    }

    fn wants_located(&self) -> bool {
        true
    }
}

struct Writer(pgnkit::json::Writer);

impl EntryWriter for Writer {
    fn write(&mut self, entry: Entry<'_>, _number: u64, out: &mut Chunk, account: &mut Account) {
        match entry.content {
            Content::Game(game) => {
                self.0.write_game_with(game, entry.recorded, entry.located, &mut out.bytes);
            }
            #[cfg(feature = "epd")]
            Content::Position(position) => self.0.write_game(&position.to_game(), &mut out.bytes),
        }
        account.written += 1;
    }
}
