//! White space that is none by the standard, and what web pages put around games.

use super::{Parser, Section};
use crate::scan::{self, at, is_newline, is_space};
use crate::{Applicability, Code, Diagnostic, Fix, Severity, Sink, Span, quoted};
use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Length of text examined around non-standard white space, of which there may be any number in a row.
const LOOK_AROUND: usize = 16;

/// What `rest` begins with, if that is read as white space and none by the standard: its code, length and name.
fn formatting(rest: &[u8]) -> Option<(Code, usize, &'static str)> {
    Some(if rest.starts_with(b"\xef\xbb\xbf") {
        (Code::ByteOrderMark, 3, "a byte order mark")
    } else if rest.starts_with(b"\xc2\xa0") {
        (Code::FormattedSpace, 2, "a no-break space")
    } else if rest.starts_with("\u{200b}".as_bytes()) {
        (Code::FormattedSpace, 3, "a zero width space")
    } else if rest.starts_with(b"\xa0") {
        (Code::FormattedSpace, 1, "a no-break space")
    } else if rest.starts_with(b"&nbsp;") {
        (Code::FormattedSpace, 6, "the HTML space `&nbsp;`")
    } else if matches!(rest.first(), Some(0..0x20)) {
        (Code::ControlCharacter, 1, "a control character")
    } else {
        (Code::FormattedSpace, line_break_tag(rest)?, "an HTML line break")
    })
}

/// Whether text begins with something that is read as white space and is none by the standard.
pub(super) fn is_formatting(rest: &[u8]) -> bool {
    formatting(rest).is_some()
}

/// The end of white space at `pos`, with what is read as such.
#[cold]
pub(super) fn skip_all_space(bytes: &[u8], mut pos: usize) -> usize {
    loop {
        pos = scan::skip_space(bytes, pos);
        match formatting(&bytes[pos..]) {
            Some((_, len, _)) => pos += len,
            None => return pos,
        }
    }
}

impl Parser<'_> {
    /// Goes past `[pgn]` and `[/pgn]`, as web pages wrap games; whether one begins here.
    #[inline(always)]
    pub(super) fn skip_wrapper(&mut self, sink: &mut dyn Sink) -> bool {
        matches!(at(self.bytes, self.pos + 1), b'p' | b'P' | b'/') && self.skip_probable_wrapper(sink)
    }

    #[cold]
    fn skip_probable_wrapper(&mut self, sink: &mut dyn Sink) -> bool {
        let rest = &self.bytes[self.pos..];
        let Some(wrapper) = [&b"[pgn]"[..], b"[/pgn]"].into_iter().find(|wrapper| {
            rest.len() >= wrapper.len() && rest[..wrapper.len()].eq_ignore_ascii_case(wrapper)
        }) else {
            return false;
        };
        let span = Span::new(self.pos, self.pos + wrapper.len());
        if sink.wants(Code::FormattedSpace) {
            let message =
                format!("expected a tag pair or a move, found the markup {}", quoted(span.of(self.bytes)));
            sink.report(self.blank(Code::FormattedSpace, span, message));
        }
        self.pos = span.end;
        if self.game_start == usize::MAX {
            self.consumed = self.pos;
        }
        true
    }

    /// White space that is none by the standard: no-break space, byte order mark, `&nbsp;`, `<br>`, control characters.
    #[cold]
    pub(super) fn skip_formatting(&mut self, sink: &mut dyn Sink) -> bool {
        let rest = &self.bytes[self.pos..];
        let Some((code, len, found)) = formatting(rest) else {
            return false;
        };
        if sink.wants(code) {
            let span = Span::new(self.pos, self.pos + len);
            let message = match (code, rest) {
                (Code::ControlCharacter, [byte, ..]) => {
                    format!("expected a space or a token, found the control character 0x{byte:02X}")
                }
                _ => format!("expected a space or a token, found {found}"),
            };
            let mut diagnostic = self.blank(code, span, message);
            if code == Code::ByteOrderMark && !(span.start == 0 && self.begins_text()) {
                // It is no longer of the file, but a character outside ASCII between tokens.
                diagnostic = diagnostic.severity(Severity::Warning);
            }
            sink.report(diagnostic);
        }
        self.pos += len;
        if self.game_start == usize::MAX {
            self.consumed = self.pos;
        }
        true
    }

    /// A diagnostic of something that is read as white space, with the fix that makes it so.
    #[cold]
    pub(super) fn blank(&self, code: Code, span: Span, message: String) -> Diagnostic {
        let rest = &self.bytes[span.end..];
        // At the very beginning nothing is changed by taking it away, another mark aside, which would become the first.
        let is_first = span.start == 0 && self.begins_text();
        let replacement = if code == Code::ByteOrderMark && is_first && !rest.starts_with(b"\xef\xbb\xbf") {
            ""
        } else {
            replacement(self.bytes, span)
        };
        let fix = self.is_mere_blank(span).then(|| Fix::replace(Applicability::Safe, span, replacement));
        Diagnostic::new(code, span, message).maybe_fix(fix)
    }

    /// Whether the text around `span` is read the same with only spaces there: an empty line or a marker's line may
    /// begin or end at its end.
    pub(super) fn is_mere_blank(&self, span: Span) -> bool {
        let next = scan::skip_space(self.bytes, span.end);
        let begins_plainly = at(self.bytes, next).is_ascii_alphanumeric() || at(self.bytes, next) == b'*';
        let is_tag = scan::is_tag_start(self.bytes, next);
        match self.section {
            Section::Preamble | Section::Trailer => {
                let is_move = begins_plainly
                    && Parser {
                        pos: next,
                        section: Section::Preamble,
                        openings: Vec::new(),
                        inside_tags: VecDeque::new(),
                        ..*self
                    }
                    .is_first_of_movetext();
                // On the line of a marker something else might belong to that game then.
                let begins_line =
                    Parser { pos: span.start, openings: Vec::new(), inside_tags: VecDeque::new(), ..*self }
                        .is_first_of_line();
                self.game_start == usize::MAX
                    && begins_line
                    && (next >= self.bytes.len() || is_tag || is_move)
            }
            Section::Tags => {
                let before = self.bytes.get(self.token_end..span.start).unwrap_or_default();
                let same_line = before.len() < LOOK_AROUND && !before.iter().any(|&byte| is_newline(byte));
                (is_tag || begins_plainly) && same_line || span.start == 0
            }
            Section::Movetext | Section::OtherMovetext => {
                let before = &self.bytes[span.start.saturating_sub(LOOK_AROUND)..span.start];
                !matches!(before.trim_ascii_end().last(), None | Some(b'.' | b'('))
                    || at(self.bytes, next).is_ascii_alphabetic()
            }
        }
    }
}

/// Length of `<br>`, `<br/>` or `<br />` at the beginning of `text`.
fn line_break_tag(text: &[u8]) -> Option<usize> {
    let head = &text[..text.len().min(8)];
    if !(head.len() >= 4 && head[..3].eq_ignore_ascii_case(b"<br")) {
        return None;
    }
    let end = head.iter().position(|&byte| byte == b'>')?;
    matches!(head[3..end].trim_ascii(), b"" | b"/").then_some(end + 1)
}

/// Replacement of non-standard white space: a space, or nothing if there is one beside it.
fn replacement(text: &[u8], span: Span) -> &'static str {
    let is_edge = |byte: Option<&u8>| byte.is_none_or(|&byte| is_space(byte));
    let next = text.get(span.end).copied();
    let comes_to_first_column = text[..span.start].last().is_none_or(|&byte| is_newline(byte))
        && next.is_some_and(|next| !is_newline(next));
    let superfluous = is_edge(text[..span.start].last()) || is_edge(next.as_ref());
    if superfluous && !comes_to_first_column { "" } else { " " }
}
