//! The decompressors, one step at a time.
//!
//! The ready-made readers of the compression crates throw away what a call had already decoded when that same call
//! meets damaged data. Here each codec makes one [`Step`] that reports consumed, produced *and* outcome, so that
//! [`Decoder`](super::decoder::Decoder) can deliver every byte decoded before a failure.

#[cfg(feature = "bzip2")]
mod bzip;
#[cfg(any(feature = "gzip", feature = "zip"))]
mod deflate;
#[cfg(feature = "xz")]
mod xz;
#[cfg(feature = "zstd")]
mod zstd;

use super::BoxRead;
#[cfg(any(feature = "gzip", feature = "bzip2", feature = "xz", feature = "zstd", feature = "zip"))]
use super::decoder::Decoder;
use super::error::{DecodeFailure, SourceErrorKind};
use std::io::{self, BufRead};

/// A coding that a [`Codec`] takes off.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Coding {
    Gzip,
    /// As zip has it.
    #[cfg_attr(not(feature = "zip"), expect(dead_code, reason = "only zip asks for it"))]
    Deflate,
    Bzip2,
    Xz,
    Zstd,
}

impl Coding {
    /// The crate feature that brings the codec.
    fn feature(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Deflate => "zip",
            Self::Bzip2 => "bzip2",
            Self::Xz => "xz",
            Self::Zstd => "zstd",
        }
    }

    /// A reader of the decoded bytes.
    ///
    /// # Errors
    ///
    /// When the codec is not compiled in, or there is no memory for it.
    pub(crate) fn decoder(self, reader: impl BufRead + Send + 'static) -> io::Result<BoxRead> {
        match self {
            #[cfg(feature = "gzip")]
            Self::Gzip => Ok(Box::new(Decoder::new(reader, deflate::Deflate::gzip()))),
            #[cfg(feature = "zip")]
            Self::Deflate => Ok(Box::new(Decoder::new(reader, deflate::Deflate::raw()))),
            #[cfg(feature = "bzip2")]
            Self::Bzip2 => Ok(Box::new(Decoder::new(reader, bzip::Bzip::new()))),
            #[cfg(feature = "xz")]
            Self::Xz => Ok(Box::new(Decoder::new(reader, xz::Xz::new()?))),
            #[cfg(feature = "zstd")]
            Self::Zstd => Ok(Box::new(Decoder::new(reader, zstd::Zstd::new()?))),
            #[allow(unreachable_patterns, reason = "with all features there is none")]
            missing => {
                drop(reader);
                Err(not_compiled(missing.feature()))
            }
        }
    }
}

/// The failure of what a build without a crate feature cannot read.
pub(crate) fn not_compiled(feature: &str) -> io::Error {
    let text = format!("built without the feature `{feature}`");
    DecodeFailure { kind: SourceErrorKind::Unsupported, text }.into_io()
}

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
#[cfg(any(feature = "gzip", feature = "bzip2", feature = "xz", feature = "zip"))]
fn difference(after: u64, before: u64) -> usize {
    usize::try_from(after - before).unwrap_or(usize::MAX)
}
