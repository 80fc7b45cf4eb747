//! From lines of JSON to games.

use pgnkit_chess::Position;
use pgnkit_syntax::{Code, Diagnostic, Encoding, Outcome, Sink, Span};

use super::assemble::Assembly;
use super::tape::{Fault, Kind, Tape, Values};
use crate::game::{Game, GameBuilder};
use crate::read::{EndOfGame, Line};

/// Reads games written as JSON, one a line; [`json`](super) has the form.
///
/// Lines end with LF, CRLF or CR; empty ones hold no game. Whatever stands on a line, the next one is read.
///
/// ```
/// use pgnkit::{json::Reader, syntax::Collect};
///
/// let text = br#"{"moves":[{"uci":"e2e4"},{"san":"e5","notes":[{"comment":"solid"}]}],"result":"1-0"}
/// {"moves":[{"san":"e4"},{"san":"Ke7"}]}"#;
/// let (mut reader, mut found) = (Reader::new(text), Collect::default());
/// let game = reader.read_game(&mut found).unwrap();
/// assert!(game.to_string().ends_with("1. e4 e5 {solid} 1-0\n\n"));
/// let second = reader.read_game(&mut found).unwrap();
/// assert_eq!(second.ply_count(), 1);
/// assert_eq!((found[0].code.name(), found[0].span.text(text)), ("illegal-move", "Ke7"));
/// assert!(reader.read_game(&mut found).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    text: &'a [u8],
    pos: usize,
    tape: Tape,
    line: Line,
}

impl<'a> Reader<'a> {
    /// Reads the games of a text.
    #[must_use]
    pub fn new(text: &'a [u8]) -> Self {
        Self { text, pos: 0, tape: Tape::default(), line: Line::default() }
    }

    /// How many bytes of the text have been read: up to the beginning of a line.
    #[must_use]
    pub fn consumed(&self) -> usize {
        self.pos
    }

    /// The next game; `None` at the end of the text. [`Game::diagnostics`] are those that the object has; what is wrong
    /// with the object goes to `sink`.
    ///
    /// Nothing is lost: moves from an illegal one on, and a line that is no game, are kept as a comment, word for word.
    pub fn read_game(&mut self, sink: &mut dyn Sink) -> Option<Game> {
        let mut builder = GameBuilder::new();
        self.read_into(&mut builder, sink)?;
        Some(builder.into_game())
    }

    /// The same into a builder that is used again and again; `None` at the end of the text.
    pub fn read_into(&mut self, builder: &mut GameBuilder, sink: &mut dyn Sink) -> Option<EndOfGame> {
        loop {
            let mut span = self.next_line()?;
            // Also where files have been joined.
            if span.of(self.text).starts_with(b"\xef\xbb\xbf") {
                span.start += 3;
            }
            let span = span.trim(self.text);
            if !span.is_empty() {
                return Some(self.read_line(span, builder, sink));
            }
        }
    }

    fn read_line(&mut self, span: Span, builder: &mut GameBuilder, sink: &mut dyn Sink) -> EndOfGame {
        let line = span.of(self.text);
        builder.begin();
        let result = self.tape.read(line).and_then(|()| {
            let values = self.tape.of(self.text, span);
            let kind = values.kind(Values::ROOT);
            if kind == Kind::Object { Ok(values) } else { Err(no_object(line, kind)) }
        });
        match result {
            Ok(values) => {
                self.line.reset(Position::START);
                let assembly = Assembly { values, line: &mut self.line, builder, sink, complete: true };
                let (result, complete) = assembly.game();
                EndOfGame { span, result, complete }
            }
            Err(fault) => {
                if sink.wants(Code::InvalidJson) {
                    let place = Span::new(span.start + fault.span.start, span.start + fault.span.end);
                    let mut diagnostic = Diagnostic::new(Code::InvalidJson, place, fault.message);
                    if fault.span.start + 1 >= line.len() || line.starts_with(b"[") {
                        diagnostic = diagnostic
                            .help("each game is an object on a line of its own, as `jq -c` writes it");
                    }
                    sink.report(diagnostic);
                }
                builder.comment(&Encoding::detect(line).decode(line));
                builder.end(Outcome::Unknown, Vec::new());
                EndOfGame { span, result: Outcome::Unknown, complete: false }
            }
        }
    }

    /// The next line, without its end.
    fn next_line(&mut self) -> Option<Span> {
        let rest = self.text.get(self.pos..).filter(|rest| !rest.is_empty())?;
        let length = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let span = Span::new(self.pos, self.pos + length);
        let end_of_line = match rest.get(length..) {
            Some([b'\r', b'\n', ..]) => 2,
            Some([_, ..]) => 1,
            _ => 0,
        };
        self.pos = span.end + end_of_line;
        Some(span)
    }
}

fn no_object(line: &[u8], kind: Kind) -> Fault {
    let found = if kind == Kind::Array { "an array" } else { "another value" };
    Fault { span: Span::new(0, line.len().min(1)), message: format!("expected an object, found {found}") }
}
