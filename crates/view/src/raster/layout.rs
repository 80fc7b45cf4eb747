//! The places of a picture, in whole pixels.

use pgnkit::chess::{Color, Square, Variant};

use crate::Diagram;
use crate::svg::{FRAME, POCKET, POCKET_GAP, SQUARE};

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) x: usize,
    pub(super) y: usize,
    pub(super) width: usize,
    pub(super) height: usize,
}

impl Area {
    /// The smallest one around both.
    pub(super) fn join(self, other: Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        Self {
            x,
            y,
            width: (self.x + self.width).max(other.x + other.width) - x,
            height: (self.y + self.height).max(other.y + other.height) - y,
        }
    }
}

/// Where everything is. Squares are whole pixels, so that their edges are sharp; with a frame they are all of one size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// The size of the picture.
    pub(super) width: usize,
    pub(super) height: usize,
    /// Pixels in a unit of the drawings.
    pub(super) scale: f32,
    /// The border lines of files, from the left, and of ranks, from the top.
    columns: [usize; 9],
    rows: [usize; 9],
    /// The colour at the bottom.
    pub(super) bottom: Color,
    pub(super) has_frame: bool,
    /// The panel of pieces in hand.
    pub(super) pocket: Option<Area>,
    /// The height of the bars above and below; 0 without.
    pub(super) bar: usize,
}

/// The least and the largest height of a board, in pixels.
pub(super) const SIZES: std::ops::RangeInclusive<u32> = 16..=16_384;

impl Layout {
    pub(super) fn new(diagram: &Diagram, size: u32, has_bars: bool) -> Self {
        let size = size.clamp(*SIZES.start(), *SIZES.end()) as usize;
        let (whole, board) = ((8 * SQUARE + 2 * FRAME) as usize, 8 * SQUARE as usize);
        let (units, first, edges, scale) = if diagram.coordinates {
            let square = ((size * SQUARE as usize + whole / 2) / whole).min(size / 8);
            let first = (size - 8 * square) / 2;
            (whole, first, EDGES.map(|edge| first + edge * square), square as f32 / SQUARE as f32)
        } else {
            (board, 0, EDGES.map(|edge| edge * size / 8), size as f32 / board as f32)
        };
        let has_pocket = diagram.position.variant() == Variant::Crazyhouse;
        let bar = if has_bars { (size / 12).max(2) } else { 0 };
        let width = if has_pocket { size * (units + POCKET as usize) / units } else { size };
        let rows = edges.map(|edge| bar + edge);
        let pocket = has_pocket.then(|| {
            let x = edges[8] + first.max((POCKET_GAP as f32 * scale).round() as usize);
            let panel = ((POCKET - POCKET_GAP) as f32 * scale).round() as usize;
            Area { x, y: rows[0], width: panel.min(width.saturating_sub(x)), height: rows[8] - rows[0] }
        });
        Self {
            width,
            height: size + 2 * bar,
            scale,
            columns: edges,
            rows,
            bottom: diagram.bottom,
            has_frame: diagram.coordinates,
            pocket,
            bar,
        }
    }

    /// The column and the row of a square, from the upper left corner.
    pub(super) fn place(&self, square: Square) -> (usize, usize) {
        let (file, rank) = (usize::from(square.file().index()), usize::from(square.rank().index()));
        match self.bottom {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        }
    }

    /// The pixels of a square.
    pub(super) fn square(&self, square: Square) -> Area {
        let (column, row) = self.place(square);
        self.span(column, row)
    }

    /// The pixels of the square in a column and a row.
    pub(super) fn span(&self, column: usize, row: usize) -> Area {
        let (x, y) = (self.columns[column], self.rows[row]);
        Area { x, y, width: self.columns[column + 1] - x, height: self.rows[row + 1] - y }
    }

    /// The pixels of the board.
    pub(super) fn board(&self) -> Area {
        self.span(0, 0).join(self.span(7, 7))
    }

    /// The part of the frame below a column of squares, to the left of a row, or to the right of it.
    pub(super) fn below(&self, column: usize) -> Area {
        let square = self.span(column, 7);
        let y = self.rows[8];
        Area { y, height: self.height - self.bar - y, ..square }
    }

    pub(super) fn left_of(&self, row: usize) -> Area {
        Area { x: 0, width: self.columns[0], ..self.span(0, row) }
    }

    pub(super) fn right_of(&self, row: usize) -> Area {
        // The frame is as wide as on the left; beyond is the pocket.
        let x = self.columns[8];
        let end = self.pocket.map_or(self.width, |pocket| pocket.x);
        Area { x, width: end - x, ..self.span(7, row) }
    }

    /// The bar of a colour.
    pub(super) fn bar(&self, color: Color) -> Area {
        let y = if color == self.bottom { self.height - self.bar } else { 0 };
        Area { x: 0, y, width: self.width, height: self.bar }
    }
}

const EDGES: [usize; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

#[cfg(test)]
mod tests {
    use pgnkit::chess::Position;

    use super::*;

    #[test]
    fn everything_has_its_place_at_every_size() {
        for size in (0..900).chain([8191, 8192, u32::MAX]) {
            for coordinates in [false, true] {
                let mut diagram = Diagram::new(Position::START);
                diagram.coordinates = coordinates;
                let layout = Layout::new(&diagram, size, true);
                let board = layout.board();
                assert!(board.x + board.width <= layout.width, "{size}");
                assert!(board.y + board.height + layout.bar <= layout.height, "{size}");
                assert_eq!(layout.height - 2 * layout.bar, layout.width);
                let sides: Vec<usize> = (0..8).map(|row| layout.span(row, row).height).collect();
                let (least, most) = (sides.iter().min().unwrap(), sides.iter().max().unwrap());
                assert!(*least >= 2 && most - least <= usize::from(!coordinates), "{size}: {sides:?}");
                let off =
                    board.height as f32 / layout.width as f32 - if coordinates { 800.0 / 888.0 } else { 1.0 };
                assert!(size < 48 || off.abs() * layout.width as f32 <= 4.5, "{size}: {off}");
            }
        }
    }
}
