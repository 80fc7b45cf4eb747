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

// Layout: to 0-5, kind 6-8, from file 9-11, from rank 12-14, file shown 15, rank shown 16,
// capture 17, promotion 18-20, mark 21-22, castling king side 23, queen side 24, null 25.
const KIND: u32 = 6;
const FROM_FILE: u32 = 9;
const FROM_RANK: u32 = 12;
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
        let (mut word, mut shift) = (0u64, 0u32);
        // A part that is left out is written too, but overwritten by the next or cut off at the end:
        // no branches.
        let mut put = |byte: u32, present: u32| {
            word |= u64::from(byte & present.wrapping_neg()) << (shift & 63);
            shift += present * 8;
        };
        if bits & (KING_SIDE | QUEEN_SIDE | NULL) == 0 {
            let kind = bits >> KIND & 7;
            put(u32::from(b" NBRQK  "[kind as usize]), u32::from(kind != 0));
            put(0x61 + (bits >> FROM_FILE & 7), bits >> 15 & 1);
            put(0x31 + (bits >> FROM_RANK & 7), bits >> 16 & 1);
            put(0x78, bits >> 17 & 1);
            put(0x3161 + (bits & 7) + ((bits >> 3 & 7) << 8), 1);
            shift += 8;
            let mut put = |byte: u32, present: u32| {
                word |= u64::from(byte & present.wrapping_neg()) << (shift & 63);
                shift += present * 8;
            };
            let promotion = bits >> PROMOTION & 7;
            if promotion != 0 {
                put(0x3d, 1);
                put(u32::from(b" NBRQK  "[promotion as usize]), 1);
            }
            let mark = bits >> MARK & 3;
            put(if mark == 1 { 0x2b } else { 0x23 }, u32::from(mark != 0));
        } else {
            let (text, len) = match bits & (KING_SIDE | QUEEN_SIDE) {
                KING_SIDE => (*b"O-O\0\0\0\0\0", 3),
                QUEEN_SIDE => (*b"O-O-O\0\0\0", 5),
                _ => (*b"--\0\0\0\0\0\0", 2),
            };
            word = u64::from_le_bytes(text);
            shift = 8 * len;
            let mark = bits >> MARK & 3;
            word |= u64::from([0, b'+', b'#', b'#'][mark as usize]) << shift;
            shift += 8 * u32::from(mark != 0);
        }
        (word, (shift / 8) as usize)
    }
}

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
        let mark = if next.checkers == 0 {
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
