//! When two records are about the same position.

use std::fmt;

use pgnkit_chess::{Color, Piece, PieceKind, Position};

use super::Epd;

/// A position without its counters, in 32 bytes: equal where positions are the same under the rule of repetition, and
/// only there.
///
/// That is: same pieces on the same squares, same side to move, same castling rights, and the same legal en passant
/// capture or none. An en passant square that nobody can use does not count, so that records of programs that leave it
/// out (decision A-51) agree with those that follow section 16.1.3.4.
///
/// ```
/// use pgnkit::epd::Epd;
///
/// let key = |fields: &str| Ok::<_, pgnkit::syntax::Diagnostic>(fields.parse::<Epd>()?.position_key());
/// let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
/// assert_eq!(key(&format!("{after_e4} e3"))?, key(&format!("{after_e4} -"))?);
/// assert_ne!(key("4k3/8/8/8/3pP3/8/8/4K3 b - e3")?, key("4k3/8/8/8/3pP3/8/8/4K3 b - -")?);
/// # Ok::<(), pgnkit::syntax::Diagnostic>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PositionKey([u8; 32]);

/// Four bits a square: 1 to 12 are pieces, 0 an empty square.
const KING_TO_MOVE: u8 = 13;
/// A rook that may castle; on which side of the board it stands tells its colour.
const CASTLING_ROOK: u8 = 14;
/// A pawn that may be taken en passant: one of the side that is not to move.
const PASSING_PAWN: u8 = 15;

impl PositionKey {
    /// The key of a position.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let mut key = [0; 32];
        // The pawn stands one rank on: on the fourth and not the third, on the fifth and not the sixth.
        let passing = position.ep_square().map(|square| square.index() ^ 8);
        let passing = passing.filter(|_| position.has_legal_en_passant());
        for square in position.occupied() {
            let (index, Some(piece)) = (square.index(), position.piece_at(square)) else { continue };
            let code = if position.castling_rooks().contains(square) {
                CASTLING_ROOK
            } else if piece == (Piece { color: position.turn(), kind: PieceKind::King }) {
                KING_TO_MOVE
            } else if passing == Some(index) {
                PASSING_PAWN
            } else {
                1 + (2 * piece.kind.index() + usize::from(piece.color == Color::Black)) as u8
            };
            key[index / 2] |= code << (4 * (index % 2));
        }
        Self(key)
    }
}

impl fmt::Debug for PositionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PositionKey(")?;
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}

impl Epd {
    /// What is equal for records of the same position, whatever their counters.
    #[must_use]
    pub fn position_key(&self) -> PositionKey {
        PositionKey::of(&self.position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_where_the_position_is_the_same() {
        for (one, other, same) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 1;", "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 2;", true),
            ("4k3/8/8/8/8/8/4P3/4K3 w - -", "4k3/8/8/8/8/8/4P3/4K3 b - -", false),
            ("4k3/8/8/8/8/8/4P3/4K3 w - -", "4K3/8/8/8/8/8/4P3/4k3 w - -", false),
            ("4k3/8/8/8/8/8/4P3/4K3 w - -", "4k3/8/8/8/8/8/3P4/4K3 w - -", false),
            ("4k3/8/8/8/8/8/4P3/4K3 w - -", "4k3/8/8/8/8/8/4B3/4K3 w - -", false),
            ("4k3/8/8/8/8/8/4n3/4K3 w - -", "4k3/8/8/8/8/8/4N3/4K3 w - -", false),
            ("r3k3/8/8/8/8/8/8/4K2R w Kq -", "r3k3/8/8/8/8/8/8/4K2R w K -", false),
            ("r3k3/8/8/8/8/8/8/4K2R w Kq -", "r3k3/8/8/8/8/8/8/4K2R w Hq -", true),
            // Nobody can take.
            ("4k3/8/8/8/4P3/8/8/4K3 b - e3", "4k3/8/8/8/4P3/8/8/4K3 b - -", true),
            // The pawn that could take is pinned.
            ("8/8/8/K2pP2r/8/8/8/4k3 w - d6", "8/8/8/K2pP2r/8/8/8/4k3 w - -", true),
            ("8/8/8/K2pP3/8/8/8/4k3 w - d6", "8/8/8/K2pP3/8/8/8/4k3 w - -", false),
            ("4k3/8/8/8/3pPp2/8/8/4K3 b - e3", "4k3/8/8/8/3pPp2/8/8/4K3 b - -", false),
        ] {
            let key = |record: &str| record.parse::<Epd>().unwrap().position_key();
            assert_eq!(key(one) == key(other), same, "{one} {other}");
            let hash = |record: &str| record.parse::<Epd>().unwrap().position().repetition_key();
            assert_eq!(hash(one) == hash(other), same, "{one} {other}");
        }
    }
}
