//! Chances of a side by a score.

use pgnkit::chess::Color;
use pgnkit::command::Score as White;
use pgnkit_collections::judgement::Curve;
use pgnkit_uci::Score;

/// The chances of the side that the score is of, between -1 and 1. A mate is certain.
#[must_use]
pub fn chances(score: Score) -> f64 {
    match score {
        Score::Centipawns(score) => Curve::default().chances(f64::from(score)),
        Score::Mate(moves) if moves > 0 => 1.0,
        Score::Mate(_) => -1.0,
    }
}

/// A score of a game, which is White's, as a side sees it.
pub(crate) fn of_side(score: White, side: Color) -> Score {
    let score = match score {
        // Saturates; what is no number is nobody's advantage.
        White::Pawns(pawns) => Score::Centipawns((pawns * 100.0).round() as i32),
        White::Mate(moves) => Score::Mate(moves),
    };
    if side == Color::White { score } else { score.reversed() }
}

/// Whether a side with this score is winning.
pub(crate) fn is_winning(score: Score, winning: i32) -> bool {
    match score {
        Score::Centipawns(score) => score >= winning,
        Score::Mate(moves) => moves > 0,
    }
}
