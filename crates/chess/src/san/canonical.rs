//! The canonical notation of a move.

use core::fmt;

use crate::attacks;
use crate::board::{Bitboard, Color, File, PieceKind, Rank, Square};
use crate::moves::Move;
use crate::position::{COLORS, CastlingSide, Position};
use crate::variant;

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

/// The canonical SAN of a played move in 64 bits: all that is needed to write it, no position.
///
/// ```
/// use pgnkit_chess::Position;
/// let start = Position::START;
/// let mv = start.parse_uci(b"g1f3").unwrap();
/// let san = start.san(mv);
/// let mut buffer = [0; 8];
/// let len = san.write(&mut buffer);
/// assert_eq!(&buffer[..len], b"Nf3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct San(
    /// The text itself, the first character in the lowest byte, and its length in the highest one: made once, a move
    /// is then written by one store.
    u64,
);

/// Bit position of the length.
const LENGTH: u32 = 56;

impl San {
    /// The null move, `--`.
    pub const NULL: Self = Self::of(b"--");

    const KING_SIDE: Self = Self::of(b"O-O");
    const QUEEN_SIDE: Self = Self::of(b"O-O-O");

    /// Up to seven characters.
    const fn of(text: &[u8]) -> Self {
        let (mut word, mut at) = ((text.len() as u64) << LENGTH, 0);
        while at < text.len() {
            word |= (text[at] as u64) << (8 * at);
            at += 1;
        }
        Self(word)
    }

    /// The first `len` bytes of a word, 1 to 7.
    #[inline(always)]
    pub(super) const fn of_word(word: u64, len: usize) -> Self {
        let unused = 64 - 8 * len as u32;
        Self(word << unused >> unused | (len as u64) << LENGTH)
    }

    const fn len(self) -> usize {
        (self.0 >> LENGTH) as usize
    }

    /// The character at `at`, or 0 after the end.
    const fn byte(self, at: usize) -> u8 {
        if at < self.len() { (self.0 >> (8 * at)) as u8 } else { 0 }
    }

    /// The characters before promotion and mark.
    const fn unpromoted_len(self) -> usize {
        let len = self.len() - (self.mark() as usize != 0) as usize;
        if self.byte(len - 2) == b'=' { len - 2 } else { len }
    }

    /// The kind of piece moved.
    #[must_use]
    pub const fn kind(self) -> PieceKind {
        match self.byte(0) {
            b'N' => PieceKind::Knight,
            b'B' => PieceKind::Bishop,
            b'R' => PieceKind::Rook,
            b'Q' => PieceKind::Queen,
            b'a'..=b'h' | b'@' => PieceKind::Pawn,
            _ => PieceKind::King,
        }
    }

    /// The destination square; `None` for castling and the null move.
    #[must_use]
    pub const fn to(self) -> Option<Square> {
        if self.castling().is_some() || self.is_null() {
            return None;
        }
        let end = self.unpromoted_len();
        Some(Square::wrap((self.byte(end - 2) - b'a') as u32 | ((self.byte(end - 1) - b'1') as u32) << 3))
    }

    /// The range of characters that give the origin.
    const fn origin(self) -> (usize, usize) {
        let start = self.byte(0).is_ascii_uppercase() as usize;
        if self.castling().is_some() || self.is_null() || self.is_drop() {
            return (0, 0);
        }
        (start, self.unpromoted_len() - 2 - self.is_capture() as usize)
    }

    /// The origin file, if the notation shows it.
    #[must_use]
    pub const fn from_file(self) -> Option<File> {
        let (start, end) = self.origin();
        if start < end { File::new(self.byte(start).wrapping_sub(b'a')) } else { None }
    }

    /// The origin rank, if the notation shows it.
    #[must_use]
    pub const fn from_rank(self) -> Option<Rank> {
        let (start, end) = self.origin();
        if start < end { Rank::new(self.byte(end - 1).wrapping_sub(b'1')) } else { None }
    }

    /// Whether the move puts a piece from the pocket on the board: `N@f3`.
    #[must_use]
    pub const fn is_drop(self) -> bool {
        self.byte(0) == b'@' || self.byte(1) == b'@'
    }

    /// Whether the notation has an `x`.
    #[must_use]
    pub const fn is_capture(self) -> bool {
        let end = self.unpromoted_len();
        end > 3 && self.byte(end - 3) == b'x'
    }

    /// The promotion piece.
    #[must_use]
    pub const fn promotion(self) -> Option<PieceKind> {
        let at = self.unpromoted_len();
        if self.byte(at) == b'=' { PieceKind::from_letter(self.byte(at + 1)) } else { None }
    }

    /// The direction of castling.
    #[must_use]
    pub const fn castling(self) -> Option<CastlingSide> {
        match (self.byte(0), self.byte(4)) {
            (b'O', b'O') => Some(CastlingSide::Queen),
            (b'O', _) => Some(CastlingSide::King),
            _ => None,
        }
    }

    /// Whether this is the null move `--`.
    #[must_use]
    pub const fn is_null(self) -> bool {
        self.byte(0) == b'-'
    }

    /// The check or mate mark.
    #[must_use]
    pub const fn mark(self) -> CheckMark {
        match self.byte(self.len() - 1) {
            b'+' => CheckMark::Check,
            b'#' => CheckMark::Mate,
            _ => CheckMark::None,
        }
    }

    /// Writes the notation to the front of `buffer` and returns its length, 2 to 7 bytes. The bytes after it are set to
    /// 0.
    #[inline]
    pub fn write(self, buffer: &mut [u8; 8]) -> usize {
        let (word, len) = self.to_word();
        *buffer = word.to_le_bytes();
        len
    }

    /// The notation as a little-endian word, first character lowest, and its length in bytes. The byte after the last
    /// one is 0.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub const fn to_word(self) -> (u64, usize) {
        (self.0 & ((1 << LENGTH) - 1), (self.0 >> LENGTH) as usize)
    }

    /// With the origin after the letter: up to two characters, the first one lowest.
    #[cold]
    const fn with_origin(self, origin: u64, length: usize) -> Self {
        let (word, len) = self.to_word();
        let letter = word & 0xff;
        let rest = word & !0xff;
        Self(letter | origin << 8 | rest << (8 * length) | ((len + length) as u64) << LENGTH)
    }

    /// With the parts of the origin that distinguish it: nothing where it has no rivals, the file where none is on its
    /// file, the rank where none is on its rank, and else both (section 8.2.3.4).
    pub(crate) fn disambiguated_by(self, from: Square, rivals: bool, on_file: bool, on_rank: bool) -> Self {
        let square = u64::from(u16::from_le_bytes(from.name()));
        match (rivals, on_file, on_rank) {
            (false, ..) => self,
            (true, false, _) => self.with_origin(square & 0xff, 1),
            (true, true, false) => self.with_origin(square >> 8, 1),
            (true, true, true) => self.with_origin(square, 2),
        }
    }

    /// The text of a move without mark, and as if no other piece could go there.
    pub(crate) fn undisambiguated(mv: Move) -> Self {
        if mv.is_drop() {
            return Self::of_drop(mv.kind(), mv.to());
        }
        if mv.is_castling() || mv.is_null() {
            return text_of_unusual(mv);
        }
        let shape = &SHAPES[mv.shape()];
        let text = shape.text + (mv.from().index() as u64 & 7) * u64::from(shape.file_unit);
        Self(text | u64::from(u16::from_le_bytes(mv.to().name())) << (shape.shift & 63))
    }

    /// `N@f3`, and `@e4` for pawns.
    fn of_drop(kind: PieceKind, to: Square) -> Self {
        let [file, rank] = to.name();
        match kind {
            PieceKind::Pawn => Self::of(&[b'@', file, rank]),
            _ => Self::of(&[kind.letter() as u8, b'@', file, rank]),
        }
    }

    pub(crate) const fn with_mark(self, mark: u8) -> Self {
        Self((self.0 | (mark as u64) << (8 * self.len())) + (1 << LENGTH))
    }
}

/// Form of a plain move, by its kind, promotion and capture ([`Move::shape`]): everything except the squares.
#[derive(Clone, Copy)]
struct Shape {
    /// The text with zeros for the destination and its length, and `a` for the file a pawn captures from.
    text: u64,
    /// Added to the text for each further file.
    file_unit: u32,
    /// Bits before the destination.
    shift: u32,
}

static SHAPES: [Shape; 128] = {
    let mut table = [Shape { text: 0, file_unit: 0, shift: 0 }; 128];
    let mut index = 0;
    while index < 128 {
        let (kind, promotion, captures) = (index & 7, index >> 3 & 7, index >> 6 == 1);
        let mut shape = Shape { text: 0, file_unit: 0, shift: 0 };
        if kind != 0 {
            shape.text = b"PNBRQKKK"[kind] as u64;
            shape.shift = 8;
        } else if captures {
            shape.text = b'a' as u64;
            shape.file_unit = 1;
            shape.shift = 8;
        }
        if captures {
            shape.text |= (b'x' as u64) << shape.shift;
            shape.shift += 8;
        }
        let mut bits = shape.shift + 16;
        if promotion != 0 {
            shape.text |= (b'=' as u64 | (b"PNBRQKKK"[promotion] as u64) << 8) << bits;
            bits += 16;
        }
        shape.text |= (bits as u64 / 8) << LENGTH;
        table[index] = shape;
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
    /// The canonical SAN of a legal move.
    ///
    /// Disambiguation is minimal and counts legal moves only (section 8.2.3.4): origin file, else
    /// origin rank, else both.
    ///
    /// ```
    /// use pgnkit_chess::Position;
    /// let mv = Position::START.parse_uci(b"g1f3").unwrap();
    /// assert_eq!(Position::START.san(mv).to_string(), "Nf3");
    /// ```
    #[must_use]
    pub fn san(&self, mv: Move) -> San {
        self.san_with_next(mv, &self.after(mv))
    }

    /// [`san`](Self::san) for those who have the position after the move at hand, from which the mark comes. The mark
    /// of another position is wrong, so this is no part of the public interface.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub fn san_with_next(&self, mv: Move, next: &Self) -> San {
        if mv.is_unusual() {
            return self.unusual_san(mv, next);
        }
        next.marked_after(next.turn(), self.plain_san(mv))
    }

    /// The canonical SAN of the move that led to this position, of which `san` is the text without mark; `turn` is whose turn
    /// it is now. Under other rules than the standard's the mark can be wrong.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub fn marked_after(&self, turn: Color, san: San) -> San {
        if self.attacks_on_king(turn).any() { self.marked(san) } else { san }
    }

    #[cold]
    #[inline(never)]
    fn unusual_san(&self, mv: Move, next: &Self) -> San {
        if mv.is_of_variant() {
            return variant::san(self, mv, next);
        }
        // A null move gives no check: where the other king is attacked after it, the variant knows no check.
        if mv.is_null() {
            return San::NULL;
        }
        next.marked_after(next.turn(), text_of_unusual(mv))
    }

    /// The text without mark of a move that neither castles nor passes.
    #[inline(always)]
    fn plain_san(&self, mv: Move) -> San {
        let (from, to) = (mv.from(), mv.to());
        let shape = &SHAPES[mv.shape()];
        let text = shape.text + (from.index() as u64 & 7) * u64::from(shape.file_unit);
        let san = San(text | u64::from(u16::from_le_bytes(to.name())) << (shape.shift & 63));
        // Pieces of the kind that could go there if nothing stood between; which pawn it is can always be seen.
        let kind = mv.kind_bits();
        let us = self.turn();
        let alike = Bitboard(self.boards[kind] & self.boards[COLORS + us.index()]) - from.bit();
        let rivals = alike & attacks::origins_by_row(us, kind, to);
        if kind != 0 && rivals.any() { self.disambiguated(san, mv, rivals) } else { san }
    }

    /// Adds the parts of the origin that distinguish it from the rivals that can legally go to the same square.
    #[inline(never)]
    fn disambiguated(&self, san: San, mv: Move, rivals: Bitboard) -> San {
        let (kind, from, to) = (mv.kind(), mv.from(), mv.to());
        let occupied = self.occupied();
        let (mut all, mut on_file, mut on_rank) = (false, false, false);
        for rival in rivals {
            if !attacks::between(rival, to).intersects(occupied) && self.is_safe(kind, rival, to) {
                all = true;
                on_file |= rival.file() == from.file();
                on_rank |= rival.rank() == from.rank();
            }
        }
        san.disambiguated_by(from, all, on_file, on_rank)
    }

    /// With the mark for the check given in this position.
    #[inline(never)]
    fn marked(&self, san: San) -> San {
        san.with_mark(if self.has_move_by_standard_rules() { b'+' } else { b'#' })
    }
}

/// Castling and the null move.
#[cold]
fn text_of_unusual(mv: Move) -> San {
    if mv.is_null() {
        San::NULL
    } else if mv.is_king_side_castling() {
        San::KING_SIDE
    } else {
        San::QUEEN_SIDE
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::ToString as _;

    use super::*;

    #[test]
    fn a_text_tells_its_parts() {
        use CheckMark::{Check, Mate, None as Quiet};
        let file = |c: char| File::new(c as u8 - b'a');
        let rank = |c: char| Rank::new(c as u8 - b'1');
        for (text, kind, to, from_file, from_rank, captures, promotion, mark) in [
            ("e4", PieceKind::Pawn, "e4", None, None, false, None, Quiet),
            ("exd5+", PieceKind::Pawn, "d5", file('e'), None, true, None, Check),
            ("e8=Q#", PieceKind::Pawn, "e8", None, None, false, Some(PieceKind::Queen), Mate),
            ("dxe1=N", PieceKind::Pawn, "e1", file('d'), None, true, Some(PieceKind::Knight), Quiet),
            ("Nf3", PieceKind::Knight, "f3", None, None, false, None, Quiet),
            ("Nbd7", PieceKind::Knight, "d7", file('b'), None, false, None, Quiet),
            ("R1xa3", PieceKind::Rook, "a3", None, rank('1'), true, None, Quiet),
            ("Qh4xe1#", PieceKind::Queen, "e1", file('h'), rank('4'), true, None, Mate),
            ("Bb2c3", PieceKind::Bishop, "c3", file('b'), rank('2'), false, None, Quiet),
            ("Kxh8", PieceKind::King, "h8", None, None, true, None, Quiet),
        ] {
            let san = San::of(text.as_bytes());
            assert_eq!(san.to_string(), text);
            assert_eq!(san.kind(), kind, "{text}");
            assert_eq!(san.to().map(|to| to.to_string()).as_deref(), Some(to), "{text}");
            assert_eq!((san.from_file(), san.from_rank()), (from_file, from_rank), "{text}");
            assert_eq!(
                (san.is_capture(), san.promotion(), san.mark()),
                (captures, promotion, mark),
                "{text}"
            );
            assert_eq!((san.castling(), san.is_null()), (None, false), "{text}");
        }
        for (text, side) in
            [("O-O", CastlingSide::King), ("O-O-O", CastlingSide::Queen), ("O-O+", CastlingSide::King)]
        {
            let san = San::of(text.as_bytes());
            assert_eq!((san.castling(), san.kind(), san.to()), (Some(side), PieceKind::King, None), "{text}");
            assert_eq!((san.from_file(), san.from_rank(), san.promotion()), (None, None, None), "{text}");
        }
        let null = San::NULL;
        assert_eq!((null.is_null(), null.to(), null.castling(), null.mark()), (true, None, None, Quiet));
    }
}
