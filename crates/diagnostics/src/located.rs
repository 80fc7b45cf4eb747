use alloc::vec::Vec;

use crate::{Diagnostic, LineIndex, Location, Span};

/// A diagnostic, and where it is as people count.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Located {
    /// The fault. Its offsets are those of the whole input.
    pub diagnostic: Diagnostic,
    /// Start of the place.
    pub start: Location,
    /// End of the place, after its last character.
    pub end: Location,
}

impl Located {
    /// The places of diagnostics whose offsets are those of the text of `lines`, which begins at `offset` of the input.
    ///
    /// Takes the time of one pass over the text from where `lines` is, and of sorting.
    pub fn all(diagnostics: Vec<Diagnostic>, lines: &mut LineIndex<'_>, offset: u64) -> Vec<Self> {
        let own = diagnostics.iter().flat_map(|diagnostic| [diagnostic.span.start, diagnostic.span.end]);
        let mut offsets: Vec<usize> = own.collect();
        offsets.sort_unstable();
        offsets.dedup();
        let places: Vec<Location> = offsets.iter().map(|at| lines.locate(*at)).collect();
        let place = |at: usize| offsets.binary_search(&at).map_or(Location::START, |found| places[found]);
        let base = usize::try_from(offset).unwrap_or(usize::MAX);
        let located = |diagnostic: Diagnostic| {
            let Span { start, end } = diagnostic.span;
            Self { start: place(start), end: place(end), diagnostic: moved(diagnostic, base) }
        };
        diagnostics.into_iter().map(located).collect()
    }

    /// The same where there are no lines, in bytes that begin at `offset` of the input: all on line 1, columns count
    /// bytes.
    pub fn all_bytes(diagnostics: Vec<Diagnostic>, offset: u64) -> Vec<Self> {
        let place = |at: usize| Location { line: 1, column: offset + at as u64 + 1 };
        let base = usize::try_from(offset).unwrap_or(usize::MAX);
        let located = |diagnostic: Diagnostic| {
            let Span { start, end } = diagnostic.span;
            Self { start: place(start), end: place(end), diagnostic: moved(diagnostic, base) }
        };
        diagnostics.into_iter().map(located).collect()
    }
}

/// The same diagnostic in a text that begins `base` bytes earlier.
fn moved(mut diagnostic: Diagnostic, base: usize) -> Diagnostic {
    let edits = diagnostic.fix.iter_mut().flat_map(|fix| &mut fix.edits).map(|edit| &mut edit.span);
    let labels = diagnostic.labels.iter_mut().map(|label| &mut label.span);
    for span in edits.chain(labels).chain([&mut diagnostic.span]) {
        span.start = span.start.saturating_add(base);
        span.end = span.end.saturating_add(base);
    }
    diagnostic
}
