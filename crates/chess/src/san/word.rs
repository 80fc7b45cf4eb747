//! SAN text in its canonical shape, decoded.

use core::fmt;

use super::canonical::CheckMark;
use crate::board::{Bitboard, PieceKind, Square};
use crate::position::CastlingSide;

/// A move word that has the exact shape of canonical SAN, decoded but not yet looked for on a board.
///
/// The shape is checked, not the meaning: `Nbd7` is a word even if there is one knight, and `e8` is
/// one that names no legal move.
///
/// ```text
/// word      = ( pawn / piece / castling ) [ "+" / "#" ]
/// pawn      = [ file "x" ] square [ "=" ( "N" / "B" / "R" / "Q" ) ]
/// piece     = ( "N" / "B" / "R" / "Q" / "K" ) [ file ] [ rank ] [ "x" ] square
/// castling  = "O-O" / "O-O-O"
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SanWord {
    /// Where the piece may come from, by the origin file and rank given.
    pub(super) origin: u64,
    pub(super) to: u8,
    /// The number of the kind, or one of [`PROMOTION`] and [`CASTLING`].
    pub(super) code: u8,
    /// The number of the promotion piece or, for castling, of the side; see [`SanWord::castling`].
    pub(super) detail: u8,
    capture: bool,
    /// The last byte of the text: the mark, or the end of a move without one.
    last: u8,
}

/// The code of a promoting pawn, the first of what is not simply one piece going somewhere.
pub(super) const PROMOTION: u8 = 6;
/// The code of castling.
pub(super) const CASTLING: u8 = 7;

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

/// What a word's first byte announces.
#[derive(Clone, Copy)]
struct First {
    /// The number of the kind, [`NOT_A_KIND`] for none.
    kind: u8,
    /// The bits of a word that names no origin, without capture: two or three bytes.
    bits: u8,
    /// The bits a capture adds: the sign, and a pawn's file.
    capture_bits: u8,
    /// The complement of the bits an origin may add; a length below the minimum has higher bits.
    no_origin_bits: i8,
    /// The index into [`ORIGIN`] of a word without another origin: the file of a pawn, [`NOTHING`] for
    /// a byte no word begins with.
    origin: u8,
}

const NOT_A_KIND: u8 = 7;

/// A byte that [`ORIGIN`] has no square for.
const NOTHING: u8 = 1;

static FIRST: [First; 256] = {
    let mut table =
        [First { kind: NOT_A_KIND, bits: 0, capture_bits: 0, no_origin_bits: -1, origin: NOTHING }; 256];
    let mut i = 0;
    while i < 8 {
        let file = b'a' + i;
        table[file as usize] =
            First { kind: 0, bits: 16, capture_bits: 16, no_origin_bits: -1, origin: file };
        i += 1;
    }
    let mut kind = 1;
    while kind < 6 {
        let letter = b"PNBRQK"[kind] as usize;
        table[letter] = First { kind: kind as u8, bits: 24, capture_bits: 8, no_origin_bits: !8, origin: 0 };
        kind += 1;
    }
    table
};

/// The bits to cut off at the end, by the last byte: 8 for a mark.
static MARK_BITS: [u8; 256] = {
    let mut table = [0; 256];
    table[b'+' as usize] = 8;
    table[b'#' as usize] = 8;
    table
};

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
    #[inline(always)]
    #[must_use]
    pub fn from_bytes(word: u64, len: usize) -> Option<Self> {
        if len.wrapping_sub(2) > 5 {
            return None;
        }
        // All but promotions, castling and whole origin squares, which are rare, without a branch:
        // what a game brings next is beyond prediction.
        let first = &FIRST[usize::from(word as u8)];
        // Move the text to the top of the word: the end is what has a fixed shape.
        let bits = 8 * len as u32;
        let mut top = word << (64 - bits);
        let last = (top >> 56) as u8;
        let mark_bits = u32::from(MARK_BITS[usize::from(last)]);
        top <<= mark_bits;
        let square = ((top >> 48) as u32).wrapping_sub(0x3161);
        let to = (square | square >> 5) & 63;
        let capture = u32::from((top >> 40) as u8 == b'x');
        // The byte before the square or the capture sign.
        let before = (top >> (40 - 8 * capture)) as u32 & 0xff;
        let plain = u32::from(first.bits) + (u32::from(first.capture_bits) & capture.wrapping_neg());
        let extra = bits.wrapping_sub(mark_bits + plain);
        let origin = u32::from(first.origin) | before & (extra >> 3).wrapping_neg();
        let origin = ORIGIN[(origin & 0xff) as usize];
        if (square & 0xf8f8) | (extra & first.no_origin_bits as u32) != 0 || origin == 0 {
            return Self::rare(word, len);
        }
        Some(Self { origin, to: to as u8, code: first.kind, detail: 0, capture: capture != 0, last })
    }

    /// Promotions, castling, pieces with their whole origin square; and refusals.
    #[inline(never)]
    fn rare(word: u64, len: usize) -> Option<Self> {
        let bytes = word.to_le_bytes();
        let text = bytes.get(..len)?;
        let (last, unmarked) = text.split_last()?;
        let text = if matches!(last, b'+' | b'#') { unmarked } else { text };
        let origin = |at: usize| text.get(at).map_or(0, |byte| ORIGIN[usize::from(*byte)]);
        let base = Self { origin: 0, to: 0, code: 0, detail: 0, capture: false, last: *last };
        let to = |at: usize| text.get(at..at + 2).and_then(Square::parse).map(|square| square.index() as u8);
        match *text {
            [b'O', b'-', b'O'] => Some(Self { code: CASTLING, detail: CastlingSide::King as u8, ..base }),
            [b'O', b'-', b'O', b'-', b'O'] => {
                Some(Self { code: CASTLING, detail: CastlingSide::Queen as u8, ..base })
            }
            [_, b'1' | b'8', b'=', letter] => Some(Self {
                origin: origin(0),
                to: to(0)?,
                code: PROMOTION,
                detail: promotion(letter)?,
                ..base
            }),
            [b'a'..=b'h', b'x', _, b'1' | b'8', b'=', letter] => Some(Self {
                origin: origin(0),
                to: to(2)?,
                code: PROMOTION,
                detail: promotion(letter)?,
                capture: true,
                ..base
            }),
            [letter @ (b'N' | b'B' | b'R' | b'Q' | b'K'), b'a'..=b'h', b'1'..=b'8', ref rest @ ..] => {
                let capture = rest.first() == Some(&b'x');
                if rest.len() != 2 + usize::from(capture) {
                    return None;
                }
                Some(Self {
                    origin: origin(1) & origin(2),
                    to: to(3 + usize::from(capture))?,
                    code: FIRST[usize::from(letter)].kind,
                    capture,
                    ..base
                })
            }
            _ => None,
        }
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
        match self.last {
            b'+' => CheckMark::Check,
            b'#' => CheckMark::Mate,
            _ => CheckMark::None,
        }
    }

    /// Whether the text has an `x`.
    #[inline]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.capture
    }

    /// The kind of piece the text names.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> PieceKind {
        match self.code {
            PROMOTION => PieceKind::Pawn,
            code => PieceKind::from_bits(code as u32),
        }
    }

    /// The promotion piece the text names.
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<PieceKind> {
        if self.code == PROMOTION { Some(PieceKind::from_bits(self.detail as u32)) } else { None }
    }

    /// The direction of castling, if the text is castling.
    #[inline]
    #[must_use]
    pub const fn castling(self) -> Option<CastlingSide> {
        match (self.code, self.detail) {
            (CASTLING, 0) => Some(CastlingSide::King),
            (CASTLING, _) => Some(CastlingSide::Queen),
            _ => None,
        }
    }

    /// The destination square; `None` for castling.
    #[must_use]
    pub const fn to(self) -> Option<Square> {
        if self.code == CASTLING { None } else { Square::new(self.to) }
    }

    /// The squares the piece may come from, by the origin file and rank in the text; a pawn's push
    /// comes from its own file.
    #[must_use]
    pub const fn origin(self) -> Bitboard {
        Bitboard(self.origin)
    }
}

/// The number of a promotion piece.
fn promotion(letter: u8) -> Option<u8> {
    matches!(letter, b'N' | b'B' | b'R' | b'Q').then(|| FIRST[usize::from(letter)].kind)
}

impl fmt::Debug for SanWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SanWord")
            .field("kind", &self.kind())
            .field("origin", &self.origin())
            .field("to", &self.to())
            .field("capture", &self.capture)
            .field("promotion", &self.promotion())
            .field("castling", &self.castling())
            .field("mark", &self.mark())
            .finish()
    }
}
