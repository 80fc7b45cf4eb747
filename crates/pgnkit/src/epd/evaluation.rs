//! The scale of `ce` (section 16.2.5.6).

use pgnkit_chess::Color;

use crate::command::Score;

/// A centipawn evaluation: the value of `ce`, from the point of view of the side to move.
///
/// Values above 32000 and below -32000 are mates; -32767 means an illegal position.
///
/// ```
/// use pgnkit::epd::Centipawns;
///
/// assert_eq!(Centipawns::new(32758).unwrap().mate(), Some(5));
/// assert_eq!(Centipawns::from_mate(-1).unwrap().get(), -32765);
/// assert_eq!(Centipawns::new(32000).unwrap().mate(), None);
/// assert_eq!(Centipawns::new(32767), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Centipawns(i16);

impl Centipawns {
    /// The evaluation of an illegal position.
    pub const ILLEGAL: Self = Self(-32767);

    /// An evaluation from -32767 to 32766.
    #[must_use]
    pub fn new(value: i64) -> Option<Self> {
        if value == 32767 {
            None
        } else {
            i16::try_from(value).ok().filter(|value| *value > i16::MIN).map(Self)
        }
    }

    /// The value.
    #[must_use]
    pub fn get(self) -> i16 {
        self.0
    }

    /// Number of moves of the mating side until mate, from -383 to 383, negative if the side to move is mated. `None`
    /// if the value is not a mate, or a mate in a number of plies in which that side cannot mate.
    #[must_use]
    pub fn mate(self) -> Option<i32> {
        let plies = self.mate_plies()?;
        match (self.0 > 0, plies % 2) {
            (true, 1) => Some((plies + 1) / 2),
            (false, 0) if plies > 0 => Some(-plies / 2),
            _ => None,
        }
    }

    /// Plies until mate.
    pub(super) fn mate_plies(self) -> Option<i32> {
        let value = i32::from(self.0);
        match value {
            32001.. => Some(32767 - value),
            -32766..=-32001 => Some(value + 32767),
            _ => None,
        }
    }

    /// The evaluation of a mate in that many moves, negative if the side to move is mated; `None` for 0 and for mates
    /// that are too far away.
    #[must_use]
    pub fn from_mate(moves: i32) -> Option<Self> {
        let value = match moves {
            1..=383 => 32767 - (2 * moves - 1),
            -383..=-1 => -32767 - 2 * moves,
            _ => return None,
        };
        i16::try_from(value).ok().map(Self)
    }

    /// The evaluation of a position with `turn` to move that has this score for White. Pawns are rounded to centipawns
    /// and limited to 32000, so they never become a mate. `None` for mates that are too far away, and for a mate in 0.
    ///
    /// ```
    /// use pgnkit::{chess::Color, command::Score, epd::Centipawns};
    ///
    /// assert_eq!(Centipawns::from_score(Score::Pawns(-0.256), Color::Black).unwrap().get(), 26);
    /// assert_eq!(Centipawns::from_score(Score::Mate(3), Color::Black).unwrap().mate(), Some(-3));
    /// ```
    #[must_use]
    pub fn from_score(score: Score, turn: Color) -> Option<Self> {
        let is_white = turn == Color::White;
        match score {
            Score::Pawns(pawns) => {
                let value = (pawns * 100.0).round().clamp(-32000.0, 32000.0) as i16;
                Some(Self(if is_white { value } else { -value }))
            }
            Score::Mate(moves) => Self::from_mate(if is_white { moves } else { moves.checked_neg()? }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_there_and_back() {
        for moves in (-383..=383).filter(|moves| *moves != 0) {
            assert_eq!(Centipawns::from_mate(moves).unwrap().mate(), Some(moves));
        }
        for none in [0, 384, -384, i32::MAX, i32::MIN] {
            assert_eq!(Centipawns::from_mate(none), None, "{none}");
        }
    }

    #[test]
    fn scores() {
        for (score, white, black) in [
            (Score::Pawns(0.0), Some(0), Some(0)),
            (Score::Pawns(-0.0), Some(0), Some(0)),
            (Score::Pawns(1.234), Some(123), Some(-123)),
            (Score::Pawns(320.01), Some(32000), Some(-32000)),
            (Score::Pawns(f64::NEG_INFINITY), Some(-32000), Some(32000)),
            (Score::Mate(1), Some(32766), Some(-32765)),
            (Score::Mate(0), None, None),
            (Score::Mate(384), None, None),
            (Score::Mate(i32::MIN), None, None),
        ] {
            let value = |turn| Centipawns::from_score(score, turn).map(Centipawns::get);
            assert_eq!((value(Color::White), value(Color::Black)), (white, black), "{score:?}");
        }
    }

    #[test]
    fn what_is_no_mate() {
        for value in [0, 32000, -32000, 32001, 32765, -32002, -32766, -32767] {
            assert_eq!(Centipawns::new(value).unwrap().mate(), None, "{value}");
        }
        for value in [32767, -32768, i64::MAX, i64::MIN] {
            assert_eq!(Centipawns::new(value), None, "{value}");
        }
    }
}
