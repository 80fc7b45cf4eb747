//! Positions that come one after the other.

use super::super::moment::Moment;
use super::super::test::{Facts, Node};
use super::somewhere::is_true;
use super::{Progress, State};

/// Conditions on positions, each true of a later position than the one before.
#[derive(Clone, Debug)]
pub(in crate::condition) struct Series {
    pub(in crate::condition) conditions: Vec<Node>,
    /// Whether each is true of the very next position.
    at_once: bool,
    either_color: bool,
}

impl Series {
    pub(in crate::condition) fn new(
        conditions: Vec<Node>,
        at_once: bool,
        either_color: bool,
    ) -> Result<Self, String> {
        match conditions.len() {
            2..64 => Ok(Self { conditions, at_once, either_color }),
            number => Err(format!("expected 2 to 63 conditions, found {number}")),
        }
    }

    pub(super) fn look(&self, moment: &Moment<'_>, facts: &Facts<'_>, state: &mut State) -> Progress {
        let views = [*moment, moment.exchanged()];
        for (view, done) in views.iter().zip(&mut state.done).take(1 + usize::from(self.either_color)) {
            *done = self.next(*done, view, facts);
            if *done & 1 << self.conditions.len() != 0 {
                return Progress::Found;
            }
        }
        Progress::Open
    }

    /// After how many conditions it may be at this position, as bits: bit 0 is never needed.
    fn next(&self, before: u64, moment: &Moment<'_>, facts: &Facts<'_>) -> u64 {
        let mut after = if self.at_once { 0 } else { before };
        for (at, condition) in self.conditions.iter().enumerate() {
            // `before` and not `after`: a position meets one condition of a series, and the next one needs a later position.
            let is_due = at == 0 || before & 1 << at != 0;
            let next = 1 << (at + 1);
            if is_due && after & next == 0 && is_true(condition, moment, facts) {
                after |= next;
            }
        }
        after
    }
}
