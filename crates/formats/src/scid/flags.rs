//! Flags of a game.

use std::fmt;
use std::ops::{BitOr, BitOrAssign};

/// Flags of a game in the index.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Flags(u32);

/// Letters of the tag ScidFlags, from the bit 3 on.
const LETTERS: &[u8; 19] = b"DWBMENPTKQ!?U123456";
const FIRST: u32 = 3;

impl Flags {
    /// No flag.
    pub const NONE: Self = Self(0);
    /// The game begins from its own position.
    pub const START: Self = Self(1);
    /// A pawn promotes.
    pub const PROMOTION: Self = Self(1 << 1);
    /// A pawn promotes to a piece other than a queen.
    pub const UNDERPROMOTION: Self = Self(1 << 2);
    /// The game is deleted, and goes when the database is compacted.
    pub const DELETED: Self = Self(1 << 3);

    /// Flags by their bits; those above 21 have no meaning and are left out.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & 0x3f_ffff)
    }

    /// The bits: 3 to 15 are the letters `D W B M E N P T K Q ! ? U`, 16 to 21 the flags of the user.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of another set are in it.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The flags that users set, from the letters of the tag ScidFlags; `None` if another character is among them.
    pub fn from_letters(letters: &str) -> Option<Self> {
        letters.bytes().try_fold(Self::NONE, |flags, letter| {
            let at = LETTERS.iter().position(|known| *known == letter)?;
            Some(flags | Self(1 << (FIRST + at as u32)))
        })
    }

    /// The letters of the tag ScidFlags, in the order of the bits.
    pub fn letters(self) -> String {
        let is_set = |at: usize| self.0 >> (FIRST + at as u32) & 1 == 1;
        (0..LETTERS.len()).filter(|at| is_set(*at)).map(|at| char::from(LETTERS[at])).collect()
    }
}

impl BitOr for Flags {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Flags {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Flags({:#x})", self.0)
    }
}
