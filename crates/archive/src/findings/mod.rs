//! Diagnostics of a block: counted all, kept as far as they are shown.

#[cfg(feature = "report")]
mod baseline;
mod done;
mod encodings;
mod known;

#[cfg(feature = "report")]
pub use baseline::{Baseline, BaselineError};
pub use done::Done;
pub(crate) use encodings::{Firsts, Mixture};
pub(crate) use known::Candidate;
pub use known::KnownFindings;

use std::collections::BTreeMap;
use std::sync::Arc;

use pgnkit::diagnostics::Located;
use pgnkit::render::Place;
use pgnkit::syntax::{Code, CodeSet, Diagnostic, LineIndex, Location, Severity, Sink, Span};

use crate::account::{Account, Fixable};
use crate::blocks::BlockView;
use crate::blocks::SplitPoints;
use crate::entry::{Kind, Locations, Title};
use crate::input::{InputFormat, ReadOptions};
use pgnkit::diagnostics::{Selection, Suppression};

/// Which diagnostics are counted, and which are kept to be shown.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FindingFilter {
    /// Which codes are counted, and their severities.
    pub selection: Selection,
    /// Diagnostics below this are not kept.
    pub shown: Severity,
    /// From this severity on everything is an error.
    pub denied: Severity,
    /// Diagnostics of these codes are kept whatever their severity.
    pub also: CodeSet,
    /// At most so many are kept for each entry.
    pub max_per_entry: usize,
    /// At most so many are kept for each block.
    pub max_per_block: usize,
    /// Details of those that are kept.
    pub detail: Detail,
    /// Whether escape lines of the text suppress what they name ([`Suppression`]).
    pub heeds_suppressions: bool,
    /// The codes that the text suppresses for all of it.
    pub(crate) suppressed: CodeSet,
    /// Whether findings are compared with those that are known, so that only then it is decided what counts.
    pub(crate) compares: bool,
}

/// Everything that is selected by default is counted, nothing is kept.
impl Default for FindingFilter {
    fn default() -> Self {
        Self {
            selection: Selection::default(),
            shown: Severity::Error,
            denied: Severity::Error,
            also: CodeSet::EMPTY,
            max_per_entry: 0,
            max_per_block: 0,
            detail: Detail::Place,
            heeds_suppressions: false,
            suppressed: CodeSet::EMPTY,
            compares: false,
        }
    }
}

impl FindingFilter {
    /// A filter that keeps errors alone, so many of each entry and of each block.
    #[must_use]
    pub fn errors(max_per_entry: usize, max_per_block: usize) -> Self {
        Self { max_per_entry, max_per_block, ..Self::default() }
    }

    /// The same, and diagnostics of these codes as well.
    #[must_use]
    pub fn also(self, codes: &[Code]) -> Self {
        let mut also = self.also;
        codes.iter().for_each(|code| also.insert(*code));
        Self { selection: self.selection.and(codes), also, ..self }
    }

    /// A filter that keeps everything that is selected.
    #[must_use]
    pub fn all(selection: Selection, detail: Detail) -> Self {
        Self {
            selection,
            shown: Severity::Note,
            denied: Severity::Error,
            max_per_entry: usize::MAX,
            max_per_block: usize::MAX,
            detail,
            ..Self::default()
        }
    }
}

/// The detail that is found out about a diagnostic besides its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Detail {
    /// Nothing more.
    Place,
    /// The lines it points at, and the title of the entry, for people.
    Excerpts,
    /// The plies before it, and the title of the entry, for programs.
    Plies,
}

/// One diagnostic with everything needed to show it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Finding {
    /// The diagnostic; its spans count from [`base`](Self::base).
    pub diagnostic: Diagnostic,
    /// Origin of the spans of the diagnostic, in bytes of the (decompressed) input.
    pub base: u64,
    /// The entry it is in; `None` when it is in none.
    pub entry: Option<Arc<EntryOf>>,
    /// Plies played in the main line before it, where it is known.
    pub ply: Option<usize>,
    /// Its place, and after it those of its labels.
    pub places: Vec<Place>,
    /// Further findings of this entry that are not shown.
    pub omitted: u64,
    /// The word for a record, such as `row`, if the entry is one. Then its places are those of a text that is in no file, and only the numbers of the
    /// entry and the ply mean something.
    pub record_name: Option<&'static str>,
}

/// The entry that findings are in.
#[derive(Debug)]
#[non_exhaustive]
pub struct EntryOf {
    /// Entries before this one in the block.
    pub before: u64,
    /// The names it is known by.
    pub title: Title,
    /// Whether it is a game or a record of a position.
    pub kind: Kind,
}

/// Collects the diagnostics of a block, entry by entry.
pub(crate) struct Findings<'a> {
    block: &'a [u8],
    base: u64,
    format: &'a dyn InputFormat,
    options: &'a ReadOptions,
    filter: &'a FindingFilter,
    lines: LineIndex<'a>,
    counts: BTreeMap<(Code, Severity), u64>,
    fixable: Fixable,
    entries: u64,
    /// Start of the entry that is being read, with what is before it.
    entry_start: usize,
    /// Whether suppressions of the text are heeded.
    heeds_suppressions: bool,
    /// The codes that are not reported of the entry.
    suppressed: CodeSet,
    /// Diagnostics that were suppressed.
    suppressions: u64,
    candidates: Vec<Candidate>,
    /// Whether anything was reported since the last entry ended, selected or not.
    touched: bool,
    /// Whether that was an error.
    unclean: bool,
    /// Counts since the last entry ended: few codes, however often.
    current: Vec<((Code, Severity), u64)>,
    kept: Vec<Diagnostic>,
    /// Everything reported since the last entry ended, where outputs ask for it.
    of_entry: Option<Vec<Diagnostic>>,
    findings: Vec<Finding>,
}

impl<'a> Findings<'a> {
    pub(crate) fn new(
        block: &BlockView<'a>,
        format: &'a dyn InputFormat,
        options: &'a ReadOptions,
        filter: &'a FindingFilter,
        keeps_located: bool,
    ) -> Self {
        let start = Location { line: block.first_line, column: block.first_column };
        Self {
            block: block.bytes,
            base: block.offset,
            format,
            options,
            filter,
            lines: LineIndex::new(block.bytes, start),
            counts: BTreeMap::new(),
            fixable: Fixable::default(),
            entries: 0,
            entry_start: 0,
            heeds_suppressions: filter.heeds_suppressions && holds_suppressions(format),
            suppressed: CodeSet::EMPTY,
            suppressions: 0,
            candidates: Vec::new(),
            touched: false,
            unclean: false,
            current: Vec::new(),
            kept: Vec::new(),
            of_entry: keeps_located.then(Vec::new),
            findings: Vec::new(),
        }
    }

    /// The diagnostics of the entry that was read last, with their places; the entry is at `span`, and of a record this is its text.
    pub(crate) fn take_located(&mut self, span: Span, record: Option<&[u8]>) -> Vec<Located> {
        let Some(found) = self.of_entry.as_mut().map(std::mem::take).filter(|found| !found.is_empty()) else {
            return Vec::new();
        };
        if let Some(text) = record {
            return Located::all(found, &mut LineIndex::new(text, Location { line: 1, column: 1 }), 0);
        }
        if self.format.locations() == Locations::Offsets {
            return Located::all_bytes(found, self.base);
        }
        let first = found.iter().map(|diagnostic| diagnostic.span.start).min().unwrap_or(span.start);
        self.lines.locate(first.min(span.start));
        Located::all(found, &mut { self.lines }, self.base)
    }

    /// Begins with the text of an entry and what is before it.
    #[inline]
    pub(crate) fn begin_entry(&mut self, start: usize) {
        self.entry_start = start;
    }

    /// Learns what the text asks not to report of the entry.
    #[cold]
    fn find_suppressed(&mut self) {
        self.suppressed = Suppression::of_game(self.block, self.entry_start);
        self.filter.suppressed.iter().for_each(|code| self.suppressed.insert(code));
    }

    /// Closes a game or record; the worst that was found in it. A game is clean without an error, selected or not.
    #[inline]
    pub(crate) fn end_of_entry(&mut self, entry: Span, record: Option<&[u8]>) -> Option<Severity> {
        let worst = if self.touched { self.flush(Some(entry), record) } else { None };
        self.entries += 1;
        worst
    }

    /// Counts entries of which nothing is known.
    pub(crate) fn skip(&mut self, entries: u64) {
        self.entries += entries;
    }

    /// Whether something was reported since the last entry ended.
    pub(crate) fn waits(&self) -> bool {
        self.touched
    }

    /// Whether an error was reported since the last entry ended.
    pub(crate) fn have_error(&self) -> bool {
        self.unclean || self.current.iter().any(|((_, severity), _)| *severity == Severity::Error)
    }

    /// Closes the text: counts what belongs to no entry.
    pub(crate) fn end_of_text(&mut self) {
        if self.touched {
            self.flush(None, None);
        }
    }

    #[cold]
    fn flush(&mut self, entry: Option<Span>, record: Option<&[u8]>) -> Option<Severity> {
        let selected = self.current.iter().map(|((_, severity), _)| *severity).max();
        let unclean = self.unclean;
        let worst = if unclean { Some(Severity::Error) } else { selected };
        self.touched = false;
        self.unclean = false;
        let mut shown = 0;
        for ((code, severity), count) in self.current.drain(..) {
            let is_shown = severity >= self.filter.shown || self.filter.also.contains(code);
            shown += if is_shown { count } else { 0 };
            *self.counts.entry((code, severity)).or_default() += count;
        }
        let mut kept = std::mem::take(&mut self.kept);
        if kept.is_empty() {
            return worst;
        }
        let compares = self.filter.compares;
        let omitted = if compares { 0 } else { shown - kept.len() as u64 };
        kept.sort_by_key(|diagnostic| diagnostic.span.start);
        let start = entry.map_or(0, |span| span.start).min(kept[0].span.start);
        let detail = self.filter.detail;
        let excerpts = detail == Detail::Excerpts;
        let (places, record_name) = match self.format.locations() {
            Locations::Offsets => (Place::of_all_bytes(&kept, self.block, self.base, excerpts), None),
            Locations::Lines => {
                self.lines.locate(start);
                (Place::of_all(&kept, &mut self.lines, excerpts), None)
            }
            Locations::Records(name) => {
                let text = record.unwrap_or_default();
                let mut lines = LineIndex::new(text, Location { line: 1, column: 1 });
                (Place::of_all(&kept, &mut lines, excerpts), Some(name))
            }
        };
        // Of a record everything counts in its text.
        let (text, base, entry) = match record {
            Some(text) => (text, 0, entry.map(|_| Span::new(0, text.len()))),
            None => (self.block, self.base, entry),
        };
        let main_line = entry
            .filter(|_| detail == Detail::Plies || record_name.is_some())
            .and_then(|span| Some((self.format.main_line(span.of(text), self.options)?, span.start)));
        let (entry_span, number) = (entry, if entry.is_some() { self.entries } else { u64::MAX });
        let entry = entry.map(|span| {
            let title = match detail {
                Detail::Place => Title::default(),
                Detail::Excerpts | Detail::Plies => self.format.title(span.of(text)),
            };
            Arc::new(EntryOf { before: self.entries, title, kind: self.format.holds() })
        });
        let count = kept.len();
        for (at, (diagnostic, places)) in kept.drain(..).zip(places).enumerate() {
            // Damage of a record has no place in its text.
            let lines = main_line
                .as_ref()
                .filter(|_| !matches!(diagnostic.code, Code::DamagedRecord | Code::ContentLeftOut));
            let ply = lines.and_then(|(line, start)| line.plies_before(&diagnostic, *start));
            let omitted = if at + 1 == count { omitted } else { 0 };
            let entry = entry.clone();
            let known_text = compares.then(|| known::text_of(text, diagnostic.span, entry_span));
            let finding = Finding { diagnostic, base, entry, ply, places, omitted, record_name };
            match known_text {
                None => self.findings.push(finding),
                Some(text) => self.candidates.push(Candidate { finding, text, entry: number, unclean }),
            }
        }
        self.kept = kept;
        worst
    }

    /// Findings that are kept for all entries so far.
    pub(crate) fn len(&self) -> usize {
        self.findings.len() + self.candidates.len()
    }

    pub(crate) fn finish(self, account: &mut Account) -> (Vec<Finding>, Vec<Candidate>) {
        account.diagnostics = self.counts;
        account.fixable = self.fixable;
        account.suppressed = self.suppressions;
        (self.findings, self.candidates)
    }
}

/// Whether texts of a form can have suppressions.
pub(crate) fn holds_suppressions(format: &dyn InputFormat) -> bool {
    matches!(format.split(), Some(SplitPoints::Games))
}

impl Sink for Findings<'_> {
    #[inline]
    fn wants(&self, code: Code) -> bool {
        self.filter.selection.makes(code)
    }

    #[inline]
    fn wants_any(&self, codes: &CodeSet) -> bool {
        self.filter.selection.makes_any(codes)
    }

    fn report(&mut self, mut diagnostic: Diagnostic) {
        let FindingFilter { selection, shown, denied, also, max_per_entry, max_per_block, .. } = self.filter;
        let (code, own) = (diagnostic.code, diagnostic.severity);
        if let Some(all) = &mut self.of_entry {
            all.push(diagnostic.clone());
        }
        // The text of a record is in no file that could be fixed.
        if self.format.split().is_none() {
            diagnostic.fix = None;
        }
        if !self.touched {
            self.touched = true;
            if self.heeds_suppressions {
                self.find_suppressed();
            }
        }
        // Neither selection nor a lower severity makes a game clean that could not be read without guessing.
        self.unclean |= own == Severity::Error;
        if !selection.takes(&diagnostic) {
            return;
        }
        if self.heeds_suppressions && self.suppressed.contains(code) {
            self.suppressions += 1;
            return;
        }
        let severity = selection.severity(&diagnostic);
        diagnostic.severity = if severity >= *denied { Severity::Error } else { severity };
        self.unclean |= diagnostic.severity == Severity::Error;
        if let Some(fix) = &diagnostic.fix {
            self.fixable.count(fix.applicability);
        }
        if self.filter.compares {
            self.kept.push(diagnostic);
            return;
        }
        let key = (code, diagnostic.severity);
        match self.current.iter_mut().find(|(known, _)| *known == key) {
            Some((_, count)) => *count += 1,
            None => self.current.push((key, 1)),
        }
        if (diagnostic.severity >= *shown || also.contains(code))
            && self.kept.len() < *max_per_entry
            && self.findings.len() + self.kept.len() < *max_per_block
        {
            self.kept.push(diagnostic);
        }
    }
}
