//! The entries of Polyglot's books.

use std::fmt;

use pgnkit::chess::{Move, PieceKind, Position, Square};

/// A move in the position of a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Entry {
    /// [Key](Position::polyglot_key) of the position.
    pub key: u64,
    /// The move.
    pub mv: BookMove,
    /// Frequency of the move, next to the other moves of the position.
    pub weight: u16,
    /// A number for engines that learn.
    pub learn: u32,
}

impl Entry {
    /// Length of an entry in bytes.
    pub const LEN: usize = 16;

    /// Reads an entry.
    pub fn parse(bytes: &[u8; Self::LEN]) -> Self {
        let number = u128::from_be_bytes(*bytes);
        Self {
            key: (number >> 64) as u64,
            mv: BookMove::from_bits((number >> 48) as u16),
            weight: (number >> 32) as u16,
            learn: number as u32,
        }
    }

    /// The bytes of the entry.
    pub fn to_bytes(self) -> [u8; Self::LEN] {
        let Self { key, mv, weight, learn } = self;
        let low = u128::from(mv.bits()) << 48 | u128::from(weight) << 32 | u128::from(learn);
        (u128::from(key) << 64 | low).to_be_bytes()
    }

    /// Whether it is a part of a header and no move: its key is 0.
    pub const fn is_header(self) -> bool {
        self.key == 0
    }
}

/// A move as books have it: two squares and a promotion. Castling is the king's move to the square of its rook.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BookMove(u16);

impl BookMove {
    /// The move of 16 bits: to square, from square, promotion.
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Its 16 bits.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// A move of a game; `None` for null moves and drops.
    pub fn of(mv: Move) -> Option<Self> {
        if mv.is_null() || mv.is_drop() {
            return None;
        }
        Some(Self::new(mv.from(), mv.to(), mv.promotion()))
    }

    pub(super) fn new(from: Square, to: Square, promotion: Option<PieceKind>) -> Self {
        let promotion = promotion.map_or(0, |kind| kind as u16);
        Self(to.index() as u16 | (from.index() as u16) << 6 | promotion << 12)
    }

    /// The square that the piece leaves.
    pub fn from(self) -> Square {
        square(self.0 >> 6)
    }

    /// The square that it goes to, or that of the rook.
    pub fn to(self) -> Square {
        square(self.0)
    }

    /// The piece that a pawn becomes.
    pub const fn promotion(self) -> Option<PieceKind> {
        match self.0 >> 12 {
            1 => Some(PieceKind::Knight),
            2 => Some(PieceKind::Bishop),
            3 => Some(PieceKind::Rook),
            4 => Some(PieceKind::Queen),
            _ => None,
        }
    }

    /// Whether the bits of the promotion mean something.
    const fn is_known(self) -> bool {
        self.0 >> 12 <= 4
    }

    /// The legal move of a position that it is. Castling may be the king's move of two squares, as some programs write it.
    pub fn find(self, position: &Position) -> Option<Move> {
        if self.is_known() { position.find_move(self.from(), self.to(), self.promotion()) } else { None }
    }
}

/// As UCI has it, with castling as in the book: `e1h1`.
impl fmt::Display for BookMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(kind) => write!(f, "{}", kind.letter().to_ascii_lowercase()),
            None if self.is_known() => Ok(()),
            None => write!(f, "={}", self.0 >> 12),
        }
    }
}

impl fmt::Debug for BookMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The square of the low six bits.
fn square(bits: u16) -> Square {
    Square::new(bits as u8 & 63).unwrap_or(Square::A1)
}
