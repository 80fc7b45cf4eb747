//! Evaluations as text and as chances.

use pgnkit::chess::Color;
use pgnkit::command::Score;
use pgnkit::judgement::{Curve, centipawns};

/// `+0.31`, `-1.20`, `#5`, `#-3`.
pub(crate) fn score_text(score: Score) -> String {
    match score {
        Score::Pawns(pawns) => format!("{pawns:+.2}"),
        Score::Mate(moves) => format!("#{moves}"),
    }
}

/// White's chance by an evaluation, from 0 to 1: half at equality, nine tenths at six pawns, as sites show it.
pub(crate) fn chance(score: Score) -> f64 {
    match score {
        Score::Pawns(_) => (1.0 + Curve::default().chances(centipawns(score, Color::White))) / 2.0,
        Score::Mate(moves) => f64::from(u8::from(moves >= 0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_chances() {
        for (score, text, percent) in [
            (Score::Pawns(0.0), "+0.00", 50.0),
            (Score::Pawns(0.314), "+0.31", 53.0),
            (Score::Pawns(-6.0), "-6.00", 10.0),
            (Score::Mate(5), "#5", 100.0),
            (Score::Mate(-3), "#-3", 0.0),
        ] {
            assert_eq!((score_text(score).as_str(), (100.0 * chance(score)).round()), (text, percent));
        }
    }
}
