//! Games as the interface of lichess gives them.

use pgnkit::syntax::{Code, Diagnostic, Sink, Span};
use pgnkit_formats::sites::lichess::{LeftOut, WriteError, write_game};

use super::{Chunk, EntryWriter, OutputFormat};
use crate::account::Account;
use crate::input::Entry;

/// Games in the JSON of lichess, one object a line.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct LichessLines;

impl OutputFormat for LichessLines {
    fn writer(&self) -> Box<dyn EntryWriter + '_> {
        Box::new(Writer { line: Vec::new(), game: Err(WriteError::Rules) })
    }

    fn expected_bytes(&self, read: usize) -> usize {
        2 * read
    }
}

struct Writer {
    /// The line of the game that was looked at last, and the parts that it lacks.
    line: Vec<u8>,
    game: Result<LeftOut, WriteError>,
}

impl EntryWriter for Writer {
    /// Writes the line: a game that it cannot be counts as one with an error.
    fn look(&mut self, entry: Entry<'_>, span: Span, sink: &mut dyn Sink) {
        self.line.clear();
        self.game = write_game(&entry.content.to_game(), &mut self.line);
        if let Err(error) = self.game {
            let text = format!("JSON of lichess would lose a part of the game: {error}");
            sink.report(Diagnostic::new(Code::LostInDatabase, span, text));
        }
    }

    fn write(&mut self, _entry: Entry<'_>, _number: u64, out: &mut Chunk, account: &mut Account) {
        let Ok(LeftOut { tags, comments, variations, glyphs, .. }) = self.game else {
            account.dropped += 1;
            return;
        };
        out.bytes.append(&mut self.line);
        account.written += 1;
        if tags + comments + variations + glyphs > 0 {
            let counts =
                [("tags", tags), ("comments", comments), ("variations", variations), ("glyphs", glyphs)];
            account.tally("without", &counts);
        }
    }
}
