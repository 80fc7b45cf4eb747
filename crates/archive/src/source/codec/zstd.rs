use super::{Codec, Flow, Step};
use std::io;
use zstd::stream::raw::{DParameter, InBuffer, Operation, OutBuffer};

/// Zstandard. A skippable frame is a member without content.
pub(crate) struct Zstd {
    stream: zstd::stream::raw::Decoder<'static>,
    wanted: usize,
}

impl Zstd {
    /// The largest window the format can have in the address space: 2 GiB, or 1 GiB where pointers have 32 bits.
    const WINDOW_LOG_MAX: u32 = if cfg!(target_pointer_width = "64") { 31 } else { 30 };
    /// Number of bytes that determine the length of a frame header.
    const FRAME_START: usize = 5;

    pub(crate) fn new() -> io::Result<Self> {
        let mut stream = zstd::stream::raw::Decoder::new()?;
        stream.set_parameter(DParameter::WindowLogMax(Self::WINDOW_LOG_MAX))?;
        Ok(Zstd { stream, wanted: Self::FRAME_START })
    }
}

impl Codec for Zstd {
    fn what(&self) -> &'static str {
        "zstd frame"
    }

    fn restart(&mut self) -> io::Result<()> {
        self.wanted = Self::FRAME_START;
        Ok(())
    }

    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        // Never more than one block at a time: on an error the library does not say what the blocks before the bad
        // one in the same call gave.
        let mut input = InBuffer::around(&input[..input.len().min(self.wanted)]);
        let mut output = OutBuffer::around(output);
        let outcome = match self.stream.run(&mut input, &mut output) {
            Ok(0) => Ok(Flow::End),
            Ok(wanted) => {
                self.wanted = wanted;
                Ok(Flow::More)
            }
            Err(error) => Err(error.to_string()),
        };
        Step { consumed: input.pos(), produced: output.pos(), outcome }
    }
}
