//! Diagnostics of the forms that many have.

use super::Parser;
use crate::internals::quoted_up_to;
use crate::scan::{is_newline, is_symbol, skip_blanks};
use crate::{Applicability, Code, Diagnostic, Fix, Sink, Span, quoted};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;

impl Parser<'_> {
    /// Reports that the text at `span` was not expected; `then` is the rest of the message.
    #[cold]
    pub(super) fn report_found(
        &self,
        sink: &mut dyn Sink,
        code: Code,
        span: Span,
        expected: &str,
        then: &str,
    ) {
        if sink.wants(code) {
            sink.report(self.found(code, span, expected, then));
        }
    }

    /// Reports text that belongs to no game, or to none of its parts: as much of it as anybody wants to see, since what is written
    /// anew does not have it.
    #[cold]
    pub(super) fn report_outside(&self, sink: &mut dyn Sink, span: Span) {
        const LONGEST: usize = 1000;
        if sink.wants(Code::StrayText) {
            let found = quoted_up_to(span.of(self.bytes), LONGEST);
            let message = format!("expected a tag pair or a move, found {found}; it is skipped");
            sink.report(Diagnostic::new(Code::StrayText, span, message));
        }
    }

    pub(super) fn found(&self, code: Code, span: Span, expected: &str, then: &str) -> Diagnostic {
        let found = quoted(span.of(self.bytes));
        Diagnostic::new(code, span, format!("expected {expected}, found {found}{then}"))
    }

    /// As [`report_found`](Self::report_found) for a token of the movetext that is skipped; the fix takes it away.
    #[cold]
    pub(super) fn report_skipped(
        &self,
        sink: &mut dyn Sink,
        code: Code,
        span: Span,
        expected: &str,
        then: &str,
        applicability: Applicability,
    ) {
        if sink.wants(code) {
            let fix = Fix::remove(applicability, self.bytes, span);
            // The text after the first token of a game would become part of the game before.
            let fix = fix.filter(|_| !self.follows_game(span.start));
            sink.report(self.found(code, span, expected, then).maybe_fix(fix));
        }
    }

    /// Description, in messages, of the end of the game here.
    pub(super) fn what_follows(&self) -> &'static str {
        if self.partial || self.pos < self.bytes.len() { "the next game" } else { "the end of the text" }
    }

    /// Whether a game begins at `pos`, on the line of another one.
    pub(super) fn follows_game(&self, pos: usize) -> bool {
        self.game_start == pos && !self.at_line_start(pos)
    }

    /// The next word or sign from `pos` on, or that the line or the text ends there, as messages have it.
    pub(super) fn what_stands_at(&self, pos: usize) -> String {
        let start = skip_blanks(self.bytes, pos);
        match self.bytes.get(start) {
            // If the text goes on, it does so with a tag pair.
            None if self.partial => quoted(b"["),
            None => "the end of the text".to_owned(),
            Some(&byte) if is_newline(byte) => "the end of the line".to_owned(),
            Some(_) => {
                let is_word = |byte: u8| is_symbol(byte) || byte >= 0x80;
                let word = self.bytes[start..].iter().take_while(|&&byte| is_word(byte)).count();
                quoted(&self.bytes[start..start + word.max(1)])
            }
        }
    }
}
