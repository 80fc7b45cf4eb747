//! Evaluations of positions, and their answers.

use pgnkit_chess::{ChessMode, Move, Position};

use crate::explorer::ExploreError;
use crate::json::Object;
use crate::question::EvaluationQuestion;

/// The evaluation of a position by an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evaluation {
    /// The depth of the search, in half-moves.
    pub depth: u32,
    /// Thousands of positions that were looked at.
    pub knodes: u64,
    /// The lines of moves, the best one first.
    pub lines: Vec<ScoredLine>,
}

/// A line of moves with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredLine {
    /// The score.
    pub score: Score,
    /// The moves, legal one after the other from the position of the question.
    pub moves: Vec<Move>,
}

/// A score for White: positive if White is better, whoever is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves to mate, of the side that gives it.
    Mate(i32),
}

impl Evaluation {
    /// The answer as clients of lichess's cloud evaluations get it: an object of JSON, with as many lines as the question asks for, and moves as engines write
    /// them, in which the king castles to its rook.
    ///
    /// # Errors
    ///
    /// If a move is not legal in the position of the question.
    pub fn to_json(&self, question: &EvaluationQuestion) -> Result<String, ExploreError> {
        check(&question.position, self)?;
        let mut out = Object::begin(String::with_capacity(512));
        out.text("fen", &question.fen);
        out.number("knodes", self.knodes);
        out.number("depth", self.depth);
        let lines = &self.lines[..self.lines.len().min(question.lines)];
        out.list("pvs", lines, |out, line| {
            let moves = line.moves.iter().map(|mv| mv.to_uci(ChessMode::Chess960).as_str().to_owned());
            out.text("moves", &moves.collect::<Vec<_>>().join(" "));
            out.score(line.score);
        });
        Ok(out.end())
    }
}

/// A store that finds positions by a hash could answer for another one.
pub(crate) fn check(position: &Position, evaluation: &Evaluation) -> Result<(), ExploreError> {
    for line in &evaluation.lines {
        let mut at = *position;
        for mv in &line.moves {
            if !at.is_legal(*mv) {
                return Err(ExploreError::Failed(format!("{mv:?} is not legal in {at}")));
            }
            at.play(*mv);
        }
    }
    Ok(())
}

impl Object {
    /// A score by its name.
    pub(crate) fn score(&mut self, score: Score) {
        match score {
            Score::Centipawns(number) => self.number("cp", number),
            Score::Mate(moves) => self.number("mate", moves),
        }
    }
}
