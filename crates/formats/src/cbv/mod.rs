//! The archives of ChessBase, `.cbv`: the files of a base, packed.
//!
//! An archive begins with a list of its files, [`Archive::parse`]; the bytes of each are at a place of their own, and
//! [`unpack`] unpacks them. An archive with a password (`.cbz`) is encrypted as a whole, its list included: a [`Password`] decrypts it.
//!
//! ```
//! use pgnkit_formats::cbv::{Archive, CbvError};
//!
//! # let list = [&b"\x08\0\x01\0\xad\0\0\0"[..], b"a.cbh", &[0; 168]].concat();
//! assert_eq!(Archive::parse(&list)?.files()[0].name, "a.cbh");
//! assert_eq!(Archive::parse(b"any other bytes").unwrap_err(), CbvError::NoArchive);
//! # Ok::<(), CbvError>(())
//! ```

mod password;
mod unpack;

use std::error::Error;
use std::fmt;
use std::ops::Range;

use pgnkit::diagnostics::Encoding;

pub use password::Password;
pub use unpack::unpack;

/// Length of the beginning of an archive in bytes.
const HEAD: usize = 8;
/// Length of a name.
const NAME: usize = 132;
/// The least length of an entry: its name, narrow lengths, the time and the offset.
const LEAST_ENTRY: usize = 157;

/// Whether the beginning of a file is that of an archive which [`Archive::parse`] takes. Nine bytes decide.
pub fn begins_archive(head: &[u8]) -> bool {
    // No name begins with a control character.
    matches!(head, &[8, 0, _, _, size, _, _, _, first, ..] if usize::from(size) >= LEAST_ENTRY && first >= b' ')
}

/// Whether the beginning of a file looks like that of an archive with a password: equal blocks of eight bytes are encrypted
/// alike, and the list has zeros after each name. 184 bytes decide; any file that repeats some bytes can look so.
pub fn looks_encrypted(head: &[u8]) -> bool {
    let list = head.get(HEAD..HEAD + LEAST_ENTRY).unwrap_or_default();
    let blocks = list.chunks_exact(8).zip(list.chunks_exact(8).skip(1));
    let mut equal = blocks.filter(|(one, other)| one == other).map(|(one, _)| one);
    equal.next().is_some_and(|block| {
        let distinct = (1..block.len()).filter(|at| !block[..*at].contains(&block[*at])).count();
        distinct >= 4 && !block.is_ascii()
    })
}

/// An archive or a file of it that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CbvError {
    /// It does not begin as an archive, which is so for any other file and for an archive with a password.
    NoArchive,
    /// The archive has a password: all of it is encrypted.
    Password,
    /// It ends too early; the part that is not whole.
    Short(&'static str),
    /// A block is damaged: its offset in the packed file, and what is wrong with it.
    Block {
        /// Offset in the packed file.
        offset: usize,
        /// The part that was expected.
        expected: &'static str,
    },
    /// The file has another length than the list says.
    Length {
        /// Length in the list.
        expected: u64,
        /// Length unpacked.
        found: u64,
    },
}

impl fmt::Display for CbvError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoArchive => f.write_str("expected an archive of ChessBase, found another file"),
            Self::Password => f.write_str("the archive has a password, which is needed to read it"),
            Self::Short(part) => write!(f, "expected {part}, found the end"),
            Self::Block { offset, expected } => {
                write!(f, "packed file, offset {offset}: expected {expected}, found other bytes")
            }
            Self::Length { expected, found } => {
                write!(f, "expected a file of {expected} bytes, found {found} bytes")
            }
        }
    }
}

impl Error for CbvError {}

/// The list of the files of an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Archive {
    files: Vec<PackedFile>,
}

/// A file of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PackedFile {
    /// Its name, with slashes between the parts of a path. It is not to be trusted as a place to write to.
    pub name: String,
    /// Its length unpacked, in bytes.
    pub len: u64,
    /// The place of its bytes in the archive, which can end after it.
    pub packed: Range<u64>,
}

/// The length of the list by the first bytes of an archive.
///
/// # Errors
/// When they are fewer than nine, or those of another file.
pub fn list_len(head: &[u8]) -> Result<usize, CbvError> {
    if !begins_archive(head) {
        return Err(if looks_encrypted(head) { CbvError::Password } else { CbvError::NoArchive });
    }
    let count = usize::from(u16::from_le_bytes([head[2], head[3]]));
    Ok(HEAD + count * usize::from(head[4]))
}

impl Archive {
    /// Reads the list from the beginning of an archive, which needs [`list_len`] bytes.
    ///
    /// # Errors
    /// When it is no archive or one with a password, or the list is not whole.
    pub fn parse(bytes: &[u8]) -> Result<Self, CbvError> {
        let list = bytes.get(HEAD..list_len(bytes)?).ok_or(CbvError::Short("the list of files"))?;
        let size = usize::from(bytes[4]);
        let files = list.chunks_exact(size).filter_map(PackedFile::parse).collect();
        Ok(Self { files })
    }

    /// The files, in the order of the list.
    pub fn files(&self) -> &[PackedFile] {
        &self.files
    }
}

impl PackedFile {
    fn parse(entry: &[u8]) -> Option<Self> {
        let name = entry.get(..NAME)?;
        let name = Encoding::read(&name[..memchr::memchr(0, name).unwrap_or(NAME)]).replace('\\', "/");
        let number = |at: usize, length: usize| {
            let bytes = entry.get(at..at + length)?;
            Some(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
        };
        // After the narrow lengths: the time, and three wide numbers.
        let offset = number(149, 8)?;
        let (packed, len) = (number(157, 8).or(number(132, 4))?, number(165, 8).or(number(136, 4))?);
        Some(Self { name, len, packed: offset..offset.saturating_add(packed) })
    }
}
