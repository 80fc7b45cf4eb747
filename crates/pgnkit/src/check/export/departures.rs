//! Departures from export format in one game, by code.

use std::borrow::Cow;

use pgnkit_syntax::{Code, Diagnostic, Sink, Span};

use crate::check::and_more;

/// Departures from export format in one game. The same one is mostly made throughout, by the program that wrote the
/// game: so each code is reported once, at its first place, with how many there are. None has a
/// fix: an edit of a game's layout reaches into the games beside it, and `pgn fmt` does all of them at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Departures {
    codes: Vec<OfCode>,
}

#[derive(Clone, Debug)]
struct OfCode {
    code: Code,
    first: Span,
    message: Cow<'static, str>,
    count: usize,
}

impl Departures {
    pub(super) fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// Adds a place; `message` is made for the first one.
    pub(super) fn add<M: Into<Cow<'static, str>>>(
        &mut self,
        code: Code,
        span: Span,
        message: impl FnOnce() -> M,
    ) {
        let at = self.codes.iter().position(|of| of.code == code).unwrap_or_else(|| {
            let message = message().into();
            self.codes.push(OfCode { code, first: span, message, count: 0 });
            self.codes.len() - 1
        });
        self.codes[at].count += 1;
    }

    /// Reports everything in the order of the text, and forgets it.
    pub(super) fn report(&mut self, sink: &mut dyn Sink) {
        self.codes.sort_by_key(|of| of.first.start);
        for of in self.codes.drain(..) {
            if sink.wants(of.code) {
                sink.report(of.into_diagnostic());
            }
        }
    }
}

impl OfCode {
    fn into_diagnostic(self) -> Diagnostic {
        let message = and_more(self.message, self.count);
        Diagnostic::new(self.code, self.first, message).help(match self.code {
            Code::DiscouragedCharacter => "write it in ASCII, `1/2` for one half",
            _ => "`pgn fmt` writes the game in export format",
        })
    }
}
