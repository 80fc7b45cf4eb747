//! Scores, bounds and chances.

use std::cmp::Ordering;
use std::fmt;

/// A score of a position or line, as the side to move sees it: above zero is good for that side.
///
/// Scores are ordered by how good they are: being mated, sooner before later, then centipawns, then mates, later before
/// sooner.
///
/// ```
/// use pgnkit_uci::Score;
///
/// assert!(Score::Mate(3) > Score::Mate(5) && Score::Mate(5) > Score::Centipawns(3000));
/// assert!(Score::Mate(-5) > Score::Mate(-3) && Score::Mate(-3) > Score::Mate(0));
/// assert_eq!(Score::Centipawns(-34).to_string(), "-0.34");
/// assert_eq!(Score::Mate(-4).to_string(), "#-4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves (not plies) until mate: below zero the side to move is mated, and 0 is that it is mated already.
    Mate(i32),
}

impl Score {
    /// The same score as the other side sees it. [`Score::Mate`] of 0 has no other side and stays, and a number without an
    /// opposite saturates.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Centipawns(score) => Self::Centipawns(0i32.saturating_sub(score)),
            Self::Mate(moves) => Self::Mate(0i32.saturating_sub(moves)),
        }
    }

    /// Class and value, by which scores are ordered.
    fn rank(self) -> (i8, i64) {
        match self {
            Self::Mate(moves @ ..=0) => (-1, -i64::from(moves)),
            Self::Centipawns(score) => (0, i64::from(score)),
            Self::Mate(moves) => (1, -i64::from(moves)),
        }
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Score {
    /// Pawns with a sign, or `#` and the moves until mate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Centipawns(score) => {
                let sign = if score < 0 { '-' } else { '+' };
                write!(f, "{sign}{}.{:02}", score.unsigned_abs() / 100, score.unsigned_abs() % 100)
            }
            Self::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

/// Whether a score is the value of a line, or only a bound of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The score is the value.
    #[default]
    Exact,
    /// The value is at least the score (`lowerbound`).
    Lower,
    /// The value is at most the score (`upperbound`).
    Upper,
}

/// Chances of the side to move, in thousandths (`UCI_ShowWDL`). The sum is 1000, or 999 or 1001 where an engine rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wdl {
    /// The game is won.
    pub win: u16,
    /// The game is drawn.
    pub draw: u16,
    /// The game is lost.
    pub loss: u16,
}

#[cfg(test)]
mod tests {
    use super::Score::{Centipawns, Mate};

    #[test]
    fn scores_are_ordered_by_how_good_they_are() {
        let sorted = [
            Mate(0),
            Mate(-1),
            Mate(-30),
            Centipawns(i32::MIN),
            Centipawns(-1),
            Centipawns(0),
            Centipawns(i32::MAX),
            Mate(30),
            Mate(1),
        ];
        assert!(sorted.is_sorted_by(|one, other| one < other), "{sorted:?}");
        assert_eq!(Mate(i32::MIN).reversed(), Mate(i32::MAX));
        for score in &sorted[1..3] {
            assert_eq!(score.reversed().reversed(), *score);
        }
    }

    #[test]
    fn scores_are_shown_with_their_sign() {
        for (score, text) in [
            (Centipawns(0), "+0.00"),
            (Centipawns(-5), "-0.05"),
            (Centipawns(1234), "+12.34"),
            (Centipawns(i32::MIN), "-21474836.48"),
            (Mate(3), "#3"),
            (Mate(0), "#0"),
        ] {
            assert_eq!(score.to_string(), text);
        }
    }
}
