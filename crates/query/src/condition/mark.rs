//! Parts of a game besides tags and moves.

use pgnkit::annotations::{AnnotationValue, parse_comment};

/// Something that a game may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Comments,
    Variations,
    Nags,
    Clocks,
    Evals,
    Setup,
}

/// The words for it.
pub(super) const WORDS: &[(&str, Mark)] = &[
    ("comments", Mark::Comments),
    ("variations", Mark::Variations),
    ("nags", Mark::Nags),
    ("clocks", Mark::Clocks),
    ("evals", Mark::Evals),
    ("setup", Mark::Setup),
];

/// A set of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks(u8);

impl Marks {
    pub(super) fn insert(&mut self, mark: Mark) {
        self.0 |= 1 << mark as u8;
    }

    pub(super) fn contains(self, mark: Mark) -> bool {
        self.0 & 1 << mark as u8 != 0
    }

    /// Whether they are among the moves; a set-up position is known before.
    pub(super) fn need_moves(self) -> bool {
        self.0 & !(1 << Mark::Setup as u8) != 0
    }

    /// Whether they may be in a variation, too.
    pub(super) fn need_variations(self) -> bool {
        let in_variations = [Mark::Comments, Mark::Nags, Mark::Clocks, Mark::Evals];
        in_variations.into_iter().any(|mark| self.contains(mark))
    }

    /// Whether comments must be read for them.
    pub(super) fn need_annotations(self) -> bool {
        [Mark::Comments, Mark::Clocks, Mark::Evals].into_iter().any(|mark| self.contains(mark))
    }

    /// Adds what is in a comment: values of programs, and words, which are all else (decision A-245).
    pub(super) fn add_comment(&mut self, text: &str) {
        let all = [Mark::Comments, Mark::Clocks, Mark::Evals];
        if text.trim().is_empty() || all.into_iter().all(|mark| self.contains(mark)) {
            return;
        }
        let mut from = 0;
        let is_said = |range: std::ops::Range<usize>| !text[range].trim().is_empty();
        let mut has_words = false;
        for annotation in parse_comment(text) {
            has_words |= is_said(from..annotation.range.start);
            from = annotation.range.end;
            match annotation.value {
                AnnotationValue::Time(_) => self.insert(Mark::Clocks),
                AnnotationValue::Evaluation(_) | AnnotationValue::LineEvaluations(_) => {
                    self.insert(Mark::Evals);
                }
                _ => {}
            }
        }
        if has_words || is_said(from..text.len()) {
            self.insert(Mark::Comments);
        }
    }
}
