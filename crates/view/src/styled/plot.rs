//! The plot of evaluations in columns of a terminal.

use pgnkit::judgement::Judgement;

use super::line::{Line, Role};
use crate::plot::EvaluationPlot;

/// Eighths of a cell that are filled from below.
const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
const ASCII: [&str; 9] = [" ", ".", ".", ".", ":", ":", ":", "#", "#"];
/// The rows of the curve: White's chances above a half of all are in the upper one.
const ROWS: usize = 2;
/// Columns for the words beside the curve, with the blanks before them, and columns of the whole that leave room for them.
const WORDS: usize = 24;
const WIDE: usize = 60;

/// The lines of a plot, of so many columns at the most: the curve in two rows, and the mistakes and blunders below it if there are any.
pub(super) fn lines(plot: &EvaluationPlot, columns: usize, ascii: bool) -> Vec<Line> {
    let (half_moves, has_words) = (plot.half_moves(), columns >= WIDE);
    let width = half_moves.min(if has_words { columns - WORDS } else { columns }).max(1);
    // Half-moves of a column, from 1: one, or several where there are more of them than columns.
    let plies = |column: usize| column * half_moves / width + 1..=(column + 1) * half_moves / width;
    let cells = if ascii { ASCII } else { EIGHTHS };
    let mut lines = Vec::with_capacity(ROWS + 1);
    for row in 0..ROWS {
        let mut line = Line::default();
        for column in 0..width {
            let value = plies(column).rev().find_map(|ply| plot.percentage(ply));
            // The least chance is seen, too: a gap is nothing.
            let eighths =
                value.map_or(0, |value| (value / 100.0 * (8 * ROWS) as f64).round().max(1.0) as usize);
            let own = eighths.saturating_sub(8 * (ROWS - 1 - row)).min(8);
            line.push(Role::Score, cells[own]);
        }
        words(&mut line, if row == 0 { "White's chances," } else { "by half-move" }, has_words, width);
        lines.push(line);
    }
    if !plot.errors().is_empty() {
        let mut signs = vec![' '; width];
        for error in plot.errors() {
            let column = (error.ply * width - 1) / half_moves.max(1);
            let sign = if error.judgement == Judgement::Blunder { 'X' } else { '?' };
            if let Some(place) = signs.get_mut(column).filter(|place| **place != 'X') {
                *place = sign;
            }
        }
        let mut line = Line::default();
        line.push(Role::Bad, &signs.into_iter().collect::<String>());
        words(&mut line, "? mistake  X blunder", has_words, width);
        lines.push(line);
    }
    lines.into_iter().map(Line::trimmed).collect()
}

fn words(line: &mut Line, text: &str, has_words: bool, width: usize) {
    if has_words {
        line.pad(width + 3);
        line.push(Role::Detail, text);
    }
}
