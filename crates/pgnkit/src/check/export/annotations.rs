//! Annotations and comments: their form, and their order after a move.

use pgnkit_syntax::{Code, Span, quoted};

use super::comments::{self, Comment, Written};
use super::line::Stage;
use super::movetext::{Last, MovetextWalk};
use super::walk::Walk;

impl MovetextWalk {
    pub(super) fn nag(&mut self, walk: &mut Walk<'_>, span: Span, value: u32) {
        self.drop_number(walk);
        let text = walk.of(span);
        let is_glyph = !text.starts_with(b"$");
        let is_glued = is_glyph && matches!(self.last, Last::Token(end) if end == span.start);
        if !is_glued {
            self.before(walk, span);
        }
        walk.put(span);
        self.last = Last::Token(span.end);
        if value == 0 {
            let message = || format!("expected no {}, which says nothing, found it", quoted(text));
            return walk.add(Code::NagForm, span, message);
        }
        if matches!(text, b"!" | b"?" | b"!!" | b"??" | b"!?" | b"?!") {
            let message = || format!("expected `${value}`, found the suffix {}", quoted(text));
            walk.add(Code::SuffixAnnotation, span, message);
        } else if text.starts_with(b"$0") && value <= 255 {
            let message = || format!("expected `${value}`, found {}", quoted(text));
            walk.add(Code::NagForm, span, message);
        }
        self.nag_order(walk, span, value);
        self.needs_number = true;
    }

    /// Annotations directly follow their move, with ascending numbers (decision A-33).
    fn nag_order(&mut self, walk: &mut Walk<'_>, span: Span, value: u32) {
        let stage = Stage::Nag(value);
        if stage > self.line.stage {
            self.line.stage = stage;
        } else {
            let found = walk.of(span);
            let message = || match self.line.stage {
                Stage::Nag(last) if last == value => format!("expected `${value}` once, found it again"),
                Stage::Nag(last) => format!("expected `${value}` before `${last}`, found it behind"),
                Stage::Marker => {
                    format!("expected {} before the termination marker, found it behind", quoted(found))
                }
                _ => format!(
                    "expected {} directly behind its move, found it behind other things",
                    quoted(found)
                ),
            };
            walk.add(Code::AnnotationOrder, span, message);
        }
    }

    pub(super) fn comment(&mut self, walk: &mut Walk<'_>, comment: Comment) {
        self.drop_number(walk);
        self.before(walk, comment.token);
        self.last = Last::Token(comment.token.end);
        if !self.has_begun {
            self.preamble.get_or_insert(comment.token);
        }
        if comment.is_empty(walk.text) {
            walk.put(comment.token);
            let message = || "expected no comment without text, found one".to_owned();
            walk.add(Code::CommentLayout, comment.token, message);
            self.rest_of_line = comment.is_rest_of_line.then_some((comment.token, Written::AsItIs));
            return;
        }
        if comment.is_rest_of_line {
            self.rest_of_line = Some((comment.token, comments::rest_of_line(walk, comment)));
        } else {
            comments::in_braces(walk, comment);
        }
        if self.line.stage > Stage::Comment {
            let place = if self.line.stage == Stage::Marker {
                "termination marker"
            } else {
                "variations of its move"
            };
            let message = || format!("expected this comment before the {place}, found it behind");
            walk.add(Code::AnnotationOrder, comment.token, message);
        } else {
            self.line.stage = Stage::Comment;
        }
        self.needs_number = true;
    }
}
