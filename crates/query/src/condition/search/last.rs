//! The last position.

use super::super::moment::Moment;
use super::super::test::{Facts, Node};
use super::super::truth::Truth;
use super::{Progress, State};

/// A condition on the last position of the main line.
#[derive(Clone, Debug)]
pub(in crate::condition) struct Last {
    pub(in crate::condition) condition: Node,
    /// Whether it may be true with the colours exchanged.
    pub(in crate::condition) either_color: bool,
}

impl Last {
    pub(super) fn look(&self, moment: &Moment<'_>, facts: &Facts<'_>, state: &mut State) -> Progress {
        let truth = |moment: &Moment<'_>| self.condition.test(&facts.at(moment));
        let found = if self.either_color {
            Truth::any([*moment, moment.exchanged()].iter().map(truth))
        } else {
            truth(moment)
        };
        // Overwritten at each position: the last one is known only at the end of the game.
        state.last = found.value().map(i64::from);
        Progress::Open
    }

    /// Truth at the last position.
    pub(super) fn truth(state: &State) -> Truth {
        Truth::of(state.last.map(|is| is != 0))
    }
}
