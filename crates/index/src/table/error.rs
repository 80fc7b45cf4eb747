use std::error::Error;
use std::fmt;
use std::io;

/// The reason why a table is not written or read.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableError {
    /// The file cannot be read or written.
    Io(io::Error),
    /// It is no table.
    NotATable,
    /// A table of a later version; the number.
    Version(u8),
    /// A table of other values; what they are.
    Values([u8; 4]),
    /// The bytes are not those that were written.
    Damaged(Part),
    /// A key that is not greater than the one before.
    Order(u64),
}

/// A part of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// The first bytes.
    Head,
    /// A block, by its number from 0.
    Block(u64),
    /// The fences.
    Fences,
    /// The last bytes: the file was not written to its end, or is cut.
    Foot,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Head => f.write_str("the head"),
            Self::Block(number) => write!(f, "block {number}"),
            Self::Fences => f.write_str("the list of blocks"),
            Self::Foot => f.write_str("the end"),
        }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::NotATable => f.write_str("expected a table of pgnkit, found another file"),
            Self::Version(version) => write!(f, "expected a table of version 1, found version {version}"),
            Self::Values(found) => {
                write!(f, "expected a table of other values, found `{}`", found.escape_ascii())
            }
            Self::Damaged(part) => write!(f, "{part} of the table is damaged: its check sum is another one"),
            Self::Order(key) => write!(f, "expected a key greater than the one before, found {key:#x}"),
        }
    }
}

impl Error for TableError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for TableError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
