//! Elements between moves: other letters, annotations, variations, markers.

use pgnkit_chess::Move;
use pgnkit_chess::san;
use pgnkit_syntax::internals::rest_of_move;
use pgnkit_syntax::{
    Applicability, Code, Diagnostic, Event, Fix, Ignore, Parser, Severity, Sink, Span, quoted,
};

use super::unread::number_before;
use super::{Letters, Movetext, State};
use crate::read::letters;
use crate::read::line::{Closed, MAX_DEPTH};
use crate::read::moves;
use crate::read::text::Text;
use crate::read::visitor::{Flow, Variation, Visitor};

/// Move numbers that are wrong by the same: after one slip all are, and one diagnostic says so.
pub(super) struct WrongNumbers {
    shift: i64,
    /// Of the first, with the fixes of all.
    diagnostic: Diagnostic,
    /// Place of the last, and the number of those after the first.
    last: Span,
    more: usize,
    /// Whether the numbers are what is wrong.
    fixable: bool,
}

impl WrongNumbers {
    fn new(shift: i64, diagnostic: Diagnostic) -> Box<Self> {
        Box::new(Self { shift, last: diagnostic.span, diagnostic, more: 0, fixable: true })
    }

    fn add(&mut self, other: Diagnostic) {
        self.last = other.span;
        self.more += 1;
        match (&mut self.diagnostic.fix, other.fix) {
            (Some(fix), Some(other)) => fix.edits.extend(other.edits),
            (fix @ None, other) => *fix = other,
            (Some(_), None) => {}
        }
    }

    pub(super) fn report(self, sink: &mut dyn Sink) {
        let Self { mut diagnostic, last, more, shift, fixable } = self;
        diagnostic.fix = diagnostic.fix.filter(|_| fixable);
        if more > 0 {
            let shift = shift.unsigned_abs();
            let numbers = if more == 1 { "another number is" } else { "more numbers are" };
            let count = if more == 1 { String::new() } else { format!("{more} ") };
            diagnostic.message = format!("{}; {count}{numbers} off by {shift}", diagnostic.message).into();
            diagnostic = diagnostic.label(last, "the last of them");
        }
        sink.report(diagnostic);
    }
}

impl<V: Visitor + ?Sized> Movetext<'_, '_, '_, V> {
    #[inline(never)]
    pub(super) fn rare_event(&mut self, event: Event) -> Option<Flow> {
        match event {
            Event::Nag { value, span } => {
                if span.of(self.state.parser.bytes()) == b"N"
                    && let Some((mv, span)) = self.state.knight(span)
                {
                    self.state.suffix = None;
                    self.state.line.play(mv);
                    return Some(self.played(mv, span));
                }
                self.state.note_annotation(span, value);
                self.visitor.nag(value, span);
            }
            Event::Escape(span) => self.visitor.escape(Text::of_source(span, self.source)),
            Event::RavBegin(at) => {
                self.state.suffix = None;
                return self.begin_variation(at);
            }
            Event::RavEnd(at) => {
                self.state.suffix = None;
                return self.end_variation(at);
            }
            Event::Termination { span, outcome } => {
                self.state.marker = Some((outcome, span));
                self.state.note_number_before(span);
            }
            // Tags end the game before they are read, and the others are handled where they are frequent.
            Event::Tag(_)
            | Event::Move(_)
            | Event::MoveNumber { .. }
            | Event::Comment(_)
            | Event::Unread(_)
            | Event::GameEnd(_) => {}
        }
        Some(Flow::Continue)
    }

    fn begin_variation(&mut self, at: usize) -> Option<Flow> {
        match self.state.begin_variation(at) {
            Begun::Signs(span) => {
                self.state.pass_signs(span)?;
                self.visitor.comment(Text::of_source(span, self.source));
                Some(Flow::Continue)
            }
            Begun::Variation => self.tell_variation(Span::new(at, at + 1)),
            Begun::OneMore => Some(Flow::Continue),
            Begun::Unread => self.keep_variation(at).map(|()| Flow::Continue),
        }
    }

    /// Tells the visitor of the variation that has begun.
    fn tell_variation(&mut self, span: Span) -> Option<Flow> {
        let line = &*self.state.line;
        let flow =
            self.visitor.begin_variation(Variation { span, start: line.position(), depth: line.depth() });
        if flow == Flow::Skip {
            self.state.pass_variation()?;
            return Some(Flow::Continue);
        }
        Some(flow)
    }

    fn end_variation(&mut self, at: usize) -> Option<Flow> {
        let span = self.state.closing(at);
        let had_unread = core::mem::take(&mut self.state.has_unread);
        let closed = self.state.line.end_variation();
        if let Some(other) = &mut self.state.other {
            other.end_variation(matches!(closed, Closed::Variation { .. }));
        }
        match closed {
            Closed::Nothing => {}
            Closed::OneOfSeveral => {
                self.visitor.end_variation(span, true);
                return self.tell_variation(span);
            }
            Closed::Variation { has_move, opened } => {
                if !has_move && !had_unread {
                    self.state.empty_variation(opened, at);
                }
                self.visitor.end_variation(span, has_move);
            }
        }
        Some(Flow::Continue)
    }
}

/// The outcome of an opening parenthesis.
enum Begun {
    /// A variation.
    Variation,
    /// Another parenthesis of one.
    OneMore,
    /// A variation that cannot be played.
    Unread,
    /// Signs alone, which are a comment.
    Signs(Span),
}

/// The parentheses at `at` with what is in them, where that is signs alone: `(=)`, the offer of a draw, `(!?)`, `(+/-)`,
/// `(12)`. They say something of the move before them, and replace nothing (decision A-205).
fn signs_in_parentheses(text: &[u8], at: usize) -> Option<Span> {
    let inside = text.get(at + 1..)?;
    let inside = &inside[..inside.len().min(MOST_SIGNS)];
    let length = inside.iter().position(|byte| matches!(byte, b'a'..=b'z' | b')' | b'(' | b'{' | b';'))?;
    if inside[length] != b')' {
        return None;
    }
    let mut words =
        inside[..length].split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).peekable();
    words.peek()?;
    words.all(is_sign).then(|| Span::new(at, at + length + 2))
}

/// Bytes between parentheses that are searched for signs.
const MOST_SIGNS: usize = 40;

/// Whether a word is an annotation, a number or marks, and neither a move nor a marker.
fn is_sign(word: &[u8]) -> bool {
    match word {
        b"N" | b"D" | b"RR" => true,
        [b'%' | b'@', ..] | b"--" => false,
        [b'$', digits @ ..] if !digits.is_empty() => digits.iter().all(u8::is_ascii_digit),
        // Not the number of a move that is missing: `(1.)`.
        [b'0'..=b'9', ..] => word.len() <= 3 && word.iter().all(u8::is_ascii_digit),
        _ => {
            let is_mark = |c: char| !(c.is_alphanumeric() || c.is_control() || "[]<>\"*}".contains(c));
            match str::from_utf8(word) {
                Ok(word) => word.chars().all(is_mark),
                Err(_) => word.iter().all(|&byte| is_mark(char::from(byte))),
            }
        }
    }
}

impl State<'_, '_> {
    /// The move at `span`, where letters may be other than English, or nothing is played.
    #[inline(never)]
    pub(super) fn unusual_move(&mut self, place: &mut Span) -> Option<Move> {
        if !self.start_is_known {
            return None;
        }
        if self.other.is_some() {
            return self.other_move(*place);
        }
        let text = self.parser.bytes();
        *place = self.with_promotion(*place);
        let span = *place;
        if self.letters == Letters::Unknown {
            let word = span.of(text);
            // In English P is a pawn; of `Pf3` this is not certain.
            let is_certain = !matches!(word, [b'P', ..]) && san::read(self.line.position(), word).is_ok();
            if is_certain {
                return moves::read(text, span, self.line, self.sink);
            }
            self.detect_letters(span);
        }
        match self.letters {
            Letters::Of { language, is_noted } => {
                if !is_noted && language.is_written_in(span.of(text)) {
                    letters::report(text, span, &[language], self.sink);
                    self.letters = Letters::Of { language, is_noted: true };
                }
                moves::read_in(language, text, span, self.line, self.sink)
            }
            Letters::English | Letters::Unknown => moves::read(text, span, self.line, self.sink),
        }
    }

    /// The move at `span` with the piece that a pawn becomes, where that is apart from it: `a8 = Q` (decision A-70).
    #[cold]
    #[inline(never)]
    pub(super) fn with_promotion(&mut self, span: Span) -> Span {
        let text = self.parser.bytes();
        match promotion_after(text, span) {
            Some(end) => {
                self.parser.pass_to(end);
                Span::new(span.start, end)
            }
            None => span,
        }
    }

    /// The move of a knight whose letter, at `letter`, is apart from the rest (decision A-70); `None` where it is a glyph.
    #[cold]
    fn knight(&mut self, letter: Span) -> Option<(Move, Span)> {
        let text = self.parser.bytes();
        let rest = rest_of_move(text, letter.end)?;
        let position = self.line.position();
        let is_english =
            self.start_is_known && self.other.is_none() && !matches!(self.letters, Letters::Of { .. });
        let span = Span::new(letter.start, rest.end);
        let knight = moves::without_gaps(span.of(text))
            .filter(|_| is_english)
            .and_then(|word| san::read(position, word.text()).ok());
        let Some(reading) = knight else {
            self.parser.report_glyph(self.sink, letter, 146);
            return None;
        };
        // After its number a move begins; elsewhere the letter may be a glyph, and the rest a pawn's move.
        let after_number = self.number_before(letter.start) < letter.start;
        let is_certain = after_number || san::read(position, rest.of(text)).is_err();
        moves::report_gap(text, span, &reading, is_certain, self.sink);
        self.parser.pass_to(rest.end);
        Some((reading.mv, span))
    }

    /// Decides in which letters the game is written from the move at `span` on. It is asked once a game.
    #[cold]
    fn detect_letters(&mut self, span: Span) {
        let parser = &*self.parser;
        let again = || {
            let text = parser.bytes();
            let again = if parser.is_block() { Parser::block(text) } else { Parser::new(text) };
            again.in_context(parser.start_context()).resumed_at(parser.consumed())
        };
        self.letters = Letters::English;
        if let Some(letters::Found(languages)) = letters::detect(again, span)
            && let Some(&language) = languages.first()
        {
            letters::report(parser.bytes(), span, &languages, self.sink);
            self.letters = Letters::Of { language, is_noted: true };
            self.plain = false;
        }
    }

    /// Notes an annotation that belongs to no move, or is one suffix too many.
    #[inline]
    fn note_annotation(&mut self, span: Span, value: u32) {
        if !self.line.has_move {
            self.annotation_before_move(span);
        }
        if matches!(span.of(self.parser.bytes()), [b'!' | b'?', ..]) {
            self.note_suffix(span, value);
        }
    }

    #[cold]
    fn annotation_before_move(&mut self, span: Span) {
        if self.sink.wants(Code::NagBeforeMove) {
            let text = self.parser.bytes();
            let found = quoted(span.of(text));
            let message =
                format!("expected a move before an annotation, found {found}; it is kept as a comment");
            // Elsewhere the comment might belong to another game, or to none.
            let begins = self.parser.depth() > 0 || is_first_of_line(text, span.start);
            let next = text[span.end..].trim_ascii_start().first();
            let fix = (begins && next.is_some_and(u8::is_ascii_alphanumeric)).then(|| {
                Fix::replace_token(Applicability::Unsafe, text, span, &format!("{{{}}}", span.text(text)))
            });
            let diagnostic = Diagnostic::new(Code::NagBeforeMove, span, message);
            self.sink.report(diagnostic.maybe_fix(fix));
        }
    }

    /// Notes a suffix on a move that has one already (section 8.2.3.8).
    #[inline]
    fn note_suffix(&mut self, span: Span, value: u32) {
        let position = self.line.position();
        let here = (position.fullmove_number(), position.turn());
        if let Some((first, place)) = self.suffix.replace((span, here))
            && place == here
        {
            self.repeated_suffix(first, span, value);
        }
    }

    #[cold]
    fn repeated_suffix(&mut self, first: Span, span: Span, value: u32) {
        if self.line.has_move && self.sink.wants(Code::RepeatedSuffix) {
            let text = self.parser.bytes();
            let found = quoted(span.of(text));
            let message = format!("expected one suffix on a move, found {found}, another one; all are kept");
            // There may be any number of glyphs.
            let is_alone = !text.get(span.end).is_some_and(|byte| b"+-=#/".contains(byte));
            let fix =
                is_alone.then(|| Fix::replace_token(Applicability::Safe, text, span, &format!("${value}")));
            let diagnostic = Diagnostic::new(Code::RepeatedSuffix, span, message);
            self.sink.report(diagnostic.label(first, "the suffix before").maybe_fix(fix));
        }
    }

    fn begin_variation(&mut self, at: usize) -> Begun {
        // After the marker of a game whose moves could not be read to the end, the move it replaces is unknown.
        if !self.complete && self.parser.depth() == 1 {
            return Begun::Unread;
        }
        let text = self.parser.bytes();
        if let Some(span) = signs_in_parentheses(text, at) {
            return Begun::Signs(span);
        }
        let directly_after_another =
            !self.line.has_move && self.parser.depth() > 1 && text[..at].trim_ascii_end().ends_with(b"(");
        let span = Span::new(at, at + 1);
        if directly_after_another {
            if self.line.repeat_variation() == 1 {
                self.before_move(span);
            }
            return Begun::OneMore;
        }
        if !self.line.has_move {
            self.before_move(span);
        }
        let has_move = self.line.has_move;
        if !self.line.begin_variation(at) {
            if self.sink.wants(Code::VariationTooDeep) {
                let message = format!(
                    "expected at most {MAX_DEPTH} variations within variations, found one more; it is kept as a comment"
                );
                self.sink.report(Diagnostic::new(Code::VariationTooDeep, span, message));
            }
            return Begun::Unread;
        }
        if let Some(other) = &mut self.other {
            other.begin_variation(has_move);
        }
        Begun::Variation
    }

    /// Goes past signs in parentheses, which are kept as a comment.
    #[cold]
    fn pass_signs(&mut self, span: Span) -> Option<()> {
        self.skip_to_depth(self.parser.depth() - 1, &mut Ignore)?;
        // A variation that has no move yet may be the empty one itself, which is reported with all that is in it.
        let is_in_another = self.parser.depth() > 0 && !self.line.has_move;
        if !is_in_another && self.sink.wants(Code::EmptyVariation) {
            let text = self.parser.bytes();
            let found = quoted(span.of(text));
            let message = format!("expected a move in the variation, found {found}; it is kept as a comment");
            // Elsewhere the comment might belong to another game, or to none.
            let comment = format!("{{{}}}", span.text(text));
            let fix =
                self.line.has_move.then(|| Fix::replace_token(Applicability::Safe, text, span, &comment));
            self.sink.report(Diagnostic::new(Code::EmptyVariation, span, message).maybe_fix(fix));
        }
        Some(())
    }

    fn before_move(&mut self, span: Span) {
        let message = "expected a move that a variation can replace, found `(`; it is read as an alternative to the next move";
        self.sink.note(Code::VariationBeforeMove, span, || message);
    }

    /// Notes that the variation that was opened and closed there holds no move.
    #[cold]
    fn empty_variation(&mut self, opened: usize, closed: usize) {
        if !self.sink.wants(Code::EmptyVariation) {
            return;
        }
        let text = self.parser.bytes();
        let is_closed = text.get(closed) == Some(&b')');
        let span = Span::new(opened, closed + usize::from(is_closed)).trim(text);
        let holds_nothing = is_closed && text[opened + 1..closed].trim_ascii().is_empty();
        // A suffix after it would become the second one of the move before.
        let before_suffix = matches!(text[span.end..].trim_ascii_start(), [b'!' | b'?', ..]);
        let then = if holds_nothing { "" } else { "; its comments go to the move before it" };
        let message = format!("expected a move in the variation, found {}{then}", quoted(span.of(text)));
        let removable = holds_nothing && !before_suffix && self.line.has_move;
        let fix = Fix::remove(Applicability::Safe, text, span).filter(|_| removable);
        self.sink.report(Diagnostic::new(Code::EmptyVariation, span, message).maybe_fix(fix));
    }

    #[cold]
    pub(super) fn wrong_number(&mut self, span: Span) {
        if self.start_is_known && self.sink.wants(Code::WrongMoveNumber) {
            let expected = self.line.position().fullmove_number();
            let text = self.parser.bytes();
            if self.begins_another_game(span) {
                let found = quoted(span.of(text));
                let message = format!(
                    "expected move number {expected}, found {found} after an empty line: another game seems to begin here"
                );
                let diagnostic = Diagnostic::new(Code::WrongMoveNumber, span, message)
                    .severity(Severity::Error)
                    .help("end the game before it with its termination marker");
                self.sink.report(diagnostic);
                return;
            }
            let message = format!("expected move number {expected}, found {}", quoted(span.of(text)));
            let digits = span.of(text).iter().take_while(|byte| byte.is_ascii_digit()).count();
            let digits = Span::new(span.start, span.start + digits);
            // Other signs might make something else of another number: `1/2`.
            let stands_alone = text.get(digits.end).is_none_or(|byte| {
                byte.is_ascii_whitespace()
                    || byte.is_ascii_alphabetic()
                    || matches!(byte, b'.' | b'*' | b'{' | b'(' | b')')
            });
            let fix = stands_alone.then(|| Fix::replace(Applicability::Safe, digits, expected.to_string()));
            let found = digits.of(text).iter().fold(0i64, |number, digit| {
                number.saturating_mul(10).saturating_add(i64::from(digit - b'0'))
            });
            let shift = found - i64::from(expected);
            let mut diagnostic = Diagnostic::new(Code::WrongMoveNumber, span, message).maybe_fix(fix);
            match &mut self.wrong_numbers {
                Some(wrong) if wrong.shift == shift => wrong.add(diagnostic),
                wrong => {
                    let begins_variation = !self.line.has_move && self.parser.depth() > 0;
                    let begins_late = !self.line.has_move && !begins_variation && shift > 0;
                    if begins_variation {
                        diagnostic = diagnostic.help(
                            "a variation begins with a move in place of the one before it: it may be at the wrong place",
                        );
                    } else if begins_late {
                        let found = digits.text(text);
                        diagnostic = diagnostic.help(format!(
                            "a game that begins at move {found} needs its position in a FEN tag"
                        ));
                    }
                    let mut new = WrongNumbers::new(shift, diagnostic);
                    // Another number would hide that the variation is at the wrong place.
                    new.fixable = !begins_variation && !self.has_skipped;
                    if let Some(before) = wrong.replace(new) {
                        before.report(self.sink);
                    }
                }
            }
        }
    }

    /// Whether the number at `span` is 1 again, after an empty line in the main line (decision A-73).
    fn begins_another_game(&self, span: Span) -> bool {
        let text = self.parser.bytes();
        let before = &text[..span.start];
        let gap = &before[before.trim_ascii_end().len()..];
        let breaks = |of: u8| gap.iter().filter(|&&byte| byte == of).count();
        let digits = span.of(text).iter().take_while(|byte| byte.is_ascii_digit()).count();
        &text[span.start..span.start + digits] == b"1"
            && self.line.has_move
            && self.parser.depth() == 0
            && breaks(b'\n').max(breaks(b'\r')) > 1
    }

    /// Reports a move number directly before the marker at `marker`.
    fn note_number_before(&mut self, marker: Span) {
        if !self.sink.wants(Code::NumberWithoutMove) {
            return;
        }
        let text = self.parser.bytes()[..marker.start].trim_ascii_end();
        let start = self.number_before(text.len());
        // Not the period of `e.p.`, nor one that follows no number.
        if text.ends_with(b".") && start < text.len() {
            let span = Span::new(start, text.len());
            let message =
                format!("expected a move after {}, found the end of the game", quoted(span.of(text)));
            // Without any move the marker would be left alone; and another number may be before it.
            let removable = self.line.has_move && number_before(text, start) == start;
            let whole = self.parser.bytes();
            let mut fix = Fix::remove(Applicability::Safe, whole, span).filter(|_| removable);
            if let Some(edit) = fix.as_mut().and_then(|fix| fix.edits.first_mut()) {
                // With the blanks after it when it begins its line.
                let begins_line = edit.span.start == 0 || whole[edit.span.start - 1] == b'\n';
                if begins_line && edit.replacement.is_empty() {
                    edit.span.end = marker.start;
                }
            }
            self.sink.report(Diagnostic::new(Code::NumberWithoutMove, span, message).maybe_fix(fix));
        }
    }
}

/// Whether there are only blanks before `at` on its line.
fn is_first_of_line(text: &[u8], at: usize) -> bool {
    let before = text[..at].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
    before.is_none_or(|byte| matches!(byte, b'\n' | b'\r'))
}

/// End of the promotion that stands apart after the pawn's move at `span`, as `= Q` does, blanks before the sign or not.
fn promotion_after(text: &[u8], span: Span) -> Option<usize> {
    if !matches!(span.of(text), [b'a'..=b'h', .., b'1' | b'8']) {
        return None;
    }
    let blanks = |from: usize| {
        let rest = text.get(from..).unwrap_or_default();
        from + rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
    };
    let sign = blanks(span.end);
    let letter = blanks(sign + 1);
    if text.get(sign) != Some(&b'=') || !matches!(text.get(letter), Some(b'Q' | b'R' | b'B' | b'N')) {
        return None;
    }
    let mark = text.get(letter + 1).is_some_and(|byte| matches!(byte, b'+' | b'#'));
    let end = letter + 1 + usize::from(mark);
    let goes_on = text
        .get(end)
        .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'#' | b'=' | b'-'));
    (!goes_on).then_some(end)
}
