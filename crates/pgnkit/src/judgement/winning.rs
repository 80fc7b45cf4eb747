//! Chances by a score.

use crate::command::Score;
use pgnkit_chess::Color;

/// The curve from centipawns to chances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Curve {
    /// That of lichess since the middle of 2022.
    #[default]
    Current,
    /// The one before it.
    UntilJune2022,
}

impl Curve {
    const fn factor(self) -> f64 {
        match self {
            Self::Current => 0.003_682_08,
            Self::UntilJune2022 => 0.004,
        }
    }

    /// The chances of a side by its centipawns, between -1 and 1.
    #[must_use]
    pub fn chances(self, centipawns: f64) -> f64 {
        2.0 / (1.0 + (-self.factor() * centipawns).exp()) - 1.0
    }
}

/// The centipawns of a side; a mate is 1000, and a mate in 0 nothing.
#[must_use]
pub fn centipawns(score: Score, side: Color) -> f64 {
    let white = match score {
        Score::Pawns(pawns) => pawns * 100.0,
        Score::Mate(moves) => 1000.0 * f64::from(moves.signum()),
    };
    if side == Color::White { white } else { -white }
}

/// The percentage of games that a side wins, half of the draws included, by a score that is cut to 1000 centipawns.
#[must_use]
pub fn win_percentage(score: Score, side: Color) -> f64 {
    50.0 + 50.0 * Curve::default().chances(centipawns(score, side).clamp(-1000.0, 1000.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_add_up() {
        for (score, white) in [
            (Score::Pawns(0.0), 50.0),
            (Score::Pawns(0.15), 51.38),
            (Score::Pawns(1.0), 59.1),
            (Score::Pawns(-3.0), 24.89),
            (Score::Pawns(10.0), 97.54),
            (Score::Pawns(99.0), 97.54),
            (Score::Mate(2), 97.54),
            (Score::Mate(-7), 2.46),
        ] {
            let found = win_percentage(score, Color::White);
            assert!((found - white).abs() < 0.005, "{score:?}: {found}");
            assert!((found + win_percentage(score, Color::Black) - 100.0).abs() < 1e-9);
        }
    }
}
