//! Positions put together piece by piece.

use core::fmt;

use super::{COLORS, Position};
use crate::board::{Bitboard, Color, Piece, PieceKind, Square};
use crate::variant::{self, Extra, Variant};

/// A board being set up, which need not be a possible position yet.
///
/// ```
/// use pgnkit_chess::{Color, Piece, Setup, Square};
///
/// let mut setup = Setup::new();
/// setup.put(Square::E1, Piece::from_letter(b'K').unwrap());
/// setup.put(Square::H1, Piece::from_letter(b'R').unwrap());
/// setup.put(Square::E8, Piece::from_letter(b'k').unwrap());
/// setup.castling(Square::H1.bit());
/// assert_eq!(setup.position()?.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
///
/// setup.remove(Square::H1);
/// assert_eq!(setup.position().unwrap_err().to_string(), "there is no castling with h1");
/// # Ok::<(), pgnkit_chess::SetupError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Setup {
    boards: [u64; 8],
    castling: Bitboard,
    en_passant: Option<Square>,
    turn: Color,
    halfmove_clock: u32,
    fullmove_number: u32,
    extra: Extra,
}

impl Setup {
    /// An empty board, White to move.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            boards: [0; 8],
            castling: Bitboard::EMPTY,
            en_passant: None,
            turn: Color::White,
            halfmove_clock: 0,
            fullmove_number: 1,
            extra: Extra::STANDARD,
        }
    }

    /// Puts a piece on a square, in place of the one that is there.
    pub fn put(&mut self, square: Square, piece: Piece) -> &mut Self {
        self.remove(square);
        self.boards[piece.kind.index()] |= square.bit().0;
        self.boards[COLORS + piece.color.index()] |= square.bit().0;
        self
    }

    /// Takes the piece off a square and returns it.
    pub fn remove(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square)?;
        for board in &mut self.boards {
            *board &= !square.bit().0;
        }
        Some(piece)
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.unchecked().piece_at(square)
    }

    /// Sets whose move it is.
    pub fn turn(&mut self, color: Color) -> &mut Self {
        self.turn = color;
        self
    }

    /// Sets the rooks that may castle, of both colours: `Square::A1.bit() | Square::H1.bit()`.
    pub fn castling(&mut self, rooks: Bitboard) -> &mut Self {
        self.castling = rooks;
        self
    }

    /// Sets the square that a pawn passed over with the move before (section 16.1.3.4).
    pub fn en_passant(&mut self, square: Option<Square>) -> &mut Self {
        self.en_passant = square;
        self
    }

    /// Sets the plies since the last capture or pawn move (section 16.1.3.5), at most 999,999,999.
    pub fn halfmove_clock(&mut self, plies: u32) -> &mut Self {
        self.halfmove_clock = plies;
        self
    }

    /// Sets the variant. A new one has empty pockets and all checks still to give.
    pub fn variant(&mut self, variant: Variant) -> &mut Self {
        self.extra = Extra::of(variant);
        self
    }

    /// Sets how many pieces of a kind a colour has in its pocket, in [`Variant::Crazyhouse`]: 31 at most, and no kings.
    pub fn pocket(&mut self, color: Color, kind: PieceKind, count: u8) -> &mut Self {
        self.extra.set_pocket(color, kind, count);
        self
    }

    /// Sets the pieces that were pawns and are so again when they are taken, in [`Variant::Crazyhouse`].
    pub fn promoted(&mut self, squares: Bitboard) -> &mut Self {
        self.extra.promoted = squares.0;
        self
    }

    /// Sets how many checks a colour still has to give, 3 at most, in [`Variant::ThreeCheck`].
    pub fn remaining_checks(&mut self, color: Color, count: u8) -> &mut Self {
        self.extra.set_checks(color, count);
        self
    }

    /// Sets the number of the next move, from 1 (section 16.1.3.6), at most 999,999,999.
    pub fn fullmove_number(&mut self, number: u32) -> &mut Self {
        self.fullmove_number = number;
        self
    }

    /// The position, if the board is one that can be played from.
    ///
    /// # Errors
    /// Says what is impossible; see [`SetupError`].
    pub fn position(&self) -> Result<Position, SetupError> {
        let mut position = self.unchecked();
        variant::check_board(&position)?;
        variant::check_turn(&position)?;
        if let Some(rook) = self.castling.into_iter().find(|rook| !self.may_castle(&position, *rook)) {
            return Err(SetupError::Castling(rook));
        }
        position.set_castling_rooks(self.castling);
        if let Some(square) = self.en_passant {
            if !was_passed(&position, square) {
                return Err(SetupError::EnPassant(square));
            }
            position.set_ep(square.bit());
        }
        Ok(position.with_clocks(self.halfmove_clock, self.fullmove_number))
    }

    /// The pieces and the side to move, as they are.
    fn unchecked(&self) -> Position {
        Position {
            boards: self.boards,
            rights: 0,
            halfmoves: 0,
            ply: self.turn.index() as u32,
            extra: self.extra,
        }
    }

    /// Whether there is a rook on the back rank of its king, the only one on its side of him that is to castle.
    fn may_castle(&self, position: &Position, rook: Square) -> bool {
        Color::ALL.into_iter().any(|color| {
            let back_rank = Bitboard(if color == Color::White { 0xff } else { 0xff << 56 });
            let king = position.king(color);
            let above = Bitboard(!(king.bit().0 | (king.bit().0 - 1)));
            let side = if above.contains(rook) { above } else { Bitboard(king.bit().0 - 1) };
            back_rank.contains(king)
                && back_rank.contains(rook)
                && position.pieces(color, PieceKind::Rook).contains(rook)
                && !(self.castling & back_rank & side).many()
        })
    }
}

/// Whether a pawn of the side that is not to move can just have passed over a square.
pub(crate) fn was_passed(position: &Position, square: Square) -> bool {
    let (expected_rank, forward) = match position.turn() {
        Color::White => (5, 8),
        Color::Black => (2, -8),
    };
    let at = square.index() as i32;
    let (origin, pawn) = (Square::wrap((at + forward) as u32), Square::wrap((at - forward) as u32));
    let free = !position.occupied();
    square.rank().index() == expected_rank
        && free.contains(square)
        && free.contains(origin)
        && position.pieces(!position.turn(), PieceKind::Pawn).contains(pawn)
}

impl Default for Setup {
    fn default() -> Self {
        Self::new()
    }
}

impl From<Position> for Setup {
    fn from(position: Position) -> Self {
        Self {
            boards: position.boards,
            castling: position.castling_rooks(),
            en_passant: position.ep_square(),
            turn: position.turn(),
            halfmove_clock: position.halfmove_clock(),
            fullmove_number: position.fullmove_number(),
            extra: position.extra,
        }
    }
}

impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setup")
            .field("board", &format_args!("{}", self.unchecked().board()))
            .field("turn", &self.turn)
            .field("castling", &self.castling)
            .field("en_passant", &self.en_passant)
            .field("halfmove_clock", &self.halfmove_clock)
            .field("fullmove_number", &self.fullmove_number)
            .finish()
    }
}

/// The reason why a board is no possible position. Displayed in lower case, without a full stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SetupError {
    /// A colour without a king.
    NoKing(Color),
    /// A colour with several kings.
    SeveralKings(Color),
    /// A pawn on the first or last rank.
    PawnOnBackRank(Square),
    /// The side that just moved is in check.
    OpponentInCheck {
        /// The side in check, which is not to move.
        color: Color,
        /// One of the pieces that attack its king.
        by: Square,
    },
    /// A square with no rook that could castle: its king is not on the back rank with it, or another one castles on that
    /// side.
    Castling(Square),
    /// A square that no pawn can have passed over with the move before.
    EnPassant(Square),
    /// More than 64 pieces on the board and in the pockets, in [`Variant::Crazyhouse`].
    TooManyPieces,
    /// A king of White in [`Variant::Horde`].
    KingInHorde,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoKing(color) => write!(f, "{color} has no king"),
            Self::SeveralKings(color) => write!(f, "{color} has more than one king"),
            Self::PawnOnBackRank(square) => write!(f, "a pawn cannot be on {square}"),
            Self::OpponentInCheck { color, by } => {
                write!(f, "{color} is in check by the piece on {by} although it is not {color}'s move")
            }
            Self::Castling(square) => write!(f, "there is no castling with {square}"),
            Self::EnPassant(square) => write!(f, "no pawn can have passed over {square}"),
            Self::TooManyPieces => {
                f.write_str("there are more than 64 pieces on the board and in the pockets")
            }
            Self::KingInHorde => f.write_str("the horde has a king"),
        }
    }
}

impl core::error::Error for SetupError {}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;

    #[test]
    fn every_position_can_be_taken_apart_and_put_together() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 0 3",
            "1r2k1r1/8/8/8/8/8/8/R4K1R w HAgb - 7 30",
            "4k3/8/8/8/8/8/8/4K3 b - - 99 120",
        ] {
            let position = crate::fen::parse(fen.as_bytes()).unwrap().position;
            let setup = Setup::from(position);
            assert_eq!(setup.position(), Ok(position), "{fen}");
            let mut again = Setup::new();
            for square in crate::Bitboard::ALL {
                if let Some(piece) = setup.piece_at(square) {
                    again.put(square, piece);
                }
            }
            again.turn(position.turn()).castling(position.castling_rooks()).en_passant(position.ep_square());
            again.halfmove_clock(position.halfmove_clock()).fullmove_number(position.fullmove_number());
            assert_eq!((again, again.position()), (setup, Ok(position)), "{fen}");
        }
    }

    #[test]
    fn what_is_impossible_is_named() {
        let setup = |fen: &str| Setup::from(crate::fen::parse(fen.as_bytes()).unwrap().position);
        let usual = setup("r3k2r/8/8/8/4P3/8/8/R3K2R b - - 0 1");
        let king = Piece { color: Color::White, kind: PieceKind::King };
        let pawn = Piece { color: Color::Black, kind: PieceKind::Pawn };
        let rook = Piece { color: Color::White, kind: PieceKind::Rook };
        type Change = fn(&mut Setup, Piece);
        let changes: [(Change, Piece, SetupError); 8] = [
            (|setup, _| _ = setup.remove(Square::E1), king, SetupError::NoKing(Color::White)),
            (|setup, king| _ = setup.put(Square::A3, king), king, SetupError::SeveralKings(Color::White)),
            (|setup, pawn| _ = setup.put(Square::B1, pawn), pawn, SetupError::PawnOnBackRank(Square::B1)),
            (
                |setup, rook| _ = setup.put(Square::E5, rook).turn(Color::White),
                rook,
                SetupError::OpponentInCheck { color: Color::Black, by: Square::E5 },
            ),
            (|setup, _| _ = setup.castling(Square::B1.bit()), rook, SetupError::Castling(Square::B1)),
            (
                |setup, rook| _ = setup.put(Square::G1, rook).castling(Square::G1.bit() | Square::H1.bit()),
                rook,
                SetupError::Castling(Square::G1),
            ),
            (|setup, _| _ = setup.en_passant(Some(Square::D3)), rook, SetupError::EnPassant(Square::D3)),
            (|setup, _| _ = setup.en_passant(Some(Square::E6)), rook, SetupError::EnPassant(Square::E6)),
        ];
        for (change, piece, error) in changes {
            let mut changed = usual;
            change(&mut changed, piece);
            assert_eq!(changed.position(), Err(error), "{error}");
        }
        let mut passed = usual;
        assert!(passed.en_passant(Some(Square::E3)).position().is_ok());
    }
}
