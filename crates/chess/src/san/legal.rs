//! Moves given by text or of unknown origin: the legal move, or the reason why there is none.

use super::error::SanError;
use super::explain;
use super::read::{find, read};
use super::shape::{Claim, PieceClaim};
use crate::board::{PieceKind, Square};
use crate::moves::Move;
use crate::position::Position;

impl Position {
    /// The legal move that a text in SAN names, in any spelling that [`san::read`](crate::san::read) takes.
    ///
    /// # Errors
    /// Says why the text names no legal move.
    ///
    /// ```
    /// use pgnkit_chess::{ChessMode, Position};
    ///
    /// let mv = Position::START.parse_san("Nf3")?;
    /// assert_eq!(mv.to_uci(ChessMode::Standard).as_str(), "g1f3");
    /// let error = Position::START.parse_san("Bc4").unwrap_err();
    /// assert_eq!(error.to_string(), "the bishop on f1 is blocked by the pawn on e2");
    /// # Ok::<(), pgnkit_chess::san::SanError>(())
    /// ```
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        read(self, text.as_bytes()).map(|reading| reading.mv)
    }

    /// The legal move that a text in UCI coordinate notation names: [`parse_uci`](Self::parse_uci) with a reason.
    ///
    /// # Errors
    /// Says why the text names no legal move.
    ///
    /// ```
    /// use pgnkit_chess::Position;
    ///
    /// assert_eq!(Position::START.read_uci("e2e4")?, Position::START.parse_san("e4")?);
    /// let error = Position::START.read_uci("e1g1").unwrap_err();
    /// assert_eq!(error.to_string(), "king-side castling is blocked by the bishop on f1");
    /// # Ok::<(), pgnkit_chess::san::SanError>(())
    /// ```
    pub fn read_uci(&self, text: &str) -> Result<Move, SanError> {
        if let Some(mv) = self.parse_uci(text.as_bytes()) {
            return Ok(mv);
        }
        let uci: crate::Uci = text.parse().map_err(|_| SanError::NotAMove)?;
        Err(match uci.squares() {
            Some((from, to)) => self.why_not(from, to, uci.promotion()),
            None => explain::null_in_check(self),
        })
    }

    /// Whether a move is legal here, as [`is_legal`](Self::is_legal) says.
    ///
    /// # Errors
    /// Says why it is not.
    ///
    /// ```
    /// use pgnkit_chess::Position;
    ///
    /// let mv = Position::START.parse_san("e4")?;
    /// assert_eq!(Position::START.check_move(mv), Ok(()));
    /// let error = Position::START.after(mv).check_move(mv).unwrap_err();
    /// assert_eq!(error.to_string(), "black has no piece on e2");
    /// # Ok::<(), pgnkit_chess::san::SanError>(())
    /// ```
    pub fn check_move(&self, mv: Move) -> Result<(), SanError> {
        if self.is_legal(mv) {
            Ok(())
        } else if mv.is_null() {
            Err(explain::null_in_check(self))
        } else if mv.is_castling() {
            Err(self.over().unwrap_or_else(|| explain::castling(self, mv.is_king_side_castling())))
        } else {
            Err(self.why_not(mv.from(), mv.to(), mv.promotion()))
        }
    }

    /// The end of the game, as the reason why nothing is legal.
    fn over(&self) -> Option<SanError> {
        (!self.has_legal_move()).then(|| SanError::GameOver { turn: self.turn(), checkmate: self.is_check() })
    }

    /// Reason why there is no legal move between two squares with this promotion.
    #[cold]
    fn why_not(&self, from: Square, to: Square, promotion: Option<PieceKind>) -> SanError {
        if let Some(over) = self.over() {
            return over;
        }
        let is_king = self.king(self.turn()) == from;
        let goes_two = from.rank() == to.rank() && from.file().index().abs_diff(to.file().index()) == 2;
        let takes_rook = self.pieces(self.turn(), PieceKind::Rook).contains(to) && from.rank() == to.rank();
        if is_king && (goes_two || takes_rook) && promotion.is_none() {
            return explain::castling(self, to.index() > from.index());
        }
        let claim = PieceClaim {
            kind: None,
            from_file: Some(from.file()),
            from_rank: Some(from.rank()),
            to_file: to.file(),
            to_rank: Some(to.rank()),
            capture: false,
            hyphen: false,
            promotion,
        };
        // The squares can fit where the move is one of another position.
        match find(self, Claim::Piece(claim)) {
            Ok(_) => SanError::OfAnotherPosition { from, to },
            Err(error) => error,
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::ToString as _;

    use super::*;
    use crate::board::Square;
    use crate::{Bitboard, ChessMode, Uci};

    #[test]
    fn each_refusal_has_its_reason() {
        for (fen, uci, reason) in [
            ("", "e2e5", "no pawn can reach e5"),
            ("", "e3e4", "white has no piece on e3"),
            ("", "e7e5", "white has no piece on e7"),
            ("", "e1g1", "king-side castling is blocked by the bishop on f1"),
            ("", "e1h1", "king-side castling is blocked by the bishop on f1"),
            ("", "a1a5", "the rook on a1 is blocked by the pawn on a2"),
            ("", "e2e4q", "a promotion to a queen is not possible here"),
            ("", "Nf3", "this is not a move"),
            (
                "4k3/8/8/8/8/4r3/8/4K3 w - - 0 1",
                "0000",
                "a null move is not possible in check by the rook on e3",
            ),
            ("4k3/8/8/8/8/4r3/8/4K3 w - - 0 1", "e1e2", "e2 is attacked by the rook on e3"),
            ("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "the knight on e2 is pinned by the rook on e7"),
            ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "h8h7", "black is checkmated"),
            (
                "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1",
                "e1c1",
                "king or rook is not in place for queen-side castling, or has moved",
            ),
        ] {
            let position = if fen.is_empty() { Position::START } else { fen.parse().unwrap() };
            assert_eq!(position.read_uci(uci).unwrap_err().to_string(), reason, "{fen} {uci}");
        }
    }

    #[test]
    fn a_move_is_refused_exactly_where_it_is_not_legal() {
        let positions = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "4k3/8/8/8/8/4r3/8/4K3 w - - 0 1",
            "7k/5KQ1/8/8/8/8/8/8 b - - 0 1",
        ]
        .map(|fen| fen.parse::<Position>().unwrap());
        let mut reasons = 0;
        for made in &positions {
            for mv in made.legal_moves().into_iter().chain([Move::NULL]) {
                for position in &positions {
                    let checked = position.check_move(mv);
                    assert_eq!(checked.is_ok(), position.is_legal(mv), "{mv:?} of {made} in {position}");
                    reasons += usize::from(checked.is_err());
                    assert_eq!(position.read_uci(mv.to_uci(ChessMode::Chess960).as_str()).is_ok(), {
                        position.parse_uci(mv.to_uci(ChessMode::Chess960).as_bytes()).is_some()
                    });
                }
            }
        }
        assert!(reasons > 100, "{reasons}");
        let capture =
            "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse::<Position>().unwrap().parse_san("exd5").unwrap();
        let other: Position = "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1".parse().unwrap();
        assert!(other.check_move(capture).is_err());
        let step = Position::START.parse_san("Nf3").unwrap();
        let taking: Position = "4k3/8/8/8/8/5p2/8/4K1N1 w - - 0 1".parse().unwrap();
        let other = SanError::OfAnotherPosition { from: Square::G1, to: Square::F3 };
        assert_eq!(taking.check_move(step), Err(other));
    }

    #[test]
    fn texts_of_moves_and_squares() {
        for text in ["e2e4", "a7a8q", "h2g1n", "0000"] {
            let uci: Uci = text.parse().unwrap();
            assert_eq!(uci.to_string(), text);
        }
        for text in ["", "e2", "e2e9", "e2e4x", "e2e4Q", "e2e4qq", "e2-e4", "0001", "é2e4", "e2e4\u{e9}"] {
            assert!(text.parse::<Uci>().is_err(), "{text}");
        }
        for square in Bitboard::ALL {
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        for text in ["", "e", "e9", "E4", "e44", "i1"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }
}
