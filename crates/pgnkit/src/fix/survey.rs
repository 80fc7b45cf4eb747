//! Diagnostics of a reading: counts by code, and fixes.

use std::collections::BTreeMap;

use pgnkit_syntax::{Applicability, Code, Diagnostic, Edit, Parser, Sink, Span};

use super::{Fixer, add};
use crate::{Checker, Replayer};

/// A fix that is to be applied.
#[derive(Debug)]
pub(super) struct Offer {
    pub(super) code: Code,
    pub(super) is_safe: bool,
    /// In the order of the text, none overlapping another; never empty.
    pub(super) edits: Vec<Edit>,
}

/// Findings in one game.
#[derive(Debug)]
pub(super) struct Reading {
    /// Number of reports of each watched code.
    pub(super) counts: Vec<u32>,
    pub(super) total: u64,
    pub(super) offers: Vec<Offer>,
}

impl Reading {
    /// Whether no code was reported more often than in `before`, and something less often.
    pub(super) fn is_better_than(&self, before: &Self) -> bool {
        self.total < before.total && self.is_no_worse_than(before)
    }

    /// Whether no code was reported more often than in `before`.
    pub(super) fn is_no_worse_than(&self, before: &Self) -> bool {
        self.counts.iter().zip(&before.counts).all(|(now, then)| now <= then)
    }
}

/// Survey of a game within a longer text.
#[derive(Debug)]
pub(super) struct Survey<'f> {
    fixer: &'f Fixer,
    /// Span of the game.
    game: Span,
    pub(super) reading: Reading,
}

impl<'f> Survey<'f> {
    pub(super) fn new(fixer: &'f Fixer, game: Span) -> Self {
        let reading = Reading { counts: vec![0; Code::ALL.len()], total: 0, offers: Vec::new() };
        Self { fixer, game, reading }
    }

    /// Findings in all games of `parser`, and after them; without fixes.
    pub(super) fn all_of(fixer: &'f Fixer, parser: Parser<'_>) -> Reading {
        let mut survey = Self::new(fixer, Span::default());
        let (mut checker, mut replayer) = (Checker::new(), Replayer::from_parser(parser));
        while checker.check_game(&mut replayer, &mut survey).is_some() {}
        survey.reading
    }

    /// Edits counted from the beginning of the game; `None` where they do not lie within it as they should.
    fn edits(&self, edits: &[Edit]) -> Option<Vec<Edit>> {
        let mut last_end = self.game.start;
        let edits = edits.iter().map(|edit| {
            let Span { start, end } = edit.span;
            if start < last_end || end < start || end > self.game.end {
                return None;
            }
            last_end = end;
            let span = Span::new(start - self.game.start, end - self.game.start);
            Some(Edit { span, replacement: edit.replacement.clone() })
        });
        edits.collect::<Option<Vec<_>>>().filter(|edits| !edits.is_empty())
    }
}

impl Sink for Survey<'_> {
    fn wants(&self, code: Code) -> bool {
        self.fixer.watched.contains(code)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        let code = diagnostic.code;
        self.reading.counts[code as usize] += 1;
        self.reading.total += 1;
        if let Some(fix) = self.fixer.wanted(&diagnostic)
            && let Some(edits) = self.edits(&fix.edits)
        {
            let is_safe = fix.applicability == Applicability::Safe;
            self.reading.offers.push(Offer { code, is_safe, edits });
        }
    }
}

/// Learns whether a game offers fixes.
#[derive(Debug)]
pub(super) struct Offered<'f> {
    fixer: &'f Fixer,
    /// Counts by code; `None` without any.
    pub(super) counts: Option<BTreeMap<Code, u64>>,
}

impl<'f> Offered<'f> {
    pub(super) fn new(fixer: &'f Fixer) -> Self {
        Self { fixer, counts: None }
    }
}

impl Sink for Offered<'_> {
    #[inline]
    fn wants(&self, code: Code) -> bool {
        self.fixer.codes.contains(code)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.fixer.wanted(&diagnostic).is_some() {
            add(self.counts.get_or_insert_default(), [(diagnostic.code, 1)]);
        }
    }
}
