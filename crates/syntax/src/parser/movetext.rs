//! The movetext section (section 8.2).

use super::blank::skip_all_space;
use super::{Parser, REMEMBERED_OPENINGS, Section, word};
use crate::scan::{
    self, CLASS, Class, after_newline, at, is_newline, is_space, is_symbol, is_tag_start, line_end,
    skip_blanks,
};
use crate::{Applicability, Code, Diagnostic, Event, Fix, Outcome, Severity, Sink, Span, quoted};
use alloc::format;

/// Before text that was not read when the game was written: other programs take the line for a comment, here its rest is
/// movetext, so that it is reported again, and can be taken up (decision A-68).
pub const UNREAD_MARK: &[u8] = b";[%unread] ";

/// Said of moves in numeric notation.
const NUMERIC: &str = "it looks like ICCF numeric notation, which `--from iccf` reads";

/// Length of a line that is searched for moves if its beginning is doubtful.
pub const LOOK_AHEAD: usize = 256;

impl Parser<'_> {
    /// Goes on to the movetext section, and returns its next event.
    pub(super) fn begin_movetext(&mut self, sink: &mut dyn Sink) -> Option<Event> {
        if self.move_words.is_some() {
            self.section = Section::OtherMovetext;
            return self.other_movetext(sink);
        }
        self.section = Section::Movetext;
        self.movetext(sink)
    }

    /// The next event of the movetext section.
    #[inline(never)]
    pub(super) fn movetext(&mut self, sink: &mut dyn Sink) -> Option<Event> {
        self.movetext_in::<false>(sink)
    }

    /// The next event of a movetext section in another notation.
    #[inline(never)]
    pub(super) fn other_movetext(&mut self, sink: &mut dyn Sink) -> Option<Event> {
        self.movetext_in::<true>(sink)
    }

    /// End of the move in another notation at `start`, if one is read and there is one.
    pub(super) fn other_move(&self, start: usize) -> Option<usize> {
        let length = self.move_words?(self.bytes.get(start..)?)?;
        (length > 0).then(|| (start + length).min(self.bytes.len()))
    }

    #[inline(always)]
    fn movetext_in<const OTHER: bool>(&mut self, sink: &mut dyn Sink) -> Option<Event> {
        loop {
            let start = self.pos;
            let Some(&byte) = self.bytes.get(start) else { return Some(self.missing_termination(sink)) };
            if OTHER && let Some(end) = self.other_move(start) {
                return Some(self.token(end, Event::Move(Span::new(start, end))));
            }
            match CLASS[usize::from(byte)] {
                Class::Space => self.pos = scan::skip_space(self.bytes, start + 1),
                Class::Letter => {
                    let end = scan::symbol_end(self.bytes, start + 1);
                    if ends_with_square(&self.bytes[start..end])
                        && !matches!(at(self.bytes, end), b'(' | b'/' | 0x80..)
                    {
                        return Some(self.token(end, Event::Move(Span::new(start, end))));
                    }
                    if let Some(event) = self.word(sink) {
                        return Some(event);
                    }
                }
                Class::Digit => {
                    if let Some(event) = self.digits(sink) {
                        return Some(event);
                    }
                }
                Class::Semicolon if self.skip_unread_mark() => {}
                Class::Brace | Class::Semicolon => return Some(self.comment(sink)),
                Class::Dollar | Class::Suffix => {
                    if let Some(event) = self.annotation(sink) {
                        return Some(event);
                    }
                }
                Class::Asterisk => {
                    return Some(self.termination(sink, Span::new(start, start + 1), Outcome::Unknown));
                }
                Class::LeftParenthesis => {
                    if self.depth < REMEMBERED_OPENINGS {
                        self.openings.truncate(self.depth);
                        self.openings.push(start);
                    }
                    self.depth += 1;
                    return Some(self.token(start + 1, Event::RavBegin(start)));
                }
                Class::RightParenthesis => {
                    if let Some(event) = self.right_parenthesis(sink) {
                        return Some(event);
                    }
                }
                Class::LeftBracket if is_tag_start(self.bytes, start) || self.begins_next_game() => {
                    return Some(self.missing_termination(sink));
                }
                _ => {
                    if let Some(event) = self.odd_token(sink) {
                        return Some(event);
                    }
                }
            }
        }
    }

    /// Passes over [`UNREAD_MARK`]: the rest of the line is movetext.
    #[cold]
    fn skip_unread_mark(&mut self) -> bool {
        let is_marked = self.is_unread_mark();
        if is_marked {
            self.pos += UNREAD_MARK.len();
        }
        is_marked
    }

    pub(super) fn is_unread_mark(&self) -> bool {
        self.bytes[self.pos..].starts_with(UNREAD_MARK)
    }

    #[inline]
    fn number_token(&mut self, span: Span, number: u32, periods: u32) -> Option<Event> {
        let event = self.token(span.end, Event::MoveNumber { span, number, periods });
        self.numbers.then_some(event)
    }

    #[inline]
    pub(super) fn token(&mut self, end: usize, event: Event) -> Event {
        self.pos = end;
        self.token_end = end;
        event
    }

    /// A number, or one of the words that begin with a digit.
    #[inline]
    fn digits(&mut self, sink: &mut dyn Sink) -> Option<Event> {
        let start = self.pos;
        let mut number = 0u32;
        let mut end = start;
        while let digit @ b'0'..=b'9' = at(self.bytes, end) {
            number = number.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
            end += 1;
        }
        if at(self.bytes, end) == b'.' {
            if at(self.bytes, end + 1) == b'5'
                && let Some(marker) = word::decimal_draw(self.bytes, start)
            {
                return Some(self.termination(sink, marker, Outcome::Draw));
            }
            return self.number(start, end, number);
        }
        self.digit_word(sink, start, end, number)
    }

    /// A number whose digits end at `digits_end`, with the periods that follow, white space between them or not.
    #[inline]
    fn number(&mut self, start: usize, digits_end: usize, number: u32) -> Option<Event> {
        let mut end = digits_end;
        let mut periods = 0;
        let mut pos = digits_end;
        loop {
            while at(self.bytes, pos) == b'.' {
                pos += 1;
                periods += 1;
                end = pos;
            }
            // Nearly always a move follows, after one space or none.
            if !is_space(at(self.bytes, pos)) || CLASS[usize::from(at(self.bytes, pos + 1))] == Class::Letter
            {
                break;
            }
            pos = scan::skip_space(self.bytes, pos);
            if at(self.bytes, pos) != b'.' {
                break;
            }
        }
        if matches!(at(self.bytes, pos), b'{' | b';' | b'%') {
            self.number_gap = pos;
        }
        self.number_token(Span::new(start, end), number, periods)
    }

    fn digit_word(
        &mut self,
        sink: &mut dyn Sink,
        start: usize,
        digits_end: usize,
        number: u32,
    ) -> Option<Event> {
        let marker = word::exact_marker(self.bytes, start).or_else(|| word::spaced_marker(self.bytes, start));
        if let Some((marker, outcome)) = marker {
            return Some(self.termination(sink, marker, outcome));
        }
        let marker = word::marker(self.bytes, start);
        if marker.end >= digits_end
            && !is_symbol(at(self.bytes, marker.end))
            && let Some(outcome) = Outcome::from_lax(marker.of(self.bytes))
        {
            return Some(self.termination(sink, marker, outcome));
        }
        if number <= 1
            && let Some((marker, outcome)) = self.forfeit(start)
        {
            return Some(self.termination(sink, marker, outcome));
        }
        let end = word::word_end(self.bytes, start);
        if start > self.game_start && self.bytes[start - 1] == b'/' {
            // Part of other text: `3p4/8`.
            return Some(self.unread_number(sink, start, end));
        }
        let text = &self.bytes[start..end];
        if word::is_castling_without_hyphens(text) || word::spaced_castling(self.bytes, start).is_some() {
            return self.word(sink);
        }
        if end == digits_end && !scan::is_null_move(text) {
            if self.is_no_move_number(start, end) {
                return Some(self.unread_number(sink, start, end));
            }
            return self.number(start, digits_end, number);
        }
        if matches!(text, [b'0', b'-', b'0', ..]) || scan::is_null_move(text) {
            return self.word(sink);
        }
        if scan::is_move_like(&self.bytes[digits_end..end]) {
            let span = Span::new(start, digits_end);
            if sink.wants(Code::GluedMoveNumber) {
                let whole = Span::new(start, end);
                let expected = "a period or a space after the move number";
                let mut diagnostic = self.found(Code::GluedMoveNumber, whole, expected, "").fix(
                    Applicability::Safe,
                    Span::new(digits_end, digits_end),
                    ". ",
                );
                diagnostic.span = span;
                sink.report(diagnostic);
            }
            return self.number_token(span, number, 0);
        }
        self.word(sink)
    }

    /// Whether digits without periods number no move: those of a run of numbers, and moves in numeric notation.
    fn is_no_move_number(&self, start: usize, end: usize) -> bool {
        if word::is_numeric_move(&self.bytes[start..end]) {
            return true;
        }
        let next = skip_all_space(self.bytes, end);
        let digits = self.bytes[next..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            return false;
        }
        // Castling, passing, a marker, a number glued to its move.
        let word = &self.bytes[next..word::word_end(self.bytes, next)];
        let marker = word::marker(self.bytes, next);
        let is_more = word.len() > digits
            || self.other_move(next).is_some()
            || scan::is_null_move(word)
            || word::is_castling_without_hyphens(word)
            || word::spaced_castling(self.bytes, next).is_some()
            || word::spaced_marker(self.bytes, next).is_some()
            || Outcome::from_lax(marker.of(self.bytes)).is_some()
            || word::decimal_draw(self.bytes, next).is_some();
        !is_more
    }

    /// Digits that are no move number are kept as unread text.
    #[cold]
    fn unread_number(&mut self, sink: &mut dyn Sink, start: usize, end: usize) -> Event {
        let span = Span::new(start, end);
        if sink.wants(Code::StrayWord) {
            let mut found =
                self.found(Code::StrayWord, span, "a move", ", which numbers no move; it is skipped");
            if word::is_numeric_move(span.of(self.bytes)) {
                found = found.help(NUMERIC);
            }
            sink.report(found);
        }
        self.token(end, Event::Unread(span))
    }

    /// A word that is not plainly a move: decides what else it may be.
    fn word(&mut self, sink: &mut dyn Sink) -> Option<Event> {
        let start = self.pos;
        let mut end = word::word_end(self.bytes, start);
        if self.bytes[start] == b'e' && self.bytes[start..].starts_with(b"e.p") {
            end = start + if at(self.bytes, start + 3) == b'.' { 4 } else { 3 };
        }
        let span = Span::new(start, end);
        let text = span.of(self.bytes);
        if let Some(end) = self.spaced_move_end(span) {
            if word::glued_marker(self.bytes, start, word::word_end(self.bytes, end)) == Some(end) {
                self.report_glued_marker(sink, Span::new(start, end), end);
            }
            return Some(self.token(end, Event::Move(Span::new(start, end))));
        }
        if let Some(marker) = word::glued_marker(self.bytes, start, end) {
            self.report_glued_marker(sink, span, marker);
            return Some(self.token(marker, Event::Move(Span::new(start, marker))));
        }
        if let Some(glyph) = word::glued_glyph(self.bytes, start, end) {
            return Some(self.token(glyph, Event::Move(Span::new(start, glyph))));
        }
        if scan::is_move_like(text) || word::is_castling_without_hyphens(text) {
            return Some(self.token(end, Event::Move(span)));
        }
        if let Some((marker, outcome)) = word::spaced_marker(self.bytes, start) {
            return Some(self.termination(sink, marker, outcome));
        }
        let marker = word::marker(self.bytes, start);
        if !marker.is_empty()
            && marker.end >= end
            && let Some(outcome) = Outcome::from_lax(marker.of(self.bytes))
        {
            return Some(self.termination(sink, marker, outcome));
        }
        if let Some(value) = word::glyph(text) {
            return Some(self.glyph(sink, span, value));
        }
        if word::is_ellipsis(text) {
            self.report_ellipsis(sink, span);
            self.pos = end;
            self.token_end = end;
            return None;
        }
        let is_mark = word::is_mark(text) && self.is_mark_of_move(span);
        if is_mark {
            let expected = "marks directly after the move";
            self.report_skipped(sink, Code::StrayMark, span, expected, " apart from it", Applicability::Safe);
        } else if matches!(text, b"+" | b"++" | b"#") {
            self.report_found(sink, Code::StrayMark, span, "a move before a check mark", "; it is skipped");
        } else if text.is_ascii() && scan::CLASS[usize::from(text[0])] != Class::Other && text != b"-" {
            end = self.report_stray_words(sink, span);
        } else if text.is_ascii() {
            let then = ", which begins no token; it is skipped";
            self.report_found(sink, Code::StrayCharacter, span, "a move", then);
        } else {
            self.report_found(sink, Code::NonAsciiToken, span, "a move in ASCII", "; it is skipped");
        }
        self.pos = end;
        self.token_end = end;
        // Marks say what the move says.
        (!is_mark).then_some(Event::Unread(Span::new(start, end)))
    }

    /// Whether the word says something about the move before it, and not about nothing, as in `foo +` and `mate in two`.
    #[cold]
    fn is_mark_of_move(&self, mark: Span) -> bool {
        let begins_remark =
            mark.of(self.bytes)[0].is_ascii_alphabetic() && self.next_stray_word(mark.end).is_some();
        !begins_remark && word::follows_move(self.text_before(mark.start))
    }

    /// The text before a token, from the end of the game before or of the comment or escape line that ended its line: these
    /// may end like a number or a move.
    fn text_before(&self, pos: usize) -> &[u8] {
        &self.bytes[self.consumed.max(self.line_comment_end()).min(pos)..pos]
    }

    /// Reports `…`, which is read as the periods of the number before it, and says nothing elsewhere.
    #[cold]
    fn report_ellipsis(&self, sink: &mut dyn Sink, span: Span) {
        let number = self.text_before(span.start).trim_ascii_end();
        let periods = number.iter().rev().take_while(|byte| **byte == b'.').count();
        let number = number[..number.len() - periods].trim_ascii_end();
        let digits = number.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let before = number[..number.len() - digits].last();
        let follows_number = digits > 0 && !before.is_some_and(|&byte| is_symbol(byte));
        if !follows_number {
            let expected = "a move number before periods";
            self.report_skipped(sink, Code::StrayPeriod, span, expected, "", Applicability::Safe);
        } else if sink.wants(Code::NonAsciiToken) {
            let found = self.found(Code::NonAsciiToken, span, "`...`", "").severity(Severity::Warning);
            sink.report(found.fix(Applicability::Safe, span, "..."));
        }
    }

    /// Reports the word at `first` together with those after it that are no more of a move than it is: a remark without
    /// braces. Its end is returned.
    #[cold]
    fn report_stray_words(&self, sink: &mut dyn Sink, first: Span) -> usize {
        let (mut end, mut more) = (first.end, 0usize);
        while let Some(next) = self.next_stray_word(end) {
            (end, more) = (next, more + 1);
        }
        if sink.wants(Code::StrayWord) {
            let then = match more {
                0 => "; it is skipped".into(),
                1 => " and another word; they are skipped".into(),
                _ => format!(" and {more} more words; they are skipped"),
            };
            let mut diagnostic = self.found(Code::StrayWord, first, "a move", &then);
            diagnostic.span = Span::new(first.start, end);
            if word::is_hyphenated_numeric(first.of(self.bytes)) {
                diagnostic = diagnostic.help(NUMERIC);
            } else if word::is_descriptive(first.of(self.bytes)) {
                diagnostic =
                    diagnostic.help("it looks like descriptive notation, which `--from descriptive` reads");
            } else if more > 0 {
                diagnostic = diagnostic.help("put a remark in braces");
            }
            sink.report(diagnostic);
        }
        end
    }

    /// End of the word after `pos`, a comma or a period between them or not, if that is neither a move nor anything else that
    /// means something.
    fn next_stray_word(&self, pos: usize) -> Option<usize> {
        let bytes = self.bytes;
        let gap = pos + usize::from(matches!(at(bytes, pos), b',' | b'.' | b':'));
        let mut start = skip_blanks(bytes, gap);
        // At most one line break: an empty line is more than a gap between words.
        if is_newline(at(bytes, start)) {
            start = skip_blanks(bytes, after_newline(bytes, start));
        }
        if start == gap || !bytes.get(start)?.is_ascii_alphabetic() || bytes[start..].starts_with(b"e.p") {
            return None;
        }
        let word = Span::new(start, word::word_end(bytes, start));
        let text = word.of(bytes);
        let marker = word::marker(bytes, start);
        let means_something = !text.is_ascii()
            || self.other_move(start).is_some()
            || self.spaced_move_end(word).is_some()
            || word::glued_marker(bytes, start, word.end).is_some()
            || scan::is_move_like(text)
            || word::is_castling_without_hyphens(text)
            || word::spaced_marker(bytes, start).is_some()
            || !marker.is_empty() && marker.end >= word.end && Outcome::from_lax(marker.of(bytes)).is_some()
            || word::glyph(text).is_some()
            || word::is_mark(text);
        (!means_something).then_some(word.end)
    }

    /// End of a move with white space inside (decision A-70): `O - O`, `B b5`.
    fn spaced_move_end(&self, word: Span) -> Option<usize> {
        match word.of(self.bytes) {
            [b'O' | b'o' | b'0' | 0x80.., ..] => word::spaced_castling(self.bytes, word.start),
            _ => word::spaced_move(self.bytes, word),
        }
    }

    #[cold]
    fn report_glued_marker(&self, sink: &mut dyn Sink, word: Span, marker: usize) {
        if sink.wants(Code::LaxTermination) {
            let expected = "a space between the last move and the termination marker";
            let end =
                self.bytes[marker..].iter().take_while(|&&byte| is_symbol(byte) || byte == b'/').count();
            let whole = Span::new(word.start, marker + end);
            let mut diagnostic = self.found(Code::LaxTermination, whole, expected, "");
            diagnostic.span = Span::new(marker, whole.end);
            sink.report(diagnostic.fix(Applicability::Safe, Span::new(marker, marker), " "));
        }
    }

    /// Goes past text before `end` that belongs to the event given last.
    #[doc(hidden)]
    pub fn pass_to(&mut self, end: usize) {
        self.pos = self.pos.max(end);
        self.token_end = self.token_end.max(end);
    }

    /// `$14`, `!?`.
    pub(super) fn annotation(&mut self, sink: &mut dyn Sink) -> Option<Event> {
        let start = self.pos;
        let mut end = start + 1;
        if self.bytes[start] != b'$' {
            while matches!(at(self.bytes, end), b'!' | b'?') {
                end += 1;
            }
            let span = Span::new(start, end);
            let text = span.of(self.bytes);
            let value = suffix(text).unwrap_or_else(|| {
                if sink.wants(Code::InvalidSuffix) {
                    let expected = "one of ! ? !! ?? !? ?!";
                    let diagnostic =
                        self.found(Code::InvalidSuffix, span, expected, "; its first two characters count");
                    sink.report(diagnostic.fix(Applicability::Safe, Span::new(start + 2, end), ""));
                }
                suffix(&text[..2]).unwrap_or(5)
            });
            if matches!(at(self.bytes, end), b'+' | b'#')
                && !is_symbol(at(self.bytes, end + 1))
                && at(self.bytes, end + 1) != b'/'
                && word::follows_move(self.text_before(start))
            {
                let mark = Span::new(end, end + 1);
                let expected = "the check mark before the suffix";
                self.report_skipped(sink, Code::StrayMark, mark, expected, " behind it", Applicability::Safe);
                end += 1;
            }
            return Some(self.token(end, Event::Nag { span, value }));
        }
        let mut value = 0u32;
        while let digit @ b'0'..=b'9' = at(self.bytes, end) {
            value = value.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
            end += 1;
        }
        let span = Span::new(start, end);
        self.pos = end;
        self.token_end = end;
        if end == start + 1 {
            if sink.wants(Code::InvalidNag) {
                let message =
                    format!("expected a number after `$`, found {}; it is skipped", self.what_stands_at(end));
                sink.report(Diagnostic::new(Code::InvalidNag, span, message));
            }
            return Some(Event::Unread(span));
        }
        if value > 255 && sink.wants(Code::NagOutOfRange) {
            let expected = "an annotation from $0 to $255";
            let diagnostic = self.found(Code::NagOutOfRange, span, expected, "; it is kept as a comment");
            let text = span.text(self.bytes);
            // At the start of a game it would be a comment that may belong to no game; longer ones are not intended.
            let fix = (self.game_start != start && text.len() < 12)
                .then(|| Fix::replace(Applicability::Unsafe, span, format!("{{{text}}}")));
            sink.report(diagnostic.maybe_fix(fix));
        }
        Some(Event::Nag { span, value })
    }

    fn right_parenthesis(&mut self, sink: &mut dyn Sink) -> Option<Event> {
        let start = self.pos;
        self.pos += 1;
        self.token_end = self.pos;
        if self.depth == 0 {
            sink.note(
                Code::StrayParenthesis,
                Span::new(start, start + 1),
                || "expected a variation that `)` closes, found none open; it is skipped",
            );
            return Some(Event::Unread(Span::new(start, start + 1)));
        }
        self.depth -= 1;
        if self.depth == 0 && self.marker.is_some() {
            self.section = Section::Trailer;
        }
        Some(Event::RavEnd(start))
    }

    /// Whether the bracket at `pos` opens a tag pair that is spread over lines.
    fn begins_next_game(&self) -> bool {
        let bytes = self.bytes;
        if !self.at_line_start(self.pos) {
            return false;
        }
        let name = scan::skip_space(bytes, self.pos + 1);
        let end = scan::name_end(bytes, name);
        end > name && at(bytes, scan::skip_space(bytes, end)) == b'"'
    }

    /// Everything that no token of the standard begins with.
    #[cold]
    fn odd_token(&mut self, sink: &mut dyn Sink) -> Option<Event> {
        let start = self.pos;
        let byte = self.bytes[start];
        let one = Span::new(start, start + 1);
        match byte {
            b'.' if word::decimal_draw(self.bytes, start).is_some() => {
                let marker = word::decimal_draw(self.bytes, start)?;
                return Some(self.termination(sink, marker, Outcome::Draw));
            }
            b'.' => {
                while at(self.bytes, self.pos) == b'.' {
                    self.pos += 1;
                }
                let gap = core::mem::replace(&mut self.number_gap, usize::MAX);
                if gap < start && self.skip_comments_and_escapes(gap) == start {
                    // Periods of the number before the comment: more of them may follow in the same way.
                    self.number_gap = scan::skip_space(self.bytes, self.pos);
                    self.token_end = self.pos;
                    return None;
                }
                let periods = Span::new(start, self.pos);
                let expected = "a move number before periods";
                self.report_skipped(sink, Code::StrayPeriod, periods, expected, "", Applicability::Safe);
            }
            b'%' if self.at_line_start(start) => return Some(self.escape(sink)),
            b'%' => return Some(self.stray_percent(sink)),
            b'}' => {
                let then = " outside a comment; it is skipped";
                self.report_skipped(sink, Code::StrayBrace, one, "a move", then, Applicability::Unsafe);
                return Some(self.token(start + 1, Event::Unread(one)));
            }
            b'"' => return Some(self.skip_to(sink, b'"', Code::StrayString, "; it is skipped")),
            0..0x20 | b'<' | b'&' | 0x80.. if self.skip_formatting(sink) => {}
            b'<' => {
                let then = "; angle brackets are reserved, and what they enclose is skipped";
                return Some(self.skip_to(sink, b'>', Code::AngleBracket, then));
            }
            b'>' => {
                let then = ", which is reserved; it is skipped";
                self.report_found(sink, Code::AngleBracket, one, "a move", then);
                return Some(self.token(start + 1, Event::Unread(one)));
            }
            b'[' => {
                if !self.skip_wrapper(sink) {
                    if let Some(command) = self.bare_command(sink) {
                        return Some(command);
                    }
                    let then = ", which is no tag pair; it is skipped";
                    return Some(self.skip_to(sink, b']', Code::MalformedTag, then));
                }
            }
            b'+' | b'-' | b'=' | b'#' => {
                return self.signs_or_word(sink);
            }
            // A dash or a minus sign may begin `–/+`.
            0xe2 => return self.signs_or_word(sink),
            b'~' | b'@' | 0x80.. => return self.word(sink),
            0x7f => {
                self.report_found(
                    sink,
                    Code::UnusedCharacter,
                    one,
                    "a printing character",
                    "; it is skipped",
                );
                self.pos += 1;
            }
            _ => {
                let then = ", which begins no token; it is skipped";
                if at(self.bytes, self.pos) == b',' && is_space(at(self.bytes, self.pos + 1)) {
                    // Between moves it means nothing else.
                    if sink.wants(Code::StrayCharacter) {
                        let fix = Fix::remove(Applicability::Safe, self.bytes, one);
                        let fix = fix.filter(|_| !self.follows_game(one.start));
                        let comma = self.found(Code::StrayCharacter, one, "a move", then);
                        sink.report(comma.severity(Severity::Warning).maybe_fix(fix));
                    }
                    self.pos += 1;
                } else {
                    self.report_found(sink, Code::StrayCharacter, one, "a move", then);
                    return Some(self.token(start + 1, Event::Unread(one)));
                }
            }
        }
        self.token_end = self.pos.max(self.token_end);
        None
    }

    /// Signs that hold `/` where they are glyphs, with any dash: `+/-`, `+/–`; or a word.
    fn signs_or_word(&mut self, sink: &mut dyn Sink) -> Option<Event> {
        let start = self.pos;
        let end = word::signs_end(self.bytes, start);
        if let Some((marker, outcome)) = self.forfeit(start) {
            return Some(self.termination(sink, marker, outcome));
        }
        match word::glyph(&self.bytes[start..end]).filter(|_| end > start + 2) {
            Some(value) => Some(self.glyph(sink, Span::new(start, end), value)),
            // In one piece: its parts would mean something else, as `++/--` and `=/=` do.
            None if self.bytes[start..end].contains(&b'/') => {
                let span = Span::new(start, word::word_end(self.bytes, end - 1).max(end));
                let end = self.report_stray_words(sink, span);
                Some(self.token(end, Event::Unread(Span::new(start, end))))
            }
            None => self.word(sink),
        }
    }

    /// The embedded command at `pos`, outside any comment (decision A-101).
    fn command_here(&self) -> Option<Span> {
        let start = self.pos;
        let [b'[', b'%', name, ..] = self.bytes[start..] else { return None };
        // No further than the bracket: a line may hold many commands.
        let close = start + memchr::memchr3(b']', b'\n', b'\r', &self.bytes[start..])?;
        if self.bytes[close] != b']' {
            return None;
        }
        let end = close + 1;
        let inside = &self.bytes[start + 1..end - 1];
        let is_plain = !inside.iter().any(|byte| matches!(byte, b'[' | b'{' | b'}' | b'"'));
        (name.is_ascii_alphanumeric() && is_plain).then_some(Span::new(start, end))
    }

    pub(super) fn is_bare_command(&self) -> bool {
        self.command_here().is_some()
    }

    /// The command at `pos`, outside any comment: it is read as a comment.
    pub(super) fn bare_command(&mut self, sink: &mut dyn Sink) -> Option<Event> {
        let span = self.command_here()?;
        let start = span.start;
        if sink.wants(Code::MalformedCommand) {
            let expected = "braces around an embedded command";
            let found = self.found(Code::MalformedCommand, span, expected, " outside a comment");
            let fix = (!self.follows_game(start)).then(|| {
                Fix::replace_token(
                    Applicability::Safe,
                    self.bytes,
                    span,
                    &format!("{{{}}}", span.text(self.bytes)),
                )
            });
            sink.report(found.maybe_fix(fix));
        }
        Some(self.token(span.end, Event::Comment(span)))
    }

    /// A glyph with the meaning of an annotation.
    fn glyph(&mut self, sink: &mut dyn Sink, span: Span, value: u32) -> Event {
        // Who plays the moves says which it is.
        let may_be_knight = span.of(self.bytes) == b"N" && word::rest_of_move(self.bytes, span.end).is_some();
        if !may_be_knight {
            self.report_glyph(sink, span, value);
        }
        self.token(span.end, Event::Nag { span, value })
    }

    /// Reports a glyph that is read as an annotation.
    #[doc(hidden)]
    pub fn report_glyph(&self, sink: &mut dyn Sink, span: Span, value: u32) {
        if sink.wants(Code::Glyph) {
            let nag = format!("${value}");
            let mut diagnostic = self.found(Code::Glyph, span, &quoted(nag.as_bytes()), "");
            if (1..=6).contains(&value) {
                // One character in place of a suffix of two.
                diagnostic = diagnostic.severity(Severity::Warning);
            }
            let fix = (!self.follows_game(span.start))
                .then(|| Fix::replace_token(Applicability::Safe, self.bytes, span, &nag));
            sink.report(diagnostic.maybe_fix(fix));
        }
    }

    /// Skips to `close` on the same line, or past one character where the line has none.
    fn skip_to(&mut self, sink: &mut dyn Sink, close: u8, code: Code, then: &str) -> Event {
        let start = self.pos;
        let mut end = start + 1;
        while end < self.bytes.len() && !is_newline(self.bytes[end]) && self.bytes[end] != close {
            // A token that opens here may hide the end of the game: never look further than the next such place.
            if matches!(self.bytes[end], b'[' | b'"' | b'<' | b'{' | b';') {
                break;
            }
            end += 1;
        }
        let span = Span::new(start, if at(self.bytes, end) == close { end + 1 } else { start + 1 });
        self.report_found(sink, code, span, "a move", then);
        self.token(span.end, Event::Unread(span))
    }

    /// Whether the rest of a line holds something that a game can be made of.
    pub(super) fn line_has_move(&self, from: usize, line_end: usize) -> bool {
        // A bounded look, so that a line of many doubtful places stays linear.
        let text = &self.bytes[from..line_end.min(from + LOOK_AHEAD)];
        text.split(|&byte| byte <= b' ' || matches!(byte, b'.' | b'}')).any(|word| {
            scan::is_move_like(word)
                || Outcome::from_lax(word).is_some()
                || self.move_words.is_some_and(|words| words(word).is_some())
        })
    }

    /// `%` after the first column: the line is skipped when it holds no move, else only the sign.
    fn stray_percent(&mut self, sink: &mut dyn Sink) -> Event {
        let start = self.pos;
        let near = &self.bytes[..self.bytes.len().min(start + 1 + LOOK_AHEAD)];
        if self.line_has_move(start + 1, line_end(near, start)) {
            self.pos = start + 1;
        } else {
            self.pos = line_end(self.bytes, start);
            self.open_end = Some((self.pos, true));
        }
        let span = Span::new(start, self.pos).trim(self.bytes);
        let expected = "a move, or `%` in the first column";
        self.report_found(sink, Code::StrayPercent, span, expected, " behind it; it is skipped");
        self.token_end = self.pos.max(self.token_end);
        Event::Unread(span)
    }
}

/// Whether a word ends in a square, check marks aside: then it is a move or nothing.
#[inline]
fn ends_with_square(word: &[u8]) -> bool {
    let body = match word {
        [body @ .., b'+' | b'#'] => body,
        body => body,
    };
    matches!(body, [.., b'a'..=b'h', b'1'..=b'8'])
}

/// The annotation glyph of a suffix (section 8.2.3.8).
const fn suffix(text: &[u8]) -> Option<u32> {
    Some(match text {
        b"!" => 1,
        b"?" => 2,
        b"!!" => 3,
        b"??" => 4,
        b"!?" => 5,
        b"?!" => 6,
        _ => return None,
    })
}
