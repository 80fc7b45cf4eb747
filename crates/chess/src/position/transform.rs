//! Positions made of others, and the starts of Chess960.

use super::{COLORS, Position};
use crate::board::{Bitboard, Color, PieceKind};
use crate::moves::MoveList;

/// The files of the two knights among the five that are free, as Chess960 numbers them.
const KNIGHTS: [[usize; 2]; 10] =
    [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

impl Position {
    /// The start position of Chess960 with this number, 0 to 959, as Scharnagl counts them; `None` above. 518 is the start
    /// position of standard chess.
    ///
    /// ```
    /// use pgnkit_chess::Position;
    ///
    /// assert_eq!(Position::chess960(518), Some(Position::START));
    /// let first = Position::chess960(0).unwrap();
    /// assert_eq!(first.to_string(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    /// assert_eq!(Position::chess960(960), None);
    /// ```
    #[must_use]
    pub fn chess960(number: u16) -> Option<Self> {
        if number >= 960 {
            return None;
        }
        let number = usize::from(number);
        let mut files = [None; 8];
        files[2 * (number % 4) + 1] = Some(PieceKind::Bishop);
        files[2 * (number / 4 % 4)] = Some(PieceKind::Bishop);
        let mut put = |nth: usize, kind: PieceKind| {
            if let Some(free) = files.iter_mut().filter(|file| file.is_none()).nth(nth) {
                *free = Some(kind);
            }
        };
        put(number / 16 % 6, PieceKind::Queen);
        // The second first, so that it does not move the first.
        let [first, second] = KNIGHTS[number / 96];
        put(second, PieceKind::Knight);
        put(first, PieceKind::Knight);
        for kind in [PieceKind::Rook, PieceKind::King, PieceKind::Rook] {
            put(0, kind);
        }
        let mut position = Self { boards: [0; 8], rights: 0, ..Self::START };
        for (file, kind) in files.into_iter().enumerate() {
            position.boards[kind.unwrap_or(PieceKind::Pawn).index()] |= (1 << file) | (1 << (56 + file));
        }
        position.rights = position.boards[PieceKind::Rook.index()];
        position.boards[PieceKind::Pawn.index()] = Self::START.boards[PieceKind::Pawn.index()];
        position.boards[COLORS..].copy_from_slice(&Self::START.boards[COLORS..]);
        Some(position)
    }

    /// Whether a castling right needs the rules of Chess960: its king or rook is elsewhere than in standard chess.
    #[must_use]
    pub fn needs_chess960(&self) -> bool {
        const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);
        let rooks = self.castling_rooks();
        (rooks - CORNERS).any()
            || Color::ALL
                .into_iter()
                .any(|color| rooks.intersects(self.color(color)) && self.king(color).file().index() != 4)
    }

    /// The same position with the colours exchanged: White's pieces where Black's were, seen from the other side.
    ///
    /// ```
    /// use pgnkit_chess::Position;
    ///
    /// let position: Position = "4k3/8/8/8/4P3/8/8/4K2R b K e3 0 1".parse()?;
    /// assert_eq!(position.mirrored().to_string(), "4k2r/8/8/4p3/8/8/8/4K3 w k e6 0 1");
    /// # Ok::<(), pgnkit_chess::fen::FenError>(())
    /// ```
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut boards = self.boards.map(u64::swap_bytes);
        boards.swap(COLORS, COLORS + 1);
        Self {
            boards,
            rights: self.rights.swap_bytes(),
            halfmoves: self.halfmoves,
            ply: self.ply ^ 1,
            extra: self.extra.mirrored(),
        }
    }

    /// The legal moves that take a piece, en passant included.
    ///
    /// ```
    /// use pgnkit_chess::Position;
    ///
    /// let position: Position = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse()?;
    /// let captures: Vec<String> = position.captures().iter().map(|mv| position.san(*mv).to_string()).collect();
    /// assert_eq!(captures, ["exd5"]);
    /// # Ok::<(), pgnkit_chess::fen::FenError>(())
    /// ```
    #[must_use]
    pub fn captures(&self) -> MoveList {
        let mut captures = MoveList::new();
        for mv in self.legal_moves().iter().filter(|mv| mv.is_capture()) {
            captures.push(*mv);
        }
        captures
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::collections::HashSet;

    use super::*;
    use crate::board::Square;

    #[test]
    fn there_are_960_starts() {
        let starts: HashSet<Position> = (0..960).filter_map(Position::chess960).collect();
        assert_eq!(starts.len(), 960);
        for start in starts {
            let [left, right] =
                [start.castling_rooks().first(), (start.castling_rooks() & Bitboard(0xff)).last()];
            let king = start.king(Color::White);
            assert!(left < Some(king) && Some(king) < right, "{start}");
            let bishops = start.pieces(Color::White, PieceKind::Bishop);
            assert_eq!(bishops.into_iter().filter(|square| square.is_light()).count(), 1, "{start}");
            assert_eq!(start.occupied().len(), 32);
            assert_eq!(start.mirrored().mirrored(), start);
            let again = crate::fen::parse(start.fen(Default::default()).as_bytes()).unwrap();
            assert_eq!((again.position, again.chess960), (start, start.needs_chess960()), "{start}");
        }
    }

    #[test]
    fn a_mirrored_position_has_the_mirrored_moves() {
        let position = Position::START;
        for mv in position.legal_moves().iter() {
            let next = position.after(*mv);
            let mirrored = position.mirrored();
            let flip = |square: Square| Square::wrap(square.index() as u32 ^ 56);
            let same = mirrored.find_move(flip(mv.from()), flip(mv.to()), None).unwrap();
            let same = mirrored.after(same);
            assert_eq!(same.legal_move_count(), next.legal_move_count());
            // Numbers go on after Black's move only.
            assert_eq!(same.with_clocks(0, 1), next.mirrored().with_clocks(0, 1));
        }
    }
}
