//! Comments (section 5).

use super::Parser;
use crate::internals::EXPORT_WIDTH;
use crate::scan::{
    after_newline, at, is_move_like, is_newline, is_space, is_tag_start, line_end, skip_blanks,
    skip_odd_comment, skip_plain_comment, skip_short_comment,
};
use crate::{Applicability, Code, Diagnostic, Event, Severity, Sink, Span, quoted};
use alloc::format;

/// Maximum number of comment lines searched for moves.
const LINES_SEARCHED: usize = 64;

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
        if memchr::memchr2(b'{', b'}', span.of(self.bytes)).is_some() {
            self.braces_in_line(sink, span);
        }
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
            if start < self.open_until {
                // No brace closes it, as none did the comment before.
                odd = true;
                break self.close_comment(sink, start, self.open_until);
            }
            let (next, found_odd) = skip_odd_comment(self.bytes, pos);
            odd |= found_odd;
            pos = next;
            match self.bytes.get(pos) {
                Some(b'}') => break (pos, pos + 1),
                Some(b'\n' | b'\r') => match self.after_line_break(pos) {
                    Some(next) => pos = next,
                    None => break self.close_comment(sink, start, pos),
                },
                Some(_) => {
                    odd = true;
                    pos += 1;
                }
                None => break self.close_comment(sink, start, pos),
            }
        };
        let span = Span::new(start, end);
        if let Some(inner) = memchr::memchr(b'{', span.of(self.bytes)) {
            self.nested_brace(sink, span, start + inner);
        }
        if odd {
            self.check_odd_characters(sink, span);
        }
        self.comment_until(span, next)
    }

    /// Ends the comment whose text begins at `start` and that nothing closes before `limit`, where the bytes end or a game
    /// begins: there or, where a line before it begins with a tag pair, in front of that. Gives the end of
    /// its text, and where reading goes on.
    #[cold]
    fn close_comment(&mut self, sink: &mut dyn Sink, start: usize, limit: usize) -> (usize, usize) {
        self.open_until = limit;
        if let Some(end) = self.tag_in_comment(start, limit) {
            self.unterminated_comment(sink, start, end, "the next game");
            return (end, end);
        }
        if limit < self.bytes.len() {
            self.unterminated_comment(sink, start, limit, "the next game");
            return (limit, limit);
        }
        let end = self.end_of_open_comment(start);
        let next = if self.partial { end } else { limit };
        let found = if self.partial { "the next game" } else { "the end of the text" };
        self.unterminated_comment(sink, start, end, found);
        self.open_end = Some((next, false));
        (end, next)
    }

    /// End of the text of a comment that begins at `start`, if one of its lines before `limit` begins with a tag pair.
    fn tag_in_comment(&self, start: usize, limit: usize) -> Option<usize> {
        let text = &self.bytes[..limit];
        let begins_line = |at: &usize| is_newline(self.bytes[at - 1]) && is_tag_start(self.bytes, *at);
        let tag = memchr::memchr_iter(b'[', &text[start..]).map(|at| start + at).find(begins_line)?;
        Some(start + text[start..tag].trim_ascii_end().len())
    }

    /// Reports braces in a comment that ends with its line where export format cannot keep them: it has such a comment in
    /// braces unless it holds `}` and fits a line.
    #[cold]
    fn braces_in_line(&self, sink: &mut dyn Sink, text: Span) {
        let bytes = text.of(self.bytes);
        let words = bytes.split(|&byte| is_space(byte)).filter(|word| !word.is_empty());
        let is_first = |byte: &&u8| !matches!(byte, 0x80..0xc0);
        let width: usize = words.map(|word| 1 + word.iter().filter(is_first).count()).sum();
        if !sink.wants(Code::NestedBrace) || (width <= EXPORT_WIDTH && bytes.contains(&b'}')) {
            return;
        }
        let braces = bytes.iter().filter(|byte| matches!(byte, b'{' | b'}')).count();
        let at = text.start + memchr::memchr2(b'{', b'}', bytes).unwrap_or_default();
        let message = format!(
            "expected no brace in this comment, found {braces}: export format has parentheses for {}",
            if braces == 1 { "it" } else { "them" }
        );
        let diagnostic = Diagnostic::new(Code::NestedBrace, Span::new(at, at + 1), message);
        sink.report(diagnostic.severity(Severity::Note));
    }

    /// Reports a brace inside the comment `text`.
    #[cold]
    fn nested_brace(&self, sink: &mut dyn Sink, text: Span, inner: usize) {
        if !sink.wants(Code::NestedBrace) {
            return;
        }
        let span = Span::new(inner, inner + 1);
        let message =
            "expected `}` before another comment, found `{`: braces do not nest, the next `}` ends this one";
        let mut diagnostic = Diagnostic::new(Code::NestedBrace, span, message)
            .label(Span::new(text.start - 1, text.start), "the comment begins here");
        if let Some(moves) = first_move(&self.bytes[text.start..inner]) {
            let moves = quoted(moves);
            let help =
                format!("the comment holds {moves}, as a line of this game begins: close it before that");
            diagnostic = diagnostic.severity(Severity::Error).help(help);
        } else {
            diagnostic = diagnostic.help("write parentheses for the inner braces");
        }
        sink.report(diagnostic);
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
    pub(super) fn after_line_break(&self, pos: usize) -> Option<usize> {
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

    /// Place of the brace that closes the comment at `open` or, as an error, of what ends it: an empty line before a tag pair
    /// or the end of the bytes. Up to `open_until` there is none.
    fn brace_before(&self, open: usize, open_until: usize) -> Result<usize, usize> {
        if open < open_until {
            return Err(open_until);
        }
        let mut pos = open;
        loop {
            let Some(found) = memchr::memchr3(b'}', b'\n', b'\r', &self.bytes[pos..]) else {
                return Err(self.bytes.len());
            };
            pos += found;
            if self.bytes[pos] == b'}' {
                return Ok(pos);
            }
            pos = self.after_line_break(pos).ok_or(pos)?;
        }
    }

    /// Place at which the comment at `pos` is closed or, as an error, at which it ends unclosed.
    fn closing_brace(&self, open: usize) -> Result<usize, usize> {
        let limit = match self.brace_before(open, self.open_until) {
            Ok(brace) => return Ok(brace),
            Err(limit) => limit,
        };
        Err(self.tag_in_comment(open + 1, limit).unwrap_or_else(|| {
            if self.partial && limit == self.bytes.len() { self.end_of_open_comment(open + 1) } else { limit }
        }))
    }
}

/// A line's beginning in the text of a comment that looks like moves: `2... Nc6`.
fn first_move(text: &[u8]) -> Option<&[u8]> {
    let lines = text.split(|&byte| is_newline(byte)).map(<[u8]>::trim_ascii);
    lines.take(LINES_SEARCHED).skip(1).find_map(|line| {
        let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let periods = line[digits..].iter().take_while(|&&byte| byte == b'.').count();
        let rest = &line[digits + periods..];
        let word = rest.trim_ascii_start();
        let length = word.iter().position(|&byte| is_space(byte)).unwrap_or(word.len());
        let is_move = digits > 0 && periods > 0 && is_move_like(&word[..length]);
        is_move.then(|| &line[..line.len() - word.len() + length])
    })
}

// Apart and about bytes only, so that the caller keeps few registers for it.
#[inline(never)]
fn skip_long_comment(bytes: &[u8], pos: usize) -> usize {
    skip_plain_comment(bytes, pos)
}
