//! Aggregates of values of positions: the least, the greatest, their sum, their number.

use super::super::moment::Moment;
use super::super::test::{Facts, Node, Term, TermValue};
use super::super::value::Scalar;
use super::somewhere::is_true;
use super::{Progress, State};

/// An aggregate of values of positions.
#[derive(Clone, Debug)]
pub(in crate::condition) struct Count {
    pub(in crate::condition) how: How,
    /// The value; none where positions are counted.
    pub(in crate::condition) of: Option<Term>,
    /// Only at these positions.
    pub(in crate::condition) only: Option<Node>,
}

/// The function that aggregates values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::condition) enum How {
    Number,
    Least,
    Greatest,
    Sum,
    Average,
    /// The last one that is known.
    Last,
    /// The greatest difference from one to the next, evaluations cut at ten pawns.
    Swing,
}

/// Ten pawns.
const CUT: i64 = 10_000;

impl Count {
    pub(super) fn look(&self, moment: &Moment<'_>, facts: &Facts<'_>, state: &mut State) -> Progress {
        // An aggregate always stays open: only the end of the game says that no value follows.
        if self.only.as_ref().is_some_and(|only| !is_true(only, moment, facts)) {
            return Progress::Open;
        }
        let value = match &self.of {
            // Only the number of positions counts.
            None => 0,
            Some(term) => match term.value(&facts.at(moment)) {
                TermValue::Value(known) => known.thousandths().unwrap_or(0),
                // As in SQL, an aggregate leaves NULL out.
                _ => return Progress::Open,
            },
        };
        let is_first = state.times == 0;
        state.times += 1;
        match self.how {
            How::Number => {}
            How::Last => state.sum = value,
            How::Least if is_first || value < state.sum => state.sum = value,
            How::Greatest if is_first || value > state.sum => state.sum = value,
            How::Least | How::Greatest => {}
            How::Sum | How::Average => state.sum = state.sum.saturating_add(value),
            How::Swing => {
                // From a won position to a mate is no swing.
                let value = value.clamp(-CUT, CUT);
                let change = state.last.map_or(0, |last| value.abs_diff(last));
                state.sum = state.sum.max(i64::try_from(change).unwrap_or(i64::MAX));
                state.last = Some(value);
            }
        }
        Progress::Open
    }

    /// The value of a game, once it is over.
    pub(in crate::condition) fn value(&self, state: &State) -> Option<Scalar<'static>> {
        let times = i64::from(state.times);
        Some(Scalar::Decimal(match self.how {
            How::Number => return Some(Scalar::Integer(state.times.into())),
            // No change can be seen with one value.
            How::Swing if times < 2 => return None,
            How::Average => state.sum.checked_div(times)?,
            _ if times == 0 => return None,
            _ => state.sum,
        }))
    }
}
