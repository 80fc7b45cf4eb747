//! Files of two encodings, which is reported once, where the second one begins.

use pgnkit::diagnostics::Encoding;
use pgnkit::render::Place;
use pgnkit::syntax::{Code, Diagnostic, LineIndex, Location, Severity, Span};

use super::Done;
use super::{Detail, Finding, FindingFilter, holds_suppressions};
use crate::input::InputFormat;
use crate::pipeline::BlockView;

/// The first characters of a block that are UTF-8, and the first that are not.
#[derive(Clone, Debug, Default)]
pub(crate) struct Firsts([Option<Box<Finding>>; 2]);

impl Firsts {
    /// Those of a block; nothing where nobody wants to know.
    pub(crate) fn of(
        block: &BlockView<'_>,
        consumed: usize,
        format: &dyn InputFormat,
        filter: &FindingFilter,
    ) -> Self {
        let code = Code::MixedEncodings;
        let is_wanted = filter.selection.makes(code) && !filter.suppressed.contains(code);
        if !is_wanted || !holds_suppressions(format) {
            return Self::default();
        }
        let bytes = &block.bytes[..consumed];
        let finding = |span: Span| {
            let message = format!(
                "expected one encoding in the file, found {}",
                Encoding::detect(span.of(bytes)).name()
            );
            let diagnostic = Diagnostic::new(code, span, message);
            let mut lines =
                LineIndex::new(block.bytes, Location { line: block.first_line, column: block.first_column });
            let excerpts = filter.detail == Detail::Excerpts;
            let places = Place::of_all(std::slice::from_ref(&diagnostic), &mut lines, excerpts);
            let places = places.into_iter().next().unwrap_or_default();
            Box::new(Finding {
                diagnostic,
                base: block.offset,
                entry: None,
                ply: None,
                places,
                omitted: 0,
                record_name: None,
            })
        };
        Self(Encoding::firsts(bytes).map(|span| span.map(finding)))
    }
}

/// The encodings of an input so far, block after block.
#[derive(Debug, Default)]
pub(crate) struct Mixture {
    /// Whether the first characters outside ASCII are none of UTF-8, and their line.
    first: Option<(usize, u64)>,
    is_reported: bool,
}

impl Mixture {
    /// Adds the note to the findings of the block where the second encoding begins, unless a game in it has both.
    pub(crate) fn settle<T>(&mut self, done: &mut Done<T>, filter: &FindingFilter) {
        let Firsts(firsts) = std::mem::take(&mut done.firsts);
        self.is_reported |= done.account.diagnostics.keys().any(|(code, _)| *code == Code::MixedEncodings);
        let mut firsts: Vec<(usize, Box<Finding>)> =
            firsts.into_iter().enumerate().filter_map(|(kind, found)| Some((kind, found?))).collect();
        firsts.sort_by_key(|(_, finding)| finding.diagnostic.span.start);
        for (kind, mut finding) in firsts {
            let line = finding.places.first().map_or(0, |place| place.start.line);
            let (first, first_line) = *self.first.get_or_insert((kind, line));
            if first == kind || self.is_reported {
                continue;
            }
            self.is_reported = true;
            let other = if first == 0 { "UTF-8" } else { "another one" };
            let diagnostic = &mut finding.diagnostic;
            diagnostic.message =
                format!("{}, and {other} from line {first_line} on", diagnostic.message).into();
            diagnostic.help = Some("`pgn fmt` writes all of it in UTF-8".into());
            let severity = filter.selection.severity(diagnostic);
            diagnostic.severity = if severity >= filter.denied { Severity::Error } else { severity };
            if !filter.selection.takes(diagnostic) {
                continue;
            }
            *done.account.diagnostics.entry((Code::MixedEncodings, diagnostic.severity)).or_default() += 1;
            if diagnostic.severity >= filter.shown || filter.also.contains(Code::MixedEncodings) {
                let at = done
                    .findings
                    .partition_point(|found| found.diagnostic.span.start < diagnostic.span.start);
                done.findings.insert(at, *finding);
            }
        }
    }
}
