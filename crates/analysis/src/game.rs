//! The analysis of a game: evaluations of its positions, and judgements of its moves.

use std::sync::Arc;

use pgnkit::annotations::PointOfView;
use pgnkit::chess::{ChessMode, Color, Move, Position, Variant};
use pgnkit::clocks::Clocks;
use pgnkit::command::Score;
use pgnkit::{Game, NodeId};
use pgnkit_collections::judgement::{
    Accuracy, Curve, Judgement, Rule, START, accuracies, average_loss, judge,
};

use crate::evaluated::Evaluated;
use crate::evaluator::{Evaluation, EvaluationError, Evaluator};
use crate::query::Query;
use crate::scope::Scope;

/// The analysis of the main line of a game.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct GameAnalysis {
    /// The half-moves, from the first one. Empty if the start of the game or its rules are not known.
    pub plies: Vec<AnalysedPly>,
    /// Positions that should have been analysed: the half-moves before each, and the reason.
    pub failures: Vec<(usize, EvaluationError)>,
    /// Positions that were analysed now.
    pub analysed: u64,
    /// Positions whose evaluation was in the game.
    pub kept: u64,
    /// Whether the game begins at the usual initial position of standard chess.
    pub is_usual_start: bool,
}

/// A half-move with what is known of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AnalysedPly {
    /// The place after the move.
    pub node: NodeId,
    /// The move.
    pub mv: Move,
    /// The position before it.
    pub before: Position,
    /// The position after it.
    pub after: Position,
    /// The evaluation of the position before it.
    pub evaluation_before: Option<Arc<Evaluated>>,
    /// The evaluation of the position after it.
    pub evaluation_after: Option<Arc<Evaluated>>,
    /// Whether it is among the moves that are judged.
    pub is_chosen: bool,
    /// The score before it, as White sees it: of the usual initial position that of lichess.
    pub score_before: Option<Score>,
    /// The score after it.
    pub score_after: Option<Score>,
    /// The judgement of a move that is chosen and loses something.
    pub judgement: Option<Judgement>,
}

impl AnalysedPly {
    /// The side that moves.
    #[must_use]
    pub fn mover(&self) -> Color {
        self.before.turn()
    }

    /// The best line in place of the move; `None` if it is not known, or begins with the move that was played.
    #[must_use]
    pub fn better(&self) -> Option<&[Move]> {
        let best = self.evaluation_before.as_ref()?.best()?;
        (best.moves.first() != Some(&self.mv)).then_some(&best.moves[..])
    }
}

/// Rules by which moves are judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grading {
    /// The rule for losses.
    pub rule: Rule,
    /// The curve from centipawns to chances.
    pub curve: Curve,
}

impl GameAnalysis {
    /// Analyses a game. Waits for all evaluations; several threads may do so with other games.
    #[must_use]
    pub fn of(game: &Game, scope: &Scope, grading: Grading, evaluator: &Evaluator) -> Self {
        let queries = Query::of_game(game, scope.moves);
        let Some(first) = queries.first() else { return Self::default() };
        let plies = queries.len() - 1;
        let mut chosen = scope.chosen(game, first.position().turn(), plies);
        let existing = existing(game, &queries);
        let start = game.start();
        let is_usual_start = start.mode == ChessMode::Standard
            && start.position.variant() == Variant::Standard
            && start.position == Position::START;
        let mut analysis = Self { is_usual_start, ..Self::default() };
        let evaluations = analysis.evaluate(&queries, &mut chosen, existing, scope, evaluator);
        let played = game.mainline_with_positions().take(plies);
        for (at, played) in played.enumerate() {
            let [evaluation_before, evaluation_after] = [at, at + 1].map(|at| evaluations[at].clone());
            let score = |evaluation: &Option<Arc<Evaluated>>, turn| evaluation.as_ref()?.for_white(turn);
            let score_before = if at == 0 && is_usual_start {
                Some(START)
            } else {
                score(&evaluation_before, played.before.turn())
            };
            let score_after = score(&evaluation_after, played.after.turn());
            let judgement =
                score_before.zip(score_after).filter(|_| chosen[at]).and_then(|(before, after)| {
                    judge(before, after, played.before.turn(), grading.rule, grading.curve)
                });
            analysis.plies.push(AnalysedPly {
                node: played.node.id(),
                mv: played.node.mv(),
                before: played.before,
                after: played.after,
                evaluation_before,
                evaluation_after,
                is_chosen: chosen[at],
                score_before,
                score_after,
                judgement,
            });
        }
        analysis
    }

    /// The evaluations of the positions before and after the moves that are chosen.
    fn evaluate(
        &mut self,
        queries: &[Query],
        chosen: &mut [bool],
        mut existing: Vec<Option<Evaluated>>,
        scope: &Scope,
        evaluator: &Evaluator,
    ) -> Vec<Option<Arc<Evaluated>>> {
        let is_needed = |chosen: &[bool], at: usize| {
            chosen.get(at).copied().unwrap_or_default() || at > 0 && chosen[at - 1]
        };
        let mut evaluations = vec![None; queries.len()];
        let mut pending: Vec<_> = queries.iter().map(|_| None).collect();
        for at in 0..queries.len() {
            if !is_needed(chosen, at) {
                continue;
            }
            if scope.keep_existing
                && let Some(found) = existing[at].take()
            {
                self.kept += 1;
                evaluations[at] = Some(Arc::new(found));
            } else {
                pending[at] = Some(evaluator.ask(&queries[at]));
            }
            if scope.until_won.is_none() {
                continue;
            }
            // The next position is asked for only if this one is not decided yet.
            if let Some(answer) = pending[at].take() {
                evaluations[at] = self.take(at, answer.wait(), existing[at].take());
            }
            let score = evaluations[at].as_ref().and_then(|found| found.lines.first()).map(|line| line.score);
            if score.is_some_and(|score| scope.is_won(score)) {
                chosen[at..].fill(false);
            }
        }
        for (at, answer) in pending.into_iter().enumerate() {
            if let Some(answer) = answer {
                evaluations[at] = self.take(at, answer.wait(), existing[at].take());
            }
        }
        evaluations
    }

    /// An evaluation that was asked for; what is in the game if there is no source.
    fn take(&mut self, at: usize, answer: Evaluation, existing: Option<Evaluated>) -> Option<Arc<Evaluated>> {
        match answer {
            Ok(Some(found)) => {
                self.analysed += u64::from(!found.is_ended);
                Some(found)
            }
            Ok(None) => {
                self.kept += u64::from(existing.is_some());
                existing.map(Arc::new)
            }
            Err(error) => {
                self.failures.push((at, error));
                None
            }
        }
    }

    /// The scores after all half-moves but a last one that ends the game; `None` if one is not known.
    fn scores(&self) -> Option<(Score, Vec<Score>)> {
        let (last, others) = self.plies.split_last()?;
        let before = self.plies.first()?.score_before?;
        let mut scores = others.iter().map(|ply| ply.score_after).collect::<Option<Vec<_>>>()?;
        match last.score_after {
            Some(score) => scores.push(score),
            None if last.after.has_legal_move() => return None,
            None => {}
        }
        Some((before, scores))
    }

    /// The accuracy of both sides; `None` unless all positions are evaluated.
    #[must_use]
    pub fn accuracy(&self) -> Option<Accuracy> {
        let (start, scores) = self.scores()?;
        Some(accuracies(start, &scores, self.plies.first()?.mover()))
    }

    /// The average loss of a side in centipawns; `None` unless all positions are evaluated, and for a side without a move.
    #[must_use]
    pub fn average_loss(&self, side: Color) -> Option<f64> {
        let (start, scores) = self.scores()?;
        average_loss(start, &scores, self.plies.first()?.mover(), side)
    }
}

/// The evaluations that are in a game, by somebody who looks at both sides: one for each position.
fn existing(game: &Game, queries: &[Query]) -> Vec<Option<Evaluated>> {
    let mut found: Vec<Option<Evaluated>> = vec![None; queries.len()];
    let turn = |at: usize| queries[at].position().turn();
    let root = game.root().annotations().evaluation;
    found[0] = root
        .filter(|evaluation| evaluation.view == PointOfView::White)
        .and_then(|evaluation| Evaluated::of_game(evaluation.score, evaluation.depth, turn(0)));
    for (at, row) in (1..queries.len()).zip(&Clocks::of(game).rows) {
        let depth = row.evaluation.and_then(|evaluation| evaluation.depth);
        found[at] = row.comparable_score().and_then(|score| Evaluated::of_game(score, depth, turn(at)));
    }
    found
}
