//! The frames of a game, one after another.

use pgnkit::Outcome;
use pgnkit::chess::Color;

use super::Animation;
use super::bars::Bars;
use super::times::Times;
use crate::Diagram;
use crate::raster::board::Board;
use crate::raster::layout::{Area, Layout};
use crate::raster::palette::{Palette, Shows, UNCHANGED};
use crate::raster::picture::Picture;
use crate::raster::squares::Drawings;

/// A game as frames.
pub(super) struct Film<'a> {
    animation: &'a Animation<'a>,
    pub(super) board: Board,
    bars: Option<Bars>,
    times: Times,
    /// The picture as the frame before left it.
    before: Picture,
    /// The pixels of the frame, [`UNCHANGED`] where they are as before.
    pixels: Vec<u8>,
}

/// A frame: the part of the picture that changes.
pub(super) struct Frame<'f> {
    pub(super) area: Area,
    pub(super) pixels: &'f [u8],
    pub(super) is_first: bool,
    pub(super) is_last: bool,
}

impl<'a> Film<'a> {
    pub(super) fn new(animation: &'a Animation<'a>) -> Self {
        let game = animation.game;
        let mut shows = Shows::moving();
        animation.diagrams().for_each(|(_, diagram)| shows.add(&diagram));
        let times = Times::of(game);
        let is_named = ["White", "Black"]
            .into_iter()
            .any(|name| game.tag(name).is_some_and(|value| !matches!(value, "" | "?" | "-")));
        shows.has_bars = animation.bars && (is_named || !times.shown.is_empty());
        let first = animation.styled(Diagram::of_node(&game.root()));
        let layout = Layout::new(&first, animation.look.size, shows.has_bars);
        let colours = animation.look.theme.colours();
        let drawings = Drawings::new(colours, animation.look.pieces);
        let board = Board::new(layout, drawings, Palette::new(colours, &shows)).without_turn();
        let bars = shows.has_bars.then(|| {
            let clocks = times.shown.iter().flatten().map(|(_, text)| text.as_str());
            let has_points = game.result() != Outcome::Unknown && animation.shows_the_end();
            Bars::of(game, clocks, has_points, layout.bar)
        });
        let before = board.picture.clone();
        Self { animation, board, bars, times, before, pixels: Vec::new() }
    }

    /// Makes all frames.
    pub(super) fn play<E>(mut self, mut take: impl FnMut(&Frame<'_>) -> Result<(), E>) -> Result<(), E> {
        let mut diagrams = self.animation.diagrams().peekable();
        let mut is_first = true;
        while let Some((ply, diagram)) = diagrams.next() {
            let is_last = diagrams.peek().is_none();
            let mut changed = self.board.show(&diagram);
            if let Some(bars) = &self.bars {
                if is_first {
                    bars.names(&mut self.board);
                }
                for (color, text) in self.times.at(ply, is_first) {
                    changed.push(bars.clock(&mut self.board, color, text));
                }
                if is_last && self.animation.shows_the_end() {
                    changed.extend(bars.points(&mut self.board, self.animation.game.result()));
                }
            }
            let area = self.cut_out(&changed, is_first);
            take(&Frame { area, pixels: &self.pixels, is_first, is_last })?;
            is_first = false;
        }
        Ok(())
    }

    /// Takes the pixels that are others than in the frame before, and returns the area around them.
    fn cut_out(&mut self, changed: &[Area], is_first: bool) -> Area {
        let now = &self.board.picture;
        let parts = changed
            .iter()
            .map(|area| if is_first { Some(*area) } else { now.difference(&self.before, *area) });
        let parts: Vec<Area> = parts.flatten().collect();
        // A frame has at least a pixel.
        let around =
            parts.iter().copied().reduce(Area::join).unwrap_or(Area { x: 0, y: 0, width: 1, height: 1 });
        self.pixels.clear();
        self.pixels.resize(around.width * around.height, UNCHANGED);
        for part in parts {
            let rows = self.pixels.chunks_exact_mut(around.width).skip(part.y - around.y);
            let from = part.x - around.x;
            for ((to, now), before) in rows.zip(now.rows(part)).zip(self.before.rows_mut(part)) {
                for ((to, now), before) in to[from..from + part.width].iter_mut().zip(now).zip(before) {
                    if is_first || now != before {
                        (*to, *before) = (*now, *now);
                    }
                }
            }
        }
        around
    }
}

impl Times {
    /// The clocks to be drawn after a half-move: that of the player who moved, or of both if nothing was drawn yet.
    fn at(&self, ply: usize, is_first: bool) -> impl Iterator<Item = (Color, &str)> {
        let from = if is_first { 0 } else { ply };
        let known = self.shown.get(from..=ply).unwrap_or_default().iter().flatten();
        let mut last: [Option<&str>; 2] = [None; 2];
        known.for_each(|(color, text)| last[*color as usize] = Some(text));
        Color::ALL.into_iter().zip(last).filter_map(|(color, text)| Some((color, text?)))
    }
}
