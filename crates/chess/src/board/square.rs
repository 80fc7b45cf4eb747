//! Squares, files and ranks.

use core::fmt;
use core::str::FromStr;

use super::Bitboard;

/// A file of the board, 0 (`a`) to 7 (`h`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct File(u8);

impl File {
    /// All files, `a` first.
    pub const ALL: [Self; 8] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// The file numbered 0 to 7; `None` above.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 8 { Some(Self(index)) } else { None }
    }

    /// The number of the file, 0 to 7.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0 & 7
    }

    /// The letter `a` to `h` as an ASCII byte.
    #[inline]
    #[must_use]
    pub const fn letter(self) -> u8 {
        b'a' + self.0
    }

    /// All squares of the file.
    #[inline]
    #[must_use]
    pub const fn squares(self) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << self.index())
    }
}

impl fmt::Display for File {
    /// The letter `a` to `h`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, char::from(self.letter()))
    }
}

/// A rank of the board, 0 (rank 1, White's back rank) to 7 (rank 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// All ranks, rank 1 first.
    pub const ALL: [Self; 8] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// The rank numbered 0 to 7; `None` above.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 8 { Some(Self(index)) } else { None }
    }

    /// The number of the rank counted from 0: rank 1 is 0, rank 8 is 7.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0 & 7
    }

    /// The digit `1` to `8` as an ASCII byte.
    #[inline]
    #[must_use]
    pub const fn digit(self) -> u8 {
        b'1' + self.0
    }

    /// All squares of the rank.
    #[inline]
    #[must_use]
    pub const fn squares(self) -> Bitboard {
        Bitboard(0xff << (8 * self.index()))
    }
}

impl fmt::Display for Rank {
    /// The digit `1` to `8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, char::from(self.digit()))
    }
}

/// A square of the board, numbered from 0 (a1) over 7 (h1) to 63 (h8); see section 8.2.3.1.
///
/// ```
/// use pgnkit_chess::Square;
/// assert_eq!(Square::parse(b"e4"), Some(Square::E4));
/// assert_eq!(Square::E4.index(), 28);
/// assert_eq!(Square::E4.to_string(), "e4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square numbered 0 to 63; `None` above.
    #[inline]
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// The square of the low six bits, for numbers known to be in range.
    #[inline]
    pub(crate) const fn wrap(index: u32) -> Self {
        Self((index & 63) as u8)
    }

    /// The square at a file and a rank.
    #[inline]
    #[must_use]
    pub const fn at(file: File, rank: Rank) -> Self {
        Self(rank.index() * 8 + file.index())
    }

    /// Reads exactly two bytes, such as `e4`; `None` for anything else.
    #[must_use]
    pub const fn parse(text: &[u8]) -> Option<Self> {
        match text {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(Self((*rank - b'1') * 8 + (*file - b'a'))),
            _ => None,
        }
    }

    /// The number of the square, 0 to 63.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        // The mask gives the compiler the guarantee of the constructors: no bounds checks on tables.
        (self.0 & 63) as usize
    }

    /// The file of the square.
    #[inline]
    #[must_use]
    pub const fn file(self) -> File {
        File(self.0 & 7)
    }

    /// The rank of the square.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank((self.0 >> 3) & 7)
    }

    /// The set that holds only this square.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> Bitboard {
        Bitboard(1 << (self.0 & 63))
    }

    /// Whether the square is light (h1 is, a1 is not).
    #[must_use]
    pub const fn is_light(self) -> bool {
        (self.0 ^ (self.0 >> 3)) & 1 == 1
    }

    /// The two bytes of the name, such as `*b"e4"`.
    #[inline]
    #[must_use]
    pub const fn name(self) -> [u8; 2] {
        NAMES[self.index()]
    }
}

static NAMES: [[u8; 2]; 64] = {
    let mut names = [[0; 2]; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square(index);
        names[index as usize] = [square.file().letter(), square.rank().digit()];
        index += 1;
    }
    names
};

impl fmt::Display for Square {
    /// File letter and rank digit, such as `e4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

/// Reads a name such as `e4`.
impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        Self::parse(text.as_bytes()).ok_or(ParseSquareError)
    }
}

/// Error of a text that is not the name of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a file from `a` to `h` and a rank from `1` to `8`")
    }
}

impl core::error::Error for ParseSquareError {}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

macro_rules! square_constants {
    ($($rank:literal: $($name:ident)*;)*) => {
        impl Square {
            $(square_constants!(@rank $rank, 0, $($name)*);)*
        }
    };
    (@rank $rank:literal, $file:expr, $name:ident $($rest:ident)*) => {
        #[doc = concat!("The square ", stringify!($name), ".")]
        pub const $name: Self = Self($rank * 8 + $file);
        square_constants!(@rank $rank, $file + 1, $($rest)*);
    };
    (@rank $rank:literal, $file:expr,) => {};
}

square_constants! {
    0: A1 B1 C1 D1 E1 F1 G1 H1;
    1: A2 B2 C2 D2 E2 F2 G2 H2;
    2: A3 B3 C3 D3 E3 F3 G3 H3;
    3: A4 B4 C4 D4 E4 F4 G4 H4;
    4: A5 B5 C5 D5 E5 F5 G5 H5;
    5: A6 B6 C6 D6 E6 F6 G6 H6;
    6: A7 B7 C7 D7 E7 F7 G7 H7;
    7: A8 B8 C8 D8 E8 F8 G8 H8;
}
