//! Games whose rules are not known: their moves are words, in their places, with the numbers that the text gives them
//! (decision A-113).

use pgnkit_chess::Move;
use pgnkit_syntax::{Code, Diagnostic, Encoding, Event, Ignore, Parser, RawTag, Sink, Span, UNREAD_MARK};

use super::Movetext;
use crate::read::start::tag_variant;
use crate::read::text::Text;
use crate::read::visitor::{Flow, Visitor};
use crate::unchecked;

impl<V: Visitor + ?Sized> Movetext<'_, '_, '_, V> {
    /// Reads to the end of the game, whose span is returned.
    #[cold]
    pub(super) fn read_unchecked(&mut self, first: Event) -> Option<Span> {
        let mut event = first;
        // What is between two parts of the structure are moves.
        let mut done = None;
        // Before comments and annotations between them and their move.
        let mut numbers = Vec::new();
        loop {
            if let Some(part) = structure(event, self.state.parser.bytes()) {
                let start = done.unwrap_or(part.start).min(part.start);
                let flow = self.unchecked_moves(Span::new(start, part.start), &mut numbers);
                if !matches!(event, Event::Comment(_) | Event::Escape(_) | Event::Nag { .. }) {
                    self.skipped_numbers(&mut numbers);
                }
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
                // Parentheses with signs alone, or that nobody wants, are passed as a whole.
                let has_passed = matches!(event, Event::RavBegin(_));
                done = Some(if has_passed { self.state.parser.token_end().max(part.end) } else { part.end });
                if !flow.goes_on() {
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

    /// Passes on the moves of a text that has no other parts, the first with the numbers before that text.
    fn unchecked_moves(&mut self, span: Span, numbers: &mut Vec<Span>) -> Flow {
        let source = self.source;
        for part in unchecked::moves(span.of(self.state.parser.bytes())) {
            let (is_move, part) = match part {
                unchecked::Part::Move(part) => (true, part),
                unchecked::Part::Number(part) => (false, part),
            };
            let part = Span::new(span.start + part.start, span.start + part.end);
            if !is_move {
                numbers.push(part);
                continue;
            }
            self.state.suffix = None;
            // It counts half-moves, and nothing else is known.
            self.state.line.play(Move::NULL);
            let flow = if numbers.is_empty() {
                self.visitor.unchecked(Text::of_source(part, source))
            } else {
                let parts =
                    numbers.drain(..).chain([part]).map(|part| Encoding::read(part.of(source.bytes())));
                let text = parts.collect::<Vec<_>>().join(" ");
                self.visitor.unchecked(Text::of_str(&text, part))
            };
            if !flow.goes_on() {
                return flow;
            }
        }
        Flow::Continue
    }

    /// Passes on numbers that no move follows.
    fn skipped_numbers(&mut self, numbers: &mut Vec<Span>) {
        for number in numbers.drain(..) {
            self.visitor.skipped(Text::of_movetext(number, self.source));
        }
    }
}

/// What the tags of a section say about the rules, as far as they have come.
#[derive(Default)]
pub(super) struct RulesAhead {
    /// Tags looked at.
    count: usize,
    /// Whether the Variant tag that counts names known rules: under its exact name, and under one in another case.
    variant: [Option<bool>; 2],
    /// One bit for each of the four players of Bughouse.
    players: u8,
    /// The place of a tag before which no movetext begins.
    next_tag: usize,
}

impl RulesAhead {
    /// Whether the movetext begins after `at`, up to which the text is read, with a text such as `1A.` or `1`: where rules are not
    /// known, that is nothing to be reported.
    #[inline]
    pub(super) fn begins_movetext(&mut self, parser: &Parser<'_>, tags: &[RawTag], at: usize) -> bool {
        begins_with_odd_number(parser.bytes(), at)
            && at >= self.next_tag
            && self.are_unknown(parser.bytes(), tags)
            && self.no_tag_follows(parser)
    }

    #[cold]
    fn no_tag_follows(&mut self, parser: &Parser<'_>) -> bool {
        let mut ahead = parser.clone();
        loop {
            match ahead.next_event(&mut Ignore) {
                Some(Event::Tag(tag)) => {
                    self.next_tag = tag.span.start;
                    return false;
                }
                Some(Event::Comment(_) | Event::Escape(_) | Event::Unread(_)) => {}
                _ => return true,
            }
        }
    }

    #[cold]
    fn are_unknown(&mut self, text: &[u8], tags: &[RawTag]) -> bool {
        for tag in tags.get(self.count..).unwrap_or_default() {
            let name = tag.name.of(text);
            if name.eq_ignore_ascii_case(b"Variant") {
                let value = tag.value(text);
                let variant = &mut self.variant[usize::from(name != b"Variant")];
                if variant.is_none() && !matches!(&*value, b"" | b"?") {
                    *variant = Some(tag_variant(&value).is_some());
                }
            }
            self.players |= PLAYERS.iter().position(|player| *player == name).map_or(0, |at| 1 << at);
        }
        self.count = tags.len();
        let [exact, other_case] = self.variant;
        exact.or(other_case).map_or(self.players == 0b1111, |is_known| !is_known)
    }
}

/// The tags of Bughouse, which often has no Variant tag.
const PLAYERS: [&[u8]; 4] = [b"WhiteA", b"BlackA", b"WhiteB", b"BlackB"];

/// Whether text after a comment, white space and the mark of an unread line begins with a number that no period follows.
#[inline]
fn begins_with_odd_number(text: &[u8], at: usize) -> bool {
    let ahead = text[at..].trim_ascii_start();
    match ahead {
        [b'0'..=b'9', b'.', ..] | [b'[', ..] => false,
        [b'0'..=b'9' | b'}' | b';', ..] => begins_with_number_after_marks(ahead),
        _ => false,
    }
}

#[cold]
fn begins_with_number_after_marks(ahead: &[u8]) -> bool {
    let ahead = ahead.strip_prefix(b"}").unwrap_or(ahead).trim_ascii_start();
    let ahead = ahead.strip_prefix(UNREAD_MARK).unwrap_or(ahead).trim_ascii_start();
    let digits = ahead.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && ahead.get(digits) != Some(&b'.')
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
pub(super) struct Structure<'s>(pub(super) &'s mut dyn Sink);

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
