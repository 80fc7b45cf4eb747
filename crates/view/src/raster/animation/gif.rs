//! GIF.

use std::io::{self, Write};

use gif::{DisposalMethod, Encoder, EncodingError, Repeat};

use super::Animation;
use super::film::Film;
use super::lzw::Compressor;
use crate::raster::palette::UNCHANGED;

impl Animation<'_> {
    /// Writes the game as GIF, frame by frame. Takes time in the number of frames, and memory in the number of pixels, a few bytes for each.
    ///
    /// # Errors
    /// When `out` has one.
    pub fn write_gif(&self, out: impl Write) -> io::Result<()> {
        let film = Film::new(self);
        let (layout, palette) = (film.board.layout, &film.board.palette);
        let bits = palette.bits();
        let mut encoder =
            Encoder::new(out, side(layout.width), side(layout.height), &palette.bytes()).map_err(error)?;
        if self.repeats {
            encoder.set_repeat(Repeat::Infinite).map_err(error)?;
        }
        let mut compressor = Compressor::new();
        let mut buffer = Vec::new();
        film.play(|frame| {
            buffer.clear();
            compressor.compress(frame.pixels, bits, &mut buffer);
            let picture = gif::Frame {
                delay: self.hundredths(frame.is_last),
                dispose: DisposalMethod::Keep,
                transparent: (!frame.is_first).then_some(UNCHANGED),
                left: side(frame.area.x),
                top: side(frame.area.y),
                width: side(frame.area.width),
                height: side(frame.area.height),
                buffer: buffer.as_slice().into(),
                ..gif::Frame::default()
            };
            encoder.write_lzw_pre_encoded_frame(&picture).map_err(error)
        })?;
        encoder.into_inner().map_err(error)?.flush()
    }
}

/// The largest picture has some 20,000 pixels on a side.
fn side(pixels: usize) -> u16 {
    u16::try_from(pixels).unwrap_or(u16::MAX)
}

fn error(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        error => io::Error::other(error),
    }
}
