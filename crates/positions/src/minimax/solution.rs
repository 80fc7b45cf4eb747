//! Result of solving a book.

use super::Statistics;
use super::forced::NO_EDGE;
use super::score::Score;
use pgnkit_chess::Move;
use std::collections::HashSet;

/// The scores, best moves and lines of a book; made by [`Book::solve`](super::Book::solve).
///
/// Records are numbered from 0, in the order in which they were put into the book. Records of the same position have
/// the same verdict.
#[derive(Debug)]
pub struct Solution {
    /// The position of each record.
    pub(super) places: Vec<u32>,
    pub(super) origins: Vec<Origin>,
    pub(super) scores: Vec<Score>,
    /// The edge of each position's best move, or [`NO_EDGE`].
    pub(super) best: Vec<u32>,
    pub(super) targets: Vec<u32>,
    pub(super) moves: Vec<Move>,
    pub(super) statistics: Statistics,
}

/// Origin of the score of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// No score: a leaf without an evaluation, or all moves lead to such positions.
    Unknown,
    /// The evaluation of the record: the position is a leaf or like one.
    Given,
    /// The rules: the position is a leaf without an evaluation in which the game is over. 0, except for a checkmated
    /// side, which has no `ce`.
    Board,
    /// The best move.
    Moves,
    /// The best move, and it is a draw only because play can go on for ever within the book.
    Repetition,
}

impl Origin {
    /// Whether the score comes from moves, by repetition or not.
    #[must_use]
    pub fn is_backed_up(self) -> bool {
        matches!(self, Self::Moves | Self::Repetition)
    }
}

/// The result for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
    /// The operand of `ce` (section 16.2.5.6), −32766 to 32766, from the view of the side to move. `None` when nothing
    /// is known of the position, and when the side to move is checkmated: no `ce` says that.
    pub ce: Option<i16>,
    /// Origin of the score.
    pub origin: Origin,
    /// The best move, the operand of `pm` and the first of `pv`, where the score comes from moves.
    pub best: Option<Move>,
}

impl Solution {
    /// The result for the position of a record; `None` if there is no record with this number.
    #[must_use]
    pub fn verdict(&self, record: usize) -> Option<Verdict> {
        let place = *self.places.get(record)? as usize;
        let (origin, score) = (self.origins[place], self.scores[place]);
        let ce = if origin == Origin::Unknown { None } else { score.to_ce() };
        Some(Verdict { ce, origin, best: self.moves.get(self.best[place] as usize).copied() })
    }

    /// The best line from the position of a record, the operands of `pv`: best moves until a position whose score does
    /// not come from moves, or until the next move would lead back to a position of the line.
    pub fn line(&self, record: usize) -> impl Iterator<Item = Move> + '_ {
        let mut place = self.places.get(record).copied();
        let mut seen = HashSet::new();
        std::iter::from_fn(move || {
            let here = place? as usize;
            let edge = self.best[here];
            if edge == NO_EDGE {
                return None;
            }
            let next = self.targets[edge as usize];
            // Only from draws by repetition can best moves go round.
            if self.origins[here] == Origin::Repetition {
                seen.insert(here as u32);
                if seen.contains(&next) {
                    return None;
                }
            }
            place = Some(next);
            Some(self.moves[edge as usize])
        })
    }

    /// Counts of what was found.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }
}
