//! Scores that can be compared, and how they grow older.

use pgnkit_chess::Color;
use std::ops::Neg;

/// A score from the view of the side to move: centipawns, or a mate however many plies away.
///
/// The operand of `ce` can hold mates in up to 766 plies; a forced mate in a book may be longer, and must not become
/// centipawns on the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Score(i32);

/// Value of a mate on the board; one in `n` plies is `n` less.
const MATE: i32 = 1 << 30;
/// Value of [`MATE`] in the operand of `ce`, where no position has it.
const CE_MATE: i32 = 32_767;
/// The largest operand of `ce` that is no mate (section 16.2.5.6).
const MAX_CENTIPAWNS: i32 = 32_000;
/// The longest mates that fit into `ce`: the side to move gives mate with an odd number of plies, and suffers it with
/// an even one.
const LONGEST_WIN: i32 = 765;
const LONGEST_LOSS: i32 = 766;

impl Score {
    pub(super) const DRAW: Self = Self(0);
    /// The side to move is checkmated.
    pub(super) const MATED: Self = Self(-MATE);

    /// The operand of `ce`. `None` for what is no evaluation: −32767 is an illegal position (section 16.2.5.6), −32768
    /// and 32767 are out of range.
    pub(super) fn from_ce(ce: i16) -> Option<Self> {
        let ce = i32::from(ce);
        match ce {
            _ if ce.abs() >= CE_MATE => None,
            _ if ce > MAX_CENTIPAWNS => Some(Self(MATE - (CE_MATE - ce))),
            _ if ce < -MAX_CENTIPAWNS => Some(Self(-MATE + (CE_MATE + ce))),
            _ => Some(Self(ce)),
        }
    }

    /// The operand of `ce`, for a mate too far away the longest one that fits. `None` when the side to move is
    /// checkmated: no `ce` says so.
    pub(super) fn to_ce(self) -> Option<i16> {
        let ce = match self.plies_to_mate() {
            None => self.0,
            Some(0) => return None,
            Some(_) if self.is_too_long() && self.0 > 0 => CE_MATE - LONGEST_WIN,
            Some(_) if self.is_too_long() => -CE_MATE + LONGEST_LOSS,
            Some(plies) if self.0 > 0 => CE_MATE - plies,
            Some(plies) => -CE_MATE + plies,
        };
        i16::try_from(ce).ok()
    }

    /// Whether this is a mate too far away for `ce`.
    pub(super) fn is_too_long(self) -> bool {
        self.plies_to_mate().is_some_and(|plies| plies >= CE_MATE - MAX_CENTIPAWNS)
    }

    /// Whether one of the sides mates by force.
    pub(super) fn is_mate(self) -> bool {
        self.0.abs() > MAX_CENTIPAWNS
    }

    fn plies_to_mate(self) -> Option<i32> {
        self.is_mate().then(|| MATE - self.0.abs())
    }

    /// Value of a position with this score for the side that moved into it: the opposite, with a mate one ply further
    /// away.
    pub(super) fn before_move(self) -> Self {
        let Self(score) = -self;
        Self(if self.is_mate() { score - score.signum() } else { score })
    }

    /// The score of a position in which `turn` is to move, from the view of `side`.
    pub(super) fn seen_by(self, side: Color, turn: Color) -> Self {
        if side == turn { self } else { -self }
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_ages_by_a_ply_with_each_move() {
        // Section 16.2.5.6: a mate in N moves is 32767 − (2N − 1), to be mated in N moves is −32767 + 2N.
        for (ce, before) in [
            (0, 0),
            (1, -1),
            (32_000, -32_000),
            (-32_000, 32_000),
            (32_766, -32_765),
            (-32_765, 32_764),
            (32_764, -32_763),
            (-32_757, 32_756),
        ] {
            assert_eq!(Score::from_ce(ce).unwrap().before_move().to_ce(), Some(before), "{ce}");
        }
        assert_eq!(Score::MATED.before_move().to_ce(), Some(32_766));
        assert_eq!(Score::MATED.to_ce(), None);
    }

    #[test]
    fn what_is_no_evaluation_is_not_taken() {
        for ce in [i16::MIN, -32_767, i16::MAX] {
            assert_eq!(Score::from_ce(ce), None, "{ce}");
        }
        for ce in -32_766..=32_766 {
            let score = Score::from_ce(ce).unwrap();
            assert_eq!((score.to_ce(), score.is_too_long()), (Some(ce), false));
            assert_eq!(score.is_mate(), ce.abs() > 32_000);
        }
    }

    #[test]
    fn a_mate_too_long_for_ce_stays_a_mate() {
        let far = Score::from_ce(-32_001).unwrap().before_move();
        assert!(far.is_too_long() && far > Score::from_ce(32_000).unwrap());
        assert_eq!(far.to_ce(), Some(32_002));
        assert_eq!(far.before_move().to_ce(), Some(-32_001));
        assert!(far.before_move().before_move() < far);
    }
}
