//! Compressing what is written.

use super::{AtomicFile, PreparedFile};
use crate::source::{Compression, not_compiled};
use std::io::{self, Write};
use std::path::Path;

/// Level of zstd and xz: what their programs do when nothing is asked for.
#[cfg(feature = "zstd")]
const ZSTD_LEVEL: i32 = 3;
#[cfg(feature = "xz")]
const XZ_LEVEL: u32 = 6;

/// A file under construction that is written compressed.
pub struct PackedFile(Encoder);

enum Encoder {
    #[cfg(feature = "gzip")]
    Gzip(Box<flate2::write::GzEncoder<AtomicFile>>),
    #[cfg(feature = "bzip2")]
    Bzip2(Box<bzip2::write::BzEncoder<AtomicFile>>),
    #[cfg(feature = "xz")]
    Xz(Box<liblzma::write::XzEncoder<AtomicFile>>),
    #[cfg(feature = "zstd")]
    Zstd(Box<zstd::stream::write::Encoder<'static, AtomicFile>>),
    #[allow(dead_code, reason = "so that there is a form without any of the features, too")]
    Plain(Box<AtomicFile>),
}

impl PackedFile {
    /// Compresses into a file.
    ///
    /// # Errors
    /// When the form is not compiled in, or is [`Compression::Zip`], which is no stream.
    pub(super) fn new(file: AtomicFile, compression: Compression) -> io::Result<Self> {
        Ok(Self(match compression {
            #[cfg(feature = "gzip")]
            Compression::Gzip => {
                let encoder = flate2::GzBuilder::new().write(file, flate2::Compression::default());
                Encoder::Gzip(Box::new(encoder))
            }
            #[cfg(feature = "bzip2")]
            Compression::Bzip2 => {
                Encoder::Bzip2(Box::new(bzip2::write::BzEncoder::new(file, bzip2::Compression::best())))
            }
            #[cfg(feature = "xz")]
            Compression::Xz => Encoder::Xz(Box::new(liblzma::write::XzEncoder::new(file, XZ_LEVEL))),
            #[cfg(feature = "zstd")]
            Compression::Zstd => {
                let mut encoder = zstd::stream::write::Encoder::new(file, ZSTD_LEVEL)?;
                encoder.include_checksum(true)?;
                Encoder::Zstd(Box::new(encoder))
            }
            Compression::Plain => Encoder::Plain(Box::new(file)),
            Compression::Zip => {
                let text = "zip archives are not written; use .gz, .zst, .xz or .bz2";
                return Err(io::Error::new(io::ErrorKind::Unsupported, text));
            }
            #[allow(unreachable_patterns, reason = "with all features there is none")]
            missing => return Err(not_compiled(missing.feature())),
        }))
    }

    /// Ends the compressed data, and puts the file in its place as [`AtomicFile::commit`] does.
    ///
    /// # Errors
    /// When that fails.
    pub fn commit(self) -> io::Result<()> {
        self.prepare()?.place()
    }

    /// The same without the last step, as [`AtomicFile::prepare`].
    ///
    /// # Errors
    /// When that fails.
    pub fn prepare(self) -> io::Result<PreparedFile> {
        self.end()?.0.prepare()
    }

    /// Ends the compressed data and puts the file in its place; what is written from then on is one more stretch of compressed data.
    pub(super) fn settle(self) -> io::Result<Self> {
        let (file, compression) = self.end()?;
        Self::new(file.settle()?, compression)
    }

    /// Ends the compressed data.
    fn end(self) -> io::Result<(AtomicFile, Compression)> {
        Ok(match self.0 {
            #[cfg(feature = "gzip")]
            Encoder::Gzip(encoder) => (encoder.finish()?, Compression::Gzip),
            #[cfg(feature = "bzip2")]
            Encoder::Bzip2(encoder) => (encoder.finish()?, Compression::Bzip2),
            #[cfg(feature = "xz")]
            Encoder::Xz(encoder) => (encoder.finish()?, Compression::Xz),
            #[cfg(feature = "zstd")]
            Encoder::Zstd(encoder) => (encoder.finish()?, Compression::Zstd),
            Encoder::Plain(file) => (*file, Compression::Plain),
        })
    }

    pub(super) fn temporary_path(&self) -> Option<&Path> {
        match &self.0 {
            #[cfg(feature = "gzip")]
            Encoder::Gzip(encoder) => encoder.get_ref(),
            #[cfg(feature = "bzip2")]
            Encoder::Bzip2(encoder) => encoder.get_ref(),
            #[cfg(feature = "xz")]
            Encoder::Xz(encoder) => encoder.get_ref(),
            #[cfg(feature = "zstd")]
            Encoder::Zstd(encoder) => encoder.get_ref(),
            Encoder::Plain(file) => file,
        }
        .temporary_path()
    }

    fn writer(&mut self) -> &mut dyn Write {
        match &mut self.0 {
            #[cfg(feature = "gzip")]
            Encoder::Gzip(encoder) => encoder,
            #[cfg(feature = "bzip2")]
            Encoder::Bzip2(encoder) => encoder,
            #[cfg(feature = "xz")]
            Encoder::Xz(encoder) => encoder,
            #[cfg(feature = "zstd")]
            Encoder::Zstd(encoder) => encoder,
            Encoder::Plain(file) => file,
        }
    }
}

impl Write for PackedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        // A flush of the encoder would cut the data into pieces that compress badly; the end flushes.
        Ok(())
    }
}

impl std::fmt::Debug for PackedFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PackedFile").field("temporary_path", &self.temporary_path()).finish_non_exhaustive()
    }
}
