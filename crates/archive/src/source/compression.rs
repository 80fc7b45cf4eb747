//! Compression of a stream, detected by its first bytes.

use std::fmt;

/// Largest number of bytes that [`Compression::detect`] examines.
pub(crate) const HEAD_BYTES: usize = 10;

/// A form of compression, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compression {
    /// Not compressed, or in a form that is not known here.
    Plain,
    /// gzip (RFC 1952), also of several members and BGZF.
    Gzip,
    /// bzip2, also of several streams, as `pbzip2` and `lbzip2` write it.
    Bzip2,
    /// xz, also of several streams and padded.
    Xz,
    /// Zstandard (RFC 8878), also of several frames and with skippable frames anywhere.
    Zstd,
    /// A zip archive: not a stream but a container of entries.
    Zip,
}

impl Compression {
    /// Tells the form from the first bytes of a stream; ten are enough, fewer are never guessed about.
    ///
    /// ```
    /// use pgnkit_archive::source::Compression;
    /// assert_eq!(Compression::detect(b"[Event \"x\"]"), Compression::Plain);
    /// assert_eq!(Compression::detect(&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), Compression::Gzip);
    /// ```
    pub fn detect(head: &[u8]) -> Compression {
        match head {
            [0x1f, 0x8b, 8, ..] => Compression::Gzip,
            // Three letters and a digit could open a text: the mark of the first block, or of the end of an empty
            // stream, must follow.
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, ..]
            | [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72, 0x45, 0x38, 0x50, 0x90, ..] => Compression::Bzip2,
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Compression::Xz,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Compression::Zstd,
            // A skippable frame: lichess and pzstd put one first.
            [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Compression::Zstd,
            // An entry, the end of an empty archive, a part of a divided one.
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] | [b'P', b'K', 7, 8, ..] => Compression::Zip,
            _ => Compression::Plain,
        }
    }
}

impl Compression {
    /// The form that the ending of a file name asks for: `gz`, `bz2`, `xz`, `zst` or `zip`.
    ///
    /// ```
    /// use pgnkit_archive::Compression;
    /// assert_eq!(Compression::of_name("games.pgn.zst"), Compression::Zstd);
    /// assert_eq!(Compression::of_name("games.pgn"), Compression::Plain);
    /// ```
    pub fn of_name(name: &str) -> Compression {
        let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
        match extension.as_deref() {
            Some("gz") => Compression::Gzip,
            Some("bz2") => Compression::Bzip2,
            Some("xz") => Compression::Xz,
            Some("zst") => Compression::Zstd,
            Some("zip") => Compression::Zip,
            _ => Compression::Plain,
        }
    }

    /// A name without the ending of a form of compression.
    ///
    /// ```
    /// use pgnkit_archive::Compression;
    /// assert_eq!(Compression::name_without("times.csv.gz"), "times.csv");
    /// assert_eq!(Compression::name_without("times.csv"), "times.csv");
    /// ```
    pub fn name_without(name: &str) -> &str {
        match name.rsplit_once('.') {
            Some((stem, _)) if Self::of_name(name) != Self::Plain => stem,
            _ => name,
        }
    }

    /// The crate feature that it needs.
    pub(crate) fn feature(self) -> &'static str {
        match self {
            Compression::Plain => "default",
            Compression::Gzip => "gzip",
            Compression::Bzip2 => "bzip2",
            Compression::Xz => "xz",
            Compression::Zstd => "zstd",
            Compression::Zip => "zip",
        }
    }
}

impl fmt::Display for Compression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Compression::Plain => "plain",
            Compression::Gzip => "gzip",
            Compression::Bzip2 => "bzip2",
            Compression::Xz => "xz",
            Compression::Zstd => "zstd",
            Compression::Zip => "zip",
        })
    }
}
