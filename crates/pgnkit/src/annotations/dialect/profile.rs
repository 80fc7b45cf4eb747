//! `[%evp]`: the evaluations of a whole game, which ChessBase writes before the first move. They are White's; those of
//! `[%eval 31,14]` are White's or the mover's, which only a profile with the same number decides.

use pgnkit_chess::Color;

use super::super::{AnnotationValue, Evaluation, LineEvaluations, PointOfView, is_command, parse_comment};
use crate::Game;
use crate::command::Score;

/// The profile of a game and where it is.
pub(in super::super) struct Profile {
    pub(in super::super) line: LineEvaluations,
    /// The comment of the root, and its bytes there.
    comment: usize,
    range: std::ops::Range<usize>,
}

impl Profile {
    pub(in super::super) fn of(game: &Game) -> Option<Self> {
        for (comment, text) in game.root().comments().enumerate() {
            for item in parse_comment(text) {
                if let AnnotationValue::LineEvaluations(line) = item.value {
                    return Some(Self { line, comment, range: item.range });
                }
            }
        }
        None
    }

    /// The comments of the root without it.
    pub(in super::super) fn removed(&self, mut comments: Vec<String>) -> Vec<String> {
        if let Some(text) = comments.get_mut(self.comment) {
            let rest = format!("{}{}", &text[..self.range.start], text[self.range.end..].trim_start());
            *text = rest.trim().to_owned();
        }
        comments.retain(|text| !text.is_empty());
        comments
    }
}

impl LineEvaluations {
    /// An evaluation after so many half-moves, for White if the profile has the same number, up to its sign.
    pub(crate) fn resolve(&self, ply: u32, evaluation: Evaluation) -> Evaluation {
        let Some(own) = self.after(ply).filter(|_| evaluation.view == PointOfView::Unknown) else {
            return evaluation;
        };
        match (own.score, evaluation.score) {
            (Score::Pawns(own), Score::Pawns(other)) if is_same(own.abs(), other.abs()) => {
                Evaluation { score: Score::Pawns(own), view: PointOfView::White, ..evaluation }
            }
            _ => evaluation,
        }
    }
}

fn is_same(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

pub(in super::super) fn is_same_score(a: Score, b: Score) -> bool {
    match (a, b) {
        (Score::Pawns(a), Score::Pawns(b)) => is_same(a, b),
        (a, b) => a == b,
    }
}

/// The number of a score after a move of `mover`, if a profile can hold it.
pub(in super::super) fn number(score: Score, mover: Color) -> Option<i32> {
    match score {
        Score::Pawns(pawns) => {
            let number = (pawns * 100.0).round();
            (number.abs() < 29000.0 && is_same(number, pawns * 100.0)).then_some(number as i32)
        }
        Score::Mate(moves) => {
            let mates = if moves > 0 { Color::White } else { Color::Black };
            // The side that did not move makes the first half-move.
            let plies = 2 * i32::try_from(moves.unsigned_abs()).ok()? - i32::from(mates != mover);
            ((1..=1000).contains(&plies)).then_some(moves.signum() * (30000 - plies))
        }
    }
}

/// The command of the numbers of the main line, from half-move 1; empty without any.
pub(in super::super) fn command(numbers: &[Option<i32>]) -> String {
    let Some(first) = numbers.iter().position(Option::is_some) else { return String::new() };
    let last = numbers.iter().rposition(Option::is_some).unwrap_or(first);
    let mut text = format!("[%evp {},{}", first + 1, last + 1);
    for number in &numbers[first..=last] {
        text.push(',');
        text.push_str(&number.unwrap_or(32767).to_string());
    }
    text.push(']');
    text
}

/// Whether comments evaluate a position by a command or otherwise; the evaluation that counts.
pub(in super::super) fn evaluation_of<'a>(
    comments: impl Iterator<Item = &'a str>,
) -> Option<(Evaluation, bool)> {
    for comment in comments {
        for item in parse_comment(comment) {
            if let AnnotationValue::Evaluation(evaluation) = item.value {
                return Some((evaluation, is_command(comment, &item.range)));
            }
        }
    }
    None
}
