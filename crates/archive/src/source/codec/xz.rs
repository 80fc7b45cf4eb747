use super::{Codec, Flow, Step, difference};
use liblzma::stream::{Action, Status as XzStatus};
use std::io;

/// xz.
pub(crate) struct Xz {
    stream: liblzma::stream::Stream,
}

impl Xz {
    /// Most memory a stream may ask for: the largest dictionary `xz` writes is 1.5 GiB.
    const MEMORY_LIMIT: u64 = 2 << 30;

    pub(crate) fn new() -> io::Result<Self> {
        Ok(Xz { stream: liblzma::stream::Stream::new_stream_decoder(Self::MEMORY_LIMIT, 0)? })
    }
}

impl Codec for Xz {
    fn what(&self) -> &'static str {
        "xz stream"
    }

    fn restart(&mut self) -> io::Result<()> {
        *self = Xz::new()?;
        Ok(())
    }

    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let (before_in, before_out) = (self.stream.total_in(), self.stream.total_out());
        let outcome = match self.stream.process(input, output, Action::Run) {
            Ok(XzStatus::StreamEnd) => Ok(Flow::End),
            // `MemNeeded` is how the crate calls "no progress is possible": the decoder finds out by itself.
            Ok(_) => Ok(Flow::More),
            Err(error) => Err(error.to_string()),
        };
        Step {
            consumed: difference(self.stream.total_in(), before_in),
            produced: difference(self.stream.total_out(), before_out),
            outcome,
        }
    }
}
