//! A diagram as SVG: shapes only, no fonts, no styles, no scripts.

pub(crate) mod board;
pub(crate) mod glyphs;
pub(crate) mod marks;
mod page;
mod parts;
pub(crate) mod pieces;
pub(crate) mod theme;

use std::fmt;

use pgnkit::chess::{Color, File, Rank, Square, Variant};

use crate::{Diagram, markup};
pub(crate) use page::{PageBoard, PageDefinitions};
pub(crate) use parts::{Shared, above, below};
pub use pieces::PieceSet;
use theme::Colours;
pub use theme::{Theme, UnknownName};

/// The side of a square, in the units of the picture.
pub(crate) const SQUARE: i32 = 100;
/// The frame around the board, where coordinates are.
pub(crate) const FRAME: i32 = 44;
/// The column of pieces in hand, in variants that have them.
pub(crate) const POCKET: i32 = 140;
/// What is left free beside it.
pub(crate) const POCKET_GAP: i32 = 20;

impl Diagram {
    /// The diagram as SVG.
    ///
    /// ```
    /// use pgnkit::chess::Position;
    ///
    /// let mut diagram = pgnkit_view::Diagram::new(Position::START);
    /// diagram.title = "<\u{202e}Fischer & Spassky>".to_owned();
    /// let picture = diagram.svg().size(200).to_string();
    /// assert!(picture.contains("width=\"200\" height=\"200\""));
    /// assert!(picture.contains("<title>&lt;Fischer &amp; Spassky&gt;</title>"));
    /// ```
    pub fn svg(&self) -> Svg<'_> {
        Svg {
            diagram: self,
            theme: Theme::Brown,
            pieces: PieceSet::Staunton,
            size: 400,
            prefix: "pgn",
            definitions: Definitions::Own,
        }
    }
}

/// A diagram as SVG; see [`Diagram::svg`]. [`Display`](fmt::Display) writes it.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Svg<'d> {
    diagram: &'d Diagram,
    theme: Theme,
    pieces: PieceSet,
    size: u32,
    prefix: &'d str,
    definitions: Definitions,
}

/// Where the definitions of a picture are: pieces, and what else is drawn more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "epub"), allow(dead_code))] // only the pages of an EPUB share them
pub(crate) enum Definitions {
    /// In the picture, as far as it needs them.
    Own,
    /// In the picture, for all pictures of the document that have the same prefix: every piece, the empty board and its frames.
    Shared,
    /// In an earlier picture of the document.
    Earlier,
}

impl<'d> Svg<'d> {
    /// The colours; [`Theme::Brown`] unless said.
    pub fn theme(self, theme: Theme) -> Self {
        Self { theme, ..self }
    }

    /// The pieces; [`PieceSet::Staunton`] unless said.
    pub fn pieces(self, pieces: PieceSet) -> Self {
        Self { pieces, ..self }
    }

    /// The height in pixels; 400 unless said. Wherever the picture is shown it can be scaled.
    pub fn size(self, size: u32) -> Self {
        Self { size, ..self }
    }

    /// What the ids of the picture begin with, for pages that hold several pictures of different colours; `pgn` unless said. Other
    /// characters than ASCII letters, digits, `-` and `_` are left out.
    pub fn id_prefix(self, prefix: &'d str) -> Self {
        Self { prefix, ..self }
    }

    /// Where its definitions are. Pictures that share them have one theme and one set of pieces.
    #[cfg_attr(not(feature = "epub"), allow(dead_code))]
    pub(crate) fn definitions(self, definitions: Definitions) -> Self {
        Self { definitions, ..self }
    }
}

/// What all parts of a picture need to know.
struct Canvas<'d> {
    diagram: &'d Diagram,
    colours: &'static Colours,
    pieces: PieceSet,
    prefix: String,
}

impl Canvas<'_> {
    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> (i32, i32) {
        let (file, rank) = (i32::from(square.file().index()), i32::from(square.rank().index()));
        match self.diagram.bottom {
            Color::White => (file * SQUARE, (7 - rank) * SQUARE),
            Color::Black => ((7 - file) * SQUARE, rank * SQUARE),
        }
    }

    fn center(&self, square: Square) -> (i32, i32) {
        let (x, y) = self.corner(square);
        (x + SQUARE / 2, y + SQUARE / 2)
    }
}

/// All squares, rank by rank.
pub(crate) fn squares() -> impl Iterator<Item = Square> {
    Rank::ALL.into_iter().flat_map(|rank| File::ALL.into_iter().map(move |file| Square::at(file, rank)))
}

impl fmt::Display for Svg<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let diagram = self.diagram;
        let prefix: String =
            self.prefix.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect();
        let canvas = Canvas { diagram, colours: self.theme.colours(), pieces: self.pieces, prefix };
        let frame = if diagram.coordinates { FRAME } else { 0 };
        let pocket = if diagram.position.variant() == Variant::Crazyhouse { POCKET } else { 0 };
        let height = 8 * SQUARE + 2 * frame;
        let width = height + pocket;
        let shown_width =
            u64::from(self.size) * u64::from(width.unsigned_abs()) / u64::from(height.unsigned_abs());
        write!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {width} {height}\" \
             width=\"{shown_width}\" height=\"{}\" role=\"img\">",
            -frame, -frame, self.size
        )?;
        let title = match diagram.title.as_str() {
            "" => "Chess position",
            title => title,
        };
        writeln!(f, "<title>{}</title>", markup::short(title))?;
        writeln!(f, "<desc>{}</desc>", markup::short(&diagram.description()))?;
        match self.definitions {
            Definitions::Own => canvas.definitions(f, diagram.king_in_check().is_some())?,
            Definitions::Shared => canvas.shared_definitions(f)?,
            Definitions::Earlier => {}
        }
        let is_shared = self.definitions != Definitions::Own;
        if frame + pocket > 0 {
            canvas.ground(f, frame, (width, height))?;
        }
        if diagram.coordinates {
            match is_shared {
                true => canvas.shared_frame(f)?,
                false => canvas.frame(f, diagram.bottom)?,
            }
            canvas.turn(f)?;
        }
        match is_shared {
            true => canvas.shared_board(f)?,
            false => canvas.board(f)?,
        }
        canvas.squares_below(f)?;
        canvas.place_pieces(f)?;
        canvas.edge(f)?;
        if pocket > 0 {
            canvas.pockets(f, 8 * SQUARE + frame.max(POCKET_GAP))?;
        }
        canvas.arrows(f)?;
        f.write_str("</svg>\n")
    }
}
