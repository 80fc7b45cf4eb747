//! The tag pair section (section 8.1).
//!
//! ```text
//! tag = "[" name string "]"        white space and comments between the four tokens
//! ```

use super::{Parser, Section, word};
use crate::internals::KNOWN_TAGS;
use crate::scan::{
    self, CLASS, Class, after_newline, at, is_newline, is_space, is_symbol, skip_blanks, skip_space,
};
use crate::{Applicability, Code, Diagnostic, Edit, Event, Fix, RawTag, Severity, Sink, Span};
use alloc::format;

/// Longer lines between tag pairs are not examined.
const JUNK: usize = 256;

/// A value with quotes inside that is longer is not looked through for its end.
const LONGEST_VALUE: usize = 1 << 12;

/// Length of a tag section that is searched for a repeated name.
const LOOK_BACK: usize = 1 << 14;

/// Whether a tag pair of `text` has the form that [`Parser::take_plain_tag`] takes: `[Name "value"]`, the value printing ASCII
/// without quotes and backslashes.
#[inline]
pub fn is_plain_tag(text: &[u8], tag: &RawTag) -> bool {
    let RawTag { span, name, value, encoded } = *tag;
    let is = |pos: usize, two: &[u8; 2]| text.get(pos..).and_then(<[u8]>::first_chunk) == Some(two);
    !encoded
        && (span.start + 1, name.end + 2, value.end + 2) == (name.start, value.start, span.end)
        && is(name.end, b" \"")
        && scan::name_end(text, name.start) == name.end
        && is(value.end, b"\"]")
        && scan::skip_plain_string(text, value.start) == value.end
}

/// The tag pair of that form at a place of a text.
#[inline]
pub fn plain_tag(text: &[u8], start: usize) -> Option<RawTag> {
    if text.get(start) == Some(&b'[') { plain_tag_with_bracket(text, start) } else { None }
}

/// The same where it is known that the place has a bracket.
#[inline(always)]
fn plain_tag_with_bracket(text: &[u8], start: usize) -> Option<RawTag> {
    let starts_with = |pos: usize, two: &[u8; 2]| text.get(pos..).and_then(<[u8]>::first_chunk) == Some(two);
    let name = Span::new(start + 1, scan::name_end(text, start + 1));
    if name.is_empty() || !starts_with(name.end, b" \"") {
        return None;
    }
    let value = Span::new(name.end + 2, scan::skip_plain_string(text, name.end + 2));
    if !starts_with(value.end, b"\"]") {
        return None;
    }
    Some(RawTag { span: Span::new(start, value.end + 2), name, value, encoded: false })
}

impl Parser<'_> {
    /// The next event, if it is a tag pair of the usual form: `[Name "value"]` without special characters in the value,
    /// the first of the game or on the line after another one. It is consumed; all other text is left to
    /// [`next_event`](Self::next_event).
    #[doc(hidden)]
    #[inline(always)]
    pub fn take_plain_tag(&mut self) -> Option<RawTag> {
        if self.section != Section::Tags || !self.inside_tags.is_empty() {
            return None;
        }
        let start = match self.bytes.get(self.pos.wrapping_sub(1)..)? {
            [b']', b'\n', b'[', ..] => self.pos + 1,
            [b']', b'\r', b'\n', b'[', ..] => self.pos + 2,
            [_, b'[', ..] if self.pos == self.game_start => self.pos,
            _ => return None,
        };
        let tag = plain_tag_with_bracket(self.bytes, start)?;
        self.pos = tag.span.end;
        self.token_end = self.pos;
        Some(tag)
    }

    /// The next event of the tag section.
    pub(super) fn tag_section(&mut self, sink: &mut dyn Sink) -> Option<Event> {
        if let Some(event) = self.inside_tags.pop_front() {
            return Some(event);
        }
        loop {
            let Some(&byte) = self.bytes.get(self.pos) else {
                if self.partial {
                    return None;
                }
                return self.begin_movetext(sink);
            };
            match CLASS[usize::from(byte)] {
                Class::Space => self.pos = skip_space(self.bytes, self.pos),
                Class::High | Class::Other if self.skip_formatting(sink) => {}
                Class::LeftBracket => {
                    if self.begins_next_tag_section() {
                        return self.begin_movetext(sink);
                    }
                    let start = self.pos;
                    let event = self.tag(sink);
                    if matches!(event, Event::Unread(_))
                        && start == self.game_start
                        && self.ends_before_tags()
                    {
                        // It belongs to no game.
                        self.game_start = usize::MAX;
                        self.section = Section::Preamble;
                        self.consumed = self.pos;
                        return self.next_event(sink);
                    }
                    self.token_end = self.pos;
                    return Some(event);
                }
                Class::Brace | Class::Semicolon if !self.is_unread_mark() => return Some(self.comment(sink)),
                Class::Percent if self.at_line_start(self.pos) => return Some(self.escape(sink)),
                _ => {
                    if let Some(junk) = self.skip_junk(sink) {
                        return Some(junk);
                    }
                    return self.begin_movetext(sink);
                }
            }
        }
    }

    /// Whether an empty line and the tag pairs of a game follow (A-09).
    fn ends_before_tags(&self) -> bool {
        let end = skip_blanks(self.bytes, self.pos);
        is_newline(at(self.bytes, end)) && self.after_line_break(end).is_none()
    }

    /// Skips text between tag pairs that is none of them and begins no movetext (decision A-72): the rest of a line without a
    /// move, a marker or a comment. Numbers and annotations are that only where a tag pair follows at once.
    #[inline]
    fn skip_junk(&mut self, sink: &mut dyn Sink) -> Option<Event> {
        if word::is_first_move(&self.bytes[self.pos..]) { None } else { self.skip_junk_line(sink) }
    }

    #[cold]
    fn skip_junk_line(&mut self, sink: &mut dyn Sink) -> Option<Event> {
        let line = &self.bytes[self.pos..self.stray_end()];
        if line.len() > JUNK || line.iter().any(|byte| matches!(byte, b'{' | b'}' | b';' | b'*' | b'(')) {
            return None;
        }
        let end = self.pos + line.len();
        let mut words = line.split(|&byte| byte <= b' ' || byte == b'.');
        if self.line_has_move(self.pos, end)
            || words.any(word::is_castling_without_hyphens)
            || word::spaced_marker(self.bytes, self.pos).is_some()
        {
            return None;
        }
        let next = skip_blanks(self.bytes, end);
        let next = if is_newline(at(self.bytes, next)) { after_newline(self.bytes, next) } else { next };
        let may_be_movetext = matches!(line[0], b'0'..=b'9' | b'$' | b'!' | b'?' | b'.');
        // A marker may end the game, whatever comes after it.
        let follows = scan::is_tag_start(self.bytes, skip_blanks(self.bytes, next));
        if may_be_movetext && (!follows || word::has_marker(self.bytes, Span::new(self.pos, end))) {
            return None;
        }
        let span = Span::new(self.pos, end).trim(self.bytes);
        self.report_outside(sink, span);
        self.pos = end;
        self.token_end = end;
        self.open_end = Some((end, true));
        Some(Event::Unread(span))
    }

    /// Whether the bracket at `pos` opens the tag section of another game although this one has no movetext: it
    /// follows an empty line and repeats a tag name of this game.
    fn begins_next_tag_section(&self) -> bool {
        if self.pos == self.game_start || !is_after_empty_line(self.bytes, self.pos) {
            return false;
        }
        let end = scan::name_end(self.bytes, skip_blanks(self.bytes, self.pos + 1));
        // A bounded look back, so that a section of many empty lines stays linear.
        let section = &self.bytes[self.game_start..self.pos.min(self.game_start + LOOK_BACK)];
        let opening = &self.bytes[self.pos..end];
        memchr::memmem::find_iter(section, opening)
            .any(|found| matches!(section.get(found + opening.len()), Some(b' ' | b'"' | b'\t')))
    }

    /// The tag pair at `pos`, which holds `[`; afterwards `pos` is after it, or after what is none.
    fn tag(&mut self, sink: &mut dyn Sink) -> Event {
        let bytes = self.bytes;
        let start = self.pos;
        let first = at(bytes, start + 1);
        let name_start =
            if first.is_ascii_alphabetic() { start + 1 } else { self.skip_inside_tag(sink, start + 1) };
        let mut name_end = scan::name_end(bytes, name_start);
        // The quote nearly always follows one space after the name; everything else takes the careful way.
        let quote = if at(bytes, name_end) == b' ' && at(bytes, name_end + 1) == b'"' && name_end > name_start
        {
            name_end + 1
        } else {
            name_end = self.odd_name_end(sink, name_start, name_end);
            self.skip_inside_tag(sink, name_end)
        };
        if name_end == name_start || at(bytes, quote) != b'"' {
            let name = Span::new(name_start, name_end);
            if let Some(tag) = self.lax_tag(sink, start, name, quote) {
                return Event::Tag(tag);
            }
            // They are a part of the text that is none.
            self.inside_tags.clear();
            return Event::Unread(self.malformed_tag(sink, start, name, quote));
        }
        let (value, encoded, after) = self.string(sink, quote);
        let known = self.inside_tags.len();
        let close = if at(bytes, after) == b']' { after } else { self.skip_inside_tag(sink, after) };
        if at(bytes, close) == b']' {
            self.pos = close + 1;
        } else {
            // What comes after it is read once more.
            self.inside_tags.truncate(known);
            self.pos = after;
            if sink.wants(Code::MalformedTag) {
                let place = Span::new(after, (after + 1).min(bytes.len()));
                let message =
                    format!("expected `]` after the tag value, found {}", self.what_stands_at(after));
                sink.report(
                    Diagnostic::new(Code::MalformedTag, place, message)
                        .label(Span::new(start, start + 1), "the tag pair begins here")
                        .help("close the tag pair with `]`"),
                );
            }
        }
        Event::Tag(RawTag {
            span: Span::new(start, self.pos),
            name: Span::new(name_start, name_end),
            value,
            encoded,
        })
    }

    /// The tag pair at `start` with its value from `from` on without quotes or in other ones, where nothing else can be
    /// meant (decision A-100). `pos` is after it.
    #[cold]
    fn lax_tag(&mut self, sink: &mut dyn Sink, start: usize, name: Span, from: usize) -> Option<RawTag> {
        let bytes = self.bytes;
        // No further than the bracket: a line may hold many tag pairs.
        let close = from + memchr::memchr3(b']', b'\n', b'\r', bytes.get(from..)?)?;
        if bytes[close] != b']' {
            return None;
        }
        let written = Span::new(from, close).trim(bytes);
        let text = written.of(bytes);
        // On one line, and nothing that could be another token.
        let is_plain = scan::name_end(bytes, name.start) == name.end
            && from > name.end
            && bytes[name.end..from].iter().all(|byte| matches!(byte, b' ' | b'\t'))
            && !text.iter().any(|byte| matches!(byte, 0..=0x1f | b'[' | b'{' | b'}' | b';' | b'\\' | 0x7f));
        if !is_plain || text.is_empty() {
            return None;
        }
        let value = if let Some(value) = word::in_other_quotes(text) {
            Span::new(written.start + value.start, written.start + value.end)
        } else {
            let is_word = !text.iter().any(|&byte| is_space(byte));
            let is_clear = bytes[name.start].is_ascii_uppercase() && (is_word || is_known(name.of(bytes)));
            if !is_clear || text.contains(&b'"') {
                return None;
            }
            written
        };
        if sink.wants(Code::MalformedTag) {
            let expected = "a value in double quotes after the tag name";
            // The value itself is not touched, so that it keeps its encoding.
            let quotes = [Span::new(written.start, value.start), Span::new(value.end, written.end)];
            let edits = quotes.map(|span| Edit { span, replacement: "\"".into() });
            let fix = Fix::new(Applicability::Safe, edits.to_vec());
            let diagnostic = self.found(Code::MalformedTag, written, expected, "");
            sink.report(diagnostic.severity(Severity::Warning).maybe_fix(Some(fix)));
        }
        self.check_characters(sink, value);
        self.pos = close + 1;
        Some(RawTag { span: Span::new(start, self.pos), name, value, encoded: false })
    }

    /// White space, comments and escape lines between the tokens of a tag pair.
    fn skip_inside_tag(&mut self, sink: &mut dyn Sink, from: usize) -> usize {
        let mut pos = skip_space(self.bytes, from);
        while matches!(at(self.bytes, pos), b'{' | b';' | b'%') {
            let start = pos;
            if at(self.bytes, start) != b'%' {
                pos = self.skip_comments(start);
                let span = Span::new(start, pos).trim(self.bytes);
                let expected = "no comment inside a tag pair";
                self.report_found(sink, Code::CommentInTag, span, expected, "; it is read as one after it");
                self.keep_comments(span);
            } else if self.at_line_start(start) {
                let end = scan::line_end(self.bytes, start);
                let expected = "the rest of a tag pair";
                self.report_found(
                    sink,
                    Code::EscapeLine,
                    Span::new(start, end),
                    expected,
                    ", an escape line",
                );
                self.inside_tags.push_back(Event::Escape(Span::new(start + 1, end)));
                pos = skip_space(self.bytes, end);
            } else {
                break;
            }
        }
        pos
    }

    /// Notes the comments at `span`, with white space between them, as events after the tag pair they are in.
    #[cold]
    fn keep_comments(&mut self, span: Span) {
        let mut pos = span.start;
        while pos < span.end {
            let start = pos + 1;
            pos = match self.bytes[pos] {
                b';' => scan::line_end(self.bytes, pos),
                b'{' => {
                    memchr::memchr(b'}', &self.bytes[pos..span.end]).map_or(span.end, |length| pos + length)
                }
                _ => {
                    pos += 1;
                    continue;
                }
            };
            let end = pos.min(span.end).max(start);
            self.inside_tags.push_back(Event::Comment(Span::new(start, end)));
            pos += 1;
        }
    }

    /// A name with characters that a tag name may not have: everything up to white space, a quote or a bracket.
    fn odd_name_end(&self, sink: &mut dyn Sink, start: usize, good_end: usize) -> usize {
        let mut end = good_end;
        while let Some(&byte) = self.bytes.get(end) {
            // Control characters, since a name is written as it is.
            if matches!(byte, 0..0x20 | 0x7f | b'"' | b']' | b'[' | b'{' | b';') || is_space(byte) {
                break;
            }
            end += 1;
        }
        if end > good_end && at(self.bytes, skip_space(self.bytes, end)) == b'"' {
            let word = &self.bytes[good_end..end];
            let then = if word.iter().all(|&byte| is_symbol(byte)) { "" } else { ", which is no symbol" };
            let expected = "a tag name of letters, digits and underscores";
            self.report_found(sink, Code::TagNameCharacter, Span::new(start, end), expected, then);
        }
        end
    }

    /// A bracket that begins no tag pair: skipped to `]` on its line, or to the end of the line.
    #[cold]
    fn malformed_tag(&mut self, sink: &mut dyn Sink, start: usize, name: Span, quote: usize) -> Span {
        let mut end = start + 1;
        while end < self.bytes.len() && !is_newline(self.bytes[end]) {
            if self.bytes[end] == b'[' && scan::is_tag_start(self.bytes, end) {
                break;
            }
            end += 1;
            if self.bytes[end - 1] == b']' {
                break;
            }
        }
        if sink.wants(Code::MalformedTag) {
            let (expected, at) = if name.is_empty() {
                ("a tag name after `[`", name.start)
            } else {
                ("a value in double quotes after the tag name", quote)
            };
            let message =
                format!("expected {expected}, found {}; the pair is skipped", self.what_stands_at(at));
            sink.report(
                Diagnostic::new(Code::MalformedTag, Span::new(start, end).trim(self.bytes), message)
                    .help("a tag pair is `[Name \"value\"]`"),
            );
        }
        self.pos = end;
        Span::new(start, end).trim(self.bytes)
    }

    /// The string with its opening quote at `quote`: its value, whether it needs decoding, and the offset after it.
    fn string(&mut self, sink: &mut dyn Sink, quote: usize) -> (Span, bool, usize) {
        let bytes = self.bytes;
        let start = quote + 1;
        let mut pos = start;
        let mut encoded = false;
        let mut odd = false;
        // The last quote of the line that `]` follows; looked for once, and only when a quote is in doubt.
        let mut last_close = None;
        loop {
            let (next, found_odd) = scan::skip_odd_string(bytes, pos);
            pos = next;
            odd |= found_odd;
            match at(bytes, pos) {
                b'"' => {
                    let value = Span::new(start, pos);
                    // The closing quote, unless it is followed by more text and another quote closes the pair.
                    if at(bytes, pos + 1) == b']' || !self.is_inner_quote(pos, &mut last_close) {
                        if odd {
                            self.check_odd_characters(sink, value);
                        }
                        return (value, encoded, pos + 1);
                    }
                    if sink.wants(Code::UnescapedQuote) {
                        let span = Span::new(pos, pos + 1);
                        let message = "expected `\\\"` inside a string, found `\"`";
                        sink.report(
                            Diagnostic::new(Code::UnescapedQuote, span, message)
                                .help("put a backslash before the quote")
                                .fix(Applicability::Safe, span, "\\\""),
                        );
                    }
                    pos += 1;
                }
                b'\\' => {
                    encoded = true;
                    if matches!(at(bytes, pos + 1), b'"' | b'\\') && !self.ends_line(pos + 2) {
                        pos += 2;
                    } else {
                        if sink.wants(Code::StrayBackslash) {
                            let span = Span::new(pos, pos + 1);
                            let expected = "two backslashes for one";
                            // A quote after it closes the string: what is odd is the backslash alone.
                            let after = crate::decode_char(&bytes[pos + 1..]).1;
                            let closes = at(bytes, pos + 1) == b'"';
                            let shown = Span::new(pos, pos + 1 + if closes { 0 } else { after });
                            let then = if closes { " before the closing quote" } else { "" };
                            let found = self.found(Code::StrayBackslash, shown, expected, then);
                            let mut diagnostic = found.fix(Applicability::Safe, span, "\\\\");
                            diagnostic.span = span;
                            sink.report(diagnostic);
                        }
                        pos += 1;
                    }
                }
                byte @ (b'\n' | b'\r') => {
                    let next = after_newline(bytes, pos);
                    if !self.string_continues(next) {
                        return self.unterminated_string(sink, quote, pos, encoded);
                    }
                    self.string_control(sink, Span::new(pos, next), "a line break");
                    encoded = true;
                    pos = if byte == b'\r' { next } else { pos + 1 };
                }
                b'\t' | 0x0b => {
                    self.string_control(sink, Span::new(pos, pos + 1), "a tab");
                    encoded = true;
                    pos += 1;
                }
                0 if pos >= bytes.len() => return self.unterminated_string(sink, quote, pos, encoded),
                _ => {
                    odd = true;
                    pos += 1;
                }
            }
        }
    }

    /// Whether the quote at `pos` is inside the value: neither `]` nor the end of the line follows it, and the line has
    /// a later quote followed by `]`.
    fn is_inner_quote(&self, pos: usize, last_close: &mut Option<usize>) -> bool {
        let next = skip_blanks(self.bytes, pos + 1);
        // No value is longer, so that a line of many of them stays linear.
        let near = &self.bytes[..self.bytes.len().min(next + LONGEST_VALUE)];
        if matches!(at(self.bytes, next), b']' | b'\n' | b'\r' | b'{' | b';') || next >= self.bytes.len() {
            return false;
        }
        let close = *last_close.get_or_insert_with(|| {
            let line = &near[next..scan::line_end(near, next)];
            let closes = |&at: &usize| line.get(skip_blanks(line, at + 1)) == Some(&b']');
            memchr::memrchr_iter(b'"', line).find(closes).map_or(0, |at| next + at)
        });
        if close <= pos {
            return false;
        }
        // Another pair on the same line: `[A "x" [B "y"]` lacks a bracket, not a backslash.
        let rest = &self.bytes[next..close];
        let before_next_quote = &rest[..memchr::memchr(b'"', rest).unwrap_or(rest.len())];
        !memchr::memchr_iter(b'[', before_next_quote).any(|at| scan::is_tag_start(self.bytes, next + at))
    }

    /// Whether nothing but `]` and blanks follow on the line: then a backslash before the quote there was meant as
    /// itself (`"c:\"]`).
    fn ends_line(&self, pos: usize) -> bool {
        let bracket = skip_blanks(self.bytes, pos);
        if at(self.bytes, pos - 1) != b'"' || at(self.bytes, bracket) != b']' {
            return false;
        }
        let end = skip_blanks(self.bytes, bracket + 1);
        end >= self.bytes.len() || is_newline(self.bytes[end])
    }

    /// Whether a string broken by a newline goes on at `line`: the line is not empty, begins no tag, and closes it.
    fn string_continues(&self, line: usize) -> bool {
        let text = skip_blanks(self.bytes, line);
        if at(self.bytes, text) == b'[' || is_newline(at(self.bytes, text)) {
            return false;
        }
        let rest = &self.bytes[text.min(self.bytes.len())..scan::line_end(self.bytes, text)];
        memchr::memchr(b'"', rest).is_some_and(|quote| rest.get(skip_blanks(rest, quote + 1)) == Some(&b']'))
    }

    /// A string without its closing quote ends with its line, before `]` when the line ends with one.
    #[cold]
    fn unterminated_string(
        &mut self,
        sink: &mut dyn Sink,
        quote: usize,
        line_end: usize,
        encoded: bool,
    ) -> (Span, bool, usize) {
        let text = Span::new(quote + 1, line_end).trim(self.bytes);
        let value = match text.of(self.bytes) {
            [.., b'\\', b'"', b']'] => Span::new(text.start, text.end - 2),
            [.., b']'] => Span::new(text.start, text.end - 1),
            _ => text,
        };
        let after = if value.end < text.end { text.end - 1 } else { line_end };
        if let Some(quote) = self.typographic_close(value) {
            self.report_found(sink, Code::UnterminatedString, quote, "`\"` to close this string", "");
            let value = Span::new(value.start, quote.start);
            self.check_characters(sink, value);
            return (value, encoded, after);
        }
        if sink.wants(Code::UnterminatedString) {
            let message = "expected `\"` to close this string, found the end of the line";
            sink.report(
                Diagnostic::new(Code::UnterminatedString, Span::new(quote, quote + 1), message)
                    .label(Span::new(value.end, value.end), "the value is taken to end here")
                    .help("add the closing quote"),
            );
        }
        self.check_characters(sink, value);
        (value, encoded, after)
    }

    /// The quote of a word processor that a value ends with, unless the value has one that opens, too.
    fn typographic_close(&self, value: Span) -> Option<Span> {
        let value = value.trim(self.bytes);
        let text = value.of(self.bytes);
        let close = ["”", "“", "„", "″"].into_iter().find(|quote| text.ends_with(quote.as_bytes()))?;
        let before = &text[..text.len() - close.len()];
        let opens = ["“", "„"].iter().any(|quote| memchr::memmem::find(before, quote.as_bytes()).is_some());
        (!opens).then(|| Span::new(value.end - close.len(), value.end))
    }

    /// Reports a character in a string that is read as a space.
    #[cold]
    fn string_control(&self, sink: &mut dyn Sink, span: Span, found: &str) {
        if sink.wants(Code::StringControl) {
            let message = format!("expected a space inside a string, found {found}");
            sink.report(Diagnostic::new(Code::StringControl, span, message).fix(
                Applicability::Safe,
                span,
                " ",
            ));
        }
    }
}

/// Whether a tag name has a meaning that is known.
fn is_known(name: &[u8]) -> bool {
    KNOWN_TAGS.iter().any(|known| known.as_bytes() == name)
}

/// Whether an empty line lies directly before the line of `pos`.
fn is_after_empty_line(bytes: &[u8], pos: usize) -> bool {
    let before = &bytes[..pos];
    // As nearly always: the pair before ends the line before.
    if before.ends_with(b"]\n") {
        return false;
    }
    let line = before.trim_ascii_end();
    let gap = &before[line.len()..];
    let breaks = gap.iter().filter(|&&byte| byte == b'\n').count();
    let lone = gap.iter().filter(|&&byte| byte == b'\r').count();
    breaks.max(lone) >= 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Collect;
    use alloc::vec::Vec;

    /// Everything read from a text that begins with a tag section, tag pairs with or without the short way.
    fn read(text: &str, short_way: bool) -> (Vec<Event>, Collect) {
        let mut parser = Parser::new(text.as_bytes());
        (parser.section, parser.game_start) = (Section::Tags, 0);
        let mut diagnostics = Collect::default();
        let mut events = Vec::new();
        while let Some(event) = if short_way || parser.section != Section::Tags {
            parser.next_event(&mut diagnostics)
        } else {
            parser.tag_section(&mut diagnostics)
        } {
            events.push(event);
        }
        (events, diagnostics)
    }

    #[test]
    fn the_short_way_leads_to_the_same_end() {
        let tags = [
            "[White \"Tal\"]",
            "[White \"Mikhail Nekhemyevich Tal\"]",
            "[AveryLongNameOfSomeTag_1 \"\"]",
            "[1x \"y\"]",
            "[_ \"y\"]",
            "[White  \"two spaces\"]",
            "[White\"none\"]",
            "[White \"a \\\"quote\\\" inside\"]",
            "[White \"a \"bare\" quote\"]",
            "[White \"back\\slash\"]",
            "[White \"tab\tinside\"]",
            "[White \"DEL \u{7f}\"]",
            "[White \"M\u{fc}ller\"]",
            "[White \"space behind\" ]",
            "[White \"open]",
            "[White \"over two",
            "lines\"]",
            "[White-Elo \"1\"]",
            "[ White \"1\"]",
            "[White {why} \"1\"]",
            "[\"no name\"]",
            "[White]",
            "[",
            "{comment]}",
            "; comment]",
            "%escape]",
            "",
            "1. e4 *",
        ];
        let ends = ["\n", "\r\n", "\r", "\n\n", " \n", "\n ", "", "]\n"];
        for first in tags {
            for end in ends {
                for second in tags {
                    let text = format!("{first}{end}{second}{end}[Event \"x\"]\n[Site \"y\"]\n\n1. e4 *\n");
                    assert_eq!(read(&text, true), read(&text, false), "{text:?}");
                    let cut = format!("{first}{end}{second}");
                    assert_eq!(read(&cut, true), read(&cut, false), "{cut:?}");
                }
            }
        }
    }
}
