//! From lines of JSON to games.

use pgnkit_chess::Position;
use pgnkit_syntax::{Code, Diagnostic, Encoding, Outcome, Sink, Span};

use super::assemble::{Assembly, may_be_game};
use super::tape::{Fault, Kind, Tape, Values};
use crate::GameBuilder;
use crate::game::Assembler;
use crate::read::{EndOfGame, Extent, Flow, Line, Start, Text, Visitor};

/// Reads games written as JSON, one a line; [`json`](super) has the form.
///
/// Lines end with LF, CRLF or CR; empty ones hold no game. Whatever is on a line, the next one is read.
///
/// ```
/// use pgnkit::{GameBuilder, json::Reader, syntax::Collect};
///
/// let text = br#"{"moves":[{"uci":"e2e4"},{"san":"e5","notes":[{"comment":"solid"}]}],"result":"1-0"}
/// {"moves":[{"san":"e4"},{"san":"Ke7"}]}"#;
/// let (mut reader, mut builder, mut found) = (Reader::new(text), GameBuilder::new(), Collect::default());
/// reader.read_into(&mut builder, &mut found).unwrap();
/// assert!(builder.game().to_string().ends_with("1. e4 e5 {solid} 1-0\n\n"));
/// reader.read_into(&mut builder, &mut found).unwrap();
/// assert_eq!(builder.game().ply_count(), 1);
/// assert_eq!((found[0].code.name(), found[0].span.text(text)), ("illegal-move", "Ke7"));
/// assert!(reader.read_into(&mut builder, &mut found).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    text: &'a [u8],
    pos: usize,
    tape: Tape,
    line: Line,
    recorded: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    /// Reads the games of a text.
    #[must_use]
    pub fn new(text: &'a [u8]) -> Self {
        Self { text, pos: 0, tape: Tape::default(), line: Line::default(), recorded: Vec::new() }
    }

    /// Number of bytes of the text that have been read: up to the beginning of a line.
    #[must_use]
    pub fn consumed(&self) -> usize {
        self.pos
    }

    /// Goes back to a place that [`consumed`](Self::consumed) has given.
    #[doc(hidden)]
    pub fn go_back_to(&mut self, consumed: usize) {
        self.pos = consumed;
    }

    /// Reads the next game into a builder that is used again and again; `None` at the end of the text.
    ///
    /// Nothing is lost: moves from an illegal one on, and a line that is no game, are kept as a comment, word for word. What
    /// is wrong with the object goes to `sink`; the diagnostics it was written with are [`recorded`](Self::recorded).
    pub fn read_into(&mut self, builder: &mut GameBuilder, sink: &mut dyn Sink) -> Option<EndOfGame> {
        self.read_game(&mut Assembler::new(builder), sink)
    }

    /// Reads the next game into a visitor, with spans in the text; `None` at the end of it. A line that is no game is
    /// a comment.
    ///
    /// ```
    /// use pgnkit::{Flow, Ply, Visitor, json, syntax::Ignore};
    ///
    /// struct Captures(u32);
    ///
    /// impl Visitor for Captures {
    ///     fn play(&mut self, ply: Ply<'_>) -> Flow {
    ///         self.0 += u32::from(ply.mv.is_capture());
    ///         Flow::Continue
    ///     }
    /// }
    ///
    /// let mut captures = Captures(0);
    /// json::Reader::new(br#"{"moves":[{"san":"e4"},{"san":"d5"},{"uci":"e4d5"}]}"#).read_game(&mut captures, &mut Ignore);
    /// assert_eq!(captures.0, 1);
    /// ```
    pub fn read_game<V: Visitor + ?Sized>(
        &mut self,
        visitor: &mut V,
        sink: &mut dyn Sink,
    ) -> Option<EndOfGame> {
        loop {
            let mut span = self.next_line()?;
            // Also where files have been joined.
            if span.of(self.text).starts_with(b"\xef\xbb\xbf") {
                span.start += 3;
            }
            let span = span.trim(self.text);
            if !span.is_empty() {
                return Some(self.read_line(span, visitor, sink));
            }
        }
    }

    /// The diagnostics in the object of the game that was read last: those of the text it was made from.
    ///
    /// They are no part of a [`Game`](crate::Game); [`Writer::write_game_with`](super::Writer::write_game_with) writes
    /// them again.
    #[must_use]
    pub fn recorded(&self) -> &[Diagnostic] {
        &self.recorded
    }

    fn read_line<V: Visitor + ?Sized>(
        &mut self,
        span: Span,
        visitor: &mut V,
        sink: &mut dyn Sink,
    ) -> EndOfGame {
        let line = span.of(self.text);
        self.recorded.clear();
        let result = self.tape.read(line).and_then(|()| {
            let values = self.tape.of(self.text, span);
            let kind = values.kind(Values::ROOT);
            match kind {
                Kind::Object if may_be_game(values) => Ok(values),
                Kind::Object => Err(no_game()),
                _ => Err(no_object(line, kind)),
            }
        });
        match result {
            Ok(values) => {
                self.line.reset(Position::START);
                let line = &mut self.line;
                let (tags, extent, complete) = (Vec::new(), Extent::Whole, true);
                let assembly = Assembly { values, line, visitor, sink, tags, extent, complete };
                let (end, recorded) = assembly.game(span);
                self.recorded = recorded;
                end
            }
            Err(fault) => {
                report(&fault, span, line, sink);
                let extent = match visitor.start(&Start::default()) {
                    Flow::Continue | Flow::Finish => Extent::Whole,
                    Flow::Skip | Flow::Stop => Extent::Tags,
                };
                if extent == Extent::Whole {
                    let text = Encoding::read(line);
                    visitor.comment(Text::of_str(&text, span));
                }
                let end = EndOfGame { span, result: Outcome::Unknown, marker: None, complete: false, extent };
                visitor.end(&end);
                end
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

/// Reports why the line at `span` is no game.
#[cold]
fn report(fault: &Fault, span: Span, line: &[u8], sink: &mut dyn Sink) {
    if sink.wants(Code::InvalidJson) {
        let place = Span::new(span.start + fault.span.start, span.start + fault.span.end);
        let mut diagnostic = Diagnostic::new(Code::InvalidJson, place, fault.message.clone());
        if fault.span.start + 1 >= line.len() || line.starts_with(b"[") {
            diagnostic = diagnostic.help("each game is an object on a line of its own, as `jq -c` writes it");
        }
        if fault.message == NO_GAME {
            diagnostic = diagnostic.help(
                "`pgn` reads games as it writes them, those of lichess (with `id`, `variant` and `players`), archives of chess.com (with `games`), \
                 and evaluations of lichess (with `fen` and `evals`)",
            );
        }
        sink.report(diagnostic);
    }
}

const NO_GAME: &str = "expected an object with `tags` or `moves`, found one that has nothing of a game";

fn no_game() -> Fault {
    Fault { span: Span::new(0, 1), message: NO_GAME.to_owned() }
}

fn no_object(line: &[u8], kind: Kind) -> Fault {
    let found = if kind == Kind::Array { "an array" } else { "another value" };
    Fault { span: Span::new(0, line.len().min(1)), message: format!("expected an object, found {found}") }
}
