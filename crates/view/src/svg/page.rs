//! Boards of a page, which share their pieces: of HTML, and of a document of XML.

use std::fmt;

use pgnkit::chess::{Color, Position};

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

/// Pictures of one document of XML: each is a whole `<svg>`, the first of them has what all of them use.
impl Canvas<'_> {
    pub(super) fn shared_definitions(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        f.write_str("<defs>")?;
        self.piece_definitions(f, |_, _| true)?;
        if self.colours.is_print {
            self.hatching(f)?;
        } else {
            self.glow(f)?;
        }
        for bottom in Color::ALL {
            write!(f, "<g id=\"{}-{}\">", self.prefix, frame_id(bottom))?;
            self.frame(f, bottom)?;
            f.write_str("</g>")?;
        }
        write!(f, "<g id=\"{}-board\">", self.prefix)?;
        self.board(f)?;
        f.write_str("</g></defs>\n")
    }

    pub(super) fn shared_frame(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        write!(f, "<use href=\"#{}-{}\"/>", self.prefix, frame_id(self.diagram.bottom))
    }

    pub(super) fn shared_board(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        writeln!(f, "<use href=\"#{}-board\"/>", self.prefix)
    }
}

fn frame_id(bottom: Color) -> &'static str {
    match bottom {
        Color::White => "frame",
        Color::Black => "frame-turned",
    }
}
