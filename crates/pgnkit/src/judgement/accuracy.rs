//! The accuracy of players, and what their moves lose.

use crate::command::Score;
use pgnkit_chess::Color;

use super::winning::{centipawns, win_percentage};

/// The score of the usual initial position.
pub const START: Score = Score::Pawns(0.15);

/// Moves of a window, at the least and at the most, and the part of a game that it has.
const WINDOW: (usize, usize) = (2, 8);
const WINDOW_PART: usize = 10;

/// The least and the greatest weight of a window.
const WEIGHT: (f64, f64) = (0.5, 12.0);

/// The accuracy of White and of Black in a game; `None` for a side that has no move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// That of White, from 0 to 100.
    pub white: Option<f64>,
    /// That of Black.
    pub black: Option<f64>,
}

/// The accuracy of a move by the percentages of its side before and after it, from 0 to 100.
#[must_use]
pub fn move_accuracy(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    let fall = before - after;
    let accuracy = 103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * fall).exp() - 3.166_924_740_191_411;
    // One more for what an engine does not see.
    (accuracy + 1.0).clamp(0.0, 100.0)
}

/// The accuracy of both sides in a game: the scores after each half-move, of which `first` made the first one. The score before it is `start`.
///
/// Each side has the mean of two means of its moves: one that weighs them by how much the game went up and down around them, and the harmonic one. Takes
/// time and memory in proportion to the half-moves.
#[must_use]
pub fn accuracies(start: Score, scores: &[Score], first: Color) -> Accuracy {
    let percentages: Vec<f64> =
        [&start].into_iter().chain(scores).map(|score| win_percentage(*score, Color::White)).collect();
    let length = (scores.len() / WINDOW_PART).clamp(WINDOW.0, WINDOW.1).min(percentages.len());
    let windows = percentages.windows(length.max(1));
    // The first windows are those of moves that have no window of their own.
    let firsts = std::iter::repeat_n(percentages.get(..length).unwrap_or_default(), length.saturating_sub(2));
    let weights: Vec<f64> =
        firsts.chain(windows).map(|window| deviation(window).clamp(WEIGHT.0, WEIGHT.1)).collect();
    let of_side = |side: Color| {
        let moves = percentages.windows(2).zip(&weights).enumerate();
        let own = moves.filter(|(ply, _)| (ply % 2 == 0) == (side == first));
        let graded: Vec<(f64, f64)> = own
            .map(|(_, (pair, weight))| {
                let own = |white: f64| if side == Color::White { white } else { 100.0 - white };
                (move_accuracy(own(pair[0]), own(pair[1])), *weight)
            })
            .collect();
        mean(&graded)
    };
    Accuracy { white: of_side(Color::White), black: of_side(Color::Black) }
}

/// The mean of the weighted and of the harmonic mean.
fn mean(graded: &[(f64, f64)]) -> Option<f64> {
    let weights: f64 = graded.iter().map(|(_, weight)| weight).sum();
    if graded.is_empty() || weights <= 0.0 {
        return None;
    }
    let weighted = graded.iter().map(|(accuracy, weight)| accuracy * weight).sum::<f64>() / weights;
    // A move of no accuracy at all would leave nothing of the others.
    let inverse: f64 = graded.iter().map(|(accuracy, _)| 1.0 / accuracy.max(1.0)).sum();
    Some((weighted + graded.len() as f64 / inverse) / 2.0)
}

/// The standard deviation of a whole population.
fn deviation(values: &[f64]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

/// The average loss of a side in centipawns, with scores cut to 1000: the scores after each half-move, of which `first` made the first one, and the score
/// before it. `None` for a side that has no move.
#[must_use]
pub fn average_loss(start: Score, scores: &[Score], first: Color, side: Color) -> Option<f64> {
    let own = |score: &Score| centipawns(*score, side).clamp(-1000.0, 1000.0);
    let before = [&start].into_iter().chain(scores);
    let losses: Vec<f64> = before
        .zip(scores)
        .enumerate()
        .filter(|(ply, _)| (ply % 2 == 0) == (side == first))
        .map(|(_, (before, after))| (own(before) - own(after)).max(0.0))
        .collect();
    (!losses.is_empty()).then(|| losses.iter().sum::<f64>() / losses.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accuracies_of_moves() {
        for (before, after, expected) in [
            (50.0, 50.0, 100.0),
            (50.0, 60.0, 100.0),
            (50.0, 45.0, 80.815),
            (50.0, 40.0, 64.579),
            (90.0, 10.0, 1.0),
            (100.0, 0.0, 0.0),
        ] {
            let found = move_accuracy(before, after);
            assert!((found - expected).abs() < 0.01, "{before} {after}: {found}");
        }
    }

    #[test]
    fn games_without_moves_of_a_side() {
        let none = accuracies(START, &[], Color::White);
        assert_eq!(none, Accuracy::default());
        let one = accuracies(START, &[Score::Pawns(0.2)], Color::White);
        assert_eq!(one, Accuracy { white: Some(100.0), black: None });
        let of_black = accuracies(START, &[Score::Pawns(0.1)], Color::Black);
        assert_eq!(of_black, Accuracy { white: None, black: Some(100.0) });
        assert_eq!(average_loss(START, &[], Color::White, Color::White), None);
    }

    #[test]
    fn losses_are_cut() {
        let scores = [Score::Pawns(-0.35), Score::Mate(4), Score::Pawns(30.0), Score::Pawns(2.0)];
        let loss = |side| average_loss(START, &scores, Color::White, side).unwrap();
        assert!((loss(Color::White) - 25.0).abs() < 1e-9, "{}", loss(Color::White));
        assert!((loss(Color::Black) - (1035.0 / 2.0)).abs() < 1e-9, "{}", loss(Color::Black));
        // A side that loses everything with one move keeps little.
        let ruined = accuracies(START, &[Score::Mate(-1)], Color::White).white.unwrap();
        assert!(ruined < 15.0, "{ruined}");
    }
}
