//! The course of a game by its evaluations, as plots show it.

mod svg;

use pgnkit::chess::{ChessMode, Color, Position};
use pgnkit::clocks::{Clocks, Row};
use pgnkit::command::Score;
use pgnkit::judgement::{Curve, Judgement, Rule, START, judge, win_percentage};
use pgnkit::{Game, Node};

pub(crate) use svg::{Colors, svg};

/// Errors that are named in words, at the most.
const NAMED: usize = 24;
/// Half-moves from one value in words to the next.
const STRIDE: usize = 20;

/// White's chances after each half-move of a main line, by the evaluations in its comments, with the mistakes and blunders.
///
/// ```
/// use pgnkit::Game;
/// use pgnkit_view::EvaluationPlot;
///
/// let game: Game = "1. f3 {[%eval -0.7]} e5 {[%eval -0.8]} 2. g4 {[%eval #-1]} Qh4# 0-1".parse()?;
/// let plot = EvaluationPlot::of(&game).unwrap();
/// assert_eq!((plot.half_moves(), plot.percentage(2).map(f64::round), plot.percentage(4)), (4, Some(43.0), None));
/// assert_eq!(plot.description(), "Evaluation by half-move, White's chances in percent: 51 at the start, 2 after 2. g4. Blunder: 2. g4.");
/// # Ok::<(), pgnkit::diagnostics::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluationPlot {
    /// White's chances at the start and after each half-move, in percent.
    percentages: Vec<Option<f64>>,
    /// The moves, with their numbers.
    moves: Vec<String>,
    errors: Vec<PlottedError>,
}

/// A mistake or a blunder in a plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlottedError {
    /// Number of the half-move, from 1.
    pub ply: usize,
    /// Its grade.
    pub judgement: Judgement,
}

impl EvaluationPlot {
    /// That of a game; `None` unless at least two half-moves, and at least half of all, have evaluations.
    ///
    /// A move that has a glyph for good, bad or dubious moves is what the glyph says; other moves are judged by the evaluations before and
    /// after them, unless engines have evaluated their own moves. Takes time and memory in the length of the main line.
    pub fn of(game: &Game) -> Option<Self> {
        let rows = Clocks::of(game).rows;
        let evaluated = rows.iter().filter(|row| score(row).is_some()).count();
        if evaluated < 2 || evaluated * 2 < rows.len() {
            return None;
        }
        let start = game.start();
        let is_usual = start.mode == ChessMode::Standard && start.position == Position::START;
        let mut percentages = vec![is_usual.then_some(START).map(percentage)];
        percentages.extend(rows.iter().map(|row| score(row).map(percentage)));
        let mut before = is_usual.then_some(START);
        let mut errors = Vec::new();
        for ((ply, row), node) in (1..).zip(&rows).zip(game.mainline()) {
            let after = row.comparable_score();
            let judged = || judge(before?, after?, row.color, Rule::Site, Curve::default());
            let judgement = by_glyph(&node).unwrap_or_else(judged);
            errors.extend(
                judgement
                    .filter(|judgement| *judgement >= Judgement::Mistake)
                    .map(|judgement| PlottedError { ply, judgement }),
            );
            before = after;
        }
        let moves = rows.iter().map(|row| {
            let dots = if row.color == Color::White { "." } else { "..." };
            format!("{}{dots} {}", row.number, row.san)
        });
        Some(Self { percentages, moves: moves.collect(), errors })
    }

    /// Number of half-moves of the main line.
    #[must_use]
    pub fn half_moves(&self) -> usize {
        self.moves.len()
    }

    /// White's chances after so many half-moves, in percent from 0 to 100; `None` where the game has no evaluation.
    #[must_use]
    pub fn percentage(&self, ply: usize) -> Option<f64> {
        self.percentages.get(ply).copied().flatten()
    }

    /// Mistakes and blunders, in order.
    #[must_use]
    pub fn errors(&self) -> &[PlottedError] {
        &self.errors
    }

    /// The plot in words: values every ten moves, and the first mistakes and blunders.
    #[must_use]
    pub fn description(&self) -> String {
        let last = self.percentages.iter().rposition(Option::is_some).unwrap_or(0);
        let plies = (0..=last).filter(|ply| ply % STRIDE == 0 || *ply == last);
        let value = |ply: usize| {
            let value = self.percentage(ply)?.round();
            Some(match self.name(ply) {
                None => format!("{value} at the start"),
                Some(name) => format!("{value} after {name}"),
            })
        };
        let values: Vec<String> = plies.filter_map(value).collect();
        let mut text = format!("Evaluation by half-move, White's chances in percent: {}.", values.join(", "));
        for (judgement, word) in [(Judgement::Mistake, "Mistake"), (Judgement::Blunder, "Blunder")] {
            let of_kind: Vec<&str> = self
                .errors
                .iter()
                .filter(|error| error.judgement == judgement)
                .filter_map(|error| self.name(error.ply))
                .collect();
            if of_kind.is_empty() {
                continue;
            }
            let plural = if of_kind.len() == 1 { "" } else { "s" };
            let more = of_kind.len().saturating_sub(NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            text.push_str(&format!(
                " {word}{plural}: {}{more}.",
                of_kind[..of_kind.len().min(NAMED)].join(", ")
            ));
        }
        text
    }

    /// The move with its number.
    pub(crate) fn name(&self, ply: usize) -> Option<&str> {
        self.moves.get(ply.checked_sub(1)?).map(String::as_str)
    }

    /// Stretches without a gap, each with the half-move that it begins at.
    pub(crate) fn runs(&self) -> Vec<(usize, Vec<f64>)> {
        let mut runs: Vec<(usize, Vec<f64>)> = Vec::new();
        for (ply, value) in self.percentages.iter().enumerate() {
            match (value, runs.last_mut()) {
                (Some(value), Some((first, values))) if *first + values.len() == ply => values.push(*value),
                (Some(value), _) => runs.push((ply, vec![*value])),
                (None, _) => {}
            }
        }
        runs
    }
}

/// The score after a move; a mate in 0 has no side.
fn score(row: &Row) -> Option<Score> {
    row.score().filter(|score| match score {
        Score::Pawns(pawns) => pawns.is_finite(),
        Score::Mate(moves) => *moves != 0,
    })
}

fn percentage(score: Score) -> f64 {
    win_percentage(score, Color::White)
}

/// The judgement of a move by its glyphs, `Some(None)` for a move that is not bad; `None` without such a glyph.
fn by_glyph(node: &Node<'_>) -> Option<Option<Judgement>> {
    let judged = |nag: u8| match nag {
        1 | 3 | 5 => Some(None),
        nag => Judgement::ALL.into_iter().find(|judgement| judgement.nag() == u32::from(nag)).map(Some),
    };
    node.nags().find_map(judged)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(text: &str) -> Option<EvaluationPlot> {
        EvaluationPlot::of(&Game::read(text.as_bytes(), &mut pgnkit::diagnostics::Ignore).unwrap())
    }

    fn rounded(text: &str) -> Vec<Option<i64>> {
        let plot = plot(text).unwrap();
        (0..=plot.half_moves()).map(|ply| plot.percentage(ply).map(|value| value.round() as i64)).collect()
    }

    #[test]
    fn games_that_have_no_plot() {
        for text in [
            "*",
            "1. e4 e5 *",
            "1. e4 {[%eval 0.2]} e5 *",
            "1. e4 {[%eval 0.2]} e5 {[%eval 0.2]} 2. d4 d5 3. c4 *",
            "1. e4 {[%eval #0]} e5 {[%eval #0]} *",
            // Centipawns of an unknown side.
            "1. e4 {[%eval 20,12]} e5 {[%eval 30,12]} *",
            "[Variant \"Unheard\"]\n\n1. e4 {[%eval 0.2]} e5 {[%eval 0.2]} *",
        ] {
            assert_eq!(plot(text), None, "{text}");
        }
    }

    #[test]
    fn values_gaps_and_extremes() {
        let huge = format!("1. e4 {{[%eval {}]}} e5 {{[%eval -{}.5]}} *", "9".repeat(400), "9".repeat(30));
        for (text, expected) in [
            ("1. e4 {[%eval 0.0]} e5 {[%eval 1.0]} *", vec![Some(51), Some(50), Some(59)]),
            ("1. e4 {[%eval #3]} e5 {[%eval #-3]} *", vec![Some(51), Some(98), Some(2)]),
            ("1. e4 {[%eval 0.0]} e5 2. d4 {[%eval 0.0]} *", vec![Some(51), Some(50), None, Some(50)]),
            ("1. e4 {+0.20/14 2.1s} e5 {+0.30/14 2.0s} *", vec![Some(51), Some(52), Some(47)]),
            (
                "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. Kf2 {[%eval 5.0]} Kd7 {[%eval 5.0]} *",
                vec![None, Some(86), Some(86)],
            ),
        ] {
            assert_eq!(rounded(text), expected, "{text}");
        }
        // What is beyond all numbers is no evaluation, or the greatest there is.
        assert!(plot(&huge).is_none_or(|plot| plot.percentage(1).is_none_or(|value| value < 98.0)));
    }

    #[test]
    fn errors_by_glyph_or_by_evaluation() {
        let errors = |text: &str| {
            let plot = plot(text).unwrap();
            plot.errors().iter().map(|error| (error.ply, error.judgement)).collect::<Vec<_>>()
        };
        use Judgement::{Blunder, Mistake};
        for (text, expected) in [
            ("1. e4 {[%eval 0.2]} e5 {[%eval 5.0]} *", vec![(2, Blunder)]),
            ("1. e4 {[%eval 0.2]} e5 $6 {[%eval 5.0]} *", vec![]),
            ("1. e4 {[%eval 0.2]} e5 $1 {[%eval 5.0]} *", vec![]),
            ("1. e4 $4 {[%eval 0.2]} e5 $2 {[%eval 0.2]} *", vec![(1, Blunder), (2, Mistake)]),
            ("1. e4 {[%eval 0.2]} e5 2. d4 {[%eval -5.0]} *", vec![]),
            ("1. e4 {+0.20/14 2.1s} e5 {-5.00/14 2.0s} *", vec![]),
        ] {
            assert_eq!(errors(text), expected, "{text}");
        }
    }

    #[test]
    fn a_long_game_in_words_is_short() {
        let mut text = String::new();
        for number in 0..500 {
            let score = if number % 2 == 0 { "5.0" } else { "-5.0" };
            text.push_str(&format!(
                "{}. Nf3 {{[%eval {score}]}} Nf6 {{[%eval -{score}]}} {}. Ng1 {{[%eval 0.1]}} Ng8 {{[%eval 0.1]}} ",
                2 * number + 1,
                2 * number + 2
            ).replace("--", ""));
        }
        let plot = plot(&(text + "*")).unwrap();
        assert_eq!(plot.half_moves(), 2000);
        assert!(plot.errors().len() > 500);
        assert!(plot.description().len() < 4000, "{}", plot.description().len());
        assert!(svg(&plot, Colors::SCREEN).len() < 250_000);
    }
}
