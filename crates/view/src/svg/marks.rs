//! Last move, check, coloured squares and arrows.

use std::fmt;

use pgnkit::command::Mark;

use super::{Canvas, SQUARE, theme};

/// The brackets around a square of the last move, from the end of the first of them on.
pub(crate) const BRACKETS: &str = "v-22h22m42 0h22v22m0 42v22h-22m-42 0h-22v-22";

impl Canvas<'_> {
    /// What lies below the pieces: the squares of the last move, marked squares, a check.
    pub(super) fn squares_below(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        for square in self.diagram.last_move.into_iter().flat_map(|last| last.squares()) {
            let (x, y) = self.corner(square);
            self.last_square(f, x, y)?;
        }
        for mark in self.diagram.drawn_marks().iter().filter(|mark| mark.to.is_none()) {
            self.square(f, mark)?;
        }
        if let Some(king) = self.diagram.king_in_check() {
            let (x, y) = self.center(king);
            if self.colours.is_print {
                f.write_str("<g fill=\"none\">")?;
                for (color, width) in [("#fff", 14), ("#000", 6)] {
                    write!(
                        f,
                        "<circle cx=\"{x}\" cy=\"{y}\" r=\"45\" stroke=\"{color}\" stroke-width=\"{width}\"/>"
                    )?;
                }
                f.write_str("</g>")?;
            } else {
                write!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"50\" fill=\"url(#{}-check)\"/>", self.prefix)?;
            }
        }
        f.write_str("\n")
    }

    /// A square of the last move.
    pub(super) fn last_square(&self, f: &mut dyn fmt::Write, x: i32, y: i32) -> fmt::Result {
        if self.colours.is_print {
            return self.corners(f, x, y);
        }
        let last = self.colours.last;
        write!(f, "<path fill=\"{last}\" opacity=\".6\" d=\"M{x} {y}h100v100h-100z\"/>")
    }

    /// Brackets around a square.
    fn corners(&self, f: &mut dyn fmt::Write, x: i32, y: i32) -> fmt::Result {
        let (left, top) = (x + 7, y + 7);
        let path = format!("M{left} {}{BRACKETS}", top + 22);
        for (color, width) in [("#fff", 14), ("#000", 6)] {
            write!(f, "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\"/>")?;
        }
        Ok(())
    }

    fn square(&self, f: &mut dyn fmt::Write, mark: &Mark) -> fmt::Result {
        let (x, y) = self.corner(mark.square);
        let paint = theme::mark(mark.color);
        if !self.colours.is_print {
            let color = paint.color;
            return write!(f, "<path fill=\"{color}\" opacity=\".65\" d=\"M{x} {y}h100v100h-100z\"/>");
        }
        let (x, y) = (x + 9, y + 9);
        for (color, width, dashes) in [("#fff", 14, "none"), ("#000", 6, paint.dashes)] {
            write!(
                f,
                "<path d=\"M{x} {y}h82v82h-82z\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" \
                 stroke-dasharray=\"{dashes}\"/>"
            )?;
        }
        Ok(())
    }

    /// The arrows, above the pieces.
    pub(super) fn arrows(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        for mark in self.diagram.drawn_marks() {
            let Some(to) = mark.to else { continue };
            let (path, paint) = (arrow(self.center(mark.square), self.center(to)), theme::mark(mark.color));
            if self.colours.is_print {
                let grey = paint.grey;
                write!(
                    f,
                    "<path d=\"{path}\" stroke=\"#fff\" stroke-width=\"12\"/>\
                     <path d=\"{path}\" fill=\"{grey}\" stroke=\"#000\" stroke-width=\"4\"/>"
                )?;
            } else {
                let color = paint.color;
                write!(
                    f,
                    "<path d=\"{path}\" fill=\"{color}\" stroke=\"{color}\" stroke-width=\"4\" \
                     stroke-linejoin=\"round\" opacity=\".8\"/>"
                )?;
            }
        }
        Ok(())
    }
}

/// The outline of an arrow between two middles of squares. It leaves the first of them free for the piece that is there.
pub(crate) fn arrow((x, y): (i32, i32), (to_x, to_y): (i32, i32)) -> String {
    const HEAD: f64 = 38.0;
    const HALF_HEAD: f64 = 23.0;
    const HALF_SHAFT: f64 = 8.0;
    let (across, down) = (f64::from(to_x - x), f64::from(to_y - y));
    let length = (across * across + down * down).sqrt().max(f64::from(SQUARE));
    let (unit_x, unit_y) = (across / length, down / length);
    let mut path = String::new();
    for (index, (along, aside)) in [
        (24.0, HALF_SHAFT),
        (length - HEAD - 8.0, HALF_SHAFT),
        (length - HEAD - 8.0, HALF_HEAD),
        (length - 8.0, 0.0),
        (length - HEAD - 8.0, -HALF_HEAD),
        (length - HEAD - 8.0, -HALF_SHAFT),
        (24.0, -HALF_SHAFT),
    ]
    .into_iter()
    .enumerate()
    {
        let point_x = f64::from(x) + along * unit_x - aside * unit_y;
        let point_y = f64::from(y) + along * unit_y + aside * unit_x;
        path.push(if index == 0 { 'M' } else { 'L' });
        // Plus zero, so that none is "-0".
        let [point_x, point_y] = [point_x, point_y].map(|value| (value * 10.0).round() / 10.0 + 0.0);
        path.push_str(&format!("{point_x} {point_y}"));
    }
    path + "Z"
}
