//! Records of positions, one a line: the part that EPD and FEN share.

use pgnkit::epd::{Epd, Reader, RecordFormat};
use pgnkit::syntax::{Encoding, Ignore, Sink, Span};
use pgnkit::{Game, NodeId, Visitor};

use super::{EntryReader, Target};
use crate::findings::Title;
use crate::pipeline::BlockView;

/// A record of a position, and the line it was read from.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PositionLine<'e> {
    /// The record; `None` for a line that gives no position.
    pub epd: Option<&'e Epd>,
    /// The line without its end.
    pub line: &'e [u8],
    /// The form it was read in.
    pub format: RecordFormat,
}

impl<'e> PositionLine<'e> {
    /// A record that was made, not read.
    pub fn of(epd: &'e Epd) -> Self {
        Self { epd: Some(epd), line: &[], format: RecordFormat::Epd }
    }

    /// Appends the record in its canonical form; a line that gives no position as it is, since leaving it out would
    /// lose it.
    pub fn write(&self, format: RecordFormat, out: &mut Vec<u8>) {
        match self.epd {
            Some(epd) => out.extend_from_slice(format.write(epd).as_bytes()),
            None => out.extend_from_slice(self.line),
        }
        out.push(b'\n');
    }
}

struct Records<'b> {
    text: &'b [u8],
    reader: Reader<'b>,
}

pub(super) fn open<'b>(block: &BlockView<'b>, format: RecordFormat) -> Box<dyn EntryReader + 'b> {
    Box::new(Records { text: block.bytes, reader: Reader::new(block.bytes).format(format) })
}

impl EntryReader for Records<'_> {
    fn read(&mut self, target: Target<'_>, sink: &mut dyn Sink) -> Option<Span> {
        let record = self.reader.read_record(sink)?;
        let span = record.span;
        match target {
            Target::Build(buffer) => buffer.record = Some(record),
            // Reading has said all there is to say.
            Target::Check(_) => {}
            Target::Visit(visitor) => {
                let position = PositionLine {
                    epd: record.epd.as_ref(),
                    line: span.of(self.text),
                    format: RecordFormat::Epd,
                };
                visit(&position.to_game(), visitor);
            }
        }
        Some(span)
    }

    fn consumed(&self) -> usize {
        self.reader.consumed()
    }
}

impl PositionLine<'_> {
    /// The game that starts from the position. Of a line that gives no position only its text is known, which becomes a
    /// comment.
    pub fn to_game(&self) -> Game {
        if let Some(epd) = self.epd {
            return epd.to_game();
        }
        let mut game = Game::new();
        // Every game has the node before its first move.
        let _ = game.add_comment(NodeId::ROOT, &Encoding::detect(self.line).decode(self.line));
        game
    }
}

/// Shows a document to a visitor.
fn visit(game: &Game, visitor: &mut dyn Visitor) {
    let mut text = Vec::new();
    pgnkit::Export::default().write_game(game, &mut text);
    pgnkit::Replayer::new(&text).read_game(visitor, &mut pgnkit::syntax::Ignore);
}

pub(super) fn title(line: &[u8]) -> Title {
    let record = Reader::new(line).read_record(&mut Ignore);
    Title::of_record(record.as_ref().and_then(|record| record.epd.as_ref()?.id()))
}

/// Whether a line begins as a record does, and whether it is a FEN.
pub(super) fn sniff(head: &[u8]) -> Option<RecordFormat> {
    let words: Vec<&[u8]> =
        super::first_line(head)?.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
    let is_board = |word: &[u8]| {
        word.iter().filter(|byte| **byte == b'/').count() == 7
            && word.iter().all(|byte| b"pnbrqkPNBRQK12345678/".contains(byte))
    };
    let [board, b"w" | b"b", rest @ ..] = words.as_slice() else { return None };
    let is_number = |word: &[u8]| word.iter().all(u8::is_ascii_digit);
    let is_fen = matches!(rest, [_, _, clock, number] if is_number(clock) && is_number(number));
    is_board(board).then_some(if is_fen { RecordFormat::Fen } else { RecordFormat::Epd })
}
