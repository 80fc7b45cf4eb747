//! Moves, lists of moves, and their coordinate (UCI) notation.

mod list;
mod uci;

pub use list::MoveList;
pub use uci::{ChessMode, ParseUciError, Uci};

use core::fmt;

use crate::board::{PieceKind, Square};

/// A move of one position, packed into 32 bits.
///
/// Moves come from a [`Position`](crate::Position): generated, read or resolved. They carry what is
/// needed to play them without asking the board again: the kind moved, the promotion, and whether
/// the move captures, castles, takes en passant or advances a pawn two squares.
///
/// Castling is stored as the king's square and the *rook's* square, which is unique in Chess960 too; [`Move::to`] is
/// then the rook's square and [`Move::destination`] that on which the king ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u32);

const TO: u32 = 6;
const KIND: u32 = 12;
const PROMOTION: u32 = 15;

impl Move {
    /// The null move (pass), written `--`: not a legal move of chess, an extension of analysis files.
    pub const NULL: Self = Self(Self::NULL_FLAG | (PieceKind::King as u32) << KIND);

    pub(crate) const CAPTURE: u32 = 1 << 18;
    pub(crate) const CASTLING: u32 = 1 << 19;
    pub(crate) const EN_PASSANT: u32 = 1 << 20;
    const NULL_FLAG: u32 = 1 << 21;
    const DROP: u32 = 1 << 22;
    const VARIANT: u32 = 1 << 23;
    const SPECIAL: u32 =
        Self::CASTLING | Self::EN_PASSANT | Self::NULL_FLAG | Self::DROP | Self::VARIANT | 7 << PROMOTION;

    #[inline]
    pub(crate) const fn new(kind: PieceKind, from: Square, to: Square, flags: u32) -> Self {
        Self::from_parts(kind.index(), from, to, flags)
    }

    /// As [`new`](Self::new), of the kind numbered `kind`, 0 to 5.
    #[inline]
    pub(crate) const fn from_parts(kind: usize, from: Square, to: Square, flags: u32) -> Self {
        Self(from.index() as u32 | (to.index() as u32) << TO | (kind as u32) << KIND | flags)
    }

    /// With the promotion piece numbered `promotion`, 0 for none.
    #[inline]
    pub(crate) const fn with_promotion(self, promotion: u32) -> Self {
        Self(self.0 | promotion << PROMOTION)
    }

    /// A piece put on the board from the pocket.
    #[inline]
    pub(crate) const fn drop(kind: PieceKind, to: Square) -> Self {
        Self::new(kind, to, to, Self::DROP | Self::VARIANT)
    }

    /// Marked as a move of a variant: playing and writing it then take another way than those of standard chess, which
    /// are not slowed down by a question.
    #[inline]
    pub(crate) const fn of_variant(self) -> Self {
        Self(self.0 | Self::VARIANT)
    }

    /// With another promotion piece.
    #[inline]
    pub(crate) const fn promoting_to(self, promotion: u32) -> Self {
        Self(self.0 & !(7 << PROMOTION)).with_promotion(promotion)
    }

    #[inline]
    pub(crate) const fn is_of_variant(self) -> bool {
        self.0 & Self::VARIANT != 0
    }

    #[inline]
    pub(crate) const fn castling(king: Square, rook: Square) -> Self {
        Self::new(PieceKind::King, king, rook, Self::CASTLING)
    }

    /// The square the piece leaves (castling: the king's; a drop: the square it is put on).
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::wrap(self.0)
    }

    /// The square the piece goes to; for castling the square of the rook.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::wrap(self.0 >> TO)
    }

    /// The square the moved piece ends on; for castling the king's, on the c- or g-file.
    #[inline]
    #[must_use]
    pub const fn destination(self) -> Square {
        if self.is_castling() { self.castling_squares().0 } else { self.to() }
    }

    /// Squares of king and rook after castling.
    pub(crate) const fn castling_squares(self) -> (Square, Square) {
        let back_rank = self.0 & 0o70;
        let (king, rook) = if self.is_king_side() { (6, 5) } else { (2, 3) };
        (Square::wrap(back_rank | king), Square::wrap(back_rank | rook))
    }

    /// The kind of piece moved (a promoting pawn is a pawn).
    #[inline]
    #[must_use]
    pub const fn kind(self) -> PieceKind {
        PieceKind::from_bits(self.0 >> KIND)
    }

    /// Piece to which a pawn promotes, if it does.
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<PieceKind> {
        let bits = self.0 >> PROMOTION & 7;
        if bits == 0 { None } else { Some(PieceKind::from_bits(bits)) }
    }

    /// Whether the move takes a piece, en passant included.
    #[inline]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.0 & Self::CAPTURE != 0
    }

    /// Whether the move castles.
    #[inline]
    #[must_use]
    pub const fn is_castling(self) -> bool {
        self.0 & Self::CASTLING != 0
    }

    /// Whether the move castles towards the h-file (`O-O`).
    #[inline]
    #[must_use]
    pub const fn is_king_side_castling(self) -> bool {
        self.is_castling() && self.is_king_side()
    }

    const fn is_king_side(self) -> bool {
        self.to().index() > self.from().index()
    }

    /// Whether a pawn takes en passant.
    #[inline]
    #[must_use]
    pub const fn is_en_passant(self) -> bool {
        self.0 & Self::EN_PASSANT != 0
    }

    /// Whether a pawn advances two squares.
    #[inline]
    #[must_use]
    pub const fn is_double_push(self) -> bool {
        // Origin and target differ by exactly two ranks: 16 in the one bit, for ranks 2, 4 and 5, 7.
        (self.kind_bits() == 0) & ((self.0 ^ self.0 >> TO) & 63 == 16)
    }

    /// Whether this is [`Move::NULL`].
    #[inline]
    #[must_use]
    pub const fn is_null(self) -> bool {
        self.0 & Self::NULL_FLAG != 0
    }

    /// Whether a piece is put on the board from the pocket, in [`Variant::Crazyhouse`](crate::Variant::Crazyhouse).
    #[inline]
    #[must_use]
    pub const fn is_drop(self) -> bool {
        self.0 & Self::DROP != 0
    }

    /// Whether the text is more than a piece, its origin and its destination: castling, null, moves of variants.
    #[inline]
    pub(crate) const fn is_unusual(self) -> bool {
        self.0 & (Self::CASTLING | Self::NULL_FLAG | Self::VARIANT) != 0
    }

    /// Whether playing the move is more than moving one piece: castling, en passant, promotion, null, of a variant.
    #[inline]
    pub(crate) const fn is_special(self) -> bool {
        self.0 & Self::SPECIAL != 0
    }

    /// Whether the halfmove clock restarts: a pawn move or a capture (section 16.1.3.5).
    #[inline]
    #[must_use]
    pub const fn is_irreversible(self) -> bool {
        self.is_capture() | (self.kind_bits() == 0)
    }

    /// The number of the kind moved.
    #[inline]
    pub(crate) const fn kind_bits(self) -> usize {
        (self.0 >> KIND & 7) as usize
    }

    /// The kind moved, what it promotes to and whether it captures, in 7 bits.
    #[inline]
    pub(crate) const fn shape(self) -> usize {
        (self.0 >> KIND & 0x7f) as usize
    }

    /// The names of its two squares as a little-endian word, first character lowest, where these are its coordinate notation in
    /// any mode: not castling, promotion and the like.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub const fn plain_squares(self) -> Option<u32> {
        if self.is_special() {
            return None;
        }
        let ([a, b], [c, d]) = (self.from().name(), self.to().name());
        Some(u32::from_le_bytes([a, b, c, d]))
    }

    /// The move in UCI coordinate notation.
    ///
    /// Castling is written as the king's move (`e1g1`) in [`ChessMode::Standard`] and as king takes
    /// rook (`e1h1`) in [`ChessMode::Chess960`]; the null move is `0000`.
    #[must_use]
    #[inline]
    pub const fn to_uci(self, mode: ChessMode) -> Uci {
        Uci::new(self, mode)
    }
}

impl fmt::Debug for Move {
    /// The coordinates, castling as king takes rook.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_uci(ChessMode::Chess960), f)
    }
}
