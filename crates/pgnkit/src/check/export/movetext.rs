//! The movetext: gaps between its tokens, moves and variations.

use pgnkit_syntax::{Code, Event, Span, quoted};

use super::comments::{Comment, Written};
use super::fill::Lines;
use super::gaps::Gap;
use super::line::{LineState, Stage};
use super::numbers::Number;
use super::walk::{Walk, start_of};
use crate::read::Start;

/// State of the walk through the movetext.
#[derive(Debug)]
pub(super) struct MovetextWalk {
    /// Start of the game.
    first: LineState,
    pub(super) line: LineState,
    /// The lines that variations interrupt.
    interrupted: Vec<LineState>,
    /// Whether the next move of Black needs its number: after anything but a move (section 8.2.2.2).
    pub(super) needs_number: bool,
    /// A number that waits for its move.
    pub(super) number: Option<Number>,
    pub(super) last: Last,
    /// A comment to the end of its line that came last, and what is written for it.
    pub(super) rest_of_line: Option<(Span, Written)>,
    /// The first comment before anything else. Tag pairs may still follow it.
    pub(super) preamble: Option<Span>,
    /// Whether something else than comments came.
    pub(super) has_begun: bool,
}

/// The token before.
#[derive(Clone, Copy, Debug)]
pub(super) enum Last {
    /// There is none: the movetext begins.
    None,
    /// `(`, and where it ends.
    Opening(usize),
    /// An escape line.
    Escape,
    /// Any other, and where it ends.
    Token(usize),
}

impl MovetextWalk {
    pub(super) fn new(start: &Start) -> Self {
        let first = LineState::new(start);
        Self {
            first,
            line: first,
            interrupted: Vec::new(),
            needs_number: true,
            number: None,
            last: Last::None,
            rest_of_line: None,
            preamble: None,
            has_begun: false,
        }
    }

    /// The supposed beginning of the movetext was before a tag pair.
    pub(super) fn back_to_tags(&mut self, walk: &mut Walk<'_>) {
        if let Some(comment) = self.preamble.take() {
            let message =
                || "expected this comment behind the tag pairs, found it before one of them".to_owned();
            walk.add(Code::AnnotationOrder, comment, message);
        }
        self.line = self.first;
        self.last = Last::None;
        self.rest_of_line = None;
        walk.lines = Lines::default();
    }

    pub(super) fn event(&mut self, walk: &mut Walk<'_>, event: Event, last_tag: Option<Span>) {
        if matches!(event, Event::Unread(_)) {
            return;
        }
        if !self.has_begun && !matches!(event, Event::Comment(_) | Event::Escape(_)) {
            self.has_begun = true;
            if let Some(tag) = last_tag {
                let begin = self.preamble.map_or_else(|| start_of(event), |comment| comment.start);
                let gap = Span::new(tag.end, begin);
                walk.lines_between(gap, 2, "an empty line after the tag pairs");
            }
        }
        match event {
            Event::Move(span) => self.play(walk, span),
            Event::MoveNumber { span, number, periods } => {
                self.drop_number(walk);
                self.before(walk, span);
                walk.put(span);
                self.number = Some(Number { span, value: number, periods });
                self.last = Last::Token(span.end);
            }
            Event::Nag { span, value } => self.nag(walk, span, value),
            Event::Comment(span) => self.comment(walk, Comment::new(walk.text, span)),
            Event::Escape(_) => {
                walk.lines = Lines::default();
                self.last = Last::Escape;
            }
            Event::RavBegin(at) => {
                self.drop_number(walk);
                let span = Span::new(at, at + 1);
                self.before(walk, span);
                walk.put(span);
                self.open();
                self.last = Last::Opening(span.end);
            }
            Event::RavEnd(at) => {
                self.drop_number(walk);
                self.close(walk, Span::new(at, at + 1));
            }
            Event::Termination { span, .. } => {
                self.number = None;
                self.before(walk, span);
                walk.put(span);
                self.last = Last::Token(span.end);
                self.line.stage = Stage::Marker;
            }
            Event::Tag(_) | Event::Unread(_) | Event::GameEnd(_) => {}
        }
    }

    /// Checks the white space before a token that is separated from the one before it.
    pub(super) fn before(&mut self, walk: &mut Walk<'_>, token: Span) {
        match self.last {
            Last::None | Last::Escape => {}
            Last::Opening(end) => inside_parentheses(walk, Span::new(end, token.start)),
            Last::Token(end) => {
                let gap = Span::new(end, token.start.max(end));
                if !self.end_rest_of_line(walk) {
                    walk.between(gap, token);
                }
            }
        }
    }

    fn play(&mut self, walk: &mut Walk<'_>, span: Span) {
        let number = self.number.take();
        match number {
            Some(number) if number.span.end == span.start => {
                if number.periods > 0 {
                    let text = walk.of(number.span);
                    let message =
                        || format!("expected a space between {} and its move, found none", quoted(text));
                    walk.add(Code::MoveNumberForm, number.span, message);
                }
            }
            _ => self.before(walk, span),
        }
        self.check_number(walk, number, span);
        walk.put(span);
        self.last = Last::Token(span.end);
        self.needs_number = false;
        self.line = self.line.next();
    }

    /// Ends the comment to the end of its line, if that came last.
    fn end_rest_of_line(&mut self, walk: &mut Walk<'_>) -> bool {
        let Some((token, written)) = self.rest_of_line.take() else { return false };
        if written == Written::InBraces {
            let message = || "expected a comment in braces, found one that ends with its line".to_owned();
            walk.add(Code::CommentLayout, token, message);
        }
        if let Some(misplaced) = walk.lines.forced_break() {
            walk.misplaced(misplaced);
        }
        true
    }

    fn open(&mut self) {
        self.interrupted.push(self.line);
        self.line = self.line.before_last();
        self.needs_number = true;
    }

    fn close(&mut self, walk: &mut Walk<'_>, parenthesis: Span) {
        if let Last::Opening(end) | Last::Token(end) = self.last {
            let gap = Span::new(end, parenthesis.start.max(end));
            if !self.end_rest_of_line(walk) {
                inside_parentheses(walk, gap);
            }
        }
        walk.put(parenthesis);
        self.last = Last::Token(parenthesis.end);
        self.line = self.interrupted.pop().unwrap_or(self.line);
        self.line.stage = self.line.stage.max(Stage::Variation);
        self.needs_number = true;
    }

    /// Ends the movetext.
    pub(super) fn finish(&mut self, walk: &mut Walk<'_>) {
        if let Last::Token(_) = self.last {
            self.end_rest_of_line(walk);
        }
    }
}

/// Parentheses cling to what they enclose (decision A-27).
fn inside_parentheses(walk: &mut Walk<'_>, gap: Span) {
    let bytes = walk.of(gap);
    if !matches!(Gap::of(bytes), Gap::Nothing | Gap::Foreign) {
        let message = || "expected no white space inside the parentheses, found some".to_owned();
        walk.add(Code::VariationLayout, gap, message);
    }
    if memchr::memchr2(b'\n', b'\r', bytes).is_none() {
        walk.put(gap);
    } else if let Some(misplaced) = walk.lines.forced_break() {
        walk.misplaced(misplaced);
    }
}
