//! The goal of a record: the moves and the mate that it asks for.

use pgnkit::chess::Move;
use pgnkit::epd::{Epd, Opcode};
use pgnkit_uci::{Choice, Score};

use super::points::Points;

/// The goal of a record: best moves (`bm`), moves to avoid (`am`), a mate (`dm`). All that is given must hold.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Goal {
    /// Best moves, any of which will do.
    pub best: Vec<Move>,
    /// Moves to avoid.
    pub avoid: Vec<Move>,
    /// Moves in which the side to move mates, at the most.
    pub mate: Option<u64>,
    /// Points of moves.
    pub points: Points,
    /// Whether best moves or moves to avoid are given, and none of them is legal: it cannot be said whether a move is right.
    pub is_broken: bool,
}

impl Goal {
    /// The goal of a record. Moves that are not legal are left out; reading the record has reported them.
    #[must_use]
    pub fn of(epd: &Epd) -> Self {
        let is_broken = |opcode: Opcode| {
            epd.get(&opcode).is_some_and(|operation| {
                !operation.operands.is_empty() && operation.each_move().next().is_none()
            })
        };
        Self {
            best: epd.best_moves().map(|(mv, _)| mv).collect(),
            avoid: epd.avoid_moves().map(|(mv, _)| mv).collect(),
            mate: epd.direct_mate(),
            points: Points::of(epd),
            is_broken: is_broken(Opcode::Bm) || is_broken(Opcode::Am),
        }
    }

    /// Whether there is something to find. Points alone are none.
    #[must_use]
    pub const fn is_given(&self) -> bool {
        !self.is_broken && (!self.best.is_empty() || !self.avoid.is_empty() || self.mate.is_some())
    }

    /// Whether a move with this score is what is asked for.
    #[must_use]
    pub fn is_met(&self, mv: Move, score: Option<Score>) -> bool {
        let mates_in = |most| matches!(score, Some(Score::Mate(moves)) if u64::try_from(moves).is_ok_and(|moves| (1..=most).contains(&moves)));
        self.is_given()
            && (self.best.is_empty() || self.best.contains(&mv))
            && !self.avoid.contains(&mv)
            && self.mate.is_none_or(mates_in)
    }

    /// The moment of a search from which on its choice was right to the end; `None` if the last one is wrong.
    #[must_use]
    pub fn solution<'c>(&self, choices: &'c [Choice]) -> Option<&'c Choice> {
        let is_met = |choice: &&Choice| self.is_met(choice.best_move, choice.score);
        choices.iter().rev().take_while(is_met).last()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::tests::read;

    #[test]
    fn all_that_is_given_must_hold() {
        use Score::{Centipawns, Mate};
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        for (operations, met, missed) in [
            ("bm e4 d4;", &[("e4", Centipawns(0)), ("d4", Mate(-1))][..], &[("c4", Centipawns(900))][..]),
            ("am e4;", &[("d4", Centipawns(-900))], &[("e4", Centipawns(0))]),
            ("bm e4; am d4;", &[("e4", Centipawns(0))], &[("d4", Centipawns(0)), ("c4", Centipawns(0))]),
            ("bm e4; am e4;", &[], &[("e4", Centipawns(0)), ("c4", Centipawns(0))]),
            (
                "dm 3;",
                &[("e4", Mate(3)), ("d4", Mate(1))],
                &[("e4", Mate(4)), ("e4", Mate(-2)), ("e4", Mate(0)), ("e4", Centipawns(32_000))],
            ),
            ("bm e4; dm 3;", &[("e4", Mate(2))], &[("d4", Mate(2)), ("e4", Centipawns(5))]),
            // The other best moves count.
            ("bm Ke2 e4;", &[("e4", Centipawns(0))], &[("d4", Centipawns(0))]),
            // Nothing is known.
            ("bm Ke2;", &[], &[("e4", Centipawns(0))]),
            ("am Ke2; bm e4;", &[], &[("e4", Centipawns(0))]),
            ("bm;", &[], &[("e4", Centipawns(0))]),
            ("dm 0;", &[], &[("e4", Mate(1))]),
            ("id \"a\";", &[], &[("e4", Centipawns(0))]),
        ] {
            let epd = read(&format!("{start} {operations}"));
            let goal = Goal::of(&epd);
            for (expected, moves) in [(true, met), (false, missed)] {
                for (san, score) in moves {
                    let mv = epd.position().parse_san(san).unwrap();
                    assert_eq!(goal.is_met(mv, Some(*score)), expected, "{operations} {san} {score}");
                }
            }
            assert_eq!(
                goal.is_given(),
                !met.is_empty() || operations.contains("am e4; bm") || operations == "bm e4; am e4;",
                "{operations}"
            );
        }
    }

    #[test]
    fn the_solution_is_what_was_kept_to_the_end() {
        let epd = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4;");
        let choices = |sans: &[&str]| -> Vec<Choice> {
            let choice = |(depth, san): (usize, &&str)| {
                Choice::new(epd.position().parse_san(san).unwrap(), None, depth as u32, None, None)
            };
            sans.iter().enumerate().map(choice).collect()
        };
        let goal = Goal::of(&epd);
        for (sans, depth) in [
            (&["e4"][..], Some(0)),
            (&["e4", "c4", "d4"], Some(2)),
            // Another one of the best moves.
            (&["c4", "e4", "d4"], Some(1)),
            (&["e4", "c4"], None),
            (&[], None),
        ] {
            assert_eq!(goal.solution(&choices(sans)).map(|choice| choice.depth), depth, "{sans:?}");
        }
        let epd = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - dm 5;");
        let e4 = epd.position().parse_san("e4").unwrap();
        let scores = [
            Some(Score::Mate(4)),
            Some(Score::Centipawns(5)),
            Some(Score::Mate(9)),
            Some(Score::Mate(5)),
            Some(Score::Mate(3)),
        ];
        let choices: Vec<_> =
            (0..).zip(scores).map(|(depth, score)| Choice::new(e4, score, depth, None, None)).collect();
        assert_eq!(Goal::of(&epd).solution(&choices).unwrap().depth, 3);
    }
}
