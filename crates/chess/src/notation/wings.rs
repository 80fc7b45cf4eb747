//! The sides that rooks and knights came from.

use crate::board::{Bitboard, Color, Square};
use crate::moves::Move;
use crate::position::{CastlingSide, Position};

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wing {
    King,
    Queen,
}

/// The rooks and knights of a position that began the game on the king's side, and those that began it on the queen's:
/// the pieces that descriptive notation calls `KR`, `KN`, `QR` and `QN`. It is kept up to date with each move.
///
/// ```
/// use pgnkit_chess::{Position, notation::{OtherNotation, Wings}};
///
/// let (mut position, mut wings) = (Position::START, Wings::START);
/// for word in ["KN-B3", "QN-B3", "KN-K5"] {
///     let mv = OtherNotation::Descriptive.read(&position, &wings, word.as_bytes()).unwrap().mv;
///     (position, wings) = (position.after(mv), wings.after(mv));
/// }
/// assert!(position.board().to_string().contains('N'));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wings {
    king: Bitboard,
    queen: Bitboard,
}

impl Wings {
    /// Those of the usual start.
    pub const START: Self = Self { king: Bitboard(0xc0 | 0xc0 << 56), queen: Bitboard(0x03 | 0x03 << 56) };

    /// Those of the beginning of a game: of all pieces in the usual start, elsewhere of rooks that may still castle.
    #[must_use]
    pub fn of(start: &Position) -> Self {
        if *start == Position::START {
            return Self::START;
        }
        let rooks = |side| {
            [Color::White, Color::Black]
                .into_iter()
                .filter_map(|color| start.castling_rook(color, side))
                .fold(Bitboard::EMPTY, |rooks, square| rooks | square.bit())
        };
        Self { king: rooks(CastlingSide::King), queen: rooks(CastlingSide::Queen) }
    }

    /// Those after a move.
    #[must_use]
    pub fn after(self, mv: Move) -> Self {
        let moved = |wing: Bitboard| {
            // The rook, whose square is the one that castling goes to, or the piece.
            let (from, to) =
                if mv.is_castling() { (mv.to(), mv.castling_squares().1) } else { (mv.from(), mv.to()) };
            let left = wing & !(from.bit() | to.bit());
            if wing.contains(from) && !mv.is_drop() { left | to.bit() } else { left }
        };
        if mv.is_null() { self } else { Self { king: moved(self.king), queen: moved(self.queen) } }
    }

    /// The side that the piece on a square came from, if that is known.
    pub(super) fn side(&self, square: Square) -> Option<Wing> {
        match (self.king.contains(square), self.queen.contains(square)) {
            (true, _) => Some(Wing::King),
            (_, true) => Some(Wing::Queen),
            _ => None,
        }
    }
}
