//! Positions in 32 bytes, for storing millions of them.

use core::fmt;

use super::{COLORS, Position};
use crate::board::{Color, PieceKind};

/// The parts of a position that matter under the repetition rule: the pieces on their squares, the side to move,
/// castling rights, and the en passant square if a capture is legal. No clocks, and of standard chess only.
///
/// Two of them are equal exactly when the positions are the same under that rule, so this is a
/// [`repetition_key`](Position::repetition_key) without its chance of an error. The order has no meaning.
///
/// ```
/// use pgnkit_chess::{PackedPosition, Position};
/// let next = Position::START.after(Position::START.parse_uci(b"e2e4").unwrap());
/// let packed = PackedPosition::new(&next);
/// assert!(packed.unpack().epd(Default::default()).as_str().ends_with(" b KQkq -"));
/// assert_eq!(PackedPosition::new(&packed.unpack()), packed);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackedPosition {
    /// Four bits for each square, one in each set. 1 to 6: a piece of White, 9 to 14 of Black, in the order of
    /// [`PieceKind`]. The remaining values hold the rest: 7 is a rook that may castle (its rank gives the colour), 15
    /// the king of the side to move (the other king gives the colour), 8 the en passant square.
    planes: [u64; 4],
}

const EIGHTH_RANK: u64 = 0xff << 56;

impl PackedPosition {
    /// Packs a position.
    #[inline]
    #[must_use]
    pub fn new(position: &Position) -> Self {
        let [pawns, knights, bishops, rooks, queens, kings, _, black] = position.boards;
        let castling = position.castling_rooks().0;
        let mover = position.king(position.turn()).bit().0;
        // Most positions have no such square: that is seen sooner than the moves that it allows.
        let ep = position.ep().0;
        let ep = if ep != 0 && position.has_legal_en_passant() { ep } else { 0 };
        Self {
            planes: [
                pawns | bishops | queens | castling | mover,
                knights | bishops | kings | castling,
                rooks | queens | kings,
                black & !castling | mover | ep,
            ],
        }
    }

    /// The position, with clocks as at the start of a game, and the en passant square only if a capture is legal.
    #[must_use]
    pub fn unpack(self) -> Position {
        let [a, b, c, d] = self.planes;
        let occupied = a | b | c;
        let (castling, mover) = (a & b & c & !d, a & b & c & d);
        let other_king = b & c & !a;
        let turn = if other_king & d == 0 { Color::Black } else { Color::White };
        let own_king = if turn == Color::Black { mover } else { 0 };
        let black = d & occupied & !mover | castling & EIGHTH_RANK | own_king;
        let mut boards = [0; 8];
        boards[PieceKind::Pawn.index()] = a & !b & !c;
        boards[PieceKind::Knight.index()] = b & !a & !c;
        boards[PieceKind::Bishop.index()] = a & b & !c;
        boards[PieceKind::Rook.index()] = c & !a & !b | castling;
        boards[PieceKind::Queen.index()] = a & c & !b;
        boards[PieceKind::King.index()] = other_king | mover;
        boards[COLORS + Color::White.index()] = occupied & !black;
        boards[COLORS + Color::Black.index()] = black;
        Position {
            boards,
            rights: castling | d & !occupied,
            halfmoves: 0,
            ply: turn.index() as u32,
            extra: crate::variant::Extra::STANDARD,
        }
    }

    /// The bits, for a hash function of one's own.
    #[inline]
    #[must_use]
    pub const fn words(self) -> [u64; 4] {
        self.planes
    }
}

impl fmt::Debug for PackedPosition {
    /// The first four fields of the FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PackedPosition({})", self.unpack().epd(crate::fen::EnPassant::Legal))
    }
}
