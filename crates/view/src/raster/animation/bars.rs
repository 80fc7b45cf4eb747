//! Names, clocks and points above and below a board.

use pgnkit::chess::Color;
use pgnkit::{Game, Outcome};

use crate::raster::board::Board;
use crate::raster::color::rgb;
use crate::raster::layout::Area;
use crate::raster::letters::Letters;
use crate::raster::palette::faint;
use crate::raster::sheet::Sheet;

/// What a bar says of a player, apart from clock and points.
#[derive(Debug, Default)]
struct Player {
    title: String,
    name: String,
    rating: String,
}

/// What the bars of a game say.
pub(super) struct Bars {
    letters: Letters,
    /// In the order of [`Color::ALL`].
    players: [Player; 2],
    /// A clock as wide as any of the game; nothing without clocks.
    widest_clock: String,
    has_points: bool,
    size: f32,
}

/// Characters of a title or rating that are shown.
const SHORT: usize = 6;

impl Bars {
    /// The bars of a game, of a height.
    pub(super) fn of<'c>(
        game: &Game,
        clocks: impl Iterator<Item = &'c str>,
        has_points: bool,
        bar: usize,
    ) -> Self {
        let letters = Letters::new();
        let known = |name: &str| {
            let value = game.tag(name).map(|value| letters.text(value)).unwrap_or_default();
            if matches!(value.as_str(), "?" | "-") { String::new() } else { value }
        };
        let short = |name: &str| known(name).chars().take(SHORT).collect();
        let player = |color: &str| Player {
            title: short(&format!("{color}Title")),
            name: Some(known(color)).filter(|name| !name.is_empty()).unwrap_or_else(|| color.to_owned()),
            rating: short(&format!("{color}Elo")),
        };
        let players = [player("White"), player("Black")];
        let size = bar as f32 / 2.0;
        let mut widest_clock = String::new();
        for clock in clocks {
            if letters.width(clock, size) > letters.width(&widest_clock, size) {
                clock.clone_into(&mut widest_clock);
            }
        }
        Self { letters, players, widest_clock, has_points, size }
    }

    fn padding(&self) -> f32 {
        self.size * 0.7
    }

    /// The part of a bar where the clock is.
    fn clock_area(&self, bar: Area) -> Area {
        if self.widest_clock.is_empty() {
            return Area { x: bar.width, width: 0, ..bar };
        }
        let width = self.letters.width(&self.widest_clock, self.size) + 2.0 * self.padding();
        let width = (width.ceil() as usize).min(bar.width);
        Area { x: bar.width - width, width, ..bar }
    }

    /// The part of a bar where the points are, to the left of the clock.
    fn points_area(&self, bar: Area) -> Area {
        let clock = self.clock_area(bar);
        let width = if self.has_points { (self.size * 1.6) as usize } else { 0 };
        let width = width.min(clock.x);
        Area { x: clock.x - width, width, ..bar }
    }

    /// Draws both bars, without clocks and points.
    pub(super) fn names(&self, board: &mut Board) {
        let colours = board.colours();
        let (ink, faint) = (rgb(colours.ink), faint(colours));
        for (color, player) in Color::ALL.into_iter().zip(&self.players) {
            let bar = board.layout.bar(color);
            let Some(mut sheet) = Sheet::filled(bar, rgb(colours.frame)) else { continue };
            let (gap, left) = (self.size * 0.35, self.padding());
            let mut room = self.points_area(bar).x as f32 - left - gap;
            // A name is worth more than what is beside it.
            let least = self.letters.width(&player.name, self.size).min(self.size * 4.0);
            let mut beside = |text: &str| {
                let width = self.letters.width(text, self.size) + gap;
                let fits = !text.is_empty() && room - width >= least;
                room -= if fits { width } else { 0.0 };
                fits
            };
            let (has_title, has_rating) = (beside(&player.title), beside(&player.rating));
            let name = self.letters.cut(&player.name, self.size, room);
            let mut x = left;
            for (text, color, is_there) in [
                (player.title.as_str(), faint, has_title),
                (&name, ink, true),
                (&player.rating, faint, has_rating),
            ] {
                if !is_there {
                    continue;
                }
                if let Some(outlines) = self.letters.outlines(text, self.size, (x, self.line(bar))) {
                    sheet.fill(&outlines, color);
                }
                x += self.letters.width(text, self.size) + gap;
            }
            board.put(bar, Some(sheet));
        }
    }

    /// The line that letters stand on, from the top of a bar.
    fn line(&self, bar: Area) -> f32 {
        // Capitals are 0.71 of the size high.
        (bar.height as f32 / 2.0 + self.size * 0.355).round()
    }

    /// Draws the clock of a player.
    pub(super) fn clock(&self, board: &mut Board, color: Color, text: &str) -> Area {
        let area = self.clock_area(board.layout.bar(color));
        self.at_the_end(board, area, text, self.padding());
        area
    }

    /// Draws the points of both players.
    pub(super) fn points(&self, board: &mut Board, result: Outcome) -> [Area; 2] {
        let points = match result {
            Outcome::WhiteWins => ["1", "0"],
            Outcome::BlackWins => ["0", "1"],
            Outcome::Draw => ["½", "½"],
            Outcome::Unknown => ["", ""],
        };
        let sides = [(Color::White, points[0]), (Color::Black, points[1])];
        sides.map(|(color, text)| {
            let area = self.points_area(board.layout.bar(color));
            let is_last = self.widest_clock.is_empty();
            self.at_the_end(board, area, text, if is_last { self.padding() } else { 0.0 });
            area
        })
    }

    /// Draws a text that ends at the right of an area.
    fn at_the_end(&self, board: &mut Board, area: Area, text: &str, padding: f32) {
        let colours = board.colours();
        let Some(mut sheet) = Sheet::filled(area, rgb(colours.frame)) else { return };
        let x = area.width as f32 - padding - self.letters.width(text, self.size);
        if let Some(outlines) = self.letters.outlines(text, self.size, (x, self.line(area))) {
            sheet.fill(&outlines, rgb(colours.ink));
        }
        board.put(area, Some(sheet));
    }
}
