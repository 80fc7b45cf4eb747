//! Structures of pawns: isolated, doubled and so on.

use pgnkit::chess::{Bitboard, Color, PieceKind, Position};

/// Pawns that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::condition) enum Pawns {
    /// No pawn of the other side is before them, on their file or beside it.
    Passed,
    /// No pawn of their own side is on a file beside theirs.
    Isolated,
    /// A pawn of their own side is before them on their file.
    Doubled,
}

const A_FILE: u64 = 0x0101_0101_0101_0101;
const H_FILE: u64 = A_FILE << 7;

impl Pawns {
    /// Those of a side.
    pub(super) fn of(self, position: &Position, color: Color) -> Bitboard {
        let pawns = |color| position.pieces(color, PieceKind::Pawn).0;
        let own = pawns(color);
        Bitboard(match self {
            Self::Passed => {
                let before_them = before(pawns(!color), !color);
                own & !(before_them | beside(before_them))
            }
            Self::Isolated => own & !files(beside(own)),
            Self::Doubled => own & before(own, !color),
        })
    }
}

/// The squares before these, as a side goes.
fn before(squares: u64, color: Color) -> u64 {
    let step = |squares: u64, ranks: u32| match color {
        Color::White => squares << (8 * ranks),
        Color::Black => squares >> (8 * ranks),
    };
    let one = step(squares, 1);
    let two = one | step(one, 1);
    let four = two | step(two, 2);
    four | step(four, 4)
}

/// The squares to the left and to the right.
fn beside(squares: u64) -> u64 {
    (squares & !H_FILE) << 1 | (squares & !A_FILE) >> 1
}

/// The whole files.
fn files(squares: u64) -> u64 {
    squares | before(squares, Color::White) | before(squares, Color::Black)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns_that_are_counted() {
        for (fen, passed, isolated, doubled) in [
            ("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", [0, 0], [0, 0], [0, 0]),
            ("4k3/8/8/8/8/8/P6P/4K3 w - - 0 1", [2, 0], [2, 0], [0, 0]),
            ("4k3/p7/8/8/8/P7/P6P/4K3 w - - 0 1", [1, 0], [3, 1], [1, 0]),
            ("4k3/1p6/8/8/8/P1P5/8/4K3 w - - 0 1", [0, 0], [2, 1], [0, 0]),
            ("4k3/8/2P5/8/8/1p6/8/4K3 w - - 0 1", [1, 1], [1, 1], [0, 0]),
            ("4k3/8/8/p7/p7/p7/8/4K3 w - - 0 1", [0, 3], [0, 3], [0, 2]),
            ("4k3/8/8/8/7p/P7/8/4K3 w - - 0 1", [1, 1], [1, 1], [0, 0]),
        ] {
            let position: Position = fen.parse().unwrap();
            let count = |pawns: Pawns| Color::ALL.map(|color| pawns.of(&position, color).len());
            assert_eq!(count(Pawns::Passed), passed, "{fen}");
            assert_eq!(count(Pawns::Isolated), isolated, "{fen}");
            assert_eq!(count(Pawns::Doubled), doubled, "{fen}");
        }
    }
}
