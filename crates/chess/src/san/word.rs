//! SAN text in its canonical shape, decoded.

use core::fmt;

use super::canonical::{CheckMark, San};
use crate::attacks::{PAWN_CAPTURES, PAWN_PUSHES};
use crate::board::{Bitboard, PieceKind, Square};
use crate::moves::Move;
use crate::position::CastlingSide;

/// A move word that has the exact shape of canonical SAN, decoded but not yet looked for on a board.
///
/// The shape is checked, not the meaning: `Nbd7` is a word even if there is one knight, and `e8` is
/// one that names no legal move.
///
/// ```text
/// word      = ( pawn / piece / castling / drop ) [ "+" / "#" ]
/// pawn      = [ file "x" ] square [ "=" ( "N" / "B" / "R" / "Q" / "K" ) ]          ; a king in Antichess
/// piece     = ( "N" / "B" / "R" / "Q" / "K" ) [ file ] [ rank ] [ "x" ] square
/// castling  = "O-O" / "O-O-O"
/// drop      = [ "P" / "N" / "B" / "R" / "Q" ] "@" square    ; in variants
/// ```
#[derive(Clone, Copy)]
pub struct SanWord {
    /// Possible origins of the piece, by the origin file and rank given.
    pub(super) origin: u64,
    pub(super) to: u8,
    /// The number of the promotion piece or, for castling, of the side; see [`SanWord::castling`].
    pub(super) detail: u8,
    /// The mark, or any other byte for none.
    mark: u8,
    /// In one word, which stays in a register.
    meta: Meta,
}

/// The meaning of the text before the square.
#[derive(Clone, Copy)]
struct Meta(u32);

impl Meta {
    /// The `code`, the row of the origin table to look in (see `attacks::origins_by_row`), and whether there is an `x`. A pawn's
    /// `x` decides where it may go, a piece's is decoration.
    const fn new(code: u8, row: u8, capture: bool, is_shortest: bool) -> Self {
        let fits = if code != 0 {
            EMPTY | OCCUPIED
        } else if capture {
            OCCUPIED
        } else {
            EMPTY
        };
        let (capture, is_shortest) = (capture as u32, is_shortest as u32);
        Self(code as u32 | (row as u32) << 8 | capture << 16 | is_shortest << 17 | fits << 20)
    }

    /// The number of the kind, or one of [`PROMOTION`], [`CASTLING`] and [`DROP`].
    #[inline(always)]
    const fn code(self) -> u8 {
        self.0 as u8
    }

    #[inline(always)]
    const fn row(self) -> u8 {
        (self.0 >> 8) as u8
    }

    #[inline(always)]
    const fn is_capture(self) -> bool {
        self.0 >> 16 & 1 != 0
    }

    /// Whether a legal move that the word names has just this text but for captures and mark: a pawn's, or a piece's without
    /// its origin.
    #[inline(always)]
    const fn is_shortest(self) -> bool {
        self.0 >> 17 & 1 != 0
    }
}

/// The code of a promoting pawn, the first of what is not simply one piece going somewhere.
pub(super) const PROMOTION: u8 = 6;
/// The code of castling.
pub(super) const CASTLING: u8 = 7;
/// The code of a drop; the detail is the kind.
pub(super) const DROP: u8 = 8;

/// The squares of a file letter or a rank digit, none for other bytes.
const fn squares_named(byte: u8) -> u64 {
    match byte {
        b'a'..=b'h' => 0x0101_0101_0101_0101 << (byte - b'a'),
        b'1'..=b'8' => 0xff << (8 * (byte - b'1')),
        _ => 0,
    }
}

/// Text before the square: nothing, a pawn's file and `x`, or a piece letter with or without an origin file or rank and
/// an `x`. The 179 cases have a place each in a table of 1024.
#[derive(Clone, Copy)]
struct Prefix {
    /// The text in the upper five bytes, aligned to the end; [`Meta`] in the lower 24 bits.
    tagged: u64,
    origin: u64,
}

/// Found by search: the upper ten bits of the product are different for all prefixes.
const MULTIPLIER: u64 = 0x16_df8b;
const NO_PREFIX: u64 = 0x80_0000;

const fn slot(text: u64) -> usize {
    (text.wrapping_mul(MULTIPLIER) >> 54) as usize
}

/// The lower bits of [`Prefix::tagged`].
const fn meta(code: u8, row: u8, capture: bool, is_shortest: bool) -> u64 {
    Meta::new(code, row, capture, is_shortest).0 as u64
}

/// Bits for [`SanWord::may_go`].
const EMPTY: u32 = 1;
const OCCUPIED: u32 = 2;

static PREFIXES: [Prefix; 1024] = {
    let mut table = [Prefix { tagged: NO_PREFIX, origin: 0 }; 1024];
    table[slot(0)] = Prefix { tagged: meta(0, PAWN_PUSHES, false, true), origin: u64::MAX };
    let x = (b'x' as u64) << 56;
    let mut file = b'a';
    while file <= b'h' {
        let text = x | (file as u64) << 48;
        table[slot(text)] =
            Prefix { tagged: text | meta(0, PAWN_CAPTURES, true, true), origin: squares_named(file) };
        file += 1;
    }
    let mut kind = 1;
    while kind < 6 {
        let letter = b"PNBRQK"[kind as usize] as u64;
        let text = letter << 56;
        table[slot(text)] = Prefix { tagged: text | meta(kind, kind, false, true), origin: u64::MAX };
        let text = x | letter << 48;
        table[slot(text)] = Prefix { tagged: text | meta(kind, kind, true, true), origin: u64::MAX };
        let mut i = 0;
        while i < 16 {
            let byte = b"abcdefgh12345678"[i];
            let origin = squares_named(byte);
            let text = (byte as u64) << 56 | letter << 48;
            table[slot(text)] = Prefix { tagged: text | meta(kind, kind, false, false), origin };
            let text = x | (byte as u64) << 48 | letter << 40;
            table[slot(text)] = Prefix { tagged: text | meta(kind, kind, true, false), origin };
            i += 1;
        }
        kind += 1;
    }
    table
};

impl SanWord {
    /// Decodes the first `len` bytes of `word`, the first character in its lowest byte; what is above
    /// them does not matter. `None` if this is not the shape of canonical SAN.
    ///
    /// ```
    /// use pgnkit_chess::san::SanWord;
    /// let text = u64::from_le_bytes(*b"Nf3+ Nc6");
    /// assert_eq!(SanWord::from_bytes(text, 4), SanWord::parse(b"Nf3+"));
    /// assert!(SanWord::from_bytes(text, 5).is_none());
    /// ```
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn from_bytes(word: u64, len: usize) -> Option<Self> {
        let last = len.checked_sub(1).filter(|last| *last < 8)?;
        let mark = (word >> (8 * last)) as u8;
        if matches!(mark, b'+' | b'#') {
            Self::from_body(word, last, mark)
        } else {
            Self::from_body(word, len, 0)
        }
    }

    /// Decodes a word whose `len` bytes do not include its mark: `next` is the byte after them, a mark or anything
    /// else.
    ///
    /// ```
    /// use pgnkit_chess::san::SanWord;
    /// let text = u64::from_le_bytes(*b"Nf3+ Nc6");
    /// assert_eq!(SanWord::from_body(text, 3, b'+'), SanWord::parse(b"Nf3+"));
    /// ```
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub fn from_body(word: u64, len: usize, next: u8) -> Option<Self> {
        if len.wrapping_sub(2) > 5 {
            return None;
        }
        // All but promotions, castling and whole origin squares, which are rare, without a branch:
        // what a game brings next is beyond prediction.
        // Move the text to the top of the word: the end is what has a fixed shape.
        let top = word << (64 - 8 * len as u32);
        let square = ((top >> 48) as u32).wrapping_sub(0x3161);
        let to = (square | square >> 5) & 63;
        let before = top << 16;
        let prefix = &PREFIXES[slot(before)];
        let meta = prefix.tagged ^ before;
        if square & 0xf8f8 != 0 || meta >= NO_PREFIX {
            // Taken apart, so that on the straight path nothing of the word is in memory.
            let Self { origin, to, detail, mark, meta } = Self::rare(word, len, next)?;
            return Some(Self { origin, to, detail, mark, meta });
        }
        Some(Self { origin: prefix.origin, to: to as u8, detail: 0, mark: next, meta: Meta(meta as u32) })
    }

    /// Promotions, castling, pieces with their whole origin square; and refusals.
    #[inline(never)]
    fn rare(word: u64, len: usize, mark: u8) -> Option<Self> {
        let bytes = word.to_le_bytes();
        let text = bytes.get(..len)?;
        let origin = |at: usize| text.get(at).map_or(0, |byte| squares_named(*byte));
        let with = |code: u8, capture: bool| Self {
            origin: 0,
            to: 0,
            detail: 0,
            mark,
            meta: Meta::new(code, if code < PROMOTION { code } else { 0 }, capture, false),
        };
        let of = |code| with(code, false);
        let to = |at: usize| text.get(at..at + 2).and_then(Square::parse).map(|square| square.index() as u8);
        match *text {
            [b'O', b'-', b'O'] => Some(Self { detail: CastlingSide::King as u8, ..of(CASTLING) }),
            [b'O', b'-', b'O', b'-', b'O'] => {
                Some(Self { detail: CastlingSide::Queen as u8, ..of(CASTLING) })
            }
            [b'@', _, _] => Some(Self { to: to(1)?, ..of(DROP) }),
            [letter @ (b'N' | b'B' | b'R' | b'Q'), b'@', _, _] => {
                Some(Self { to: to(2)?, detail: PieceKind::from_letter(letter)? as u8, ..of(DROP) })
            }
            [_, b'1' | b'8', b'=', letter] => {
                Some(Self { origin: origin(0), to: to(0)?, detail: promotion(letter)?, ..of(PROMOTION) })
            }
            [b'a'..=b'h', b'x', _, b'1' | b'8', b'=', letter] => {
                let detail = promotion(letter)?;
                Some(Self { origin: origin(0), to: to(2)?, detail, ..with(PROMOTION, true) })
            }
            [letter @ (b'N' | b'B' | b'R' | b'Q' | b'K'), b'a'..=b'h', b'1'..=b'8', ref rest @ ..] => {
                let capture = rest.first() == Some(&b'x');
                if rest.len() != 2 + usize::from(capture) {
                    return None;
                }
                let (origin, to) = (origin(1) & origin(2), to(3 + usize::from(capture))?);
                Some(Self { origin, to, ..with(PieceKind::from_letter(letter)? as u8, capture) })
            }
            _ => None,
        }
    }

    /// The canonical text without mark of the one legal move that this word, decoded from `word` and `len`, was found to
    /// name: its own, where it has neither an origin nor an `x` too many or too few. `None` where that is not sure.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub fn canonical_text(self, word: u64, len: usize, mv: Move) -> Option<San> {
        (self.meta.is_shortest() && self.is_capture() == mv.is_capture()).then(|| San::of_word(word, len))
    }

    /// Decodes a whole text.
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
        match self.mark {
            b'+' => CheckMark::Check,
            b'#' => CheckMark::Mate,
            _ => CheckMark::None,
        }
    }

    /// Whether the text has an `x`.
    #[inline]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.meta.is_capture()
    }

    /// The number of the kind, or one of [`PROMOTION`], [`CASTLING`] and [`DROP`].
    #[inline(always)]
    pub(super) const fn code(self) -> u8 {
        self.meta.code()
    }

    /// The row of the origin table to look in; see `attacks::origins_by_row`.
    #[inline(always)]
    pub(super) const fn row(self) -> u8 {
        self.meta.row()
    }

    /// Whether the move may go to an empty square, or to an occupied one.
    #[inline(always)]
    pub(super) const fn may_go(self, to_occupied: bool) -> bool {
        self.meta.0 >> (20 + to_occupied as u32) & 1 != 0
    }

    /// The kind of piece the text names.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> PieceKind {
        match self.code() {
            PROMOTION => PieceKind::Pawn,
            DROP => PieceKind::from_bits(self.detail as u32),
            code => PieceKind::from_bits(code as u32),
        }
    }

    /// The promotion piece the text names.
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<PieceKind> {
        if self.code() == PROMOTION { Some(PieceKind::from_bits(self.detail as u32)) } else { None }
    }

    /// Whether the text is a drop: `N@f3`.
    #[inline]
    #[must_use]
    pub const fn is_drop(self) -> bool {
        self.code() == DROP
    }

    /// The direction of castling, if the text is castling.
    #[inline]
    #[must_use]
    pub const fn castling(self) -> Option<CastlingSide> {
        match (self.code(), self.detail) {
            (CASTLING, 0) => Some(CastlingSide::King),
            (CASTLING, _) => Some(CastlingSide::Queen),
            _ => None,
        }
    }

    /// The destination square; `None` for castling.
    #[must_use]
    pub const fn to(self) -> Option<Square> {
        if self.code() == CASTLING { None } else { Square::new(self.to) }
    }

    /// The squares the piece may come from, by the origin file and rank in the text.
    #[must_use]
    pub const fn origin(self) -> Bitboard {
        Bitboard(self.origin)
    }
}

/// The number of a promotion piece.
fn promotion(letter: u8) -> Option<u8> {
    matches!(letter, b'N' | b'B' | b'R' | b'Q' | b'K')
        .then(|| PieceKind::from_letter(letter).map(|kind| kind as u8))?
}

impl PartialEq for SanWord {
    fn eq(&self, other: &Self) -> bool {
        let parts = |word: &Self| {
            (word.origin, word.to, word.code(), word.row(), word.detail, word.is_capture(), word.mark())
        };
        parts(self) == parts(other)
    }
}

impl Eq for SanWord {}

impl fmt::Debug for SanWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SanWord")
            .field("kind", &self.kind())
            .field("origin", &self.origin())
            .field("to", &self.to())
            .field("capture", &self.is_capture())
            .field("promotion", &self.promotion())
            .field("castling", &self.castling())
            .field("mark", &self.mark())
            .finish()
    }
}
