//! The board, its frame, the pieces on it and those in hand.

use std::fmt;

use pgnkit::chess::{Color, File, Piece, PieceKind, Rank};

use super::theme::Paint;
use super::{Canvas, FRAME, POCKET, POCKET_GAP, SQUARE, glyphs, squares};

/// The side of the board.
const BOARD: i32 = 8 * SQUARE;
/// Pieces are drawn on a field of 100 with their feet at 86; this centres them.
pub(crate) const DROP: i32 = 4;
/// A dark square in black and white. As lines, since some printers make pixels of patterns.
pub(crate) const HATCHING: &str = "M0 14.5L14.5 0H17.5L0 17.5ZM0 31.5L31.5 0H34.5L0 34.5ZM0 48.5L48.5 0H51.5L0 51.5ZM0 65.5L65.5 0H68.5L0 68.5ZM0 82.5L82.5 0H85.5L0 85.5ZM0 98.5L98.5 0H100V1.5L1.5 100H0ZM14.5 100L100 14.5V17.5L17.5 100ZM31.5 100L100 31.5V34.5L34.5 100ZM48.5 100L100 48.5V51.5L51.5 100ZM65.5 100L100 65.5V68.5L68.5 100ZM82.5 100L100 82.5V85.5L85.5 100Z";

impl Canvas<'_> {
    /// What is used more than once: each piece that is there, hatching, the glow of a check if there may be one.
    pub(super) fn definitions(&self, f: &mut dyn fmt::Write, with_check: bool) -> fmt::Result {
        let (colours, position) = (self.colours, &self.diagram.position);
        let is_there = |color, kind| position.pieces(color, kind).any() || position.pocket(color, kind) > 0;
        f.write_str("<defs>")?;
        self.piece_definitions(f, is_there)?;
        if colours.is_print {
            self.hatching(f)?;
        } else if with_check {
            self.glow(f)?;
        }
        f.write_str("</defs>\n")
    }

    pub(super) fn hatching(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        write!(f, "<path id=\"{}-hatch\" d=\"{HATCHING}\"/>", self.prefix)
    }

    pub(super) fn glow(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        let prefix = &self.prefix;
        write!(
            f,
            "<radialGradient id=\"{prefix}-check\"><stop offset=\"0\" stop-color=\"#f00\"/><stop offset=\".4\" \
             stop-color=\"#e00\" stop-opacity=\".9\"/><stop offset=\"1\" stop-color=\"#b00\" stop-opacity=\"0\"/>\
             </radialGradient>"
        )
    }

    pub(super) fn piece_definitions(
        &self,
        f: &mut dyn fmt::Write,
        is_there: impl Fn(Color, PieceKind) -> bool,
    ) -> fmt::Result {
        let (prefix, colours) = (&self.prefix, self.colours);
        for kind in PieceKind::ALL {
            if !Color::ALL.into_iter().any(|color| is_there(color, kind)) {
                continue;
            }
            let drawing = self.pieces.drawing(kind);
            let (body, details) = (format!("{prefix}-{kind}"), format!("{prefix}-{kind}-lines"));
            write!(f, "<path id=\"{body}\" d=\"{}\"/>", drawing.body)?;
            if !drawing.details.is_empty() {
                write!(f, "<path id=\"{details}\" fill=\"none\" d=\"{}\"/>", drawing.details)?;
            }
            for color in Color::ALL.into_iter().filter(|color| is_there(*color, kind)) {
                let Paint { fill, line, detail } = colours.of(color);
                write!(f, "<g id=\"{prefix}-{}\">", Piece { color, kind }.letter())?;
                if colours.is_print {
                    // Keeps the hatching away from the outline.
                    write!(f, "<use href=\"#{body}\" stroke=\"#fff\" stroke-width=\"13\"/>")?;
                }
                let width = drawing.line_width;
                write!(
                    f,
                    "<use href=\"#{body}\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"{width}\"/>"
                )?;
                if !drawing.details.is_empty() {
                    let width = drawing.detail_width;
                    write!(f, "<use href=\"#{details}\" stroke=\"{detail}\" stroke-width=\"{width}\"/>")?;
                }
                f.write_str("</g>")?;
            }
        }
        Ok(())
    }

    /// What lies below everything, where there is more than the board.
    pub(super) fn ground(
        &self,
        f: &mut dyn fmt::Write,
        frame: i32,
        (width, height): (i32, i32),
    ) -> fmt::Result {
        let (corner, fill) = (-frame, self.colours.frame);
        writeln!(
            f,
            "<rect x=\"{corner}\" y=\"{corner}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>"
        )
    }

    /// The names of files and ranks.
    pub(super) fn frame(&self, f: &mut dyn fmt::Write, bottom: Color) -> fmt::Result {
        let colours = self.colours;
        write!(
            f,
            "<g fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">",
            colours.ink,
            glyphs::LINE
        )?;
        let middle = SQUARE / 2;
        for (index, (file, rank)) in (0..).zip(File::ALL.into_iter().zip(Rank::ALL)) {
            let from_left = index * SQUARE + middle;
            let (x, y) = match bottom {
                Color::White => (from_left, BOARD - from_left),
                Color::Black => (BOARD - from_left, from_left),
            };
            glyphs::write(f, file.letter(), (x, BOARD + FRAME / 2))?;
            glyphs::write(f, rank.digit(), (-FRAME / 2, y))?;
        }
        f.write_str("</g>\n")
    }

    /// The sign of the side to move.
    pub(super) fn turn(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        let colours = self.colours;
        let turn = self.diagram.position.turn();
        let y = if turn == self.diagram.bottom { BOARD - 16 } else { 16 };
        let fill = if turn == Color::White { "#fff" } else { "#000" };
        // The outline is seen on any frame, the filling on any outline.
        writeln!(
            f,
            "<circle cx=\"{}\" cy=\"{y}\" r=\"11\" fill=\"{fill}\" stroke=\"{}\" stroke-width=\"3\"/>",
            BOARD + FRAME / 2,
            colours.ink
        )
    }

    /// The squares.
    pub(super) fn board(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        let colours = self.colours;
        write!(f, "<path fill=\"{}\" d=\"M0 0H{BOARD}V{BOARD}H0Z\"/>", colours.light)?;
        let corners = squares().filter(|square| !square.is_light()).map(|square| self.corner(square));
        if colours.is_print {
            for (x, y) in corners {
                write!(f, "<use href=\"#{}-hatch\" x=\"{x}\" y=\"{y}\"/>", self.prefix)?;
            }
            return f.write_str("\n");
        }
        write!(f, "<path fill=\"{}\" d=\"", colours.dark)?;
        for (x, y) in corners {
            write!(f, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")?;
        }
        f.write_str("\"/>\n")
    }

    /// In black and white the board has an edge. It is drawn above what keeps the hatching away.
    pub(super) fn edge(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        if !self.colours.is_print {
            return Ok(());
        }
        let side = BOARD - 4;
        writeln!(
            f,
            "<path d=\"M2 2h{side}v{side}h-{side}z\" fill=\"none\" stroke=\"#000\" stroke-width=\"4\"/>"
        )
    }

    pub(super) fn place_pieces(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        f.write_str("<g stroke-linecap=\"round\" stroke-linejoin=\"round\">")?;
        for square in squares() {
            if let Some(piece) = self.diagram.position.piece_at(square) {
                let (x, y) = self.corner(square);
                let y = y + DROP;
                write!(f, "<use href=\"#{}-{}\" x=\"{x}\" y=\"{y}\"/>", self.prefix, piece.letter())?;
            }
        }
        f.write_str("</g>\n")
    }

    /// The pieces in hand, beside the half of the board of their colour.
    pub(super) fn pockets(&self, f: &mut dyn fmt::Write, left: i32) -> fmt::Result {
        let (position, colours) = (&self.diagram.position, self.colours);
        let width = POCKET - POCKET_GAP;
        write!(f, "<rect x=\"{left}\" width=\"{width}\" height=\"{BOARD}\" fill=\"{}\"/>", colours.light)?;
        f.write_str("<g stroke-linecap=\"round\" stroke-linejoin=\"round\">")?;
        let mut counts = Vec::new();
        for color in Color::ALL {
            let held = PieceKind::ALL.into_iter().filter(|kind| position.pocket(color, *kind) > 0);
            for (index, kind) in (0..).zip(held) {
                let y = if color == self.diagram.bottom { BOARD - 80 - index * 80 } else { index * 80 };
                let id = Piece { color, kind }.letter();
                let (prefix, x) = (&self.prefix, left);
                write!(f, "<use href=\"#{prefix}-{id}\" transform=\"translate({x} {y})scale(.8)\"/>")?;
                counts.push((position.pocket(color, kind), y + 42));
            }
        }
        // Whatever the theme, the panel is light.
        write!(f, "<g fill=\"none\" stroke=\"#111\" stroke-width=\"{}\">", glyphs::LINE)?;
        for (count, y) in counts {
            let digits = count.to_string();
            for (place, digit) in (0..).zip(digits.bytes()) {
                glyphs::write(f, digit, (left + 88 + place * 20, y))?;
            }
        }
        f.write_str("</g></g>\n")
    }
}
