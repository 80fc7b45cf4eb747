//! The outcome of a search for a record.

use std::time::Duration;

use pgnkit::chess::Move;
use pgnkit_uci::{Choice, Score};

use super::goal::Goal;
use crate::evaluated::Evaluated;

/// Whether an engine has found what a record asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Verdict {
    /// It has.
    Solved,
    /// It has not.
    Missed,
    /// The record asks for nothing, or for moves that are not legal.
    NoGoal,
    /// The position has no legal move.
    Ended,
    /// There is no result.
    Failed,
}

impl Verdict {
    /// One word for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Missed => "missed",
            Self::NoGoal => "no-goal",
            Self::Ended => "ended",
            Self::Failed => "failed",
        }
    }

    /// Whether it counts among the records that can be solved.
    #[must_use]
    pub const fn counts(self) -> bool {
        matches!(self, Self::Solved | Self::Missed)
    }
}

/// The outcome of a search for a record.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// Whether the goal was met.
    pub verdict: Verdict,
    /// The move with which the engine ended.
    pub best_move: Option<Move>,
    /// Its score, as the side to move sees it; `None` if the engine gave none.
    pub score: Option<Score>,
    /// The line that begins with it.
    pub line: Vec<Move>,
    /// Its points, where the record has points.
    pub points: Option<u32>,
    /// Depth of the search in plies; 0 if unknown.
    pub depth: u32,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// Time of the search.
    pub time: Duration,
    /// The moment from which on the move was right, where that is known.
    pub solution: Option<Choice>,
}

impl Outcome {
    /// The outcome of a search that has ended.
    #[must_use]
    pub fn of(goal: &Goal, evaluated: &Evaluated) -> Self {
        let last = evaluated.choices.last();
        let first_of_lines = || evaluated.best().and_then(|line| line.moves.first().copied());
        let best_move = last.map(|choice| choice.best_move).or_else(first_of_lines);
        // The line of the best move can be missing: it may be of a depth that was not finished.
        let line = evaluated.lines.iter().find(|line| line.moves.first().copied() == best_move);
        let latest = last.and_then(|choice| choice.score);
        let score = match (line.map(|line| line.score), latest) {
            // A mate that was found last counts, and is not in the line if it came in a depth that was not finished.
            (_, Some(Score::Mate(moves))) => Some(Score::Mate(moves)),
            (Some(score), _) => Some(score),
            (None, score) => score,
        };
        let verdict = match best_move {
            _ if evaluated.is_ended => Verdict::Ended,
            None => Verdict::Failed,
            Some(_) if !goal.is_given() => Verdict::NoGoal,
            Some(mv) if goal.is_met(mv, score) => Verdict::Solved,
            Some(_) => Verdict::Missed,
        };
        let solution = goal.solution(&evaluated.choices).filter(|_| verdict == Verdict::Solved).cloned();
        let alone = || best_move.into_iter().collect();
        Self {
            verdict,
            best_move,
            score,
            line: line.map_or_else(alone, |line| line.moves.clone()),
            points: best_move.filter(|_| !goal.points.is_empty()).map(|mv| goal.points.of_move(mv)),
            depth: line.or(evaluated.lines.first()).map_or(0, |line| line.depth),
            nodes: evaluated.nodes,
            time: evaluated.time,
            solution,
        }
    }

    /// The outcome of a search that has failed.
    #[must_use]
    pub const fn failed() -> Self {
        Self {
            verdict: Verdict::Failed,
            best_move: None,
            score: None,
            line: Vec::new(),
            points: None,
            depth: 0,
            nodes: None,
            time: Duration::ZERO,
            solution: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluated::Origin;
    use crate::suite::tests::read;
    use pgnkit_uci::Line;

    #[test]
    fn the_move_is_the_one_with_which_the_engine_ended() {
        let epd = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm d4; c0 \"d4=7, e4=2\";");
        let goal = Goal::of(&epd);
        let mv = |san: &str| epd.position().parse_san(san).unwrap();
        let mut line = Line::default();
        (line.moves, line.score, line.depth) = (vec![mv("e4")], Score::Centipawns(12), 9);
        let choice = |san, score, depth| Choice::new(mv(san), score, depth, Some(5), None);
        let evaluated = |choices: Vec<Choice>| Evaluated {
            lines: vec![line.clone()],
            choices,
            ..Evaluated::empty(Origin::Engine)
        };
        for (choices, verdict, score, points, found) in [
            // As it was kept by a former version.
            (vec![], Verdict::Missed, Some(Score::Centipawns(12)), Some(2), None),
            (
                vec![choice("e4", Some(Score::Centipawns(1)), 1)],
                Verdict::Missed,
                Some(Score::Centipawns(12)),
                Some(2),
                None,
            ),
            (
                vec![choice("e4", None, 1), choice("d4", Some(Score::Centipawns(40)), 10)],
                Verdict::Solved,
                Some(Score::Centipawns(40)),
                Some(7),
                Some(10),
            ),
            (vec![choice("d4", None, 10)], Verdict::Solved, None, Some(7), Some(10)),
            (vec![choice("c4", None, 10)], Verdict::Missed, None, Some(0), None),
            (
                vec![choice("e4", Some(Score::Mate(7)), 10)],
                Verdict::Missed,
                Some(Score::Mate(7)),
                Some(2),
                None,
            ),
        ] {
            let outcome = Outcome::of(&goal, &evaluated(choices.clone()));
            assert_eq!(
                (outcome.verdict, outcome.score, outcome.points),
                (verdict, score, points),
                "{choices:?}"
            );
            assert_eq!(outcome.solution.map(|solution| solution.depth), found, "{choices:?}");
            assert_eq!(outcome.line.first().copied(), outcome.best_move);
        }
        let none = Outcome::of(&Goal::default(), &evaluated(vec![]));
        assert_eq!((none.verdict, none.points), (Verdict::NoGoal, None));
        let ended = Evaluated { is_ended: true, ..Evaluated::empty(Origin::Engine) };
        assert_eq!(Outcome::of(&goal, &ended).verdict, Verdict::Ended);
    }
}
