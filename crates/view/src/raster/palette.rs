//! The colours of a picture, at most 256. They are made from the theme and from what is shown: plain colours, and between those that
//! touch each other the steps that smooth edges need.

use pgnkit::chess::Color;
use pgnkit::command::MarkColor;

use super::color::{Rgb, distance, over, rgb};
use super::squares::{CHECK, LAST_OPACITY, MARK_OPACITY};
use crate::Diagram;
use crate::svg::theme::{self, Colours};

/// The number that stands for what was there before, in pictures that change.
pub(super) const UNCHANGED: u8 = 0;
/// The colours of a palette, without the number above.
const MOST: usize = 255;
/// Steps between two colours that meet at many edges, if there is room: more than anybody sees; and in moving pictures, where each of them costs.
const STEPS: usize = 15;
const STEPS_OF_MOVING: usize = 5;
/// Places of the table of colours found; a power of two.
const FOUND: usize = 1 << 12;
/// The opacity of arrows.
pub(super) const ARROW_OPACITY: f32 = 0.8;

/// What of a theme is needed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shows {
    has_last_move: bool,
    has_check: bool,
    squares: [bool; 6],
    arrows: [bool; 6],
    pub(super) has_bars: bool,
    is_moving: bool,
}

impl Shows {
    /// Nothing yet, of many diagrams.
    pub(super) fn moving() -> Self {
        Self { is_moving: true, ..Self::default() }
    }

    /// Adds what a diagram shows.
    pub(super) fn add(&mut self, diagram: &Diagram) {
        self.has_last_move |= diagram.last_move.is_some();
        self.has_check |= diagram.king_in_check().is_some();
        for mark in &diagram.marks {
            let is_arrow = mark.to.is_some_and(|to| to != mark.square);
            let used = if is_arrow { &mut self.arrows } else { &mut self.squares };
            used[mark_index(mark.color)] = true;
        }
    }
}

const MARKS: [MarkColor; 6] = MarkColor::ALL;

const fn mark_index(color: MarkColor) -> usize {
    match color {
        MarkColor::Red => 1,
        MarkColor::Yellow => 2,
        MarkColor::Blue => 3,
        MarkColor::Orange => 4,
        MarkColor::Cyan => 5,
        _ => 0,
    }
}

/// The colours of a picture, and the way to them.
#[derive(Debug)]
pub(super) struct Palette {
    colors: Vec<Rgb>,
    /// Colours that were looked for, with what was found.
    found: Vec<(Rgb, u8)>,
}

/// Two colours, and the share of the steps between them.
struct Ramp(Rgb, Rgb, f32);

impl Palette {
    pub(super) fn new(colours: &Colours, shows: &Shows) -> Self {
        let (plain, ramps) = needed(colours, shows);
        let steps = if shows.is_moving && !colours.is_print { STEPS_OF_MOVING } else { STEPS };
        let colors = (1..=steps).rev().map(|steps| with_steps(&plain, &ramps, steps));
        let mut colors = colors.into_iter().find(|colors| colors.len() <= MOST).unwrap_or(plain);
        colors.truncate(MOST);
        // The first is never looked for.
        colors.insert(UNCHANGED.into(), colors[0]);
        let mut palette = Self { colors, found: Vec::new() };
        palette.found = vec![([0; 3], palette.search([0; 3])); FOUND];
        palette
    }

    /// The colours in their order, as bytes.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.colors.concat()
    }

    /// The bits that a number of the palette needs.
    pub(super) fn bits(&self) -> u8 {
        (1..8).find(|bits| self.colors.len() <= 1 << bits).unwrap_or(8)
    }

    pub(super) fn color(&self, number: u8) -> Rgb {
        self.colors.get(usize::from(number)).copied().unwrap_or_default()
    }

    /// The number of the colour that is nearest to one.
    pub(super) fn nearest(&mut self, color: Rgb) -> u8 {
        let [red, green, blue] = color.map(u32::from);
        let key = (red << 16 | green << 8 | blue).wrapping_mul(0x9e37_79b1);
        let place = (key >> 20) as usize % FOUND;
        let (known, number) = self.found[place];
        if known == color {
            return number;
        }
        let number = self.search(color);
        self.found[place] = (color, number);
        number
    }

    fn search(&self, color: Rgb) -> u8 {
        let colors = self.colors.iter().enumerate().skip(1);
        colors.min_by_key(|(_, other)| distance(color, **other)).map_or(1, |(index, _)| index as u8)
    }
}

fn with_steps(plain: &[Rgb], ramps: &[Ramp], steps: usize) -> Vec<Rgb> {
    let mut colors = Vec::new();
    let mut add = |color: Rgb| {
        // What nobody can tell apart is one colour.
        if !colors.iter().any(|other| distance(color, *other) < 12) {
            colors.push(color);
        }
    };
    plain.iter().for_each(|color| add(*color));
    for Ramp(from, to, share) in ramps {
        let steps = (steps as f32 * share).ceil() as usize;
        (1..=steps).for_each(|step| add(over(*from, *to, step as f32 / (steps + 1) as f32)));
    }
    colors
}

/// The plain colours, and the pairs that touch each other.
fn needed(colours: &Colours, shows: &Shows) -> (Vec<Rgb>, Vec<Ramp>) {
    let (white, black) = (colours.of(Color::White), colours.of(Color::Black));
    let (white_fill, black_fill, line) = (rgb(white.fill), rgb(black.fill), rgb(black.line));
    let (frame, ink) = (rgb(colours.frame), rgb(colours.ink));
    let mut grounds = vec![rgb(colours.light), rgb(colours.dark)];
    if shows.has_last_move && !colours.is_print {
        let last = rgb(colours.last);
        grounds.extend([0, 1].map(|index: usize| over(grounds[index], last, LAST_OPACITY)));
    }
    let mut plain = grounds.clone();
    plain.extend([white_fill, black_fill, line, rgb(white.line), rgb(black.detail), frame, ink]);
    let mut ramps: Vec<Ramp> = grounds.iter().map(|ground| Ramp(*ground, line, 1.0)).collect();
    ramps.push(Ramp(white_fill, rgb(white.line), 1.0));
    ramps.push(Ramp(black_fill, rgb(black.detail), 1.0));
    ramps.push(Ramp(frame, ink, 1.0));
    ramps.push(Ramp(black_fill, line, 0.2));
    if shows.has_bars {
        ramps.push(Ramp(frame, faint(colours), 0.7));
    }
    for mark in MARKS {
        let paint = theme::mark(mark);
        let color = rgb(if colours.is_print { paint.grey } else { paint.color });
        if shows.squares[mark_index(mark)] && !colours.is_print {
            for ground in &grounds {
                let marked = over(*ground, color, MARK_OPACITY);
                plain.push(marked);
                ramps.push(Ramp(marked, line, 0.5));
            }
        }
        if shows.arrows[mark_index(mark)] {
            let opacity = if colours.is_print { 1.0 } else { ARROW_OPACITY };
            for below in grounds.iter().copied().chain([white_fill, black_fill]) {
                plain.push(over(below, color, opacity));
                ramps.push(Ramp(below, over(below, color, opacity), 0.5));
            }
        }
    }
    if shows.has_check && !colours.is_print {
        for ground in &grounds[..2] {
            for pair in CHECK.windows(2) {
                let [from, to] =
                    [&pair[0], &pair[1]].map(|(_, color, opacity)| over(*ground, rgb(color), *opacity));
                plain.extend([from, to]);
                ramps.push(Ramp(from, to, 1.6));
            }
            ramps.push(Ramp(over(*ground, rgb(CHECK[1].1), 0.5), line, 0.4));
        }
        ramps.push(Ramp(rgb(CHECK[1].1), line, 0.6));
    }
    (plain, ramps)
}

/// The ink of what matters less.
pub(super) fn faint(colours: &Colours) -> Rgb {
    over(rgb(colours.frame), rgb(colours.ink), 0.65)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Theme;

    #[test]
    fn every_content_of_every_theme_fits() {
        for theme in Theme::ALL {
            let nothing = Palette::new(theme.colours(), &Shows::default());
            let all = Shows {
                has_last_move: true,
                has_check: true,
                squares: [true; 6],
                arrows: [true; 6],
                has_bars: true,
                is_moving: false,
            };
            let mut all = Palette::new(theme.colours(), &all);
            assert!(nothing.colors.len() < all.colors.len() && all.colors.len() <= 256, "{theme:?}");
            assert!(nothing.bits() <= 7, "{theme:?}: {}", nothing.colors.len());
            let colours = theme.colours();
            for plain in [colours.light, colours.dark, colours.frame, colours.ink] {
                let number = all.nearest(rgb(plain));
                assert!(
                    number != UNCHANGED && distance(all.color(number), rgb(plain)) < 12,
                    "{theme:?} {plain}"
                );
            }
            // Found again, also when another colour took its place in the table.
            let once: Vec<u8> = (0..=255).map(|grey| all.nearest([grey, 255 - grey, grey / 2])).collect();
            let again: Vec<u8> = (0..=255).map(|grey| all.nearest([grey, 255 - grey, grey / 2])).collect();
            assert_eq!(once, again);
        }
    }
}
