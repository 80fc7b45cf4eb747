//! Positions: pieces, side to move, castling rights, en passant square and clocks.

mod legality;
mod make;
mod movegen;
mod packed;
mod restraints;
mod setup;
mod status;
mod text;
mod transform;
mod unaligned;

pub(crate) use make::captured_en_passant;
pub(crate) use movegen::{Any, Count, Each, LAST_RANKS, PawnMoves, Sink};
pub use packed::PackedPosition;
pub(crate) use restraints::Restraints;
pub(crate) use setup::was_passed;
pub use setup::{Setup, SetupError};
pub(crate) use status::LIGHT_SQUARES;
pub use status::{CastlingSide, Status};
pub use text::BoardText;
pub use unaligned::UnalignedPosition;

use core::fmt;

use crate::board::{Bitboard, Color, Piece, PieceKind, Square};
use crate::variant::{self, Extra};

/// A position of chess or of one of its [variants](crate::Variant), with its clocks: everything in a FEN (section 16.1), in 96
/// bytes.
///
/// Positions are values: [`Position::after`] returns the position after a move and leaves the old
/// one alone. Every position of standard chess made through this crate has one king of each colour, and the side that
/// just moved is not in check.
///
/// Equality compares all six FEN fields. To ask whether two positions are the same for the threefold
/// repetition rule, compare [`Position::repetition_key`], or [`PackedPosition`].
///
/// ```
/// use pgnkit_chess::Position;
/// let start = Position::START;
/// assert_eq!(start.legal_moves().len(), 20);
/// let mv = start.parse_uci(b"e2e4").unwrap();
/// let next = start.after(mv);
/// assert_eq!(start.san(mv).to_string(), "e4");
/// assert_eq!(
///     next.to_string(),
///     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(align(32))] // No vector that is moved lies across two cache lines.
pub struct Position {
    /// Six sets by kind, then two by colour: one array, so that a move updates it in one sweep.
    pub(crate) boards: [u64; 8],
    /// On the outer ranks the rooks that may still castle, which names the rook also in Chess960; on the third or the
    /// sixth the square that a pawn just passed over.
    pub(crate) rights: u64,
    pub(crate) halfmoves: u32,
    /// Twice the fullmove number, counted from 0, plus 1 for Black: the low bit is the side to move.
    pub(crate) ply: u32,
    /// Untouched by moves of standard chess.
    pub(crate) extra: Extra,
}

/// The indices of the colour sets in [`Position::boards`].
pub(crate) const COLORS: usize = 6;

const OUTER_RANKS: u64 = 0xff00_0000_0000_00ff;
const EP_RANKS: u64 = 0x0000_ff00_00ff_0000;

impl Position {
    /// The start position of standard chess.
    pub const START: Self = Self {
        boards: [
            0x00ff_0000_0000_ff00,
            0x4200_0000_0000_0042,
            0x2400_0000_0000_0024,
            0x8100_0000_0000_0081,
            0x0800_0000_0000_0008,
            0x1000_0000_0000_0010,
            0x0000_0000_0000_ffff,
            0xffff_0000_0000_0000,
        ],
        rights: 0x8100_0000_0000_0081,
        halfmoves: 0,
        ply: 0,
        extra: Extra::STANDARD,
    };

    /// The side to move.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Color {
        if self.ply & 1 == 0 { Color::White } else { Color::Black }
    }

    /// All pieces of one kind, of both colours.
    #[inline]
    #[must_use]
    pub const fn kind(&self, kind: PieceKind) -> Bitboard {
        Bitboard(self.boards[kind as usize])
    }

    /// All pieces of one colour.
    #[inline]
    #[must_use]
    pub const fn color(&self, color: Color) -> Bitboard {
        Bitboard(self.boards[COLORS + color as usize])
    }

    /// The pieces of one colour and kind.
    #[inline]
    #[must_use]
    pub const fn pieces(&self, color: Color, kind: PieceKind) -> Bitboard {
        Bitboard(self.boards[COLORS + color as usize] & self.boards[kind as usize])
    }

    /// All occupied squares.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.boards[COLORS] | self.boards[COLORS + 1])
    }

    /// The square of a king. In a variant in which this colour has none, any square.
    #[inline]
    #[must_use]
    pub const fn king(&self, color: Color) -> Square {
        self.pieces(color, PieceKind::King).lowest()
    }

    /// The kind of the piece on a square.
    #[must_use]
    pub fn kind_at(&self, square: Square) -> Option<PieceKind> {
        PieceKind::ALL.into_iter().find(|kind| self.kind(*kind).contains(square))
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = if self.color(Color::White).contains(square) { Color::White } else { Color::Black };
        Some(Piece { color, kind: self.kind_at(square)? })
    }

    /// The rooks that may still castle (section 16.1.3.3): neither they nor their king have moved.
    #[inline]
    #[must_use]
    pub const fn castling_rooks(&self) -> Bitboard {
        Bitboard(self.rights & OUTER_RANKS)
    }

    /// The square a pawn passed over with the last move, whether or not it can be taken there
    /// (section 16.1.3.4).
    #[inline]
    #[must_use]
    pub const fn ep_square(&self) -> Option<Square> {
        self.ep().first()
    }

    /// The square a pawn just passed over, as a set.
    #[inline(always)]
    pub(crate) const fn ep(&self) -> Bitboard {
        Bitboard(self.rights & EP_RANKS)
    }

    pub(crate) const fn set_ep(&mut self, square: Bitboard) {
        self.rights = self.rights & OUTER_RANKS | square.0 & EP_RANKS;
    }

    pub(crate) const fn set_castling_rooks(&mut self, rooks: Bitboard) {
        self.rights = self.rights & EP_RANKS | rooks.0 & OUTER_RANKS;
    }

    /// The largest clock that is read: playing on never overflows.
    pub(crate) const MAX_CLOCK: u32 = 999_999_999;

    /// Plies since the last capture or pawn move (section 16.1.3.5).
    #[inline]
    #[must_use]
    pub const fn halfmove_clock(&self) -> u32 {
        self.halfmoves
    }

    /// The number of the move about to be played, from 1 (section 16.1.3.6).
    #[inline]
    #[must_use]
    pub const fn fullmove_number(&self) -> u32 {
        self.ply / 2 + 1
    }

    /// The same position with other counters, as the operations `hmvc` and `fmvn` of an EPD record give them. A number
    /// of 0 is 1, and neither is more than 999,999,999.
    #[must_use]
    pub fn with_clocks(self, halfmove_clock: u32, fullmove_number: u32) -> Self {
        let ply = (fullmove_number.clamp(1, Self::MAX_CLOCK) - 1) * 2 + (self.ply & 1);
        Self { halfmoves: halfmove_clock.min(Self::MAX_CLOCK), ply, ..self }
    }

    /// The pieces that give check to the side to move. Looked for at each call.
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        if self.is_standard() { self.attacks_on_king(self.turn()) } else { variant::checkers(self) }
    }
}

impl Default for Position {
    /// [`Position::START`].
    fn default() -> Self {
        Self::START
    }
}

impl fmt::Debug for Position {
    /// The FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.fen(crate::fen::EnPassant::Always))
    }
}
