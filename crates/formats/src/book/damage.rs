//! Damage of a book, as values.

use std::error::Error;
use std::fmt;

use super::BookMove;

/// A place of a book that cannot be read, and the reason. What is not damaged is read on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Damage {
    /// Number of the entry in the file, from 0.
    pub entry: usize,
    /// The fault.
    pub reason: Reason,
}

/// A fault of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The file ends within an entry, of which there are so many bytes.
    Short(usize),
    /// The key is less than the one before it, so that engines do not find it; it is found here.
    Unsorted,
    /// The move is not legal in its position.
    Illegal(BookMove),
    /// A square or a promotion that there is not.
    NoMove,
    /// An entry points at one that is not in the file.
    Outside(i32),
    /// An entry points at one that is elsewhere in the tree.
    Again(i32),
    /// A page ends before so many of its positions.
    PageEnds(usize),
    /// The file ends within a page, of which there are so many bytes.
    PartOfPage(usize),
    /// The bits of a position are none, or it is not possible.
    NoPosition,
    /// The tree is deeper than any game of a book.
    Deep,
}

impl Damage {
    pub(super) fn new(entry: usize, reason: Reason) -> Self {
        Self { entry, reason }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Short(bytes) => write!(f, "expected a whole entry, found {bytes} bytes at the end"),
            Self::Unsorted => {
                f.write_str("expected a key that is not less than the one before, found a lesser one")
            }
            Self::Illegal(mv) => write!(f, "expected a legal move, found {mv}"),
            Self::NoMove => f.write_str("expected two squares and a promotion, found other numbers"),
            Self::Outside(entry) => write!(f, "expected the number of an entry, found {entry}"),
            Self::Again(entry) => {
                write!(f, "expected an entry of its own, found {entry}, which is in the tree before")
            }
            Self::PageEnds(1) => f.write_str("expected one more position in the page, found its end"),
            Self::PageEnds(left) => write!(f, "expected {left} more positions in the page, found its end"),
            Self::PartOfPage(bytes) => write!(f, "expected a whole page, found {bytes} bytes at the end"),
            Self::NoPosition => f.write_str("expected a possible position, found other bits"),
            Self::Deep => write!(f, "expected at most {} half-moves, found more", super::abk::DEEPEST),
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry {}: {}", self.entry, self.reason)
    }
}

impl Error for Damage {}
