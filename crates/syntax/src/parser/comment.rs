//! Comments (section 5).

use super::Parser;
use crate::scan::{
    after_newline, at, is_newline, is_space, is_tag_start, line_end, skip_blanks, skip_odd_comment,
    skip_plain_comment, skip_short_comment,
};
use crate::{Applicability, Code, Diagnostic, Event, Sink, Span};
use alloc::format;

impl Parser<'_> {
    /// The comment at `pos`, which holds `{` or `;`.
    #[inline]
    pub(super) fn comment(&mut self, sink: &mut dyn Sink) -> Event {
        Event::Comment(if self.bytes[self.pos] == b'{' {
            self.brace_comment(sink)
        } else {
            self.line_comment(sink)
        })
    }

    #[inline(always)]
    pub(super) fn brace_comment(&mut self, sink: &mut dyn Sink) -> Span {
        let open = self.pos;
        match self.plain_comment(open) {
            Ok(comment) => comment,
            Err(end) => self.odd_comment(sink, open + 1, end),
        }
    }

    /// The brace comment at `open`, if it has neither line breaks nor characters that are reported; else how far it has
    /// none.
    #[inline(always)]
    pub(super) fn plain_comment(&mut self, open: usize) -> Result<Span, usize> {
        let start = open + 1;
        let mut end = skip_short_comment(self.bytes, start);
        if at(self.bytes, end) != b'}' {
            end = skip_long_comment(self.bytes, end);
            if at(self.bytes, end) != b'}' {
                return Err(end);
            }
        }
        Ok(self.comment_until(Span::new(start, end), end + 1))
    }

    fn line_comment(&mut self, sink: &mut dyn Sink) -> Span {
        let start = self.pos + 1;
        let end = line_end(self.bytes, start);
        let span = Span::new(start, end);
        self.check_characters(sink, span);
        self.open_end = Some((end, true));
        self.comment_until(span, end)
    }

    #[inline(always)]
    fn comment_until(&mut self, span: Span, next: usize) -> Span {
        self.pos = next;
        self.token_end = next;
        span
    }

    /// The brace comment whose text begins at `start` and is plain up to `pos`, whatever the rest consists of.
    #[inline(never)]
    fn odd_comment(&mut self, sink: &mut dyn Sink, start: usize, mut pos: usize) -> Span {
        let mut odd = false;
        let (end, next) = loop {
            let (next, found_odd) = skip_odd_comment(self.bytes, pos);
            odd |= found_odd;
            pos = next;
            match self.bytes.get(pos) {
                Some(b'}') => break (pos, pos + 1),
                Some(b'\n' | b'\r') => match self.after_line_break(pos) {
                    Some(next) => pos = next,
                    None => {
                        self.unterminated_comment(sink, start, pos, "the next game");
                        break (pos, pos);
                    }
                },
                Some(_) => {
                    odd = true;
                    pos += 1;
                }
                None => {
                    let end = self.end_of_open_comment(start);
                    let next = if self.partial { end } else { pos };
                    self.unterminated_comment(sink, start, end, self.what_follows());
                    self.open_end = Some((next, false));
                    break (end, next);
                }
            }
        };
        let span = Span::new(start, end);
        if odd {
            self.check_odd_characters(sink, span);
        }
        self.comment_until(span, next)
    }

    /// End of a comment whose text begins at `start` and is not closed at the end of the bytes: after its last word or,
    /// if the text goes on, with the line of that, as if the rest, an empty line and a tag pair, followed here.
    fn end_of_open_comment(&self, start: usize) -> usize {
        let following = |is_blank: fn(u8) -> bool| {
            let last = self.bytes[start..].iter().rposition(|&byte| !is_blank(byte));
            start + last.map_or(0, |at| at + 1)
        };
        if self.partial {
            line_end(self.bytes, following(|byte| is_newline(byte) || matches!(byte, b' ' | b'\t')))
        } else {
            following(is_space)
        }
    }

    /// Place at which a comment continues after the line break at `pos`; `None` if a tag pair follows an empty line:
    /// then the comment counts as unclosed.
    #[inline]
    fn after_line_break(&self, pos: usize) -> Option<usize> {
        let line = after_newline(self.bytes, pos);
        let blank = skip_blanks(self.bytes, line);
        if !is_newline(at(self.bytes, blank)) {
            return Some(line);
        }
        let mut empty = blank;
        loop {
            let text = skip_blanks(self.bytes, after_newline(self.bytes, empty));
            if !is_newline(at(self.bytes, text)) {
                return (!is_tag_start(self.bytes, text)).then_some(text);
            }
            empty = text;
        }
    }

    #[cold]
    fn unterminated_comment(&mut self, sink: &mut dyn Sink, start: usize, end: usize, found: &str) {
        self.open_end = Some((end, false));
        if sink.wants(Code::UnterminatedComment) {
            let open = Span::new(start - 1, start);
            let message = format!("expected `}}` to close this comment, found {found}");
            sink.report(
                Diagnostic::new(Code::UnterminatedComment, open, message)
                    .label(Span::new(end.saturating_sub(1), end), "the comment is taken to end here")
                    .help("add `}` where the comment ends")
                    .fix(Applicability::Unsafe, Span::new(end, end), "}"),
            );
        }
    }

    /// Passes over white space and comments from `pos`, for looking ahead.
    pub(super) fn skip_comments(&self, mut pos: usize) -> usize {
        loop {
            match at(self.bytes, pos) {
                byte if is_space(byte) => pos += 1,
                b';' => pos = line_end(self.bytes, pos),
                b'{' => match self.closing_brace(pos) {
                    Ok(end) => pos = end + 1,
                    Err(end) => return end,
                },
                _ => return pos,
            }
        }
    }

    /// As [`skip_comments`](Self::skip_comments), and over escape lines.
    pub(super) fn skip_comments_and_escapes(&self, mut pos: usize) -> usize {
        loop {
            pos = self.skip_comments(pos);
            if at(self.bytes, pos) != b'%' || !self.at_line_start(pos) {
                return pos;
            }
            pos = line_end(self.bytes, pos);
        }
    }

    /// Place at which the comment at `pos` is closed or, as an error, at which it ends unclosed.
    fn closing_brace(&self, open: usize) -> Result<usize, usize> {
        let mut pos = open;
        loop {
            let Some(found) = memchr::memchr3(b'}', b'\n', b'\r', &self.bytes[pos..]) else {
                return Err(if self.partial { self.end_of_open_comment(open + 1) } else { self.bytes.len() });
            };
            pos += found;
            if self.bytes[pos] == b'}' {
                return Ok(pos);
            }
            pos = self.after_line_break(pos).ok_or(pos)?;
        }
    }
}

// Apart and about bytes only, so that the caller keeps few registers for it.
#[inline(never)]
fn skip_long_comment(bytes: &[u8], pos: usize) -> usize {
    skip_plain_comment(bytes, pos)
}
