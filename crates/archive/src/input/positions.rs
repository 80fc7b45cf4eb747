//! Positions, one a line: EPD and FEN.

use pgnkit::epd::{Epd, Reader, RecordFormat};
use pgnkit::syntax::{Encoding, Ignore, Sink, Span};
use pgnkit::{Game, NodeId};

use super::{
    Access, EntryReader, InputFormat, Kind, ReadOptions, Sniff, StreamFormat, Target, append_line, first_line,
};
use crate::blocks::BlockView;
use crate::blocks::SplitPoints;
use crate::entry::Title;

/// Positions with operations, one a line (section 16.2).
pub static EPD: Positions = Positions {
    format: RecordFormat::Epd,
    summary: "Positions with operations, one a line",
    names: &["epd"],
};

/// Positions, one a line (section 16.1).
pub static FEN: Positions =
    Positions { format: RecordFormat::Fen, summary: "Positions, one a line", names: &["fen"] };

/// Records of positions, one a line: [`EPD`] or [`FEN`].
#[derive(Clone, Copy, Debug)]
pub struct Positions {
    format: RecordFormat,
    summary: &'static str,
    /// Its name, which is also the ending of its files.
    names: &'static [&'static str; 1],
}

impl InputFormat for Positions {
    fn name(&self) -> &'static str {
        self.names[0]
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn extensions(&self) -> &'static [&'static str] {
        self.names
    }

    fn holds(&self) -> Kind {
        Kind::Positions
    }

    fn sniff(&self, head: &[u8]) -> Sniff {
        if format_of(head) == Some(self.format) { Sniff::Likely } else { Sniff::No }
    }

    fn access(&self) -> Access<'_> {
        Access::Stream(self)
    }

    fn title(&self, entry: &[u8]) -> Title {
        let record = Reader::new(entry).read_record(&mut Ignore);
        Title::of_record(record.as_ref().and_then(|record| record.epd.as_ref()?.id()))
    }

    fn append_reject(&self, _stretch: &[u8], entry: &[u8], out: &mut Vec<u8>) {
        append_line(entry, out);
    }

    fn record_format(&self) -> RecordFormat {
        self.format
    }
}

impl StreamFormat for Positions {
    fn split(&self) -> SplitPoints {
        SplitPoints::Lines
    }

    fn open<'b>(&self, block: &BlockView<'b>, _options: &ReadOptions) -> Box<dyn EntryReader + 'b> {
        let reader = Reader::new(block.bytes).format(self.format);
        Box::new(Records { text: block.bytes, reader, format: self.format, saved: 0 })
    }
}

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
    format: RecordFormat,
    saved: usize,
}

impl EntryReader for Records<'_> {
    fn read(&mut self, target: Target<'_>, sink: &mut dyn Sink) -> Option<Span> {
        let record = self.reader.read_record(sink)?;
        let span = record.span;
        let to_game = || {
            let (epd, line) = (record.epd.as_ref(), span.of(self.text));
            PositionLine { epd, line, format: self.format }.to_game()
        };
        match target {
            Target::Export(exporter) => *exporter.builder().game_mut() = to_game(),
            Target::Visit(visitor) => _ = to_game().visit(span, visitor),
            Target::Build(buffer) => buffer.record = Some(record),
            // Reading has said all there is to say.
            Target::Check(_) => {}
        }
        Some(span)
    }

    fn consumed(&self) -> usize {
        self.reader.consumed()
    }

    fn save(&mut self) {
        self.saved = self.reader.consumed();
    }

    fn restore(&mut self) {
        self.reader.go_back_to(self.saved);
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
        let _ = game.add_comment(NodeId::ROOT, &Encoding::read(self.line));
        game
    }
}

/// The form of a text whose first line begins as a record does.
fn format_of(head: &[u8]) -> Option<RecordFormat> {
    let words: Vec<&[u8]> =
        first_line(head)?.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
    let is_board = |word: &[u8]| {
        // A pocket may be a ninth rank.
        (7..=8).contains(&word.iter().filter(|byte| **byte == b'/').count())
            && word.iter().all(|byte| b"pnbrqkPNBRQK12345678/[]~-".contains(byte))
    };
    let [board, b"w" | b"b", rest @ ..] = words.as_slice() else { return None };
    let is_number = |word: &[u8]| word.iter().all(u8::is_ascii_digit);
    // The checks of Three-check are before or after the clocks.
    let is_checks = |word: &[u8]| word.contains(&b'+') && word.iter().all(|byte| b"0123+".contains(byte));
    let is_fen = match rest {
        [_, _, clock, number] => is_number(clock) && is_number(number),
        [_, _, a, b, c] => is_number(b) && (is_checks(a) && is_number(c) || is_number(a) && is_checks(c)),
        _ => false,
    };
    is_board(board).then_some(if is_fen { RecordFormat::Fen } else { RecordFormat::Epd })
}
