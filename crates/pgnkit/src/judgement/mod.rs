//! Judgements of moves by the evaluations before and after them, as lichess has them: inaccuracies, mistakes and blunders; the accuracy of a player.
//!
//! Constants and rules are those of lichess (`scalachess`, of 2026), checked on its own files: see `conformance/DECISIONS.md`, A-190.

mod accuracy;
mod winning;

use crate::command::Score;
use pgnkit_chess::Color;

pub use accuracy::{Accuracy, START, accuracies, average_loss, move_accuracy};
pub use winning::{Curve, centipawns, win_percentage};

/// The grade of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Judgement {
    /// `?!`, NAG 6.
    Inaccuracy,
    /// `?`, NAG 2.
    Mistake,
    /// `??`, NAG 4.
    Blunder,
}

impl Judgement {
    /// All of them, the least first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The numeric annotation glyph (PGN 8.2.4, 10).
    #[must_use]
    pub const fn nag(self) -> u32 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }

    /// The word that lichess writes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "Inaccuracy",
            Self::Mistake => "Mistake",
            Self::Blunder => "Blunder",
        }
    }
}

/// The rule by which a loss is graded. Both take a loss of a tenth of the chances, between -1 and 1, for the least one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// That of the site, its API, studies and broadcasts: three tenths are a blunder, two a mistake.
    #[default]
    Site,
    /// That of the monthly files of games: by centipawns, cut to 1000, of which 300 are a blunder, 100 a mistake.
    Files,
}

/// The judgement of a move by the scores before and after it; `None` for a move that loses little.
///
/// Mates are graded alike by both rules. Scores are White's, as everywhere in PGN; a mate in 0 is none of anybody and gives `None`.
#[must_use]
pub fn judge(before: Score, after: Score, mover: Color, rule: Rule, curve: Curve) -> Option<Judgement> {
    let (own_before, own_after) = (centipawns(before, mover), centipawns(after, mover));
    match (before, after) {
        (Score::Mate(0), _) | (_, Score::Mate(0)) => None,
        (Score::Pawns(_), Score::Pawns(_)) => {
            let lost = curve.chances(own_before) - curve.chances(own_after);
            match rule {
                Rule::Site if lost >= 0.3 => Some(Judgement::Blunder),
                Rule::Site if lost >= 0.2 => Some(Judgement::Mistake),
                _ if lost < 0.1 => None,
                Rule::Site => Some(Judgement::Inaccuracy),
                Rule::Files => {
                    let cut = |centipawns: f64| centipawns.clamp(-1000.0, 1000.0);
                    let lost = (cut(own_before) - cut(own_after)).round();
                    Some(graded(lost < 100.0, lost < 300.0))
                }
            }
        }
        // The opponent mates now, who did not before.
        (Score::Pawns(_), Score::Mate(_)) => {
            (own_after < 0.0).then(|| graded(own_before < -999.0, own_before < -700.0))
        }
        // The own mate is gone.
        (Score::Mate(_), Score::Pawns(_)) => {
            (own_before > 0.0).then(|| graded(own_after > 999.0, own_after > 700.0))
        }
        (Score::Mate(_), Score::Mate(_)) => {
            (own_before > 0.0 && own_after < 0.0).then_some(Judgement::Blunder)
        }
    }
}

fn graded(is_inaccuracy: bool, is_mistake: bool) -> Judgement {
    match (is_inaccuracy, is_mistake) {
        (true, _) => Judgement::Inaccuracy,
        (_, true) => Judgement::Mistake,
        _ => Judgement::Blunder,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Judgement::{Blunder, Inaccuracy, Mistake};

    #[test]
    fn judgements_by_both_rules() {
        let (white, black) = (Color::White, Color::Black);
        let (pawns, mate) = (Score::Pawns, Score::Mate);
        for (before, after, mover, site, files) in [
            (pawns(0.0), pawns(0.0), white, None, None),
            (pawns(0.0), pawns(3.0), white, None, None),
            // 2 / (1 + exp(0.00368208 * cp)) - 1: 54 centipawns are 0.099, 55 are 0.101.
            (pawns(0.0), pawns(-0.54), white, None, None),
            (pawns(0.0), pawns(-0.55), white, Some(Inaccuracy), Some(Inaccuracy)),
            (pawns(0.0), pawns(0.55), black, Some(Inaccuracy), Some(Inaccuracy)),
            (pawns(0.0), pawns(-0.55), black, None, None),
            (pawns(0.0), pawns(-0.99), white, Some(Inaccuracy), Some(Inaccuracy)),
            (pawns(0.0), pawns(-1.0), white, Some(Inaccuracy), Some(Mistake)),
            // 111 centipawns are 0.2016, 169 are 0.3015.
            (pawns(0.0), pawns(-1.11), white, Some(Mistake), Some(Mistake)),
            (pawns(0.0), pawns(-1.69), white, Some(Blunder), Some(Mistake)),
            (pawns(0.1), pawns(-2.9), white, Some(Blunder), Some(Blunder)),
            // Two pawns more or less are little where a game is won; above ten they are none.
            (pawns(12.0), pawns(10.0), white, None, None),
            (pawns(11.0), pawns(7.1), white, Some(Inaccuracy), Some(Mistake)),
            (pawns(0.0), mate(-5), white, Some(Blunder), Some(Blunder)),
            (pawns(-8.0), mate(-5), white, Some(Mistake), Some(Mistake)),
            (pawns(-10.0), mate(-5), white, Some(Inaccuracy), Some(Inaccuracy)),
            (pawns(10.0), mate(5), black, Some(Inaccuracy), Some(Inaccuracy)),
            (pawns(-10.0), mate(5), white, None, None),
            (mate(3), pawns(12.0), white, Some(Inaccuracy), Some(Inaccuracy)),
            (mate(3), pawns(8.0), white, Some(Mistake), Some(Mistake)),
            (mate(3), pawns(2.0), white, Some(Blunder), Some(Blunder)),
            (mate(3), mate(-2), white, Some(Blunder), Some(Blunder)),
            (mate(3), mate(7), white, None, None),
            (mate(-3), mate(-1), white, None, None),
            (mate(-3), pawns(0.0), white, None, None),
            (mate(0), pawns(0.0), white, None, None),
            (pawns(5.0), mate(0), white, None, None),
        ] {
            for (rule, expected) in [(Rule::Site, site), (Rule::Files, files)] {
                let found = judge(before, after, mover, rule, Curve::default());
                assert_eq!(found, expected, "{before:?} {after:?} {mover:?} {rule:?}");
            }
        }
    }

    #[test]
    fn the_older_curve_is_steeper() {
        let loss = |curve| judge(Score::Pawns(0.0), Score::Pawns(-0.51), Color::White, Rule::Site, curve);
        assert_eq!((loss(Curve::UntilJune2022), loss(Curve::Current)), (Some(Inaccuracy), None));
    }
}
