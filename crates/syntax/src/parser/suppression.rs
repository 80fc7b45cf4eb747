//! Escape lines that are meant for pgnkit.

use super::{Parser, Section};
use crate::{Code, Diagnostic, Sink, Span, quoted};
use alloc::format;
use pgnkit_diagnostics::{Suppression, SuppressionFault, SuppressionScope};

impl Parser<'_> {
    /// Whether an escape line is a suppression. What is wrong with it is reported, and nothing else of it.
    #[cold]
    pub(super) fn is_suppression(&self, line: Span, sink: &mut dyn Sink) -> bool {
        let found = Suppression::parse(Span::new(line.start + 1, line.end).of(self.bytes));
        if let Some(found) = &found
            && sink.wants(Code::FaultySuppression)
        {
            self.check_suppression(found, line, sink);
        }
        found.is_some()
    }

    fn check_suppression(&self, found: &Suppression, line: Span, sink: &mut dyn Sink) {
        let inside = Span::new(line.start + 1, line.end);
        let (span, expected, help) = match found.fault {
            Some(SuppressionFault::Verb(span)) => {
                (Self::within(inside, span), "`ignore` or `ignore-file`, and codes", EXAMPLE)
            }
            Some(SuppressionFault::NoCodes(span)) => {
                (Self::within(inside, span), "codes, areas or names after it, or ALL", EXAMPLE)
            }
            Some(SuppressionFault::UnknownCode(span)) => {
                (Self::within(inside, span), "a code, an area or a name", "`pgn explain` lists all")
            }
            None if self.counts(found.scope, line) => return,
            None => match found.scope {
                SuppressionScope::File => {
                    (line, "this at the beginning of the text", "before a game it is `%pgn-check ignore`")
                }
                _ => (line, "this before the tag pairs of its game", "here it has no effect"),
            },
            // Others there are not.
            Some(_) => return,
        };
        let found = quoted(span.of(self.bytes));
        let message = format!("expected {expected}, found {found}");
        sink.report(Diagnostic::new(Code::FaultySuppression, span, message).help(help));
    }

    fn within(line: Span, word: Span) -> Span {
        Span::new(line.start + word.start, line.start + word.end)
    }

    /// Whether a suppression is where it has an effect.
    fn counts(&self, scope: SuppressionScope, line: Span) -> bool {
        match scope {
            SuppressionScope::File => self.begins_text() && Suppression::is_of_file(self.bytes, line),
            _ => self.section == Section::Preamble,
        }
    }
}

const EXAMPLE: &str = "for example `%pgn-check ignore T003 illegal-move`";
