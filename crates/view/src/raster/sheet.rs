//! A part of a picture while it is drawn, in full colours.

use tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, PixmapPaint, Point,
    PremultipliedColorU8, RadialGradient, Rect, Shader, SpreadMode, Stroke, StrokeDash, Transform,
};

use super::color::Rgb;
use super::layout::Area;
use super::palette::Palette;

/// A part of a picture while it is drawn.
pub(super) struct Sheet {
    pixmap: Pixmap,
    /// From the units of the drawings to pixels of the sheet.
    transform: Transform,
}

/// How lines are drawn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Line<'a> {
    pub(super) width: f32,
    pub(super) is_round: bool,
    pub(super) dashes: &'a [f32],
}

impl<'a> Line<'a> {
    pub(super) const fn of(width: f32) -> Self {
        Self { width, is_round: false, dashes: &[] }
    }

    pub(super) const fn round(width: f32) -> Self {
        Self { width, is_round: true, dashes: &[] }
    }

    pub(super) const fn dashed(self, dashes: &'a [f32]) -> Self {
        Self { dashes, ..self }
    }

    fn stroke(self) -> Stroke {
        let (line_cap, line_join) = match self.is_round {
            true => (LineCap::Round, LineJoin::Round),
            false => (LineCap::Butt, LineJoin::Miter),
        };
        Stroke {
            width: self.width,
            line_cap,
            line_join,
            dash: StrokeDash::new(self.dashes.to_vec(), 0.0),
            ..Stroke::default()
        }
    }
}

impl Sheet {
    /// An empty sheet for an area; `None` if the area is empty.
    pub(super) fn new(area: Area) -> Option<Self> {
        let pixmap = Pixmap::new(u32::try_from(area.width).ok()?, u32::try_from(area.height).ok()?)?;
        Some(Self { pixmap, transform: Transform::identity() })
    }

    /// A sheet full of a colour.
    pub(super) fn filled(area: Area, color: Rgb) -> Option<Self> {
        let mut sheet = Self::new(area)?;
        sheet.pixmap.fill(solid(color));
        Some(sheet)
    }

    /// A sheet with pixels that are there already.
    pub(super) fn of_pixels<'p>(
        area: Area,
        rows: impl Iterator<Item = &'p [u8]>,
        palette: &Palette,
    ) -> Option<Self> {
        let mut sheet = Self::new(area)?;
        for (to, from) in sheet.pixmap.pixels_mut().chunks_exact_mut(area.width).zip(rows) {
            for (to, &from) in to.iter_mut().zip(from) {
                let [red, green, blue] = palette.color(from);
                *to = PremultipliedColorU8::from_rgba(red, green, blue, 255)
                    .unwrap_or(PremultipliedColorU8::TRANSPARENT);
            }
        }
        Some(sheet)
    }

    /// Units from here on: so many pixels in each direction, their origin at a pixel of the sheet.
    pub(super) fn units(&mut self, (across, down): (f32, f32), (x, y): (f32, f32)) {
        self.transform = Transform::from_row(across, 0.0, 0.0, down, x, y);
    }

    /// Draws with the origin moved, in units, and other units.
    pub(super) fn within(&mut self, (x, y): (f32, f32), scale: f32, draw: impl FnOnce(&mut Self)) {
        let before = self.transform;
        self.transform = before.pre_translate(x, y).pre_scale(scale, scale);
        draw(self);
        self.transform = before;
    }

    /// The colours of its pixels as numbers, to be put into a picture.
    pub(super) fn pixels(&self, palette: &mut Palette) -> Vec<u8> {
        let mut last = ([0, 0, 0], palette.nearest([0, 0, 0]));
        let number = |pixel: &PremultipliedColorU8| {
            let color = [pixel.red(), pixel.green(), pixel.blue()];
            if color != last.0 {
                last = (color, palette.nearest(color));
            }
            last.1
        };
        self.pixmap.pixels().iter().map(number).collect()
    }

    /// Lays a colour over a square of 100 units.
    pub(super) fn cover(&mut self, color: Rgb, opacity: f32) {
        if let Some(square) = Rect::from_xywh(0.0, 0.0, 100.0, 100.0) {
            let mut paint = paint(color);
            paint.set_color(translucent(color, opacity));
            self.pixmap.fill_rect(square, &paint, self.transform, None);
        }
    }

    pub(super) fn fill(&mut self, path: &Path, color: Rgb) {
        self.pixmap.fill_path(path, &paint(color), FillRule::Winding, self.transform, None);
    }

    pub(super) fn stroke(&mut self, path: &Path, color: Rgb, line: Line<'_>) {
        self.pixmap.stroke_path(path, &paint(color), &line.stroke(), self.transform, None);
    }

    pub(super) fn circle(&mut self, center: (f32, f32), radius: f32, fill: Option<Rgb>, line: (Rgb, f32)) {
        let Some(circle) = PathBuilder::from_circle(center.0, center.1, radius) else { return };
        if let Some(fill) = fill {
            self.fill(&circle, fill);
        }
        self.stroke(&circle, line.0, Line::of(line.1));
    }

    /// A circle of 100 units that fades from the middle. Stops have their place, colour and opacity.
    pub(super) fn glow(&mut self, stops: &[(f32, Rgb, f32)]) {
        let middle = Point::from_xy(50.0, 50.0);
        let stops =
            stops.iter().map(|&(at, color, opacity)| GradientStop::new(at, translucent(color, opacity)));
        let shader = RadialGradient::new(
            middle,
            0.0,
            middle,
            50.0,
            stops.collect(),
            SpreadMode::Pad,
            Transform::identity(),
        );
        if let (Some(shader), Some(circle)) = (shader, PathBuilder::from_circle(50.0, 50.0, 50.0)) {
            let paint = Paint { shader, ..Paint::default() };
            self.pixmap.fill_path(&circle, &paint, FillRule::Winding, self.transform, None);
        }
    }

    /// Lays a drawing over the sheet that is itself translucent, however often it covers a place.
    pub(super) fn group(&mut self, opacity: f32, draw: impl FnOnce(&mut Self)) {
        let Some(pixmap) = Pixmap::new(self.pixmap.width(), self.pixmap.height()) else { return };
        let mut group = Self { pixmap, transform: self.transform };
        draw(&mut group);
        let paint = PixmapPaint { opacity, ..PixmapPaint::default() };
        self.pixmap.draw_pixmap(0, 0, group.pixmap.as_ref(), &paint, Transform::identity(), None);
    }
}

fn solid([red, green, blue]: Rgb) -> Color {
    Color::from_rgba8(red, green, blue, 255)
}

fn translucent(color: Rgb, opacity: f32) -> Color {
    let mut color = solid(color);
    color.set_alpha(opacity);
    color
}

fn paint(color: Rgb) -> Paint<'static> {
    Paint { shader: Shader::SolidColor(solid(color)), ..Paint::default() }
}
