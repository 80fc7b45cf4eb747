//! What was found in one game, code by code.

use std::borrow::Cow;

use pgnkit_syntax::{Applicability, Code, Diagnostic, Edit, Fix, Sink, Span};

use crate::check::and_more;

/// No fix is offered for more places than this: a game can be as large as a file, and edits take more room than text.
const MOST_EDITS: usize = 1 << 16;

/// Departures from export format in one game. The same one is mostly made throughout, by the program that wrote the
/// game: so each code is reported once, at its first place, with the edits for all places.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    codes: Vec<OfCode>,
}

#[derive(Clone, Debug)]
struct OfCode {
    code: Code,
    first: Span,
    message: Cow<'static, str>,
    count: usize,
    /// What mends it; less than `count` where that is no local edit.
    edits: Vec<Edit>,
}

impl Found {
    pub(super) fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// Adds a place; `message` is made for the first one.
    pub(super) fn add<M: Into<Cow<'static, str>>>(
        &mut self,
        code: Code,
        span: Span,
        message: impl FnOnce() -> M,
        edit: Option<Edit>,
    ) {
        let at = self.codes.iter().position(|of| of.code == code).unwrap_or_else(|| {
            let message = message().into();
            self.codes.push(OfCode { code, first: span, message, count: 0, edits: Vec::new() });
            self.codes.len() - 1
        });
        let of = &mut self.codes[at];
        of.count += 1;
        if of.edits.len() < MOST_EDITS {
            of.edits.extend(edit);
        }
    }

    /// Reports everything in the order of the text, and forgets it.
    pub(super) fn report<S: Sink + ?Sized>(&mut self, sink: &mut S) {
        self.codes.sort_by_key(|of| of.first.start);
        for of in self.codes.drain(..) {
            if sink.wants(of.code) {
                sink.report(of.into_diagnostic());
            }
        }
    }
}

impl OfCode {
    fn into_diagnostic(mut self) -> Diagnostic {
        let message = and_more(self.message, self.count);
        let mut diagnostic = Diagnostic::new(self.code, self.first, message);
        if self.edits.len() == self.count {
            // Some are found only when it is seen what comes next.
            self.edits.sort_by_key(|edit| edit.span.start);
            diagnostic.fix = Some(Fix { applicability: Applicability::Safe, edits: self.edits });
            diagnostic
        } else {
            diagnostic.help(match self.code {
                Code::DiscouragedCharacter => "write it in ASCII, `1/2` for one half",
                _ => "`pgn fmt` writes the game in export format",
            })
        }
    }
}
