use pgnkit::{Export, Notation};

use super::{Chunk, EntryWriter, OutputFormat};
use crate::account::Account;
use crate::input::{Entry, InputFormat, Kind};

/// Games as text: in export format, full or reduced, or with moves in another notation.
#[derive(Clone, Debug, Default)]
pub struct PgnText(pub Export);

impl PgnText {
    /// Export format but for the notation of moves.
    pub fn notation(notation: Notation) -> Self {
        Self(Export::default().notation(notation))
    }

    /// The same for people to read: with `!` and `?` at moves.
    pub fn shown(notation: Notation) -> Self {
        Self(Export::default().notation(notation).suffixes(true))
    }
}

impl OutputFormat for PgnText {
    fn writer(&self) -> Box<dyn EntryWriter + '_> {
        Box::new(Writer(&self.0))
    }

    fn holds_original(&self, format: &dyn InputFormat) -> bool {
        format.rewritable().is_ok() && format.holds() == Kind::Games
    }

    fn expected_bytes(&self, read: usize) -> usize {
        read + read / 4
    }
}

struct Writer<'o>(&'o Export);

impl EntryWriter for Writer<'_> {
    fn write(&mut self, entry: Entry<'_>, _number: u64, out: &mut Chunk, account: &mut Account) {
        account.altered += self.0.write_game(&entry.content.to_game(), &mut out.bytes);
        account.written += 1;
    }
}
