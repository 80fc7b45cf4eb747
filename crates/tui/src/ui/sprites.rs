//! Pieces of several cells, for large squares: eight dots wide and high, two dots in a cell.

use pgnkit::chess::PieceKind;

/// Columns of a piece.
pub(super) const WIDTH: u16 = 8;
/// Rows of a piece.
pub(super) const HEIGHT: u16 = 4;

/// The lines of dots of a piece from above, the left one in the highest bit.
const fn dots(kind: PieceKind) -> [u8; 8] {
    match kind {
        PieceKind::Pawn => [0x00, 0x00, 0x18, 0x3c, 0x3c, 0x18, 0x3c, 0x00],
        PieceKind::Knight => [0x18, 0x3c, 0x5e, 0x7e, 0x1e, 0x3c, 0x7e, 0x00],
        PieceKind::Bishop => [0x18, 0x34, 0x2c, 0x3c, 0x18, 0x3c, 0x7e, 0x00],
        PieceKind::Rook => [0x00, 0x5a, 0x7e, 0x3c, 0x3c, 0x7e, 0x7e, 0x00],
        PieceKind::Queen => [0x99, 0xdb, 0x7e, 0x7e, 0x3c, 0x7e, 0x7e, 0x00],
        PieceKind::King => [0x18, 0x3c, 0x18, 0x7e, 0x7e, 0x3c, 0x7e, 0x00],
    }
}

/// The rows of a piece as text.
pub(super) fn rows(kind: PieceKind) -> [String; HEIGHT as usize] {
    let dots = dots(kind);
    std::array::from_fn(|row| {
        let (upper, lower) = (dots[2 * row], dots[2 * row + 1]);
        let cell = |column: u16| match (upper << column & 0x80 != 0, lower << column & 0x80 != 0) {
            (true, true) => '█',
            (true, false) => '▀',
            (false, true) => '▄',
            (false, false) => ' ',
        };
        (0..WIDTH).map(cell).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rook() {
        assert_eq!(rows(PieceKind::Rook), [" ▄ ▄▄ ▄ ", " ▀████▀ ", " ▄████▄ ", " ▀▀▀▀▀▀ "]);
    }
}
