//! PGN: games as text.

use pgnkit::syntax::{Encoding, Parser, RawTag, Sink, Span, StartContext};
use pgnkit::{PieceLetters, RawGame, Replayer, canonical_tag_name};

use super::{Access, EntryReader, InputFormat, Kind, ReadOptions, Sniff, StreamFormat, Target};
use crate::blocks::BlockView;
use crate::blocks::SplitPoints;
use crate::entry::{MainLine, Title};
use crate::mark::without_marks;

/// Games as text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pgn;

/// A replayer of the games of a block; of one that is not the last, those that are certainly whole.
///
/// This is the way to read PGN in blocks: everything that a reader must know of the place of a block in its stream is
/// set. [`Parser::consumed`] of its parser says how far the games are whole.
pub fn replayer<'b>(block: &BlockView<'b>, letters: PieceLetters) -> Replayer<'b> {
    Replayer::from_parser(parser(block)).letters(letters)
}

/// The same without the rules of chess.
pub fn parser<'b>(block: &BlockView<'b>) -> Parser<'b> {
    let parser = if block.is_last { Parser::new(block.bytes) } else { Parser::block(block.bytes) };
    let context = match (block.offset, block.first_column) {
        (0, _) => StartContext::Text,
        (_, 1) => StartContext::Line,
        _ => StartContext::WithinLine,
    };
    parser.in_context(context)
}

impl InputFormat for Pgn {
    fn name(&self) -> &'static str {
        "pgn"
    }

    fn summary(&self) -> &'static str {
        "Games"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["pgn"]
    }

    fn holds(&self) -> Kind {
        Kind::Games
    }

    /// Any text may be PGN: comments and skipped text can come first.
    fn sniff(&self, _head: &[u8]) -> Sniff {
        Sniff::Possible
    }

    fn access(&self) -> Access<'_> {
        Access::Stream(self)
    }

    fn title(&self, entry: &[u8]) -> Title {
        let raw = RawGame { bytes: entry, offset: 0 };
        Title::of_game(|name| {
            let written = |tag: &RawTag| tag.name.of(raw.bytes);
            let is_named = |found: &[u8]| found == name.as_bytes() || canonical_tag_name(found) == Some(name);
            let value = raw.tags().find(|tag| is_named(written(tag)))?.value(raw.bytes);
            let cut = &value[..value.len().min(Title::LONGEST_BYTES)];
            // All of it decides, and the cut may be within a character.
            let text = Encoding::detect(&value).decode(cut);
            Some(text.trim_end_matches('\u{fffd}').to_owned())
        })
    }

    fn main_line(&self, entry: &[u8], options: &ReadOptions) -> Option<MainLine> {
        Some(MainLine::of(&mut Replayer::new(entry).letters(options.letters)))
    }

    /// The game byte for byte but for byte order marks and empty lines around it, and one empty line in the newlines of the game.
    fn append_reject(&self, stretch: &[u8], _entry: &[u8], out: &mut Vec<u8>) {
        let stretch = &*without_marks(stretch);
        let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
        let indent = stretch.iter().take_while(|byte| blank(byte)).count();
        // Blanks of the first line stay: on them depends whether a `%` is in the first column.
        let first =
            stretch[..indent].iter().rposition(|byte| matches!(byte, b'\r' | b'\n')).map_or(0, |at| at + 1);
        let game = stretch[first..].trim_ascii_end();
        if game.is_empty() {
            return;
        }
        out.extend_from_slice(game);
        let newline: &[u8] = match game.iter().position(|byte| matches!(byte, b'\r' | b'\n')) {
            Some(at) if game[at] == b'\n' => b"\n",
            Some(at) if game.get(at + 1) == Some(&b'\n') => b"\r\n",
            Some(_) => b"\r",
            None => b"\n",
        };
        out.extend_from_slice(newline);
        out.extend_from_slice(newline);
    }

    fn is_fixable(&self) -> bool {
        true
    }
}

impl StreamFormat for Pgn {
    fn split(&self) -> SplitPoints {
        SplitPoints::Games
    }

    fn open<'b>(&self, block: &BlockView<'b>, options: &ReadOptions) -> Box<dyn EntryReader + 'b> {
        Box::new(Games { replayer: replayer(block, options.letters), saved: None })
    }
}

/// Reads the next game of a text to where it is wanted.
pub(super) fn read_game(
    replayer: &mut Replayer<'_>,
    target: &mut Target<'_>,
    sink: &mut dyn Sink,
) -> Option<Span> {
    let end = match target {
        Target::Build(buffer) => replayer.read_into(&mut buffer.builder, sink),
        Target::Check(checker) => checker.check_game(replayer, sink),
        Target::Export(exporter) => exporter.read_game(replayer, sink),
        Target::Visit(visitor) => replayer.read_game(*visitor, sink),
    };
    end.map(|end| end.span)
}

/// The games of a block.
pub(super) struct Games<'b> {
    pub(super) replayer: Replayer<'b>,
    pub(super) saved: Option<Parser<'b>>,
}

impl EntryReader for Games<'_> {
    fn read(&mut self, mut target: Target<'_>, sink: &mut dyn Sink) -> Option<Span> {
        read_game(&mut self.replayer, &mut target, sink)
    }

    fn consumed(&self) -> usize {
        self.replayer.parser().consumed()
    }

    fn save(&mut self) {
        self.saved = Some(self.replayer.parser().clone());
    }

    fn restore(&mut self) {
        if let Some(parser) = self.saved.take() {
            self.replayer.go_back_to(parser);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejected_games_are_divided_by_one_empty_line_of_their_own_kind() {
        let mut out = Vec::new();
        for game in ["\n\n  % x\ne4 *\n", " e4 *", "\r\n[A \"x\"]\r\n\r\n*", "\r*\r*", " \n"] {
            Pgn.append_reject(game.as_bytes(), &[], &mut out);
        }
        let expected = "  % x\ne4 *\n\n e4 *\n\n[A \"x\"]\r\n\r\n*\r\n\r\n*\r*\r\r";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
