//! Edits, and what several rounds of them amount to.

use pgnkit_syntax::{Edit, Span};

/// A stretch of a text that became another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The bytes that were there, in the text as it was; empty where something was inserted.
    pub old: Span,
    /// The bytes that are there now, in the text as it is; empty where something was removed.
    pub new: Span,
}

impl Change {
    /// The change of a part, where the part begins at `old` in the text as it was and at `new` in the text as it is.
    pub(crate) fn moved(self, old: usize, new: usize) -> Self {
        let by = |span: Span, start| Span::new(span.start + start, span.end + start);
        Self { old: by(self.old, old), new: by(self.new, new) }
    }
}

/// The text with sorted edits applied that do not overlap.
pub(crate) fn apply(text: &[u8], edits: &[&Edit]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + edits.len() * 8);
    let mut copied = 0;
    for edit in edits {
        out.extend_from_slice(Span::new(copied, edit.span.start).of(text));
        out.extend_from_slice(edit.replacement.as_bytes());
        copied = edit.span.end;
    }
    out.extend_from_slice(&text[copied..]);
    out
}

/// Edits as removed spans and lengths of their replacements.
pub(crate) fn lengths(edits: &[&Edit]) -> Vec<(Span, usize)> {
    edits.iter().map(|edit| (edit.span, edit.replacement.len())).collect()
}

/// Composes `changes`, which led from the first text to the present one, with sorted `edits` of the present one, given
/// by their [lengths].
pub(crate) fn compose(changes: &[Change], edits: &[(Span, usize)]) -> Vec<Change> {
    let (mut changes, mut edits) = (changes.iter().peekable(), edits.iter().peekable());
    let mut composed = Vec::with_capacity(changes.len() + edits.len());
    // Displacement of a place after everything seen so far: from the first text, and to the next one.
    let (mut from_old, mut to_new) = (Shift::default(), Shift::default());
    loop {
        // A cluster of changes and edits that touch, in the present text.
        let starts =
            [changes.peek().map(|change| change.new.start), edits.peek().map(|(span, _)| span.start)];
        let Some(start) = starts.into_iter().flatten().min() else { return composed };
        let mut end = start;
        let begin = (from_old.back(start), to_new.forth(start));
        loop {
            if let Some(change) = changes.next_if(|change| change.new.start <= end) {
                end = end.max(change.new.end);
                from_old.pass(change.old.len(), change.new.len());
            } else if let Some((span, length)) = edits.next_if(|(span, _)| span.start <= end) {
                end = end.max(span.end);
                to_new.pass(span.len(), *length);
            } else {
                break;
            }
        }
        composed.push(Change {
            old: Span::new(begin.0, from_old.back(end)),
            new: Span::new(begin.1, to_new.forth(end)),
        });
    }
}

/// By how much places move where stretches become longer or shorter.
#[derive(Clone, Copy, Debug, Default)]
struct Shift {
    before: usize,
    after: usize,
}

impl Shift {
    fn pass(&mut self, before: usize, after: usize) {
        self.before += before;
        self.after += after;
    }

    fn forth(self, place: usize) -> usize {
        place + self.after - self.before
    }

    fn back(self, place: usize) -> usize {
        place + self.before - self.after
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(start: usize, end: usize, replacement: &'static str) -> Edit {
        Edit { span: Span::new(start, end), replacement: replacement.into() }
    }

    #[test]
    fn rounds_of_edits_are_one_list_of_changes() {
        let rounds = [
            vec![edit(1, 2, "BBB"), edit(4, 4, "+"), edit(8, 10, "")],
            vec![edit(0, 0, "<"), edit(2, 3, ""), edit(8, 9, "ghi"), edit(10, 10, ">")],
            vec![edit(0, 1, ""), edit(3, 3, "--")],
        ];
        let first = b"abcdefghij".to_vec();
        let (mut text, mut changes) = (first.clone(), Vec::new());
        for edits in &rounds {
            let edits: Vec<&Edit> = edits.iter().collect();
            changes = compose(&changes, &lengths(&edits));
            text = apply(&text, &edits);
            let mut made = Vec::new();
            let mut copied = 0;
            for change in &changes {
                made.extend_from_slice(&first[copied..change.old.start]);
                assert_eq!(made.len(), change.new.start);
                made.extend_from_slice(change.new.of(&text));
                copied = change.old.end;
            }
            made.extend_from_slice(&first[copied..]);
            assert_eq!(made.escape_ascii().to_string(), text.escape_ascii().to_string());
        }
        assert!(changes.len() >= 4);
    }
}
