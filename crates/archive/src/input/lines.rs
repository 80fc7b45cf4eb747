//! Games, one a line: moves as people paste them, without tags or results. Only on request, since PGN reads such lines as one game.

use pgnkit::syntax::{Code, CodeSet, Diagnostic, Parser, Sink, Span, StartContext};
use pgnkit::{PieceLetters, Replayer};

use super::pgn::{Pgn, read_game};
use super::{Access, EntryReader, InputFormat, Kind, ReadOptions, Sniff, StreamFormat, Target, append_line};
use crate::blocks::BlockView;
use crate::blocks::SplitPoints;
use crate::entry::{MainLine, Title};

/// A line is a game; one that has several, with their markers, is all of them.
#[derive(Clone, Copy, Debug)]
pub struct Lines;

impl InputFormat for Lines {
    fn name(&self) -> &'static str {
        "lines"
    }

    fn summary(&self) -> &'static str {
        "Games, one a line, without tags or results"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &[]
    }

    fn holds(&self) -> Kind {
        Kind::Games
    }

    fn sniff(&self, _head: &[u8]) -> Sniff {
        Sniff::No
    }

    fn access(&self) -> Access<'_> {
        Access::Stream(self)
    }

    fn rewritable(&self) -> Result<(), &'static str> {
        Err("its lines are games without tags and results; `pgn convert` writes them as games")
    }

    fn title(&self, entry: &[u8]) -> Title {
        Pgn.title(entry)
    }

    fn main_line(&self, entry: &[u8], options: &ReadOptions) -> Option<MainLine> {
        Pgn.main_line(entry, options)
    }

    fn append_reject(&self, _stretch: &[u8], entry: &[u8], out: &mut Vec<u8>) {
        append_line(entry, out);
    }
}

impl StreamFormat for Lines {
    fn split(&self) -> SplitPoints {
        SplitPoints::Lines
    }

    fn open<'b>(&self, block: &BlockView<'b>, options: &ReadOptions) -> Box<dyn EntryReader + 'b> {
        Box::new(Reader {
            text: block.bytes,
            begins_text: block.offset == 0,
            letters: options.letters,
            line: None,
            pos: 0,
            saved: 0,
        })
    }
}

struct Reader<'b> {
    text: &'b [u8],
    begins_text: bool,
    letters: PieceLetters,
    /// The line that is being read.
    line: Option<Replayer<'b>>,
    /// End of the lines that were begun.
    pos: usize,
    saved: usize,
}

impl<'b> Reader<'b> {
    fn next_line(&mut self) -> Option<Replayer<'b>> {
        let start = self.pos;
        let rest = self.text.get(start..).filter(|rest| !rest.is_empty())?;
        let end = start + memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        self.pos = (end + 1).min(self.text.len());
        let context = if self.begins_text { StartContext::Text } else { StartContext::Line };
        let parser = Parser::new(&self.text[..end]).in_context(context).resumed_at(start);
        Some(Replayer::from_parser(parser).letters(self.letters))
    }
}

impl EntryReader for Reader<'_> {
    fn read(&mut self, mut target: Target<'_>, sink: &mut dyn Sink) -> Option<Span> {
        loop {
            if self.line.is_none() {
                self.line = Some(self.next_line()?);
            }
            let game = self.line.as_mut().and_then(|line| read_game(line, &mut target, &mut Ends(sink)));
            if game.is_some() {
                return game;
            }
            self.line = None;
        }
    }

    fn consumed(&self) -> usize {
        // Of a line with several games, as far as they are read.
        self.line.as_ref().map_or(self.pos, |line| line.parser().consumed())
    }

    fn save(&mut self) {
        self.saved = self.consumed();
    }

    fn restore(&mut self) {
        (self.line, self.pos) = (None, self.saved);
    }
}

/// The end of a line ends its game: a marker is not missed.
struct Ends<'s>(&'s mut dyn Sink);

impl Sink for Ends<'_> {
    fn wants(&self, code: Code) -> bool {
        code != Code::MissingTermination && self.0.wants(code)
    }

    fn wants_any(&self, codes: &CodeSet) -> bool {
        self.0.wants_any(codes)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if diagnostic.code != Code::MissingTermination {
            self.0.report(diagnostic);
        }
    }
}

#[cfg(test)]
mod tests {
    use pgnkit::GameBuilder;
    use pgnkit::syntax::Collect;

    use super::*;
    use crate::input::EntryBuf;

    #[test]
    fn a_line_is_a_game() {
        for (text, games, codes) in [
            ("1. e4 e5\n1. d4 d5\n", &["1. e4 e5 *", "1. d4 d5 *"][..], ""),
            ("e4 e5 Nf3\r\n\r\n  d4\rc4", &["1. e4 e5 2. Nf3 *", "1. d4 *", "1. c4 *"], ""),
            ("1. e4 1-0 1. d4 *\n1. c4", &["1. e4 1-0", "1. d4 *", "1. c4 *"], ""),
            ("1. e4 {open\n1. d4", &["1. e4 {open} *", "1. d4 *"], "unterminated-comment"),
            ("only words\n1. e4", &["1. e4 *"], "stray-text"),
            ("", &[], ""),
        ] {
            let mut reader = Lines.open(&BlockView::whole(text.as_bytes()), &ReadOptions::default());
            let (mut found, mut buffer) =
                (Collect::default(), EntryBuf { builder: GameBuilder::new(), ..EntryBuf::default() });
            let mut read = Vec::new();
            while reader.read(Target::Build(&mut buffer), &mut found).is_some() {
                let text = buffer.builder.game().to_string();
                read.push(text.split("\n\n").nth(1).unwrap_or_default().to_owned());
            }
            assert_eq!(read, games, "{text:?}");
            let found: Vec<_> = found.iter().map(|found| found.code.name()).collect();
            assert_eq!(found.join(" "), codes, "{text:?}");
            assert_eq!(reader.consumed(), text.len(), "{text:?}");
        }
    }
}
