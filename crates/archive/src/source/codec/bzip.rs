use super::{Codec, Flow, Step, difference};
use bzip2::Status as BzipStatus;
use std::io;

/// bzip2.
pub(crate) struct Bzip {
    stream: bzip2::Decompress,
}

impl Bzip {
    pub(crate) fn new() -> Self {
        Bzip { stream: bzip2::Decompress::new(false) }
    }
}

impl Codec for Bzip {
    fn what(&self) -> &'static str {
        "bzip2 stream"
    }

    fn restart(&mut self) -> io::Result<()> {
        *self = Bzip::new();
        Ok(())
    }

    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let (before_in, before_out) = (self.stream.total_in(), self.stream.total_out());
        let outcome = match self.stream.decompress(input, output) {
            Ok(BzipStatus::StreamEnd) => Ok(Flow::End),
            Ok(BzipStatus::MemNeeded) => Err("not enough memory".to_owned()),
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
