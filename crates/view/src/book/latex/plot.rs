//! A plot of evaluations, by the commands of pgf, which the package chessboard loads.

use std::fmt::Write as _;

use pgnkit::judgement::Judgement;

use crate::plot::EvaluationPlot;

/// Pieces of the curve on a line of the source.
const PIECES: usize = 6;

/// Appends a plot.
pub(super) fn write(plot: &EvaluationPlot, text: &mut String) {
    let last = plot.half_moves();
    let _ = writeln!(text, "\\plot{{{last}}}{{%");
    for (first, values) in plot.runs() {
        // A value without neighbours is as wide as a half-move.
        let (from, to) = match values.len() {
            1 => ((first as f64 - 0.5).max(0.0), (first as f64 + 0.5).min(last as f64)),
            count => (first as f64, (first + count - 1) as f64),
        };
        let _ = write!(text, "\\plotground{{{from}}}{{{to}}}\\plotfrom{{{from}}}{{{:.1}}}", values[0]);
        for (at, value) in values.iter().enumerate().skip(1) {
            if at % PIECES == 0 {
                text.push_str("%\n");
            }
            let _ = write!(text, "\\plotto{{{}}}{{{value:.1}}}", first + at);
        }
        if let [value] = values.as_slice() {
            let _ = write!(text, "\\plotto{{{to}}}{{{value:.1}}}");
        }
        let _ = writeln!(text, "\\plotuntil{{{to}}}%");
    }
    for error in plot.errors() {
        let command = if error.judgement == Judgement::Blunder { "blunder" } else { "mistake" };
        // One without an evaluation, which a glyph names, is in the middle.
        let value = plot.percentage(error.ply).unwrap_or(50.0);
        let _ = writeln!(text, "\\plot{command}{{{}}}{{{value:.1}}}%", error.ply);
    }
    text.push_str("}\n");
}
