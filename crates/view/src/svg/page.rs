//! Boards of a page of HTML, which share their pieces.

use std::fmt;

use pgnkit::chess::Position;

use super::board::DROP;
use super::{Canvas, PieceSet, Theme, squares};
use crate::{Diagram, markup};

/// What the boards of a page share: pieces (`#p-K`), the empty board (`#p-0`), a square of the last move (`#p-1`), the glow of a
/// check (`#p-2`).
pub(crate) struct PageDefinitions {
    pub(crate) theme: Theme,
    pub(crate) pieces: PieceSet,
}

impl fmt::Display for PageDefinitions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let diagram = Diagram::new(Position::START);
        let canvas = Canvas::of_page(&diagram, self.theme, self.pieces);
        f.write_str("<defs>")?;
        canvas.piece_definitions(f, |_, _| true)?;
        if canvas.colours.is_print {
            canvas.hatching(f)?;
        }
        canvas.glow(f)?;
        f.write_str(
            "<circle id=\"p-2\" cx=\"50\" cy=\"50\" r=\"50\" fill=\"url(#p-check)\"/><g id=\"p-1\">",
        )?;
        canvas.last_square(f, 0, 0)?;
        f.write_str("</g><g id=\"p-0\">")?;
        canvas.board(f)?;
        canvas.edge(f)?;
        f.write_str("</g></defs>")
    }
}

/// A board of a page. It is not XML: what HTML can do without is left out, since there may be thousands of them.
pub(crate) struct PageBoard<'d> {
    pub(crate) diagram: &'d Diagram,
    pub(crate) theme: Theme,
    pub(crate) pieces: PieceSet,
    /// What it is, for those who do not see it.
    pub(crate) label: &'d str,
}

impl fmt::Display for PageBoard<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let canvas = Canvas::of_page(self.diagram, self.theme, self.pieces);
        let label = markup::short(self.label);
        write!(f, "<svg viewBox=\"0 0 800 800\" role=img aria-label=\"{label}\"><use href=#p-0 />")?;
        canvas.squares_below(f)?;
        for square in squares() {
            if let Some(piece) = self.diagram.position.piece_at(square) {
                let (x, y) = canvas.corner(square);
                write!(f, "<use href=#p-{} x={x} y={} />", piece.letter(), y + DROP)?;
            }
        }
        canvas.arrows(f)?;
        f.write_str("</svg>")
    }
}

impl<'d> Canvas<'d> {
    fn of_page(diagram: &'d Diagram, theme: Theme, pieces: PieceSet) -> Self {
        Canvas { diagram, colours: theme.colours(), pieces, prefix: "p".to_owned() }
    }
}
