//! Text as outlines. Letters stand beside each other as their widths say; scripts that need more are not there.

use tiny_skia::{Path, PathBuilder};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use crate::markup;

static FONT: &[u8] = include_bytes!("../../fonts/roboto.ttf");
const ELLIPSIS: char = '…';

/// The letters that can be drawn.
pub(super) struct Letters {
    /// `None` if the font were broken: then nothing is drawn.
    face: Option<Face<'static>>,
}

impl Letters {
    pub(super) fn new() -> Self {
        Self { face: Face::parse(FONT, 0).ok() }
    }

    /// A text of a file as it is drawn: on one line, without what would be obeyed in place of being shown, and with `?` for letters that
    /// are not there.
    pub(super) fn text(&self, text: &str) -> String {
        let known = |c: char| if self.glyph(c).is_some() { c } else { '?' };
        markup::short_line(text).trim().chars().map(known).collect()
    }

    fn glyph(&self, c: char) -> Option<GlyphId> {
        self.face.as_ref()?.glyph_index(c)
    }

    /// The part of the height of letters that one unit of the font is.
    fn unit(&self, size: f32) -> f32 {
        size / self.face.as_ref().map_or(1.0, |face| f32::from(face.units_per_em()))
    }

    fn advance(&self, c: char) -> u16 {
        let glyph = self.glyph(c).or_else(|| self.glyph('?'));
        self.face.as_ref().zip(glyph).and_then(|(face, glyph)| face.glyph_hor_advance(glyph)).unwrap_or(0)
    }

    /// The width of a text of a size.
    pub(super) fn width(&self, text: &str, size: f32) -> f32 {
        let units: u64 = text.chars().map(|c| u64::from(self.advance(c))).sum();
        units as f32 * self.unit(size)
    }

    /// A text, cut with an ellipsis if it is wider than the room there is.
    pub(super) fn cut(&self, text: &str, size: f32, room: f32) -> String {
        if self.width(text, size) <= room {
            return text.to_owned();
        }
        let unit = self.unit(size);
        let room = room - f32::from(self.advance(ELLIPSIS)) * unit;
        let mut width = 0.0;
        let fits = |c: &char| {
            width += f32::from(self.advance(*c)) * unit;
            width <= room
        };
        let mut short: String = text.chars().take_while(fits).collect();
        short.truncate(short.trim_end_matches([' ', ',']).len());
        short.push(ELLIPSIS);
        short
    }

    /// The outlines of a text that begins at the left on a line. `None` if there is nothing to be seen.
    pub(super) fn outlines(&self, text: &str, size: f32, (x, line): (f32, f32)) -> Option<Path> {
        let face = self.face.as_ref()?;
        let unit = self.unit(size);
        let mut outlines = Outlines { path: PathBuilder::new(), x, line, unit };
        for c in text.chars() {
            if let Some(glyph) = self.glyph(c).or_else(|| self.glyph('?')) {
                face.outline_glyph(glyph, &mut outlines);
            }
            outlines.x += f32::from(self.advance(c)) * unit;
        }
        outlines.path.finish()
    }
}

/// Puts the outlines of letters into a path.
struct Outlines {
    path: PathBuilder,
    x: f32,
    line: f32,
    unit: f32,
}

impl Outlines {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.unit, self.line - y * self.unit)
    }
}

impl OutlineBuilder for Outlines {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        let letters = Letters::new();
        for (text, drawn) in [
            ("Müller, Łuczak & Đoković", "Müller, Łuczak & Đoković"),
            ("Ștefănescu · Nguyễn · Çelik", "Ștefănescu · Nguyễn · Çelik"),
            ("Ботвинник · Čigorin · Παπαϊωάννου", "Ботвинник · Čigorin · Παπαϊωάννου"),
            ("刘 x ♔ 🏆", "? x ? ?"),
            ("a\u{202e}b\u{2066}c\x1b[0m\0", "abc[0m"),
            (" \n a\nb\t ", "a b"),
        ] {
            assert_eq!(letters.text(text), drawn, "{text:?}");
        }
    }

    #[test]
    fn widths_and_cuts() {
        let letters = Letters::new();
        assert_eq!(letters.width("0:12:34", 20.0), letters.width("9:87:65", 20.0));
        assert!((letters.width("MM", 40.0) - 4.0 * letters.width("M", 20.0)).abs() < 0.01);
        let long = "Nepomniachtchi, Ian ".repeat(5000);
        let short = letters.cut(&long, 20.0, 100.0);
        assert!(short.ends_with('…') && letters.width(&short, 20.0) <= 100.0, "{short}");
        assert_eq!(letters.cut("Tal", 20.0, 100.0), "Tal");
        assert_eq!(letters.cut("Tal, M", 20.0, letters.width("Tal, …", 20.0)), "Tal…");
        assert_eq!(letters.cut("Tal", 20.0, 0.0), "…");
        let bounds = letters.outlines("Tal", 20.0, (5.0, 30.0)).unwrap().bounds();
        assert!(bounds.left() >= 5.0 && bounds.bottom() <= 30.5 && bounds.top() > 14.0, "{bounds:?}");
        assert!(letters.outlines("  ", 20.0, (0.0, 0.0)).is_none());
    }
}
