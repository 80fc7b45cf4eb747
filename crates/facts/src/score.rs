//! Evaluations as numbers.

use pgnkit::command::Score;

use crate::Decimal;

/// The centipawns that a mate in no moves would have: mate in n is so much less n, for Black likewise below zero.
pub const MATE_IN_CENTIPAWNS: i16 = i16::MAX;

/// The highest evaluation in centipawns that is no mate.
pub const HIGHEST_IN_CENTIPAWNS: i16 = 32_000;

/// The evaluation in pawns that every mate has, for Black below zero.
pub const MATE_IN_PAWNS: Decimal = Decimal::of_thousandths(1_000_000);

/// A score in centipawns, the value of `eval_cp`; none of a mate that is in no moves, or in too many.
pub fn centipawns(score: Score) -> Option<i16> {
    match score {
        Score::Pawns(pawns) if pawns.is_finite() => {
            let highest = f64::from(HIGHEST_IN_CENTIPAWNS);
            Some((pawns * 100.0).round().clamp(-highest, highest) as i16)
        }
        Score::Pawns(_) => None,
        Score::Mate(moves) => mate(moves),
    }
}

fn mate(moves: i32) -> Option<i16> {
    let left = i16::try_from(moves.unsigned_abs()).ok();
    let left = left.filter(|left| *left < MATE_IN_CENTIPAWNS - HIGHEST_IN_CENTIPAWNS)?;
    match moves.signum() {
        1 => Some(MATE_IN_CENTIPAWNS - left),
        -1 => Some(left - MATE_IN_CENTIPAWNS),
        // The text does not say for whom.
        _ => None,
    }
}

/// A score in pawns, the value of `eval`.
pub fn pawns(score: Score) -> Decimal {
    let mate = MATE_IN_PAWNS.thousandths();
    Decimal::of_thousandths(match score {
        Score::Pawns(pawns) => ((pawns * 1000.0).round() as i64).clamp(1 - mate, mate - 1),
        Score::Mate(moves) if moves < 0 => -mate,
        Score::Mate(_) => mate,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores() {
        for (score, cp, shown) in [
            (Score::Pawns(0.17), Some(17), "0.17"),
            (Score::Pawns(-0.005), Some(-1), "-0.005"),
            (Score::Pawns(400.0), Some(32_000), "400"),
            (Score::Pawns(-1e9), Some(-32_000), "-999.999"),
            (Score::Pawns(f64::NAN), None, "0"),
            (Score::Mate(3), Some(32_764), "1000"),
            (Score::Mate(-3), Some(-32_764), "-1000"),
            (Score::Mate(0), None, "1000"),
            (Score::Mate(700), Some(32_067), "1000"),
            (Score::Mate(767), None, "1000"),
        ] {
            assert_eq!((centipawns(score), pawns(score).to_string().as_str()), (cp, shown), "{score:?}");
        }
    }
}
