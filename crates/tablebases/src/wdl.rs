//! Outcomes and distances.

use std::fmt;
use std::ops::Neg;

use pgnkit_chess::Position;

/// The outcome of a position with best play, for the side to move, if no halfmove has been counted since the last capture or move of
/// a pawn. Better ones are larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// It would lose, but for the fifty-move rule.
    BlessedLoss,
    /// Draw.
    Draw,
    /// It would win, but for the fifty-move rule.
    CursedWin,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// All outcomes, the worst first.
    pub const ALL: [Self; 5] = [Self::Loss, Self::BlessedLoss, Self::Draw, Self::CursedWin, Self::Win];

    /// The distance of a position whose best move is a capture, a move of a pawn, or mate: ±1, and ±101 if the fifty-move rule
    /// changes the outcome.
    pub(crate) fn zeroing_plies(self) -> i32 {
        match self {
            Self::Loss => -1,
            Self::BlessedLoss => -101,
            Self::Draw => 0,
            Self::CursedWin => 101,
            Self::Win => 1,
        }
    }
}

/// The outcome for the other side.
impl Neg for Wdl {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }
}

/// The distance to zeroing: plies to the next capture, move of a pawn or mate, if the side that wins hurries and the other one
/// delays, and neither gives up its outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dtz {
    /// Positive if the side to move wins, negative if it loses (-1 if it is mated), 0 for a draw. 100 is added for an outcome that
    /// the fifty-move rule changes: from 101 on, and from -101 down.
    pub plies: i32,
    /// Whether the number is as it is. If not, the distance can be one ply longer: most tables count moves, not plies.
    pub exact: bool,
}

/// The distance for the other side.
impl Neg for Dtz {
    type Output = Self;

    fn neg(self) -> Self {
        Self { plies: -self.plies, ..self }
    }
}

/// The outcome of a position with best play, for one side, with the halfmove clock that it has. The names are those of lichess's
/// tablebase. Better ones are larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// Loss.
    Loss,
    /// Loss, or draw by the fifty-move rule: the tables cannot say, being a ply or a file short.
    MaybeLoss,
    /// A loss, but for the fifty-move rule.
    BlessedLoss,
    /// Draw.
    Draw,
    /// A win, but for the fifty-move rule.
    CursedWin,
    /// Win, or draw by the fifty-move rule: the tables cannot say, being a ply or a file short.
    MaybeWin,
    /// Win.
    Win,
}

/// The points of a side in a game that is played best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Loss.
    Loss,
    /// Draw, by the fifty-move rule too.
    Draw,
    /// Win.
    Win,
}

impl Category {
    pub(crate) fn of(position: &Position, wdl: Wdl, dtz: Option<Dtz>) -> Self {
        let clock = i64::from(position.halfmove_clock());
        let (sure, maybe, drawn) = match wdl {
            Wdl::Draw => return Self::Draw,
            Wdl::CursedWin => return Self::CursedWin,
            Wdl::BlessedLoss => return Self::BlessedLoss,
            Wdl::Win => (Self::Win, Self::MaybeWin, Self::CursedWin),
            Wdl::Loss => (Self::Loss, Self::MaybeLoss, Self::BlessedLoss),
        };
        // Mate comes before the fifty-move rule.
        if clock == 0 || wdl == Wdl::Loss && position.is_checkmate() {
            return sure;
        }
        let Some(dtz) = dtz else { return maybe };
        match i64::from(dtz.plies.abs()) + clock {
            ..=99 => sure,
            100 if dtz.exact => sure,
            100 => maybe,
            _ => drawn,
        }
    }

    /// The points that it is worth; `None` if the tables cannot say.
    #[must_use]
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Loss => Some(Outcome::Loss),
            Self::BlessedLoss | Self::Draw | Self::CursedWin => Some(Outcome::Draw),
            Self::Win => Some(Outcome::Win),
            Self::MaybeLoss | Self::MaybeWin => None,
        }
    }

    /// The name that lichess's tablebase has for it, such as `cursed-win`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::MaybeLoss => "maybe-loss",
            Self::BlessedLoss => "blessed-loss",
            Self::Draw => "draw",
            Self::CursedWin => "cursed-win",
            Self::MaybeWin => "maybe-win",
            Self::Win => "win",
        }
    }
}

/// The same for the other side.
impl Neg for Category {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::MaybeLoss => Self::MaybeWin,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::MaybeWin => Self::MaybeLoss,
            Self::Win => Self::Loss,
        }
    }
}

impl fmt::Display for Category {
    /// [`Category::name`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Outcome {
    /// `win`, `draw` or `loss`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_counts() {
        for (clock, plies, exact, expected) in [
            (0, 100, false, Category::Win),
            (1, 98, false, Category::Win),
            (1, 99, true, Category::Win),
            (1, 99, false, Category::MaybeWin),
            (1, 100, false, Category::CursedWin),
            (u32::MAX, 1, true, Category::CursedWin),
        ] {
            let position: Position = "8/8/3k4/8/8/3K4/3R4/8 w - - 0 1".parse().unwrap();
            let position = position.with_clocks(clock, 1);
            let dtz = Dtz { plies, exact };
            assert_eq!(Category::of(&position, Wdl::Win, Some(dtz)), expected, "{clock} {plies}");
            assert_eq!(Category::of(&position, Wdl::Loss, Some(-dtz)), -expected, "{clock} {plies}");
        }
        let mate: Position = "7k/6Q1/5K2/8/8/8/8/8 b - - 120 90".parse().unwrap();
        assert_eq!(Category::of(&mate, Wdl::Loss, None), Category::Loss);
    }

    #[test]
    fn the_other_side_has_the_contrary() {
        for wdl in Wdl::ALL {
            assert_eq!(-(-wdl), wdl);
            assert_eq!((-wdl).zeroing_plies(), -wdl.zeroing_plies());
        }
    }
}
