//! Comments (section 5).

use super::Parser;
use crate::scan::{after_newline, at, is_newline, is_space, is_tag_start, line_end, skip_blanks};
use crate::{Code, Diagnostic, Event, Sink, Span};

impl Parser<'_> {
    /// The comment at `pos`, which holds `{` or `;`.
    #[inline]
    pub(super) fn comment<S: Sink + ?Sized>(&mut self, sink: &mut S) -> Event {
        Event::Comment(if self.bytes[self.pos] == b'{' {
            self.brace_comment(sink)
        } else {
            self.line_comment(sink)
        })
    }

    #[inline(always)]
    pub(super) fn brace_comment<S: Sink + ?Sized>(&mut self, sink: &mut S) -> Span {
        let start = self.pos + 1;
        if let Some(end) = self.short_brace_end(start) {
            self.pos = end + 1;
            self.token_end = end + 1;
            return Span::new(start, end);
        }
        let (end, next) = self.brace_end(sink, start);
        self.finish_comment(sink, Span::new(start, end), next)
    }

    fn line_comment<S: Sink + ?Sized>(&mut self, sink: &mut S) -> Span {
        let start = self.pos + 1;
        let end = line_end(self.bytes, start);
        self.finish_comment(sink, Span::new(start, end), end)
    }

    #[inline(always)]
    fn finish_comment<S: Sink + ?Sized>(&mut self, sink: &mut S, span: Span, next: usize) -> Span {
        self.pos = next;
        self.token_end = next;
        self.check_characters(sink, span);
        span
    }

    /// The end of a comment of printing ASCII on one line and of a few words, as clocks are: nothing in it need be looked
    /// at again. `None` for every other comment.
    #[inline(always)]
    fn short_brace_end(&self, start: usize) -> Option<usize> {
        const ONES: u64 = u64::MAX / 255;
        const HIGH: u64 = ONES * 0x80;
        let window: &[u8; 32] = self.bytes.get(start..)?.first_chunk()?;
        let mut pos = start;
        let mut seen = 0;
        for word in window.as_chunks::<8>().0 {
            let word = u64::from_le_bytes(*word);
            let brace = word ^ (ONES * u64::from(b'}'));
            let brace = brace.wrapping_sub(ONES) & !brace;
            let control = word.wrapping_sub(ONES * 0x20) & !word;
            // DEL and what is above it.
            let odd = word | word.wrapping_add(ONES);
            let found = (brace | control) & HIGH;
            if found != 0 {
                let bits = found.trailing_zeros() & 56;
                seen |= odd & ((1 << bits) - 1);
                pos += bits as usize / 8;
                return (word >> bits & 0xff == u64::from(b'}') && seen & HIGH == 0).then_some(pos);
            }
            seen |= odd;
            pos += 8;
        }
        None
    }

    /// Where the text of a brace comment that begins at `start` ends, and where reading goes on.
    #[inline(never)]
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
