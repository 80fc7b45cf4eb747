//! A board that is drawn once, and after that only where it changes.

use std::collections::HashMap;

use pgnkit::chess::{Color, File, Piece, PieceKind, Position, Rank, Square};
use pgnkit::command::Mark;

use super::color::rgb;
use super::layout::{Area, Layout};
use super::palette::{ARROW_OPACITY, Palette};
use super::path;
use super::picture::Picture;
use super::sheet::{Line, Sheet};
use super::squares::{Content, Drawings};
use crate::Diagram;
use crate::svg::marks::arrow;
use crate::svg::{SQUARE, glyphs, squares, theme};

/// Bytes of squares that are kept; then all are drawn anew.
const KEPT: usize = 32 << 20;

/// Arrows that are drawn: nobody can tell more from each other, and each takes time on every square that it crosses.
const MOST_ARROWS: usize = 256;

/// A picture of a board.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) layout: Layout,
    pub(super) palette: Palette,
    pub(super) picture: Picture,
    drawings: Drawings,
    /// Squares as they were drawn, by what is on them and their size.
    kept: HashMap<(Content, usize, usize), Box<[u8]>>,
    kept_bytes: usize,
    shown: Option<Shown>,
    has_turn: bool,
}

/// What the picture shows.
#[derive(Debug, PartialEq)]
struct Shown {
    /// By the index of the square.
    squares: [Content; 64],
    arrows: Vec<Mark>,
    turn: Color,
    in_hand: [[u8; 6]; 2],
}

impl Shown {
    fn of(diagram: &Diagram) -> Self {
        let position = &diagram.position;
        let check = diagram.king_in_check();
        let nothing =
            Content { is_light: false, is_last_move: false, is_check: false, mark: None, piece: None };
        let mut contents = [nothing; 64];
        for square in squares() {
            contents[square.index()] = Content {
                is_light: square.is_light(),
                is_check: check == Some(square),
                piece: position.piece_at(square),
                ..nothing
            };
        }
        let mut shown =
            Self { squares: contents, arrows: Vec::new(), turn: position.turn(), in_hand: in_hand(position) };
        for square in diagram.last_move.into_iter().flat_map(|last| last.squares()) {
            shown.squares[square.index()].is_last_move = true;
        }
        for mark in diagram.drawn_marks() {
            match mark.to {
                Some(_) if shown.arrows.len() == MOST_ARROWS => {}
                Some(_) => shown.arrows.push(mark),
                None => shown.squares[mark.square.index()].mark = Some(mark.color),
            }
        }
        shown
    }
}

fn in_hand(position: &Position) -> [[u8; 6]; 2] {
    Color::ALL.map(|color| PieceKind::ALL.map(|kind| position.pocket(color, kind)))
}

impl Board {
    pub(super) fn new(layout: Layout, drawings: Drawings, mut palette: Palette) -> Self {
        let ground = palette.nearest(rgb(drawings.colours.frame));
        let picture = Picture::new(layout.width, layout.height, ground);
        Self {
            layout,
            palette,
            picture,
            drawings,
            kept: HashMap::new(),
            kept_bytes: 0,
            shown: None,
            has_turn: true,
        }
    }

    /// Without the sign of the side to move.
    pub(super) fn without_turn(self) -> Self {
        Self { has_turn: false, ..self }
    }

    pub(super) fn colours(&self) -> &'static theme::Colours {
        self.drawings.colours
    }

    /// Draws a diagram over the one before, and returns the areas that may have changed.
    pub(super) fn show(&mut self, diagram: &Diagram) -> Vec<Area> {
        let shown = Shown::of(diagram);
        let before = self.shown.take();
        let mut changed = Vec::new();
        if before.is_none() {
            self.coordinates();
            changed.push(Area { x: 0, y: 0, width: self.layout.width, height: self.layout.height });
        }
        for square in squares() {
            let content = shown.squares[square.index()];
            let is_as_before = before.as_ref().is_some_and(|before| {
                let mut arrows = before.arrows.iter().chain(&shown.arrows);
                before.squares[square.index()] == content && !arrows.any(|arrow| self.is_near(*arrow, square))
            });
            if !is_as_before {
                changed.push(self.square(square, content));
            }
        }
        self.edge();
        for square in squares() {
            self.arrows(square, &shown.arrows);
        }
        if before.as_ref().is_none_or(|before| before.turn != shown.turn) {
            changed.extend(self.turn(shown.turn));
        }
        if let Some(pocket) = self.layout.pocket
            && before.as_ref().is_none_or(|before| before.in_hand != shown.in_hand)
        {
            self.pocket(pocket, &shown.in_hand);
            changed.push(pocket);
        }
        self.shown = Some(shown);
        changed
    }

    /// Puts a sheet into the picture.
    pub(super) fn put(&mut self, area: Area, sheet: Option<Sheet>) {
        if let Some(sheet) = sheet {
            let pixels = sheet.pixels(&mut self.palette);
            self.picture.put(area, &pixels);
        }
    }

    fn square(&mut self, square: Square, content: Content) -> Area {
        let area = self.layout.square(square);
        let key = (content, area.width, area.height);
        if let Some(pixels) = self.kept.get(&key) {
            self.picture.put(area, pixels);
            return area;
        }
        let Some(sheet) = self.drawings.square(area, content) else { return area };
        let pixels = sheet.pixels(&mut self.palette);
        self.picture.put(area, &pixels);
        self.kept_bytes += pixels.len();
        if self.kept_bytes > KEPT {
            self.kept.clear();
            self.kept_bytes = pixels.len();
        }
        self.kept.insert(key, pixels.into());
        area
    }

    /// In black and white the board has an edge.
    fn edge(&mut self) {
        if !self.drawings.colours.is_print {
            return;
        }
        let board = self.layout.board();
        let width = ((4.0 * self.layout.scale).round() as usize).clamp(1, board.width);
        let black = self.palette.nearest([0; 3]);
        for edge in [
            Area { height: width, ..board },
            Area { y: board.y + board.height - width, height: width, ..board },
            Area { width, ..board },
            Area { x: board.x + board.width - width, width, ..board },
        ] {
            self.picture.fill(edge, black);
        }
    }

    /// The middle of a square, in units from the corner of the board.
    fn middle(&self, square: Square) -> (i32, i32) {
        let (column, row) = self.layout.place(square);
        (column as i32 * SQUARE + SQUARE / 2, row as i32 * SQUARE + SQUARE / 2)
    }

    /// Whether an arrow may touch a square.
    fn is_near(&self, mark: Mark, square: Square) -> bool {
        /// Half the diagonal of a square and half the head of an arrow with its line.
        const REACH: f32 = 98.0;
        let Some(to) = mark.to else { return false };
        let [from, to, middle] = [mark.square, to, square].map(|square| {
            let (x, y) = self.middle(square);
            (x as f32, y as f32)
        });
        let (across, down) = (to.0 - from.0, to.1 - from.1);
        let (x, y) = (middle.0 - from.0, middle.1 - from.1);
        let length = across * across + down * down;
        let along = ((x * across + y * down) / length.max(1.0)).clamp(0.0, 1.0);
        (x - along * across).hypot(y - along * down) < REACH
    }

    /// The parts of arrows that are on a square.
    fn arrows(&mut self, square: Square, arrows: &[Mark]) {
        let mut near = arrows.iter().filter(|mark| self.is_near(**mark, square)).peekable();
        if near.peek().is_none() {
            return;
        }
        let (board, area) = (self.layout.board(), self.layout.square(square));
        let Some(mut sheet) = Sheet::of_pixels(area, self.picture.rows(area), &self.palette) else { return };
        let corner = (board.x as f32 - area.x as f32, board.y as f32 - area.y as f32);
        sheet.units((self.layout.scale, self.layout.scale), corner);
        for mark in near {
            let to = mark.to.unwrap_or(mark.square);
            let Some(outline) = path::parse(&arrow(self.middle(mark.square), self.middle(to))) else {
                continue;
            };
            let paint = theme::mark(mark.color);
            if self.drawings.colours.is_print {
                sheet.stroke(&outline, [255; 3], Line::of(12.0));
                sheet.fill(&outline, rgb(paint.grey));
                sheet.stroke(&outline, [0; 3], Line::of(4.0));
            } else {
                sheet.group(ARROW_OPACITY, |sheet| {
                    sheet.fill(&outline, rgb(paint.color));
                    sheet.stroke(&outline, rgb(paint.color), Line { is_round: true, ..Line::of(4.0) });
                });
            }
        }
        self.put(area, Some(sheet));
    }

    /// The names of files and ranks.
    fn coordinates(&mut self) {
        if !self.layout.has_frame {
            return;
        }
        for (file, rank) in File::ALL.into_iter().zip(Rank::ALL) {
            let (column, row) = self.layout.place(Square::at(file, rank));
            self.sign(self.layout.below(column), file.letter());
            self.sign(self.layout.left_of(row), rank.digit());
        }
    }

    /// A letter or digit in the middle of a part of the frame.
    fn sign(&mut self, area: Area, sign: u8) {
        let colours = self.drawings.colours;
        let Some(mut sheet) = Sheet::filled(area, rgb(colours.frame)) else { return };
        let scale = self.layout.scale;
        sheet.units((scale, scale), (area.width as f32 / 2.0, area.height as f32 / 2.0));
        draw_sign(&mut sheet, sign, (0.0, 0.0), colours.ink);
        self.put(area, Some(sheet));
    }

    /// The disc beside the board, near to the side to move.
    fn turn(&mut self, turn: Color) -> Vec<Area> {
        if !(self.layout.has_frame && self.has_turn) {
            return Vec::new();
        }
        let colours = self.drawings.colours;
        let is_below = turn == self.layout.bottom;
        let places = [(0, 16.0, !is_below), (7, 84.0, is_below)];
        let areas = places.map(|(row, y, is_there)| {
            let area = self.layout.right_of(row);
            let mut sheet = Sheet::filled(area, rgb(colours.frame));
            if let (Some(sheet), true) = (&mut sheet, is_there) {
                let scale = self.layout.scale;
                sheet.units((scale, scale), (area.width as f32 / 2.0, 0.0));
                let fill = if turn == Color::White { [255; 3] } else { [0; 3] };
                sheet.circle((0.0, y), 11.0, Some(fill), (rgb(colours.ink), 3.0));
            }
            self.put(area, sheet);
            area
        });
        areas.into_iter().filter(|area| area.width > 0).collect()
    }

    /// The pieces in hand, beside the half of the board of their colour.
    fn pocket(&mut self, area: Area, in_hand: &[[u8; 6]; 2]) {
        let Some(mut sheet) = Sheet::filled(area, rgb(self.drawings.colours.light)) else { return };
        sheet.units((self.layout.scale, self.layout.scale), (0.0, 0.0));
        for (color, counts) in Color::ALL.into_iter().zip(in_hand) {
            let held = PieceKind::ALL.into_iter().zip(counts).filter(|(_, count)| **count > 0);
            for (index, (kind, count)) in (0u8..).zip(held) {
                let from_edge = f32::from(index) * 80.0;
                let y = if color == self.layout.bottom { 720.0 - from_edge } else { from_edge };
                for (place, digit) in (0u8..).zip(count.to_string().bytes()) {
                    draw_sign(&mut sheet, digit, (88.0 + f32::from(place) * 20.0, y + 42.0), "#111");
                }
                sheet.within((0.0, y), 0.8, |sheet| self.drawings.piece(sheet, Piece { color, kind }));
            }
        }
        self.put(area, Some(sheet));
    }
}

/// A letter or digit around a point.
fn draw_sign(sheet: &mut Sheet, sign: u8, (x, y): (f32, f32), color: &str) {
    if let Some(lines) = path::parse(glyphs::lines(sign)) {
        let corner = (x - glyphs::HALF.0 as f32, y - glyphs::HALF.1 as f32);
        sheet.within(corner, glyphs::SCALE as f32, |sheet| {
            sheet.stroke(&lines, rgb(color), Line::round(glyphs::LINE as f32));
        });
    }
}
