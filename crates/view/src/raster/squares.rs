//! A square with all that is on it but arrows.

use pgnkit::chess::{Piece, PieceKind};
use pgnkit::command::MarkColor;
use tiny_skia::Path;

use super::color::rgb;
use super::layout::Area;
use super::path;
use super::sheet::{Line, Sheet};
use crate::PieceSet;
use crate::svg::board::{DROP, HATCHING};
use crate::svg::marks::BRACKETS;
use crate::svg::theme::{self, Colours};

/// How much of the colour of the last move, and of a mark, lies over a square.
pub(super) const LAST_OPACITY: f32 = 0.6;
pub(super) const MARK_OPACITY: f32 = 0.65;
/// The glow below a king in check: places from the middle, colours and opacities.
pub(super) const CHECK: [(f32, &str, f32); 3] = [(0.0, "#f00", 1.0), (0.4, "#e00", 0.9), (1.0, "#b00", 0.0)];

/// What is on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Content {
    pub(super) is_light: bool,
    pub(super) is_last_move: bool,
    pub(super) is_check: bool,
    pub(super) mark: Option<MarkColor>,
    pub(super) piece: Option<Piece>,
}

/// The drawings that squares are made of.
#[derive(Debug)]
pub(super) struct Drawings {
    pub(super) colours: &'static Colours,
    pieces: [Figure; 6],
    hatching: Option<Path>,
    brackets: Option<Path>,
    mark: Option<Path>,
}

#[derive(Debug)]
struct Figure {
    body: Option<Path>,
    details: Option<Path>,
    line_width: f32,
    detail_width: f32,
}

impl Drawings {
    pub(super) fn new(colours: &'static Colours, set: PieceSet) -> Self {
        let pieces = PieceKind::ALL.map(|kind| {
            let drawing = set.drawing(kind);
            Figure {
                body: path::parse(drawing.body),
                details: path::parse(drawing.details),
                line_width: drawing.line_width.parse().unwrap_or(1.0),
                detail_width: drawing.detail_width.parse().unwrap_or(1.0),
            }
        });
        Self {
            colours,
            pieces,
            hatching: path::parse(HATCHING),
            brackets: path::parse(&format!("M7 29{BRACKETS}")),
            mark: path::parse("M9 9h82v82h-82z"),
        }
    }

    /// A square on a sheet of its size.
    pub(super) fn square(&self, area: Area, content: Content) -> Option<Sheet> {
        let colours = self.colours;
        let ground = if content.is_light { colours.light } else { colours.dark };
        let mut sheet = Sheet::filled(area, rgb(ground))?;
        sheet.units((area.width as f32 / 100.0, area.height as f32 / 100.0), (0.0, 0.0));
        if colours.is_print {
            self.print_below(&mut sheet, content);
        } else {
            if content.is_last_move {
                sheet.cover(rgb(colours.last), LAST_OPACITY);
            }
            if let Some(mark) = content.mark {
                sheet.cover(rgb(theme::mark(mark).color), MARK_OPACITY);
            }
            if content.is_check {
                sheet.glow(&CHECK.map(|(at, color, opacity)| (at, rgb(color), opacity)));
            }
        }
        if let Some(piece) = content.piece {
            sheet.within((0.0, DROP as f32), 1.0, |sheet| self.piece(sheet, piece));
        }
        Some(sheet)
    }

    /// What lies below a piece in black and white.
    fn print_below(&self, sheet: &mut Sheet, content: Content) {
        let (white, black) = ([255; 3], [0; 3]);
        if let (Some(hatching), false) = (&self.hatching, content.is_light) {
            sheet.fill(hatching, black);
        }
        if let (Some(brackets), true) = (&self.brackets, content.is_last_move) {
            sheet.stroke(brackets, white, Line::of(14.0));
            sheet.stroke(brackets, black, Line::of(6.0));
        }
        if let (Some(square), Some(mark)) = (&self.mark, content.mark) {
            let dashes = theme::mark(mark).dashes.split(' ').map_while(|length| length.parse().ok());
            let dashes: Vec<f32> = dashes.collect();
            sheet.stroke(square, white, Line::of(14.0));
            sheet.stroke(square, black, Line::of(6.0).dashed(&dashes));
        }
        if content.is_check {
            sheet.circle((50.0, 50.0), 45.0, None, (white, 14.0));
            sheet.circle((50.0, 50.0), 45.0, None, (black, 6.0));
        }
    }

    /// A piece on its field of 100 units.
    pub(super) fn piece(&self, sheet: &mut Sheet, piece: Piece) {
        let (figure, paint) = (&self.pieces[piece.kind.index()], self.colours.of(piece.color));
        if let Some(body) = &figure.body {
            if self.colours.is_print {
                // Keeps the hatching away from the outline.
                sheet.stroke(body, [255; 3], Line::round(13.0));
            }
            sheet.fill(body, rgb(paint.fill));
            sheet.stroke(body, rgb(paint.line), Line::round(figure.line_width));
        }
        if let Some(details) = &figure.details {
            sheet.stroke(details, rgb(paint.detail), Line::round(figure.detail_width));
        }
    }
}
