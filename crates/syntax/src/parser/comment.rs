//! Comments (section 5).

use super::Parser;
use crate::scan::{after_newline, at, is_newline, is_space, is_tag_start, line_end, skip_blanks};
use crate::{Code, Diagnostic, Event, Sink, Span};

impl Parser<'_> {
    /// The comment at `pos`, which holds `{` or `;`.
    #[inline]
    pub(super) fn comment<S: Sink + ?Sized>(&mut self, sink: &mut S) -> Event {
        let start = self.pos + 1;
        let end = if self.bytes[self.pos] == b'{' {
            let (end, next) = self.brace_end(sink, start);
            self.pos = next;
            end
        } else {
            self.pos = line_end(self.bytes, start);
            self.pos
        };
        self.token_end = self.pos;
        let span = Span::new(start, end);
        self.check_characters(sink, span);
        Event::Comment(span)
    }

    /// Where the text of a brace comment that begins at `start` ends, and where reading goes on.
    #[inline]
    fn brace_end<S: Sink + ?Sized>(&mut self, sink: &mut S, start: usize) -> (usize, usize) {
        let mut pos = start;
        loop {
            let rest = self.bytes.get(pos..).unwrap_or_default();
            let Some(found) = memchr::memchr3(b'}', b'\n', b'\r', rest) else {
                let end = Span::new(start, self.bytes.len()).trim(self.bytes).end;
                self.unterminated_comment(sink, start, self.bytes.len());
                return (end, self.bytes.len());
            };
            pos += found;
            if self.bytes[pos] == b'}' {
                return (pos, pos + 1);
            }
            let line_break = pos;
            pos = after_newline(self.bytes, pos);
            let blank = skip_blanks(self.bytes, pos);
            if !is_newline(at(self.bytes, blank)) {
                continue;
            }
            // An empty line. Only when a tag pair follows is the comment taken to have been left open.
            pos = blank;
            let mut line = after_newline(self.bytes, pos);
            loop {
                let text = skip_blanks(self.bytes, line);
                if is_newline(at(self.bytes, text)) {
                    line = after_newline(self.bytes, text);
                    pos = text;
                    continue;
                }
                if is_tag_start(self.bytes, text) {
                    self.unterminated_comment(sink, start, line_break);
                    return (line_break, line_break);
                }
                break;
            }
        }
    }

    #[cold]
    fn unterminated_comment<S: Sink + ?Sized>(&self, sink: &mut S, start: usize, end: usize) {
        if sink.wants(Code::UnterminatedComment) {
            let open = Span::new(start - 1, start);
            let message = "expected `}` to close this comment, found none before the game ends";
            sink.report(
                Diagnostic::new(Code::UnterminatedComment, open, message)
                    .label(Span::new(end.saturating_sub(1), end), "the comment is taken to end here")
                    .help("add `}` where the comment ends"),
            );
        }
    }

    /// Passes over white space and comments from `pos`, for looking ahead.
    pub(super) fn skip_comments(&self, mut pos: usize) -> usize {
        loop {
            match at(self.bytes, pos) {
                byte if is_space(byte) => pos += 1,
                b';' => pos = line_end(self.bytes, pos),
                b'{' => match memchr::memchr(b'}', &self.bytes[pos..]) {
                    Some(end) => pos += end + 1,
                    None => return self.bytes.len(),
                },
                _ => return pos,
            }
        }
    }
}
