//! Move numbers (section 8.2.2).

use pgnkit_chess::Color;
use pgnkit_syntax::{Code, Span, quoted};

use super::movetext::MovetextWalk;
use super::walk::Walk;

/// A move number in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub(super) span: Span,
    pub(super) value: u32,
    pub(super) periods: u32,
}

impl MovetextWalk {
    /// White's moves have a number, and those of Black that follow something else than a move (section 8.2.2.2).
    pub(super) fn check_number(&self, walk: &mut Walk<'_>, number: Option<Number>, san: Span) {
        let periods = match self.line.turn {
            Color::White => ".",
            Color::Black if self.needs_number => "...",
            Color::Black => "",
        };
        let expected = || format!("{}{periods}", self.line.number);
        match number {
            None if periods.is_empty() => {}
            None => {
                let expected = expected();
                let text = walk.of(san);
                let message =
                    || format!("expected `{expected}` before {}, found no move number", quoted(text));
                walk.add(Code::MoveNumberForm, san, message);
            }
            Some(number) if periods.is_empty() => {
                let (text, found) = (walk.of(san), walk.of(number.span));
                let message =
                    || format!("expected no move number before {}, found {}", quoted(text), quoted(found));
                walk.add(Code::MoveNumberForm, number.span, message);
            }
            // These two were reported: another number, and one without a period that is glued to its move.
            Some(number) if number.value != self.line.number => {}
            Some(number) if number.periods == 0 && number.span.end == san.start => {}
            Some(number) if number.is_written_with(periods) => {}
            Some(number) => {
                let expected = expected();
                let found = walk.of(number.span);
                let message = || format!("expected `{expected}`, found {}", quoted(found));
                walk.add(Code::MoveNumberForm, number.span, message);
            }
        }
    }

    /// No move follows: a number before it is misplaced.
    pub(super) fn drop_number(&mut self, walk: &mut Walk<'_>) {
        if let Some(number) = self.number.take() {
            let text = walk.of(number.span);
            let message =
                || format!("expected a move after its number {}, found something else", quoted(text));
            walk.add(Code::MoveNumberForm, number.span, message);
        }
    }
}

impl Number {
    /// Whether it is nothing but its digits, without zeros before them, and these periods.
    fn is_written_with(self, periods: &str) -> bool {
        let digits = self.value.checked_ilog10().unwrap_or(0) as usize + 1;
        self.periods as usize == periods.len() && self.span.len() == digits + periods.len()
    }
}
