//! Walks through the tokens of a game and checks each one, and the gap before it.

use pgnkit_syntax::{Code, Event, Ignore, Parser, Span, quoted};

use super::departures::Departures;
use super::fill::{Lines, Misplaced};
use super::gaps::{Gap, end_of_line};
use super::movetext::MovetextWalk;
use super::recorder::Recorded;
use super::tags::Tags;
use crate::read::Start;

/// The text of one game being walked through.
pub(super) struct Walk<'a> {
    pub(super) text: &'a [u8],
    /// Start of the text; the spans of events count from there.
    pub(super) base: usize,
    pub(super) found: &'a mut Departures,
    pub(super) lines: Lines,
}

/// Reports what is not export format in `text`, which begins at `base`: a game whose last token ends at `end`, and
/// white space.
pub(super) fn walk(
    text: &[u8],
    base: usize,
    end: usize,
    start: &Start,
    recorded: &Recorded,
    found: &mut Departures,
) {
    let mut walk = Walk { text, base, found, lines: Lines::default() };
    let mut tags = Tags::default();
    let mut movetext = MovetextWalk::new(start);
    // An error in the movetext ends the walk; those in tags do not change what the text is made of.
    let mut stop = None;
    let mut is_whole = true;
    let mut parser = Parser::new(text);
    while let Some(event) = parser.next_event(&mut Ignore) {
        match event {
            Event::Tag(tag) => {
                movetext.back_to_tags(&mut walk);
                tags.tag(&mut walk, tag);
                continue;
            }
            Event::GameEnd(_) => break,
            _ => {}
        }
        let is_movetext = !matches!(event, Event::Comment(_) | Event::Escape(_) | Event::Unread(_));
        if is_movetext && stop.is_none() {
            let at = base + tags.end();
            stop = Some(
                recorded.errors.iter().copied().filter(|error| *error >= at).min().unwrap_or(usize::MAX),
            );
        }
        if stop.is_some_and(|stop| base + start_of(event) >= stop) {
            is_whole = false;
            break;
        }
        movetext.event(&mut walk, event, tags.last());
    }
    if let Some(misplaced) = walk.lines.end_unit().filter(|_| is_whole) {
        walk.misplaced(misplaced);
    }
    movetext.finish(&mut walk);
    let gap = Span::new(end, text.len());
    walk.lines_between(gap, 2, "an empty line after the game");
}

pub(super) fn start_of(event: Event) -> usize {
    match event {
        Event::Tag(tag) => tag.span.start,
        Event::RavBegin(at) | Event::RavEnd(at) => at,
        Event::Move(span)
        | Event::MoveNumber { span, .. }
        | Event::Nag { span, .. }
        | Event::Comment(span)
        | Event::Escape(span)
        | Event::Unread(span)
        | Event::Termination { span, .. }
        | Event::GameEnd(span) => span.start,
    }
}

impl<'a> Walk<'a> {
    pub(super) fn of(&self, span: Span) -> &'a [u8] {
        span.of(self.text)
    }

    /// Adds a place.
    pub(super) fn add(&mut self, code: Code, span: Span, message: impl FnOnce() -> String) {
        self.found.add(code, self.absolute(span), message);
    }

    fn absolute(&self, span: Span) -> Span {
        Span::new(self.base + span.start, self.base + span.end)
    }

    /// Number of columns of a text.
    pub(super) fn columns(&self, span: Span) -> usize {
        let bytes = self.of(span);
        str::from_utf8(bytes).map_or(bytes.len(), |text| text.chars().count())
    }

    /// Goes on with a token.
    pub(super) fn put(&mut self, span: Span) {
        self.lines.put(span, self.columns(span));
    }

    /// Reports a token in the wrong line.
    pub(super) fn misplaced(&mut self, misplaced: Misplaced) {
        match misplaced {
            Misplaced::TooFar(unit) => {
                let text = self.of(unit);
                self.add(Code::LongLine, unit, || {
                    let text = quoted(text);
                    format!("expected {text} on a new line, found it beyond column 79")
                });
            }
            Misplaced::TooLate(unit) => {
                let text = self.of(unit);
                self.add(Code::LineFill, unit, || {
                    let text = quoted(text);
                    format!(
                        "expected {text} on the line before, which has room for it, found it on a new line"
                    )
                });
            }
        }
    }

    /// Looks at the white space between two units of a line.
    pub(super) fn between(&mut self, gap: Span, next: Span) {
        let misplaced = match Gap::of(self.of(gap)) {
            Gap::Nothing => {
                let next = self.of(next);
                let message = || format!("expected a space before {}, found none", quoted(next));
                self.add(Code::WhiteSpace, gap, message);
                None
            }
            Gap::Space => self.lines.space(),
            Gap::Newlines(1) => self.lines.line_break(),
            Gap::Odd(0) => {
                let message = || "expected one space, found other white space".to_owned();
                self.add(Code::WhiteSpace, gap, message);
                self.lines.space()
            }
            Gap::Odd(1) => {
                let message = || "expected a line break alone, found white space beside it".to_owned();
                self.add(Code::WhiteSpace, gap, message);
                self.lines.line_break()
            }
            Gap::Newlines(_) | Gap::Odd(_) => {
                let line = self.behind_newlines(gap, 1);
                let message = || "expected no empty line in the movetext, found one".to_owned();
                self.add(Code::EmptyLines, line, message);
                self.lines.forced_break()
            }
            Gap::Foreign => {
                let has_newline = memchr::memchr2(b'\n', b'\r', self.of(gap)).is_some();
                if has_newline { self.lines.forced_break() } else { self.lines.space() }
            }
        };
        if let Some(misplaced) = misplaced {
            self.misplaced(misplaced);
        }
    }

    /// The text after a number of line breaks of a gap.
    fn behind_newlines(&self, gap: Span, count: usize) -> Span {
        let mut at = gap.start;
        for _ in 0..count {
            let rest = self.of(Span::new(at, gap.end));
            at += memchr::memchr2(b'\n', b'\r', rest).unwrap_or(0);
            at = end_of_line(self.text, at);
        }
        Span::new(at, gap.end)
    }

    /// Looks at the line breaks between two lines that are not filled: `count` of them, where `expected` says what is
    /// expected.
    pub(super) fn lines_between(&mut self, gap: Span, count: usize, expected: &str) {
        match Gap::of(self.of(gap)) {
            Gap::Foreign => {}
            Gap::Newlines(found) if found == count => {}
            Gap::Odd(found) if found == count => {
                let message = || "expected a line break alone, found white space beside it".to_owned();
                self.add(Code::WhiteSpace, gap, message);
            }
            Gap::Nothing | Gap::Space | Gap::Odd(0) => {
                let code = if count == 1 { Code::TagLayout } else { Code::EmptyLines };
                let message = || format!("expected {expected}, found none");
                self.add(code, gap, message);
            }
            Gap::Newlines(found) | Gap::Odd(found) => {
                let span = if found > count { self.behind_newlines(gap, count) } else { gap };
                let message = || match found > count {
                    true if count == 1 => "expected no empty line between tag pairs, found one".to_owned(),
                    true => format!("expected {expected}, found more than one"),
                    false => format!("expected {expected}, found none"),
                };
                self.add(Code::EmptyLines, span, message);
            }
        }
    }
}
