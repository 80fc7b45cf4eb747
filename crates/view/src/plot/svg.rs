//! A plot as SVG: an area of White's colour below the curve, of Black's above it, and another one in gaps.

use std::fmt::Write as _;

use pgnkit::judgement::Judgement;

use super::EvaluationPlot;
use crate::markup;

/// Width and height in units of the picture.
const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 72.0;

/// Colours of a plot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Colors {
    black: &'static str,
    white: &'static str,
    gap: &'static str,
    line: &'static str,
    mistake: &'static str,
    blunder: &'static str,
}

impl Colors {
    /// For light and dark pages.
    pub(crate) const SCREEN: Self = Self {
        black: "#4a443e",
        white: "#e9e4da",
        gap: "#a39c92",
        line: "#9a9186",
        mistake: "#f0a030",
        blunder: "#d3302c",
    };
    /// For printers without colours.
    pub(crate) const PRINT: Self = Self {
        black: "#8c8c8c",
        white: "#ffffff",
        gap: "#dcdcdc",
        line: "#404040",
        mistake: "#ffffff",
        blunder: "#000000",
    };
}

/// The picture, with the plot in words. Mistakes are discs, blunders diamonds, at the curve.
pub(crate) fn svg(plot: &EvaluationPlot, colors: Colors) -> String {
    let Colors { black, white, gap, line, mistake, blunder } = colors;
    let step = WIDTH / plot.half_moves().max(1) as f64;
    let x = |ply: f64| Coordinate(ply * step);
    let y = |percent: f64| Coordinate(HEIGHT * (1.0 - percent / 100.0));
    let description = markup::text(&plot.description()).into_owned();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 -2 {WIDTH} {}\" role=\"img\">\
         <title>{description}</title>",
        HEIGHT + 4.0
    );
    let (mut ground, mut area) = (String::new(), String::new());
    for (first, values) in plot.runs() {
        // A value without neighbours is as wide as a half-move.
        let points: Vec<(f64, f64)> = match values.as_slice() {
            [value] => vec![
                ((first as f64 - 0.5).max(0.0), *value),
                ((first as f64 + 0.5).min(plot.half_moves() as f64), *value),
            ],
            values => (first..).zip(values).map(|(ply, value)| (ply as f64, *value)).collect(),
        };
        let (Some((from, _)), Some((to, _))) = (points.first(), points.last()) else { continue };
        let _ = write!(ground, "M{} 0V{HEIGHT}H{}V0Z", x(*from), x(*to));
        let _ = write!(area, "M{} {HEIGHT}", x(*from));
        for (ply, value) in &points {
            let _ = write!(area, "L{} {}", x(*ply), y(*value));
        }
        let _ = write!(area, "V{HEIGHT}Z");
    }
    let _ = write!(
        out,
        "<path fill=\"{gap}\" stroke=\"{line}\" stroke-width=\".5\" d=\"M0 0H{WIDTH}V{HEIGHT}H0Z\"/>\
         <path fill=\"{black}\" d=\"{ground}\"/><path fill=\"{white}\" stroke=\"{line}\" d=\"{area}\"/>\
         <path fill=\"none\" stroke=\"{line}\" stroke-dasharray=\"4 4\" d=\"M0 {0}H{WIDTH}\"/>",
        HEIGHT / 2.0
    );
    for error in plot.errors() {
        // One without an evaluation, which a glyph names, is in the middle.
        let (at, height) = (x(error.ply as f64), y(plot.percentage(error.ply).unwrap_or(50.0)));
        let name = markup::text(plot.name(error.ply).unwrap_or_default()).into_owned();
        let _ = match error.judgement {
            Judgement::Blunder => write!(
                out,
                "<path fill=\"{blunder}\" stroke=\"#fff\" d=\"M{at} {height}m0-5l5 5-5 5-5-5z\"><title>{name}: blunder</title></path>"
            ),
            _ => write!(
                out,
                "<circle fill=\"{mistake}\" stroke=\"#000\" cx=\"{at}\" cy=\"{height}\" r=\"3\"><title>{name}: mistake</title></circle>"
            ),
        };
    }
    out.push_str("</svg>");
    out
}

/// A number with one digit after the point, if it is not 0.
struct Coordinate(f64);

impl std::fmt::Display for Coordinate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tenths = (self.0 * 10.0).round();
        if tenths % 10.0 == 0.0 {
            write!(f, "{:.0}", tenths / 10.0)
        } else {
            write!(f, "{:.1}", tenths / 10.0)
        }
    }
}
