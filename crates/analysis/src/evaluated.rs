//! The evaluation of a position, wherever it is from.

use std::time::Duration;

use pgnkit::chess::Color;
use pgnkit::command;
use pgnkit_evals::Evaluation;
use pgnkit_uci::{Analysis, Choice, Interruption, Line, Score};

/// The source of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// An engine searched the position, in this run or in one before.
    Engine,
    /// It was ready in a file of evaluations.
    Evals,
    /// It is in the game.
    Game,
}

/// The evaluation of a position.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Evaluated {
    /// The lines, best first, with scores as the side to move sees them. In a position without a legal move there is one without moves, or none if
    /// the side to move has won by that.
    pub lines: Vec<Line>,
    /// Positions searched, if they are known.
    pub nodes: Option<u64>,
    /// The time of the search; zero if it is not known.
    pub time: Duration,
    /// The source.
    pub origin: Origin,
    /// The reason for which a search did not end by its limit: the same search can have another result then.
    pub interrupted: Option<Interruption>,
    /// Whether the position has no legal move.
    pub is_ended: bool,
    /// The best moves in the course of the search, the last one at its end; empty if they are not known.
    pub choices: Vec<Choice>,
}

impl Evaluated {
    /// The result of an engine.
    #[must_use]
    pub fn of_engine(analysis: Analysis) -> Self {
        let Analysis { lines, nodes, time, interrupted, ended, choices, .. } = analysis;
        Self { lines, nodes, time, origin: Origin::Engine, interrupted, is_ended: ended.is_some(), choices }
    }

    /// A ready evaluation of a position in which this side is to move.
    #[must_use]
    pub fn of_evals(evaluation: &Evaluation, turn: Color) -> Self {
        let lines = evaluation.lines.iter().map(|found| {
            let white = match found.score {
                pgnkit_evals::Score::Centipawns(number) => Score::Centipawns(number),
                pgnkit_evals::Score::Mate(moves) => Score::Mate(moves),
            };
            let mut line = Line::default();
            line.score = if turn == Color::White { white } else { white.reversed() };
            line.depth = evaluation.depth;
            line.moves.clone_from(&found.moves);
            line
        });
        let nodes = evaluation.knodes.checked_mul(1000);
        Self { lines: lines.collect(), nodes, ..Self::empty(Origin::Evals) }
    }

    /// The score that is in a game; `None` if it is no number, or a mate of nobody.
    #[must_use]
    pub fn of_game(score: command::Score, depth: Option<u32>, turn: Color) -> Option<Self> {
        let white = match score {
            command::Score::Pawns(pawns) if pawns.is_finite() => {
                Score::Centipawns((pawns * 100.0).round() as i32)
            }
            command::Score::Mate(moves) if moves != 0 => Score::Mate(moves),
            _ => return None,
        };
        let mut line = Line::default();
        line.score = if turn == Color::White { white } else { white.reversed() };
        line.depth = depth.unwrap_or_default();
        Some(Self { lines: vec![line], ..Self::empty(Origin::Game) })
    }

    pub(crate) fn empty(origin: Origin) -> Self {
        Self {
            lines: Vec::new(),
            nodes: None,
            time: Duration::ZERO,
            origin,
            interrupted: None,
            is_ended: false,
            choices: Vec::new(),
        }
    }

    /// The score of the best line, as White sees it; `None` where there is no line, and where the side to move is mated: comments of games have no
    /// score for that.
    #[must_use]
    pub fn for_white(&self, turn: Color) -> Option<command::Score> {
        self.lines.first().and_then(|line| for_white(line.score, turn))
    }

    /// The best line; `None` without any move.
    #[must_use]
    pub fn best(&self) -> Option<&Line> {
        self.lines.first().filter(|line| !line.moves.is_empty())
    }
}

/// A score of the side to move as White sees it; `None` if that side is mated.
#[must_use]
pub fn for_white(score: Score, turn: Color) -> Option<command::Score> {
    let white = if turn == Color::White { score } else { score.reversed() };
    match white {
        Score::Centipawns(number) => Some(command::Score::Pawns(f64::from(number) / 100.0)),
        Score::Mate(0) => None,
        Score::Mate(moves) => Some(command::Score::Mate(moves)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_those_of_white() {
        use command::Score::{Mate, Pawns};
        for (score, white, black) in [
            (Score::Centipawns(31), Some(Pawns(0.31)), Some(Pawns(-0.31))),
            (Score::Mate(-3), Some(Mate(-3)), Some(Mate(3))),
            (Score::Mate(0), None, None),
        ] {
            assert_eq!(for_white(score, Color::White), white);
            assert_eq!(for_white(score, Color::Black), black);
            for turn in [Color::White, Color::Black] {
                if let Some(white) = for_white(score, turn) {
                    assert_eq!(Evaluated::of_game(white, None, turn).unwrap().for_white(turn), Some(white));
                }
            }
        }
        assert!(Evaluated::of_game(Pawns(f64::NAN), None, Color::White).is_none());
        assert!(Evaluated::of_game(Mate(0), None, Color::White).is_none());
    }
}
