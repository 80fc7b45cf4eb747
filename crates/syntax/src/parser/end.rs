//! Ends of games: the marker, or other text in its place.

use super::{Parser, Section, word};
use crate::scan::{at, is_symbol, is_tag_start};
use crate::{Applicability, Code, Diagnostic, Event, Fix, Ignore, Outcome, Severity, Sink, Span};
use alloc::collections::VecDeque;
use alloc::format;
use alloc::vec::Vec;

/// The longest marker of a game without play that is looked at, in bytes.
const LONGEST_FORFEIT: usize = 16;

impl Parser<'_> {
    /// A termination marker, or what it is instead inside a variation.
    #[inline]
    pub(super) fn termination(&mut self, sink: &mut dyn Sink, span: Span, outcome: Outcome) -> Event {
        let is_exact = Outcome::from_exact(span.of(self.bytes)).is_some();
        if self.depth > 0 || !is_exact || self.game_start == span.start {
            return self.odd_termination(sink, span, outcome);
        }
        self.plain_termination(span, outcome)
    }

    /// The marker at `pos`.
    pub(super) fn marker_here(&self) -> Option<(Span, Outcome)> {
        let bytes = self.bytes;
        let marker = if at(bytes, self.pos) == b'*' {
            Span::new(self.pos, self.pos + 1)
        } else {
            word::marker(bytes, self.pos)
        };
        let outcome = Outcome::from_lax(marker.of(bytes))?;
        (!is_symbol(at(bytes, marker.end))).then_some((marker, outcome))
    }

    /// One more marker after that of a game, on its line (decision A-102): left out where it says the same.
    #[cold]
    pub(super) fn marker_again(&mut self, sink: &mut dyn Sink) -> Option<Event> {
        let bytes = self.bytes;
        let (marker, outcome) = self.marker_here()?;
        let first = self.marker.and_then(|marker| Outcome::from_lax(marker.of(bytes)));
        let says_the_same = first == Some(outcome);
        if sink.wants(Code::EmptyGame) {
            let then = if says_the_same {
                ", one more termination marker; it is left out"
            } else {
                ", another termination marker; it is kept as a comment"
            };
            let mut diagnostic = self.found(Code::EmptyGame, marker, "a game", then);
            if says_the_same {
                diagnostic = diagnostic.maybe_fix(Fix::remove(Applicability::Safe, bytes, marker));
            } else {
                diagnostic = diagnostic.severity(Severity::Error);
            }
            sink.report(diagnostic);
        }
        self.pos = marker.end;
        self.token_end = marker.end;
        (!says_the_same).then_some(Event::Comment(marker))
    }

    fn plain_termination(&mut self, span: Span, outcome: Outcome) -> Event {
        self.section = Section::Trailer;
        self.marker = Some(span);
        self.token(span.end, Event::Termination { span, outcome })
    }

    #[cold]
    fn odd_termination(&mut self, sink: &mut dyn Sink, span: Span, outcome: Outcome) -> Event {
        if self.depth > 0
            && (self.marker.is_some() || at(self.bytes, self.skip_annotations(span.end)) == b')')
        {
            self.report_in_variation(span, sink);
            return self.token(span.end, Event::Comment(span));
        }
        if self.depth > 0 {
            return self.close_variation(sink, span.start);
        }
        if Outcome::from_exact(span.of(self.bytes)).is_none() {
            self.report_lax(span, outcome, sink);
        }
        if self.follows_game(span.start) {
            self.report_empty_game(span, sink);
        }
        self.plain_termination(span, outcome)
    }

    #[cold]
    fn report_in_variation(&self, marker: Span, sink: &mut dyn Sink) {
        if sink.wants(Code::TerminationInVariation) {
            let then = ", a termination marker inside a variation; it is kept as a comment";
            let mut diagnostic = self
                .found(Code::TerminationInVariation, marker, "a move or `)`", then)
                .help("to say how the line ends, use a comment or an annotation such as $18")
                .maybe_fix(Fix::remove(Applicability::Unsafe, self.bytes, marker));
            if let Some(&open) = self.openings.get(self.depth - 1) {
                diagnostic = diagnostic.label(Span::new(open, open + 1), "the variation begins here");
            }
            sink.report(diagnostic);
        }
    }

    #[cold]
    fn report_lax(&self, marker: Span, outcome: Outcome, sink: &mut dyn Sink) {
        if sink.wants(Code::LaxTermination) {
            let diagnostic = self.found(Code::LaxTermination, marker, &format!("`{outcome}`"), "");
            sink.report(diagnostic.fix(Applicability::Safe, marker, outcome.as_str()));
        }
    }

    #[cold]
    fn report_empty_game(&self, marker: Span, sink: &mut dyn Sink) {
        if sink.wants(Code::EmptyGame) {
            let then = ", one more termination marker; it is read as a game without moves";
            sink.report(self.found(Code::EmptyGame, marker, "a game", then));
        }
    }

    /// Passes over comments and annotations from `pos`, for looking ahead.
    pub(super) fn skip_annotations(&self, mut pos: usize) -> usize {
        loop {
            pos = self.skip_comments(pos);
            if !matches!(at(self.bytes, pos), b'$' | b'!' | b'?') {
                return pos;
            }
            pos += 1;
            while at(self.bytes, pos).is_ascii_digit() {
                pos += 1;
            }
        }
    }

    /// Closes one variation that the text left open, because the game ends at `end`.
    #[cold]
    pub(super) fn close_variation(&mut self, sink: &mut dyn Sink, end: usize) -> Event {
        // One diagnostic for all that are open: at the outermost, which is the last to be closed.
        if self.depth == 1 && sink.wants(Code::UnclosedVariation) {
            let open = self.openings.first().copied().unwrap_or(end);
            let message = "expected `)` to close this variation, found the end of the game";
            let text = ")".repeat(self.unclosed + 1);
            sink.report(
                Diagnostic::new(Code::UnclosedVariation, Span::new(open, open + 1), message)
                    .label(Span::new(end, end), "the variation is taken to end here")
                    .help("put `)` where the variation ends")
                    .maybe_fix(self.append(Applicability::Unsafe, &text)),
            );
        }
        self.unclosed = if self.depth == 1 { 0 } else { self.unclosed + 1 };
        self.depth -= 1;
        Event::RavEnd(end)
    }

    /// The game ends here without a marker.
    #[cold]
    pub(super) fn missing_termination(&mut self, sink: &mut dyn Sink) -> Event {
        if self.depth > 0 {
            let end = self.token_end;
            return self.close_variation(sink, end);
        }
        if self.marker.is_none() && sink.wants(Code::MissingTermination) {
            let span = Span::new(self.token_end, self.token_end);
            let found = self.what_follows();
            let message = format!("expected a termination marker, found {found}");
            let (outcome, has_movetext) = self.head_of_game();
            // After a tag section an empty line comes first.
            let newline = self.newline_at(self.token_end);
            let text =
                if has_movetext { format!(" {outcome}") } else { format!("{newline}{newline}{outcome}") };
            let fix = self.append(Applicability::Safe, &text);
            let help = format!("end the movetext with `{outcome}`, when no moves are missing");
            let diagnostic = Diagnostic::new(Code::MissingTermination, span, message);
            sink.report(diagnostic.help(help).maybe_fix(fix));
        }
        self.end_game()
    }

    /// The result in the Result tag of the current game, and whether the game has more than tags.
    pub(super) fn head_of_game(&self) -> (Outcome, bool) {
        let mut exact = None;
        let mut other_case = None;
        let has_movetext = self.each_result_tag(|is_exact, value| {
            let place = if is_exact { &mut exact } else { &mut other_case };
            // Of several, the first known one counts (A-17).
            if matches!(*place, None | Some(None)) {
                *place = Some(Outcome::from_lax(value));
            }
        });
        (exact.or(other_case).flatten().unwrap_or_default(), has_movetext)
    }

    /// Gives the value of each Result tag of the current game, and whether its name is in the standard's case; returns
    /// whether the game has more than tags.
    fn each_result_tag(&self, mut see: impl FnMut(bool, &[u8])) -> bool {
        let mut again = Parser {
            pos: self.game_start,
            game_start: usize::MAX,
            section: Section::Preamble,
            openings: Vec::new(),
            inside_tags: VecDeque::new(),
            tags_only: true,
            ..*self
        };
        while again.pos < self.token_end {
            match again.next_event(&mut Ignore) {
                Some(Event::Tag(tag)) => {
                    let name = tag.name.of(self.bytes);
                    if name.eq_ignore_ascii_case(b"Result") {
                        see(name == b"Result", &tag.value(self.bytes));
                    }
                }
                Some(Event::Comment(_) | Event::Escape(_) | Event::Unread(_)) => {}
                _ => return true,
            }
        }
        false
    }

    /// The marker at `start` of a game that was decided without play: the tag Result says the same, and nothing but comments
    /// follows. Anywhere else it is castling or an evaluation (decisions A-224 and A-239).
    #[cold]
    pub(super) fn forfeit(&mut self, start: usize) -> Option<(Span, Outcome)> {
        let bytes = self.bytes;
        let is_word =
            |byte: &&u8| !byte.is_ascii_whitespace() && !matches!(byte, b'{' | b';' | b'(' | b')' | b'[');
        let length = bytes[start..].iter().take(LONGEST_FORFEIT).take_while(is_word).count();
        let marker = Span::new(start, start + length);
        let text = marker.of(bytes);
        let read = |text: &[u8]| match Outcome::is_double_forfeit(text) {
            true => Some(Outcome::Unknown),
            false => Outcome::from_forfeit(text),
        };
        let outcome = read(text)?;
        // Not while the tags are asked for this very answer.
        if self.tags_only || self.depth > 0 || start < self.no_forfeit_before {
            return None;
        }
        let next = self.skip_annotations(marker.end);
        let mut says_so = false;
        // The game ends here, so this is asked once a game.
        if next >= bytes.len() || is_tag_start(bytes, next) {
            self.each_result_tag(|_, value| says_so |= read(value.trim_ascii()) == Some(outcome));
        }
        if !says_so {
            // The comments after it may hold such signs in text that could not be read.
            self.no_forfeit_before = next;
        }
        says_so.then_some((marker, outcome))
    }

    /// Appends text after the last token of the game; `None` if that is impossible, or would change the meaning of the
    /// token.
    pub(super) fn append(&self, applicability: Applicability, text: &str) -> Option<Fix> {
        let end = self.token_end;
        let (newline, text) = match self.open_end {
            Some((open, false)) if open == end => return None,
            Some((open, true)) if open == end => (self.newline_at(end), text.trim_start()),
            // A number wants its move.
            _ if self.bytes[..end].trim_ascii_end().ends_with(b".") => return None,
            _ => ("", text),
        };
        Some(Fix::replace(applicability, Span::new(end, end), format!("{newline}{text}")))
    }

    /// The form of the newlines around `pos`.
    fn newline_at(&self, pos: usize) -> &'static str {
        let game = self.bytes.get(self.game_start..pos).unwrap_or_default();
        let line = memchr::memrchr2(b'\n', b'\r', game).map_or(game, |at| &game[..=at]);
        match (&self.bytes[pos..], line) {
            ([b'\r', b'\n', ..], _) | (_, [.., b'\r', b'\n']) => "\r\n",
            ([b'\r', ..], _) | (_, [.., b'\r']) => "\r",
            _ => "\n",
        }
    }
}
