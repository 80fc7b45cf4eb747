//! The canonical notation of a move.

use core::fmt;

use crate::attacks;
use crate::board::{Bitboard, File, PieceKind, Rank, Square};
use crate::moves::Move;
use crate::position::{CastlingSide, Position};

/// The mark after a move that gives check (section 8.2.3.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CheckMark {
    /// No check.
    #[default]
    None,
    /// `+`.
    Check,
    /// `#`.
    Mate,
}

/// The canonical SAN of a played move in 32 bits: all that is needed to write it, no position.
///
/// ```
/// use pgnkit_chess::Position;
/// let start = Position::START;
/// let mv = start.parse_uci(b"g1f3").unwrap();
/// let san = start.san(mv, &start.after(mv));
/// let mut buffer = [0; 8];
/// let len = san.write(&mut buffer);
/// assert_eq!(&buffer[..len], b"Nf3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct San(u32);

// Layout: to 0-5, from file 6-8, from rank 9-11, kind 12-14, file shown 15, rank shown 16,
// capture 17, promotion 18-20, mark 21-22, castling king side 23, queen side 24, null 25.
// Bits 12 to 17 together say what stands before the square: an index into `PREFIXES`.
const FROM_FILE: u32 = 6;
const FROM_RANK: u32 = 9;
const KIND: u32 = 12;
const SHOW_FILE: u32 = 1 << 15;
const SHOW_RANK: u32 = 1 << 16;
const CAPTURE: u32 = 1 << 17;
const PROMOTION: u32 = 18;
const MARK: u32 = 21;
const KING_SIDE: u32 = 1 << 23;
const QUEEN_SIDE: u32 = 1 << 24;
const NULL: u32 = 1 << 25;

impl San {
    /// The null move, `--`.
    pub const NULL: Self = Self(NULL | (PieceKind::King as u32) << KIND);

    /// The kind of piece moved.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> PieceKind {
        PieceKind::from_bits(self.0 >> KIND)
    }

    /// The destination square; `None` for castling and the null move.
    #[must_use]
    pub const fn to(self) -> Option<Square> {
        if self.0 & (KING_SIDE | QUEEN_SIDE | NULL) == 0 { Some(Square::wrap(self.0)) } else { None }
    }

    /// The origin file, if the notation shows it.
    #[must_use]
    pub const fn from_file(self) -> Option<File> {
        if self.0 & SHOW_FILE != 0 { File::new((self.0 >> FROM_FILE & 7) as u8) } else { None }
    }

    /// The origin rank, if the notation shows it.
    #[must_use]
    pub const fn from_rank(self) -> Option<Rank> {
        if self.0 & SHOW_RANK != 0 { Rank::new((self.0 >> FROM_RANK & 7) as u8) } else { None }
    }

    /// Whether the notation has an `x`.
    #[inline]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.0 & CAPTURE != 0
    }

    /// The promotion piece.
    #[must_use]
    pub const fn promotion(self) -> Option<PieceKind> {
        let bits = self.0 >> PROMOTION & 7;
        if bits == 0 { None } else { Some(PieceKind::from_bits(bits)) }
    }

    /// The direction of castling.
    #[must_use]
    pub const fn castling(self) -> Option<CastlingSide> {
        if self.0 & KING_SIDE != 0 {
            Some(CastlingSide::King)
        } else if self.0 & QUEEN_SIDE != 0 {
            Some(CastlingSide::Queen)
        } else {
            None
        }
    }

    /// Whether this is the null move `--`.
    #[must_use]
    pub const fn is_null(self) -> bool {
        self.0 & NULL != 0
    }

    /// The check or mate mark.
    #[inline]
    #[must_use]
    pub const fn mark(self) -> CheckMark {
        match self.0 >> MARK & 3 {
            0 => CheckMark::None,
            1 => CheckMark::Check,
            _ => CheckMark::Mate,
        }
    }

    /// Writes the notation to the front of `buffer` and returns its length, 2 to 7 bytes. The bytes
    /// behind are set to 0.
    #[inline]
    pub fn write(self, buffer: &mut [u8; 8]) -> usize {
        let (word, len) = self.to_word();
        *buffer = word.to_le_bytes();
        len
    }

    /// The notation as a little-endian word, first character lowest, and its length in bytes.
    #[inline]
    #[must_use]
    pub fn to_word(self) -> (u64, usize) {
        let bits = self.0;
        if bits & (KING_SIDE | QUEEN_SIDE | NULL) != 0 {
            return self.special_to_word();
        }
        let prefix = &PREFIXES[(bits >> KIND & 63) as usize];
        let before = prefix.text
            + (bits >> FROM_FILE & 7) * prefix.file_unit
            + (bits >> FROM_RANK & 7) * prefix.rank_unit;
        let square = 0x3161 + (bits & 7) + ((bits >> 3 & 7) << 8);
        let mut shift = prefix.bits;
        let mut word = u64::from(before) | u64::from(square) << (shift & 63);
        shift += 16;
        let promotion = bits >> PROMOTION & 7;
        if promotion != 0 {
            let letter = u64::from(b" NBRQK  "[promotion as usize]);
            word |= (u64::from(b'=') | letter << 8) << (shift & 63);
            shift += 16;
        }
        let mark = bits >> MARK & 3;
        word |= (MARKS >> (8 * mark) & 0xff) << (shift & 63);
        shift += if mark == 0 { 0 } else { 8 };
        (word, (shift / 8) as usize)
    }

    /// Castling and the null move.
    #[inline(never)]
    fn special_to_word(self) -> (u64, usize) {
        let (text, len) = match self.0 & (KING_SIDE | QUEEN_SIDE) {
            KING_SIDE => (*b"O-O\0\0\0\0\0", 3),
            QUEEN_SIDE => (*b"O-O-O\0\0\0", 5),
            _ => (*b"--\0\0\0\0\0\0", 2),
        };
        let mark = self.0 >> MARK & 3;
        let word = u64::from_le_bytes(text) | (MARKS >> (8 * mark) & 0xff) << (8 * len);
        (word, len + usize::from(mark != 0))
    }
}

/// The bytes of the marks, by their number.
const MARKS: u64 = (b'+' as u64) << 8 | (b'#' as u64) << 16;

/// What stands before the square: the text with `a` and `1` for origin file and rank, and what one
/// file or rank more adds to it.
#[derive(Clone, Copy)]
struct Prefix {
    text: u32,
    file_unit: u32,
    rank_unit: u32,
    /// Eight times its length.
    bits: u32,
}

static PREFIXES: [Prefix; 64] = {
    let mut table = [Prefix { text: 0, file_unit: 0, rank_unit: 0, bits: 0 }; 64];
    let mut index = 0;
    while index < 64 {
        let shown = (index as u32) << KIND;
        let mut prefix = Prefix { text: 0, file_unit: 0, rank_unit: 0, bits: 0 };
        if !matches!(index & 7, 0 | 6 | 7) {
            prefix.text = b"PNBRQK"[index & 7] as u32;
            prefix.bits = 8;
        }
        if shown & SHOW_FILE != 0 {
            prefix.text |= (b'a' as u32) << prefix.bits;
            prefix.file_unit = 1 << prefix.bits;
            prefix.bits += 8;
        }
        if shown & SHOW_RANK != 0 {
            prefix.text |= (b'1' as u32) << prefix.bits;
            prefix.rank_unit = 1 << prefix.bits;
            prefix.bits += 8;
        }
        if shown & CAPTURE != 0 {
            prefix.text |= (b'x' as u32) << prefix.bits;
            prefix.bits += 8;
        }
        table[index] = prefix;
        index += 1;
    }
    table
};

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut buffer = [0; 8];
        let len = self.write(&mut buffer);
        f.pad(core::str::from_utf8(buffer.get(..len).unwrap_or_default()).unwrap_or_default())
    }
}

impl fmt::Debug for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Position {
    /// The canonical SAN of a legal move, `next` being the position after it.
    ///
    /// Disambiguation is minimal and counts legal moves only (section 8.2.3.4): origin file, else
    /// origin rank, else both. The mark comes from `next`.
    #[inline]
    #[must_use]
    pub fn san(&self, mv: Move, next: &Self) -> San {
        let mark = if !next.is_check() {
            0
        } else if next.has_legal_move() {
            1
        } else {
            2
        };
        San(self.san_without_mark(mv) | mark << MARK)
    }

    #[inline]
    fn san_without_mark(&self, mv: Move) -> u32 {
        let (kind, from, to) = (mv.kind(), mv.from(), mv.to());
        if mv.is_special() {
            if mv.is_null() {
                return San::NULL.0;
            }
            if mv.is_castling() {
                let side = if mv.is_king_side_castling() { KING_SIDE } else { QUEEN_SIDE };
                return side | (PieceKind::King as u32) << KIND;
            }
        }
        let mut bits = to.index() as u32
            | (kind as u32) << KIND
            | u32::from(from.file().index()) << FROM_FILE
            | u32::from(from.rank().index()) << FROM_RANK
            | if mv.is_capture() { CAPTURE } else { 0 };
        if kind == PieceKind::Pawn {
            if mv.is_capture() {
                bits |= SHOW_FILE;
            }
            return bits | mv.promotion().map_or(0, |kind| kind as u32) << PROMOTION;
        }
        let rivals = self.pieces(self.turn(), kind) & (attacks::origins(self.turn(), kind, to) - from.bit());
        if rivals.any() {
            bits |= self.disambiguation(kind, from, to, rivals);
        }
        bits
    }

    /// Which parts of the origin tell `from` apart from the rivals that can really go to `to`.
    fn disambiguation(&self, kind: PieceKind, from: Square, to: Square, rivals: Bitboard) -> u32 {
        let occupied = self.occupied();
        let rivals: Bitboard = rivals
            .into_iter()
            .filter(|rival| {
                !attacks::between(*rival, to).intersects(occupied) && self.is_safe(kind, *rival, to)
            })
            .collect();
        if !rivals.any() || kind == PieceKind::King {
            0
        } else if !rivals.intersects(from.file().squares()) {
            SHOW_FILE
        } else if !rivals.intersects(from.rank().squares()) {
            SHOW_RANK
        } else {
            SHOW_FILE | SHOW_RANK
        }
    }
}
