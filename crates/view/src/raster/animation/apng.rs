//! APNG.

use std::io::{self, Write};

use png::BlendOp;

use super::Animation;
use super::film::Film;
use crate::raster::png::{encoder, error};

impl Animation<'_> {
    /// Writes the game as APNG, frame by frame: what shows no moving pictures shows its first position. Takes time in the number of frames,
    /// and memory in the number of pixels, a few bytes for each.
    ///
    /// # Errors
    /// When `out` has one.
    pub fn write_apng(&self, out: impl Write) -> io::Result<()> {
        let film = Film::new(self);
        let (first, last) = self.range();
        let count = u32::try_from(last - first + 1).unwrap_or(u32::MAX);
        let mut encoder = encoder(out, &film.board);
        encoder.set_animated(count, u32::from(!self.repeats)).map_err(error)?;
        // The first number, which frames have where nothing changes, is transparent.
        encoder.set_trns(vec![0]);
        let mut writer = encoder.write_header().map_err(error)?;
        film.play(|frame| {
            let side = |pixels: usize| u32::try_from(pixels).unwrap_or(u32::MAX);
            let area = frame.area;
            let mut write = || {
                writer.reset_frame_position()?;
                writer.set_frame_dimension(side(area.width), side(area.height))?;
                writer.set_frame_position(side(area.x), side(area.y))?;
                writer.set_frame_delay(self.hundredths(frame.is_last), 100)?;
                writer.set_blend_op(if frame.is_first { BlendOp::Source } else { BlendOp::Over })?;
                writer.write_image_data(frame.pixels)
            };
            write().map_err(error)
        })?;
        writer.finish().map_err(error)
    }
}
