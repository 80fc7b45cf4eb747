//! Moves in another notation than SAN.

use pgnkit_chess::notation::{NotationError, OtherNotation, Wings};
use pgnkit_chess::san::SanChanges;
use pgnkit_chess::{Move, Position};
use pgnkit_syntax::{Code, Diagnostic, Severity, Sink, Span, quoted};

use super::State;
use crate::read::refusal::{self, refuse_other};

/// The notation of a game, and the sides that pieces came from, in the line of play and in those that it interrupts.
#[derive(Debug)]
pub(super) struct Other {
    notation: OtherNotation,
    wings: Wings,
    /// Those before the last move.
    before: Wings,
    /// Both of each line that a variation interrupts.
    interrupted: Vec<(Wings, Wings)>,
}

impl Other {
    pub(super) fn new(notation: OtherNotation, start: &Position) -> Self {
        let wings = Wings::of(start);
        Self { notation, wings, before: wings, interrupted: Vec::new() }
    }

    /// Goes back one move, if the line has one.
    pub(super) fn begin_variation(&mut self, has_move: bool) {
        let start = if has_move { self.before } else { self.wings };
        self.interrupted.push((start, self.wings));
        self.wings = start;
    }

    /// Goes back to the line before, or, where the variation is still open, to the beginning of this one.
    pub(super) fn end_variation(&mut self, is_closed: bool) {
        if is_closed {
            (self.before, self.wings) = self.interrupted.pop().unwrap_or((self.before, self.wings));
        } else if let Some((before, _)) = self.interrupted.last() {
            self.wings = *before;
        }
    }
}

impl State<'_, '_> {
    /// The legal move that the word at `span` names in the notation of the game, which is played next.
    #[cold]
    pub(super) fn other_move(&mut self, span: Span) -> Option<Move> {
        let other = self.other.as_mut()?;
        let (text, position) = (self.parser.bytes(), self.line.position());
        match other.notation.read(position, &other.wings, span.of(text)) {
            Ok(reading) => {
                if !reading.changes.is_empty() && self.sink.wants(Code::LaxMove) {
                    let expected = match reading.changes.intersects(SanChanges::MARK_CORRECTED) {
                        true => "the check or mate that its sign says",
                        false => "the capture that it says",
                    };
                    let (found, san) = (quoted(span.of(text)), reading.san);
                    let message = format!("expected {expected}, found {found}, which is `{san}`");
                    let diagnostic = Diagnostic::new(Code::LaxMove, span, message);
                    self.sink.report(diagnostic.severity(Severity::Warning));
                }
                other.before = other.wings;
                other.wings = other.wings.after(reading.mv);
                Some(reading.mv)
            }
            Err(error) => {
                let candidates = other.notation.candidates(position, &other.wings, span.of(text));
                let refusal =
                    refusal::Other { notation: other.notation, error: &error, candidates: &candidates };
                refuse_other(span, text, self.line, &refusal, self.sink);
                debug_assert!(error != NotationError::Ambiguous || candidates.len() > 1);
                None
            }
        }
    }
}
