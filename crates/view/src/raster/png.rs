//! PNG of a diagram.

use std::io::{self, Write};

use png::{BitDepth, ColorType, DeflateCompression, Encoder, EncodingError, Filter};

use super::Look;
use super::board::Board;
use super::layout::Layout;
use super::palette::{Palette, Shows};
use super::squares::Drawings;
use crate::markup;
use crate::{Diagram, PieceSet, Theme};

impl Diagram {
    /// The diagram as PNG.
    ///
    /// ```
    /// use pgnkit::chess::Position;
    ///
    /// let diagram = pgnkit_view::Diagram::new(Position::START);
    /// let picture = diagram.png().size(200).to_vec();
    /// assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n"));
    /// ```
    pub fn png(&self) -> Png<'_> {
        Png { diagram: self, look: Look::default() }
    }
}

/// A diagram as PNG; see [`Diagram::png`]. It looks as the SVG does, with the edges of squares at whole pixels, in at most 256 colours and
/// with at most 256 arrows.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Png<'d> {
    diagram: &'d Diagram,
    look: Look,
}

impl Png<'_> {
    /// The colours; [`Theme::Brown`] unless said.
    pub fn theme(self, theme: Theme) -> Self {
        Self { look: Look { theme, ..self.look }, ..self }
    }

    /// The pieces; [`PieceSet::Staunton`] unless said.
    pub fn pieces(self, pieces: PieceSet) -> Self {
        Self { look: Look { pieces, ..self.look }, ..self }
    }

    /// The height in pixels, from 16 to 16,384; 400 unless said. Other values become the nearest of these.
    pub fn size(self, size: u32) -> Self {
        Self { look: Look { size, ..self.look }, ..self }
    }

    /// Writes the picture, with the title and the [description](Diagram::description) as texts. Takes memory in the number of pixels, a
    /// byte for each.
    ///
    /// # Errors
    /// When `out` has one.
    pub fn write_to(&self, out: impl Write) -> io::Result<()> {
        let diagram = self.diagram;
        let mut shows = Shows::default();
        shows.add(diagram);
        let colours = self.look.theme.colours();
        let layout = Layout::new(diagram, self.look.size, false);
        let drawings = Drawings::new(colours, self.look.pieces);
        let mut board = Board::new(layout, drawings, Palette::new(colours, &shows));
        board.show(diagram);
        let mut encoder = encoder(out, &board);
        let title = markup::short_line(&diagram.title);
        let texts = [("Title", title), ("Description", markup::short_line(&diagram.description()))];
        for (keyword, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            encoder.add_itxt_chunk(keyword.to_owned(), text).map_err(error)?;
        }
        let mut writer = encoder.write_header().map_err(error)?;
        writer.write_image_data(&board.picture.pixels).map_err(error)?;
        writer.finish().map_err(error)
    }

    /// The picture as bytes.
    pub fn to_vec(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        // A vector takes everything.
        let _ = self.write_to(&mut bytes);
        bytes
    }
}

/// An encoder for pictures of a board.
pub(super) fn encoder<W: Write>(out: W, board: &Board) -> Encoder<'static, W> {
    let side = |pixels: usize| u32::try_from(pixels).unwrap_or(u32::MAX);
    let mut encoder = Encoder::new(out, side(board.layout.width), side(board.layout.height));
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(board.palette.bytes());
    encoder.set_filter(Filter::NoFilter);
    encoder.set_deflate_compression(DeflateCompression::Level(4));
    encoder
}

pub(super) fn error(error: EncodingError) -> io::Error {
    match error {
        EncodingError::IoError(error) => error,
        error => io::Error::other(error),
    }
}
