//! Games whose rules are not known: their moves are words, in their places, with the numbers that the text gives them
//! (decision A-113).

use pgnkit_chess::Move;
use pgnkit_syntax::{Code, Diagnostic, Event, Parser, Sink, Span};

use super::{Movetext, Scratch};
use crate::read::start::is_bughouse;
use crate::read::text::Text;
use crate::read::visitor::{Flow, Visitor};
use crate::unchecked;

impl<V: Visitor + ?Sized> Movetext<'_, '_, V> {
    /// Reads to the end of the game, whose span is returned.
    #[cold]
    pub(super) fn read_unchecked(&mut self, first: Event) -> Option<Span> {
        let mut event = first;
        // What is between two parts of the structure are moves.
        let mut done = None;
        loop {
            if let Some(part) = structure(event, self.state.parser.bytes()) {
                let start = done.unwrap_or(part.start).min(part.start);
                let flow = self.unchecked_moves(Span::new(start, part.start));
                let flow = match (flow, event) {
                    (Flow::Continue, Event::GameEnd(span)) => {
                        self.state.complete = false;
                        return Some(span);
                    }
                    (Flow::Continue, Event::Comment(span)) => {
                        self.visitor.comment(Text::of_source(span, self.source));
                        flow
                    }
                    (Flow::Continue, event) => self.rare_event(event)?,
                    (flow, _) => flow,
                };
                done = Some(part.end);
                if flow != Flow::Continue {
                    event = self.state.pass_line(flow)?;
                    done = structure(event, self.state.parser.bytes()).map(|part| part.start);
                    continue;
                }
            } else if done.is_none() {
                done = Some(place(event).start);
            }
            event = self.state.parser.next_event(&mut Structure(self.state.sink))?;
        }
    }

    /// Passes on the moves of a text that has no other parts.
    fn unchecked_moves(&mut self, span: Span) -> Flow {
        let source = self.source;
        for part in unchecked::moves(span.of(self.state.parser.bytes())) {
            let (is_move, part) = match part {
                unchecked::Part::Move(part) => (true, part),
                unchecked::Part::Number(part) => (false, part),
            };
            let part = Span::new(span.start + part.start, span.start + part.end);
            if !is_move {
                self.visitor.skipped(Text::of_movetext(part, source));
                continue;
            }
            self.state.suffix = None;
            // It counts half-moves, and nothing else is known.
            self.state.line.play(Move::NULL);
            let flow = self.visitor.unchecked(Text::of_source(part, source));
            if flow != Flow::Continue {
                return flow;
            }
        }
        Flow::Continue
    }
}

/// The next event of a tag section. A text such as `1A.` begins the movetext where the tags so far are those of Bughouse, and is
/// nothing to be reported.
#[inline]
pub(super) fn next_event(parser: &mut Parser<'_>, scratch: &Scratch, sink: &mut dyn Sink) -> Option<Event> {
    if begins_like_bughouse(parser.bytes(), scratch) && is_bughouse(parser.bytes(), scratch.tags.all()) {
        return parser.next_event(&mut Structure(sink));
    }
    parser.next_event(sink)
}

#[inline]
fn begins_like_bughouse(text: &[u8], scratch: &Scratch) -> bool {
    let Some(tag) = scratch.tags.all().last() else { return false };
    let ahead = text[tag.span.end..].trim_ascii_start();
    match ahead {
        [b'{', ..] => true,
        [b'0'..=b'9', b'.', ..] => false,
        [b'0'..=b'9', ..] => is_lettered_number(ahead),
        _ => false,
    }
}

/// Whether text that is no token begins the movetext.
#[cold]
pub(super) fn begins_movetext(parser: &Parser<'_>, scratch: &Scratch, span: Span) -> bool {
    is_lettered_number(span.of(parser.bytes())) && is_bughouse(parser.bytes(), scratch.tags.all())
}

/// Whether a text begins with the number of a board, as `1A`.
fn is_lettered_number(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && text.get(digits).is_some_and(u8::is_ascii_alphabetic)
}

/// The whole token of an event that is no word, and none if it is one.
fn structure(event: Event, text: &[u8]) -> Option<Span> {
    let is_at = |at: usize, bytes: &[u8]| text.get(at).is_some_and(|byte| bytes.contains(byte));
    match event {
        Event::Comment(span) => {
            let start = span.start - usize::from(span.start > 0 && is_at(span.start - 1, b"{;"));
            let is_closed = start < span.start && text[start] == b'{' && is_at(span.end, b"}");
            Some(Span::new(start, span.end + usize::from(is_closed)))
        }
        Event::Escape(span) => Some(Span::new(span.start.saturating_sub(1), span.end)),
        Event::Nag { span, .. } => is_at(span.start, b"$!?").then_some(span),
        Event::RavBegin(at) | Event::RavEnd(at) => Some(Span::new(at, at + usize::from(is_at(at, b"()")))),
        Event::Termination { span, .. } => Some(span),
        Event::GameEnd(span) => Some(Span::new(span.end, span.end)),
        Event::Tag(_) | Event::Move(_) | Event::MoveNumber { .. } | Event::Unread(_) => None,
    }
}

/// The place of an event that is a word.
fn place(event: Event) -> Span {
    match event {
        Event::Tag(tag) => tag.span,
        Event::Move(span)
        | Event::MoveNumber { span, .. }
        | Event::Nag { span, .. }
        | Event::Unread(span)
        | Event::Comment(span)
        | Event::Escape(span)
        | Event::Termination { span, .. }
        | Event::GameEnd(span) => span,
        Event::RavBegin(at) | Event::RavEnd(at) => Span::new(at, at),
    }
}

/// What is wrong with words as moves of chess is of no interest.
struct Structure<'s>(&'s mut dyn Sink);

impl Sink for Structure<'_> {
    fn wants(&self, code: Code) -> bool {
        !matches!(
            code,
            Code::NonAsciiToken
                | Code::StrayCharacter
                | Code::AngleBracket
                | Code::StrayBackslash
                | Code::TokenTooLong
                | Code::StrayText
                | Code::StrayWord
                | Code::StrayString
                | Code::LaxTermination
                | Code::WrongMoveNumber
                | Code::GluedMoveNumber
                | Code::StrayPeriod
                | Code::InvalidSuffix
                | Code::Glyph
                | Code::LaxMove
                | Code::StrayMark
                | Code::NumberWithoutMove
        ) && self.0.wants(code)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.wants(diagnostic.code) {
            self.0.report(diagnostic);
        }
    }
}
