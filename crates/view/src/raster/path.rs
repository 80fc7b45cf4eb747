//! The path data of the drawings as paths to fill.

use tiny_skia::{Path, PathBuilder};

/// The share of a radius at which the control points of a quarter of a circle are.
const QUARTER: f32 = 0.552_284_8;

type Point = (f32, f32);

/// The path of path data. The data are those of the pictures, never of files: arcs are half circles, and what follows something that
/// is no path data is left out. `None` for a path without lines.
pub(super) fn parse(data: &str) -> Option<Path> {
    let mut path = PathBuilder::new();
    let mut data = Data { bytes: data.as_bytes() };
    let (mut command, mut at, mut start): (u8, Point, Point) = (b'M', (0.0, 0.0), (0.0, 0.0));
    // The last control point, if the last command was a curve.
    let mut control = None;
    while let Some(letter) = data.command(command) {
        command = letter;
        let origin = if letter.is_ascii_lowercase() { at } else { (0.0, 0.0) };
        let mut next = || data.point(origin);
        let before = control.take();
        match letter.to_ascii_uppercase() {
            b'M' => {
                let Some(to) = next() else { break };
                path.move_to(to.0, to.1);
                (at, start) = (to, to);
                // Points that follow are lines.
                command = if letter == b'm' { b'l' } else { b'L' };
            }
            b'L' => {
                let Some(to) = next() else { break };
                path.line_to(to.0, to.1);
                at = to;
            }
            b'H' | b'V' => {
                let Some(value) = data.number() else { break };
                at = if letter.eq_ignore_ascii_case(&b'H') {
                    (origin.0 + value, at.1)
                } else {
                    (at.0, origin.1 + value)
                };
                path.line_to(at.0, at.1);
            }
            curve @ (b'C' | b'S') => {
                let one = if curve == b'C' {
                    next()
                } else {
                    // The mirror image of the last control point.
                    Some(before.map_or(at, |(x, y): Point| (2.0 * at.0 - x, 2.0 * at.1 - y)))
                };
                let (Some(one), Some(two), Some(to)) = (one, next(), next()) else { break };
                path.cubic_to(one.0, one.1, two.0, two.1, to.0, to.1);
                (at, control) = (to, Some(two));
            }
            b'A' => {
                let shape = [(); 5].map(|()| data.number());
                let (Some(sweep), Some(to)) = (shape[4], data.point(origin)) else { break };
                half_circle(&mut path, at, to, sweep > 0.0);
                at = to;
            }
            b'Z' => {
                path.close();
                at = start;
            }
            _ => break,
        }
    }
    path.finish()
}

fn half_circle(path: &mut PathBuilder, from: Point, to: Point, clockwise: bool) {
    let center = (f32::midpoint(from.0, to.0), f32::midpoint(from.1, to.1));
    let (x, y) = (from.0 - center.0, from.1 - center.1);
    let (turned_x, turned_y) = if clockwise { (-y, x) } else { (y, -x) };
    let middle = (center.0 + turned_x, center.1 + turned_y);
    let off = |point: Point, x: f32, y: f32| (point.0 + QUARTER * x, point.1 + QUARTER * y);
    for (one, two, end) in [
        (off(from, turned_x, turned_y), off(middle, x, y), middle),
        (off(middle, -x, -y), off(to, turned_x, turned_y), to),
    ] {
        path.cubic_to(one.0, one.1, two.0, two.1, end.0, end.1);
    }
}

struct Data<'a> {
    bytes: &'a [u8],
}

impl Data<'_> {
    fn skip(&mut self) {
        let blank = self.bytes.iter().take_while(|byte| matches!(byte, b' ' | b',')).count();
        self.bytes = &self.bytes[blank..];
    }

    /// The next command; the one before holds for more numbers.
    fn command(&mut self, before: u8) -> Option<u8> {
        self.skip();
        let (&first, rest) = self.bytes.split_first()?;
        if !first.is_ascii_alphabetic() {
            // Nothing can follow a closed path but a command.
            return (!before.eq_ignore_ascii_case(&b'Z')).then_some(before);
        }
        self.bytes = rest;
        Some(first)
    }

    fn number(&mut self) -> Option<f32> {
        self.skip();
        let mut has_point = false;
        let length = (0..self.bytes.len())
            .find(|&index| match self.bytes[index] {
                b'0'..=b'9' => false,
                b'-' => index > 0,
                b'.' => std::mem::replace(&mut has_point, true),
                _ => true,
            })
            .unwrap_or(self.bytes.len());
        let (number, rest) = self.bytes.split_at(length);
        self.bytes = rest;
        std::str::from_utf8(number).ok()?.parse().ok()
    }

    fn point(&mut self, origin: Point) -> Option<Point> {
        Some((origin.0 + self.number()?, origin.1 + self.number()?))
    }
}

#[cfg(test)]
mod tests {
    use pgnkit::chess::PieceKind;

    use super::*;
    use crate::PieceSet;
    use crate::svg::{board, glyphs, marks};

    fn bounds(data: &str) -> [f32; 4] {
        let bounds = parse(data).unwrap().bounds();
        [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()]
            .map(|value| (value * 10.0).round() / 10.0)
    }

    #[test]
    fn commands() {
        for (data, expected) in [
            ("M1 2L3 4", [1.0, 2.0, 3.0, 4.0]),
            ("M1 2 3 4-5 6", [-5.0, 2.0, 3.0, 6.0]),
            ("m1 2l3 4", [1.0, 2.0, 4.0, 6.0]),
            ("M1 1h5v5h-5z", [1.0, 1.0, 6.0, 6.0]),
            ("M.5.25H8V9", [0.5, 0.3, 8.0, 9.0]),
            ("M0 0C0 10 10 10 10 0", [0.0, 0.0, 10.0, 10.0]),
            ("M0 0C0 0 5 5 10 0S20 5 20 0", [0.0, -5.0, 20.0, 5.0]),
            ("M12 46a38 38 0 1 1 76 0a38 38 0 1 1-76 0Z", [12.0, 8.0, 88.0, 84.0]),
            ("M0 0h2?3", [0.0, 0.0, 2.0, 0.0]),
            ("M0 0h2Z 3", [0.0, 0.0, 2.0, 0.0]),
        ] {
            assert_eq!(bounds(data), expected, "{data}");
        }
        for none in ["", "M", "Z", "M1", "M1 2", "x", "1 2"] {
            assert!(parse(none).is_none(), "{none}");
        }
    }

    /// Every part of the data is read: as many segments as there are commands, with two for an arc.
    #[test]
    fn all_drawings() {
        let sets = PieceSet::ALL.into_iter();
        let mut all: Vec<String> = sets
            .flat_map(|set| PieceKind::ALL.map(|kind| set.drawing(kind)))
            .flat_map(|drawing| [drawing.body.to_owned(), drawing.details.to_owned()])
            .filter(|data| !data.is_empty())
            .collect();
        all.push(board::HATCHING.to_owned());
        all.push(format!("M0 0{}", marks::BRACKETS));
        all.extend((b'0'..=b'9').chain(b'a'..=b'h').map(|sign| glyphs::lines(sign).to_owned()));
        for data in all {
            let path = parse(&data).unwrap();
            let mut numbers = data
                .split(|c: char| c.is_ascii_alphabetic() || c == ' ')
                .filter(|number| !number.is_empty())
                .map(|number| number.trim_start_matches('-'));
            assert!(path.verbs().len() >= 2 && numbers.all(|n| n.starts_with(|c: char| c != '?')), "{data}");
            let arcs = data.matches(['a', 'A']).count();
            let letters = data.bytes().filter(u8::is_ascii_alphabetic).count();
            assert!(path.verbs().len() >= letters + arcs, "{data}: {:?}", path.verbs());
        }
    }
}
