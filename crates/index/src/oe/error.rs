//! Errors of these files.

use std::error::Error;
use std::fmt;
use std::io;

use crate::error::IndexError;

/// The reason why a file of counts is not read or written.
#[derive(Debug)]
#[non_exhaustive]
pub enum OeError {
    /// The file, or a temporary one, cannot be read or written.
    Io(io::Error),
    /// It is no such file.
    NotOe,
    /// A version that is not known; the number.
    Version(u16),
    /// Flags that are not known; all flags.
    Flags(u16),
    /// A length of keys that is not known.
    KeySize(u8),
    /// The file ends within its first 23 bytes.
    Head,
    /// An entry is none.
    Entry {
        /// Its number, from 1.
        number: u64,
        /// The byte of the file, from 0, at which it is none.
        byte: u64,
        /// Why.
        fault: OeFault,
    },
    /// The index that a file is made of.
    Index(IndexError),
}

/// The reason why an entry is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OeFault {
    /// The file ends before it does.
    Cut,
    /// It is longer than any can be, or too short for a move; its length.
    Length(u64),
    /// Its key is not above that of the entry before it.
    Order,
    /// A number is none, or goes over its end.
    Number,
    /// A year is before 0; by how much it is before the base year.
    Year(u64),
    /// A year is after the base year.
    LateYear(u16),
    /// A rating is above 65,535.
    Rating(u64),
    /// The results of its moves are too many to be added.
    Results,
    /// The move with these bits is not legal in the position with its key.
    Illegal(u16),
    /// Bytes follow the last entry; how many.
    Rest(u64),
    /// It has a number above the 4,294,967,295 that a file can have.
    TooMany,
}

impl fmt::Display for OeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cut => f.write_str("expected more bytes, found the end of the file"),
            Self::Length(length) => write!(f, "expected a key and one to 218 moves, found {length} bytes"),
            Self::Order => f.write_str("expected a key above the one before it, found another"),
            Self::Number => f.write_str("expected a number within the entry, found none"),
            Self::Year(back) => {
                write!(f, "expected a year from 0 on, found one {back} years before the base year")
            }
            Self::LateYear(year) => write!(f, "expected a year up to the base year, found {year}"),
            Self::Rating(rating) => write!(f, "expected a rating of 65535 at the most, found {rating}"),
            Self::Results => f.write_str("expected fewer than 2^64 games, found more"),
            Self::Illegal(bits) => write!(f, "expected a legal move, found 0x{bits:04x}"),
            Self::Rest(bytes) => write!(f, "expected the end of the file, found {bytes} more bytes"),
            Self::TooMany => f.write_str("expected at most 4294967295 entries, found more"),
        }
    }
}

impl fmt::Display for OeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::NotOe => f.write_str("expected a file of the Free Chess Club (.oe), found another file"),
            Self::Version(version) => write!(f, "expected a file of version 1, found version {version}"),
            Self::Flags(flags) => write!(f, "expected flags 0 to 3, found {flags}"),
            Self::KeySize(size) => write!(f, "expected keys of 1 to 12 bytes, found {size}"),
            Self::Head => f.write_str("expected 23 bytes before the entries, found the end of the file"),
            Self::Entry { number, byte, fault } => write!(f, "entry {number}, at byte {byte}: {fault}"),
            Self::Index(error) => write!(f, "{error}"),
        }
    }
}

impl Error for OeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Index(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for OeError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<IndexError> for OeError {
    fn from(error: IndexError) -> Self {
        match error {
            IndexError::Io(error) => Self::Io(error),
            error => Self::Index(error),
        }
    }
}
