//! The decompressors, one step at a time.
//!
//! The ready-made readers of the compression crates throw away what a call had already decoded when that same call
//! meets damaged data. Here each codec makes one [`Step`] that reports consumed, produced *and* outcome, so that
//! [`Decoder`](super::decoder::Decoder) can deliver every byte decoded before a failure.

use bzip2::Status as BzipStatus;
use flate2::{FlushDecompress, Status as FlateStatus};
use liblzma::stream::{Action, Status as XzStatus};
use std::io;
use zstd::stream::raw::{DParameter, InBuffer, Operation, OutBuffer};

/// Result of one step.
pub(crate) struct Step {
    /// Bytes of the input used up.
    pub(crate) consumed: usize,
    /// Bytes of the output filled, also when the step failed.
    pub(crate) produced: usize,
    /// Whether the member (gzip), stream (bzip2, xz) or frame (zstd) goes on, is complete, or is invalid.
    pub(crate) outcome: Result<Flow, String>,
}

/// Whether a member goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    /// There is more of it.
    More,
    /// It is complete, its check sum included.
    End,
}

/// A decompressor of one member after the other.
pub(crate) trait Codec {
    /// Name of a member and of its compression, for messages.
    fn what(&self) -> &'static str;

    /// Gets ready for a new member.
    fn restart(&mut self) -> io::Result<()>;

    /// Decodes some of `input` into `output`; `input` is empty at the end of the stream.
    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step;
}

/// Differences of running totals of one call; a call cannot do more than a slice is long, so they fit.
fn difference(after: u64, before: u64) -> usize {
    usize::try_from(after - before).unwrap_or(usize::MAX)
}

/// Deflate, in a gzip member or raw as zip has it.
pub(crate) struct Deflate {
    stream: flate2::Decompress,
    raw: bool,
}

impl Deflate {
    pub(crate) fn gzip() -> Self {
        Deflate { stream: flate2::Decompress::new_gzip(15), raw: false }
    }

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
        *self = if self.raw { Deflate::raw() } else { Deflate::gzip() };
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
