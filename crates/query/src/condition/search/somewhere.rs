//! A position of which a condition is true.

use super::super::moment::Moment;
use super::super::test::{Facts, Node};
use super::super::truth::Truth;
use super::{Progress, State};

/// A condition on positions, for some half-moves.
#[derive(Clone, Debug)]
pub(in crate::condition) struct Somewhere {
    pub(in crate::condition) condition: Node,
    /// Half-moves that it must stay true.
    pub(in crate::condition) stable: u32,
    /// Whether it may be true with the colours exchanged.
    pub(in crate::condition) either_color: bool,
}

impl Somewhere {
    /// Whether it is about what stays on the board and not about single moves: then it is at one place as long as it stays.
    pub(super) fn stays(&self) -> bool {
        self.stable > 0 || !self.condition.is_about_moves()
    }

    pub(super) fn look(&self, moment: &Moment<'_>, facts: &Facts<'_>, state: &mut State) -> Progress {
        // Each view of the colours has its own count: changing from one to the other is no stability.
        let is = [
            is_true(&self.condition, moment, facts),
            self.either_color && is_true(&self.condition, &moment.exchanged(), facts),
        ];
        for (is, since) in is.into_iter().zip(&mut state.since) {
            *since = is.then(|| since.map_or(0, |since| since + 1));
        }
        let is_stable = state.since.iter().flatten().any(|since| *since >= self.stable);
        if is_stable { Progress::Found } else { Progress::Open }
    }
}

/// Whether a condition on positions is true of one.
pub(super) fn is_true(condition: &Node, moment: &Moment<'_>, facts: &Facts<'_>) -> bool {
    condition.test(&facts.at(moment)) == Truth::TRUE
}
