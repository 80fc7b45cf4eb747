//! Filling lines with tokens (section 8.2.1), looked at from the text: whether a line is too long, and whether it ends
//! although there is room.

use pgnkit_syntax::Span;

use crate::write::MAX_WIDTH;

/// The current line, and its last unit: a token with all that no line break may separate from it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lines {
    column: usize,
    unit_column: usize,
    unit: Span,
    /// Columns of the line before, where the current unit is the first on its line.
    before: Option<usize>,
    /// Whether it was already said that the line is too long.
    is_reported: bool,
}

/// Faults in the place of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Misplaced {
    /// It ends after the last column.
    TooFar(Span),
    /// It fits on the line before.
    TooLate(Span),
}

impl Lines {
    /// Goes on with text of so many columns, without a break.
    pub(super) fn put(&mut self, span: Span, columns: usize) {
        if self.unit.is_empty() {
            self.unit = span;
        }
        self.unit.end = span.end;
        self.column += columns;
    }

    /// Ends a unit with a space.
    #[must_use]
    pub(super) fn space(&mut self) -> Option<Misplaced> {
        let misplaced = self.end_unit();
        self.column += 1;
        self.unit_column = self.column;
        misplaced
    }

    /// Ends a unit and the line.
    #[must_use]
    pub(super) fn line_break(&mut self) -> Option<Misplaced> {
        let misplaced = self.end_unit();
        *self = Self { before: Some(self.column), ..Self::default() };
        misplaced
    }

    /// Ends a unit and the line where the line had to end.
    #[must_use]
    pub(super) fn forced_break(&mut self) -> Option<Misplaced> {
        let misplaced = self.end_unit();
        *self = Self::default();
        misplaced
    }

    /// Ends a unit.
    #[must_use]
    pub(super) fn end_unit(&mut self) -> Option<Misplaced> {
        let unit = std::mem::take(&mut self.unit);
        let width = self.column - self.unit_column;
        let has_room = self.before.take().is_some_and(|before| before > 0 && before + 1 + width <= MAX_WIDTH);
        if has_room {
            return Some(Misplaced::TooLate(unit));
        }
        // A unit that is alone on its line has no better place.
        let is_too_far = self.column > MAX_WIDTH && self.unit_column > 0;
        (is_too_far && !std::mem::replace(&mut self.is_reported, true)).then_some(Misplaced::TooFar(unit))
    }
}
