//! A picture in parts, for documents of many boards: what all of them have, and what one has.

use std::fmt;

use pgnkit::chess::{Color, Position};

use super::{Canvas, FRAME, PieceSet, SQUARE, Theme};
use crate::Diagram;

/// What all boards of a document have. A picture is the head, the frame, what is [below](below) the pieces, each piece as
/// `<use href="#P-K" x="0" y="4"/>` for the upper left square, what is [above](above) them, and the end.
pub(crate) struct Shared {
    /// The element, with the pieces and the squares.
    pub(crate) head: String,
    /// The names of files and ranks, with White and with Black below.
    pub(crate) frames: [String; 2],
    /// The edge of the board, above the pieces, and the end.
    pub(crate) end: String,
}

const PREFIX: &str = "P";

fn canvas(diagram: &Diagram, theme: Theme) -> Canvas<'_> {
    Canvas { diagram, colours: theme.colours(), pieces: PieceSet::Staunton, prefix: PREFIX.to_owned() }
}

impl Shared {
    pub(crate) fn new(theme: Theme) -> Self {
        // It has every piece.
        let diagram = Diagram::new(Position::START);
        let side = 8 * SQUARE + 2 * FRAME;
        let head = written(|f| {
            let canvas = canvas(&diagram, theme);
            writeln!(
                f,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {side} {side}\" width=\"{side}\" height=\"{side}\">",
                -FRAME, -FRAME
            )?;
            canvas.definitions(f, true)?;
            canvas.ground(f, FRAME, (side, side))?;
            canvas.board(f)
        });
        let frames = Color::ALL.map(|bottom| written(|f| canvas(&diagram, theme).frame(f, bottom)));
        let end = written(|f| canvas(&diagram, theme).edge(f)) + "</svg>";
        Self { head, frames, end }
    }
}

/// What one board has below its pieces: the side to move, the last move, marked squares, a check.
pub(crate) fn below(diagram: &Diagram, theme: Theme) -> String {
    let canvas = canvas(diagram, theme);
    written(|f| canvas.turn(f).and_then(|()| canvas.squares_below(f)))
}

/// What one board has above its pieces: arrows.
pub(crate) fn above(diagram: &Diagram, theme: Theme) -> String {
    written(|f| canvas(diagram, theme).arrows(f))
}

fn written(write: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result) -> String {
    let mut text = String::new();
    // Writing to memory does not fail.
    let _ = write(&mut text);
    text
}
