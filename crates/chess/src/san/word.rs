//! SAN text in its canonical shape, decoded.

use super::canonical::CheckMark;
use crate::board::{Bitboard, PieceKind, Square};

/// A move word that has the exact shape of canonical SAN, decoded but not yet looked for on a board.
///
/// The shape is checked, not the meaning: `Nbd7` is a word even if there is one knight.
///
/// ```text
/// word      = ( pawn / piece / castling ) [ "+" / "#" ]
/// pawn      = [ file "x" ] square [ "=" ( "N" / "B" / "R" / "Q" ) ]  ; promotion exactly on rank 1, 8
/// piece     = ( "N" / "B" / "R" / "Q" / "K" ) [ file ] [ rank ] [ "x" ] square
/// castling  = "O-O" / "O-O-O"
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SanWord {
    /// Where the piece may come from, by the origin file and rank given.
    pub(super) origin: u64,
    pub(super) to: u8,
    pub(super) kind: PieceKind,
    /// The number of the promotion piece, 0 for none.
    pub(super) promotion: u8,
    pub(super) flags: u8,
}

pub(super) const CAPTURE: u8 = 1;
pub(super) const KING_SIDE: u8 = 2;
pub(super) const QUEEN_SIDE: u8 = 4;
const CHECK: u8 = 8;
const MATE: u8 = 16;

/// What a byte in the place of the origin says: nothing (0), a file or a rank; no square otherwise.
static ORIGIN: [u64; 256] = {
    let mut table = [0; 256];
    table[0] = u64::MAX;
    let mut i = 0;
    while i < 8 {
        table[b'a' as usize + i] = 0x0101_0101_0101_0101 << i;
        table[b'1' as usize + i] = 0xff << (8 * i);
        i += 1;
    }
    table
};

/// The number of the kind a word's first byte announces, `NOT_A_KIND` for none.
static KIND: [u8; 256] = {
    let mut table = [NOT_A_KIND; 256];
    let mut i = 0;
    while i < 8 {
        table[b'a' as usize + i] = 0;
        i += 1;
    }
    table[b'N' as usize] = 1;
    table[b'B' as usize] = 2;
    table[b'R' as usize] = 3;
    table[b'Q' as usize] = 4;
    table[b'K' as usize] = 5;
    table
};

const NOT_A_KIND: u8 = 7;

impl SanWord {
    /// Decodes the first `len` bytes of `word`, the first character in its lowest byte; what is above
    /// them does not matter. `None` if this is not the shape of canonical SAN.
    ///
    /// ```
    /// use pgnkit_chess::san::SanWord;
    /// let text = u64::from_le_bytes(*b"Nf3 Nc6 ");
    /// assert_eq!(SanWord::from_bytes(text, 3), SanWord::parse(b"Nf3"));
    /// assert!(SanWord::from_bytes(text, 4).is_none());
    /// ```
    #[inline]
    #[must_use]
    pub fn from_bytes(word: u64, len: usize) -> Option<Self> {
        if len.wrapping_sub(2) > 5 {
            return None;
        }
        let first = word as u8;
        let kind = KIND[usize::from(first)];
        if kind == NOT_A_KIND {
            return Self::castling(word, len);
        }
        // Move the text to the top of the word: the end is what has a fixed shape.
        let mut bits = 8 * len as u32;
        let mut top = word << (64 - bits);
        let last = (top >> 56) as u8;
        let mut flags = 0;
        // `+` and `#` come before the digits and letters a move may end in.
        if last < b'0' {
            flags = match last {
                b'+' => CHECK,
                b'#' => MATE,
                _ => return None,
            };
            top <<= 8;
            bits -= 8;
        }
        let mut promotion = 0;
        if (top >> 48) as u8 == b'=' {
            promotion = KIND[usize::from((top >> 56) as u8)];
            if kind != 0 || !(1..=4).contains(&promotion) {
                return None;
            }
            top <<= 16;
            bits = bits.wrapping_sub(16);
        }
        let rank = ((top >> 56) as u32).wrapping_sub(u32::from(b'1'));
        let file = ((top >> 48) as u32 & 0xff).wrapping_sub(u32::from(b'a'));
        if rank | file > 7 {
            return None;
        }
        let to = file | rank << 3;

        // What stands before the square, without the piece letter.
        let letter = if kind == 0 { 0 } else { 8 };
        let before = bits.wrapping_sub(16 + letter);
        if before > 24 {
            return None;
        }
        let mut middle = (word >> letter) & ((1 << before) - 1);
        let capture = (top >> 40) as u8 == b'x';
        if capture {
            let x_bits = before.wrapping_sub(8) & 63;
            middle &= (1 << x_bits) - 1;
            flags |= CAPTURE;
        }
        let origin = if kind == 0 {
            let on_last_rank = to.wrapping_sub(8) >= 48;
            let expected = if capture { u64::from(first) } else { 0 };
            if on_last_rank != (promotion != 0) || middle != expected {
                return None;
            }
            ORIGIN[usize::from(first)]
        } else if middle < 0x100 {
            ORIGIN[middle as usize & 0xff]
        } else {
            let square = Square::parse(&[middle as u8, (middle >> 8) as u8])?;
            if middle >> 16 != 0 {
                return None;
            }
            square.bit().0
        };
        if origin == 0 {
            return None;
        }
        Some(Self { origin, to: to as u8, kind: PieceKind::from_bits(u32::from(kind)), promotion, flags })
    }

    /// Castling, the only words that begin otherwise than with a file or a piece letter.
    #[inline(never)]
    fn castling(word: u64, len: usize) -> Option<Self> {
        let bytes = word.to_le_bytes();
        let text = bytes.get(..len)?;
        let (text, mark) = match text.split_last()? {
            (b'+', text) => (text, CHECK),
            (b'#', text) => (text, MATE),
            _ => (text, 0),
        };
        let side = match text {
            b"O-O" => KING_SIDE,
            b"O-O-O" => QUEEN_SIDE,
            _ => return None,
        };
        Some(Self { origin: 0, to: 0, kind: PieceKind::King, promotion: 0, flags: side | mark })
    }

    /// Decodes a whole text; for text in a larger buffer, [`from_bytes`](Self::from_bytes) is faster.
    #[must_use]
    pub fn parse(text: &[u8]) -> Option<Self> {
        let mut bytes = [0; 8];
        bytes.get_mut(..text.len())?.copy_from_slice(text);
        Self::from_bytes(u64::from_le_bytes(bytes), text.len())
    }

    /// The check or mate mark of the text.
    #[inline]
    #[must_use]
    pub const fn mark(self) -> CheckMark {
        match self.flags & (CHECK | MATE) {
            0 => CheckMark::None,
            CHECK => CheckMark::Check,
            _ => CheckMark::Mate,
        }
    }

    /// Whether the text has an `x`.
    #[inline]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.flags & CAPTURE != 0
    }

    /// The kind of piece the text names.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> PieceKind {
        self.kind
    }

    /// The destination square; `None` for castling.
    #[must_use]
    pub const fn to(self) -> Option<Square> {
        if self.flags & (KING_SIDE | QUEEN_SIDE) == 0 { Square::new(self.to) } else { None }
    }

    /// The squares the piece may come from, by the origin file and rank in the text.
    #[must_use]
    pub const fn origin(self) -> Bitboard {
        Bitboard(self.origin)
    }
}
