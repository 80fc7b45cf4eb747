use pgnkit::syntax::Code;
use pgnkit::{Export, Exporter, Notation};

use super::{Chunk, EntryWriter, OutputFormat};
use crate::account::Account;
use crate::input::At;
use crate::input::{Entry, InputFormat, Kind, Target};

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

/// The codes of characters that a game has not in its text.
pub(super) fn alters(export: &Export) -> &'static [Code] {
    match export.comments {
        true => &[Code::ControlCharacter, Code::UnusedCharacter, Code::NestedBrace, Code::NeedlessSetUp],
        false => &[Code::ControlCharacter, Code::UnusedCharacter, Code::NeedlessSetUp],
    }
}

impl OutputFormat for PgnText {
    fn writer(&self) -> Box<dyn EntryWriter + '_> {
        Box::new(Writer(Exporter::new(self.0.clone())))
    }

    fn holds_original(&self, format: &dyn InputFormat) -> bool {
        format.rewritable().is_ok() && format.holds() == Kind::Games
    }

    fn alters(&self) -> &'static [Code] {
        alters(&self.0)
    }

    fn expected_bytes(&self, read: usize) -> usize {
        read + read / 4
    }
}

struct Writer(Exporter);

impl EntryWriter for Writer {
    fn write(&mut self, entry: Entry<'_>, _number: u64, out: &mut Chunk, account: &mut Account) {
        account.altered += self.0.export().write_game(&entry.content.to_game(), &mut out.bytes);
        account.written += 1;
    }

    fn target(&mut self, _format: &dyn InputFormat) -> Option<Target<'_>> {
        Some(Target::Export(&mut self.0))
    }

    fn write_target(&mut self, _at: &At<'_>, out: &mut Chunk, account: &mut Account) {
        account.altered += self.0.write(&mut out.bytes);
        account.written += 1;
    }
}
