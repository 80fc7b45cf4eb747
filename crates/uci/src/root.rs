//! The position of a search.

use pgnkit_chess::fen::EnPassant;
use pgnkit_chess::{ChessMode, Move, Position};

use crate::error::EngineError;

/// The position that is searched, as a start position and the moves that lead to it: engines see repetitions in the moves.
///
/// ```
/// use pgnkit_chess::Position;
/// use pgnkit_uci::Root;
///
/// let start = Position::START;
/// let moves = [start.parse_uci(b"e2e4").unwrap()];
/// let root = Root::new(&start, &moves)?;
/// assert_eq!(*root.position(), start.after(moves[0]));
/// assert!(Root::new(root.position(), &moves).is_err());
/// # Ok::<(), pgnkit_uci::EngineError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root<'g> {
    start: &'g Position,
    moves: &'g [Move],
    position: Position,
}

impl<'g> Root<'g> {
    /// The position after these moves.
    ///
    /// # Errors
    ///
    /// [`EngineError::IllegalMove`] if a move is illegal where it is, or the null move.
    pub fn new(start: &'g Position, moves: &'g [Move]) -> Result<Self, EngineError> {
        let mut position = *start;
        for (ply, mv) in moves.iter().enumerate() {
            if mv.is_null() || !position.is_legal(*mv) {
                return Err(EngineError::IllegalMove { ply, text: format!("{mv:?}") });
            }
            position.play(*mv);
        }
        Ok(Self { start, moves, position })
    }

    /// The start position.
    #[must_use]
    pub const fn start(&self) -> &'g Position {
        self.start
    }

    /// The moves from the start position.
    #[must_use]
    pub const fn moves(&self) -> &'g [Move] {
        self.moves
    }

    /// The position after the moves.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The form of castling that the game needs.
    pub(crate) fn mode(&self) -> ChessMode {
        mode_of(self.start)
    }

    /// The command `position`.
    pub(crate) fn command(&self) -> String {
        let mut text = format!("position fen {}", self.start.fen(EnPassant::Legal));
        if !self.moves.is_empty() {
            text.push_str(" moves");
        }
        for mv in self.moves {
            text.push(' ');
            text.push_str(mv.to_uci(self.mode()).as_str());
        }
        text
    }
}

/// The form of castling that games from a position need.
pub(crate) fn mode_of(start: &Position) -> ChessMode {
    if start.needs_chess960() { ChessMode::Chess960 } else { ChessMode::Standard }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castling_is_king_takes_rook_where_the_start_needs_it() {
        let standard: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
        let chess960: Position = "4k3/8/8/8/8/8/8/4K1R1 w K - 0 1".parse().unwrap();
        for (start, text, end) in [(standard, "e1g1", " moves e1g1"), (chess960, "e1g1", " moves e1g1")] {
            let moves = [start.parse_uci(text.as_bytes()).unwrap()];
            assert!(moves[0].is_castling());
            let command = Root::new(&start, &moves).unwrap().command();
            assert_eq!(command, format!("position fen {start}{end}"));
        }
        let far: Position = "4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1".parse().unwrap();
        let moves = [far.parse_uci(b"d1h1").unwrap()];
        assert!(Root::new(&far, &moves).unwrap().command().ends_with(" moves d1h1"));
    }
}
