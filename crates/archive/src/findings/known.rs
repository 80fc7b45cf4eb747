//! Findings compared with those that are known already.
//!
//! A finding is known by its code and the text it is in, not by its place: so it stays known when lines before it come and go. Where
//! one text occurs several times, the count decides, in the order of the input. Workers therefore only gather
//! [candidates](Candidate); what is known is decided where the blocks come in order.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pgnkit::syntax::{Code, Severity, Span};

use super::Done;
use super::{Finding, FindingFilter};

/// Bytes of a line that are compared before the place of a finding, and from there on. A line can be as long as the file.
const BEFORE: usize = 80;
const FROM: usize = 160;

/// A finding as it is recognised again: its code, and a hash of the text it is in.
pub(crate) type Fingerprint = (Code, u64);

/// A finding of which it is not yet decided whether it counts.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(super) finding: Finding,
    pub(super) text: u64,
    /// Its entry in the block; all that belongs to none comes last.
    pub(super) entry: u64,
    /// Whether the entry has errors.
    pub(super) unclean: bool,
}

/// The findings of one input that are known, and those that were found. Clones are the same.
#[derive(Clone, Debug, Default)]
pub struct KnownFindings(Arc<Mutex<Counts>>);

#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub(crate) known: BTreeMap<Fingerprint, u64>,
    pub(crate) found: BTreeMap<Fingerprint, u64>,
    /// Whether whatever is found becomes known.
    pub(crate) learns: bool,
}

impl KnownFindings {
    #[cfg(feature = "report")]
    pub(crate) fn new(known: BTreeMap<Fingerprint, u64>, learns: bool) -> Self {
        Self(Arc::new(Mutex::new(Counts { known, found: BTreeMap::new(), learns })))
    }

    pub(crate) fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Decides about the candidates of a block: what is known is counted as such alone; the rest is counted, and kept as far
    /// as it is shown.
    pub(crate) fn settle<T>(&self, done: &mut Done<T>, filter: &FindingFilter) {
        let mut counts = self.counts();
        let Counts { known, found, learns } = &mut *counts;
        let candidates = std::mem::take(&mut done.candidates);
        let mut shown = Shown::default();
        for Candidate { finding, text, entry, unclean } in candidates {
            let diagnostic = &finding.diagnostic;
            let fingerprint = (diagnostic.code, text);
            let times = found.entry(fingerprint).or_default();
            *times += 1;
            if *learns || *times <= known.get(&fingerprint).copied().unwrap_or_default() {
                done.account.known += 1;
                if let Some(fix) = &diagnostic.fix {
                    done.account.fixable.uncount(fix.applicability);
                }
                continue;
            }
            let severity = diagnostic.severity;
            *done.account.diagnostics.entry((diagnostic.code, severity)).or_default() += 1;
            if shown.entry != Some(entry) {
                shown = Shown { entry: Some(entry), ..Shown::default() };
            }
            if severity == Severity::Warning && !unclean && entry != u64::MAX && !shown.warned {
                shown.warned = true;
                done.account.with_warnings += 1;
            }
            if severity < filter.shown {
                continue;
            }
            if shown.count < filter.max_per_entry && done.findings.len() < filter.max_per_block {
                shown.count += 1;
                done.findings.push(finding);
            } else if shown.count > 0
                && let Some(last) = done.findings.last_mut()
            {
                last.omitted += 1;
            }
        }
    }
}

/// What is shown of one entry.
#[derive(Default)]
struct Shown {
    entry: Option<u64>,
    count: usize,
    warned: bool,
}

/// The hash of the text that a finding is in: its line, or the part of it around its place, as far as it belongs to the
/// `entry`. So it does not depend on where a text is cut into blocks.
pub(super) fn text_of(block: &[u8], span: Span, entry: Option<Span>) -> u64 {
    let start = span.start.min(block.len());
    let within = entry.filter(|entry| (entry.start..=entry.end).contains(&start)).unwrap_or(span);
    let first = within.start.max(start.saturating_sub(BEFORE)).min(start);
    let last = within.end.min(start + FROM).clamp(start, block.len());
    let first = memchr::memrchr2(b'\n', b'\r', &block[first..start]).map_or(first, |at| first + at + 1);
    let last = memchr::memchr2(b'\n', b'\r', &block[start..last]).map_or(last, |at| start + at);
    hash(block[first..last].trim_ascii())
}

/// FNV-1a: it is written into files, so it must stay what it is.
fn hash(text: &[u8]) -> u64 {
    text.iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_recognised_wherever_its_line_is() {
        let text = |text: &str, word: &str, entry: Option<Span>| {
            let start = text.find(word).unwrap();
            text_of(text.as_bytes(), Span::new(start, start + word.len()), entry)
        };
        let all = |text: &str| Some(Span::new(0, text.len()));
        let (a, b) = ("1. e4 Ke4\n*", "\n\n  1. e4 Ke4  \r\n2. d4\n*");
        assert_eq!(text(a, "Ke4", all(a)), text(b, "Ke4", all(b)));
        let c = "1. d4 Ke4\n*";
        assert_ne!(text(a, "Ke4", all(a)), text(c, "Ke4", all(c)));
        // The game before it on its line is another.
        let d = "1. f4 * 1. e4 Ke4\n*";
        assert_eq!(text(a, "Ke4", all(a)), text(d, "Ke4", Some(Span::new(8, d.len()))));
        assert_eq!(text(a, "Ke4", None), text(c, "Ke4", None));
        let long = format!("{}Ke4{}", "e4 ".repeat(1000), " e5".repeat(1000));
        let longer = format!("{}{long}{}", "e4 ".repeat(7), " e5".repeat(7));
        assert_eq!(text(&long, "Ke4", all(&long)), text(&longer, "Ke4", all(&longer)));
    }
}
