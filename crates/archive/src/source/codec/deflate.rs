use super::{Codec, Flow, Step, difference};
use flate2::{FlushDecompress, Status as FlateStatus};
use std::io;

/// Deflate, in a gzip member or raw as zip has it.
pub(crate) struct Deflate {
    stream: flate2::Decompress,
    raw: bool,
}

impl Deflate {
    #[cfg(feature = "gzip")]
    pub(crate) fn gzip() -> Self {
        Deflate { stream: flate2::Decompress::new_gzip(15), raw: false }
    }

    #[cfg(feature = "zip")]
    pub(crate) fn raw() -> Self {
        Deflate { stream: flate2::Decompress::new(false), raw: true }
    }
}

impl Codec for Deflate {
    fn what(&self) -> &'static str {
        if self.raw { "deflate stream" } else { "gzip member" }
    }

    fn restart(&mut self) -> io::Result<()> {
        // `reset` of flate2 leaves gzip mode, hence a new one.
        let stream = if self.raw { flate2::Decompress::new(false) } else { flate2::Decompress::new_gzip(15) };
        self.stream = stream;
        Ok(())
    }

    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let (before_in, before_out) = (self.stream.total_in(), self.stream.total_out());
        let outcome = match self.stream.decompress(input, output, FlushDecompress::None) {
            Ok(FlateStatus::StreamEnd) => Ok(Flow::End),
            Ok(FlateStatus::Ok | FlateStatus::BufError) => Ok(Flow::More),
            Err(error) => Err(error.message().unwrap_or("invalid deflate data").to_owned()),
        };
        Step {
            consumed: difference(self.stream.total_in(), before_in),
            produced: difference(self.stream.total_out(), before_out),
            outcome,
        }
    }
}
