//! The forms of books, and how they are told apart.

use std::fmt;

use super::{Book, Damage, abk, ctg};

/// A form of opening books.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BookForm {
    /// That of Polyglot, which most engines read.
    Polyglot,
    /// That of Arena.
    Arena,
    /// That of ChessBase.
    ChessBase,
}

impl BookForm {
    /// The forms.
    pub const ALL: [Self; 3] = [Self::Polyglot, Self::Arena, Self::ChessBase];

    /// Ending of the names of files.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Polyglot => "bin",
            Self::Arena => "abk",
            Self::ChessBase => "ctg",
        }
    }

    /// The form of a book: that of its content where this is certain, or else the one that its name implies, which may be empty. Books of
    /// Polyglot have no mark, and those of ChessBase none that is left where their first page is damaged.
    pub fn of(name: &str, bytes: &[u8]) -> Self {
        if abk::begins(bytes) {
            return Self::Arena;
        }
        if ctg::begins(bytes) {
            return Self::ChessBase;
        }
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        let named = Self::ALL.into_iter().find(|form| form.extension().eq_ignore_ascii_case(extension));
        named.unwrap_or(Self::Polyglot)
    }

    /// Reads a book of this form; see [`read`](super::read).
    pub fn read<'a>(self, bytes: &'a [u8], damage: &mut dyn FnMut(Damage)) -> Book<'a> {
        match self {
            Self::Polyglot => Book::read(bytes, damage),
            Self::Arena => abk::to_book(bytes, damage),
            Self::ChessBase => ctg::read(bytes, damage),
        }
    }
}

impl fmt::Display for BookForm {
    /// A few words, such as `a book of Arena (.abk)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let program = match self {
            Self::Polyglot => "Polyglot",
            Self::Arena => "Arena",
            Self::ChessBase => "ChessBase",
        };
        write!(f, "a book of {program} (.{})", self.extension())
    }
}
