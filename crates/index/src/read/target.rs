//! A position that is searched for, and what must be there before it.

use pgnkit_chess::{Bitboard, Color, PieceKind, Position, Variant};

use crate::facts::Ending;
use crate::moves::key;

/// Captures that are told apart: with so many a pawn can come to most files.
const CAPTURES: usize = 5;

/// A position that is searched for, with what excludes games that cannot have it.
#[derive(Debug)]
pub(super) struct Target {
    key: u64,
    occupied: Bitboard,
    variant: Variant,
    men: [u32; 2],
    pawns: [u32; 2],
    castling: Bitboard,
    /// By the number of men that the side takes: the squares from which a pawn may come to the place of one of the target.
    sources: [[Bitboard; CAPTURES + 1]; 2],
    /// The same for each pawn of the target.
    each: [Vec<[Bitboard; CAPTURES + 1]>; 2],
    ending: Ending,
}

impl Target {
    pub(super) fn new(position: &Position) -> Self {
        let pawns = Color::ALL.map(|color| position.pieces(color, PieceKind::Pawn));
        let men = Color::ALL.map(|color| position.color(color).len());
        let of_side = |side: usize| {
            let squares = pawns[side].into_iter();
            squares.map(|square| sources(side, Bitboard(1 << square.index()))).collect()
        };
        Self {
            key: key(position),
            occupied: position.occupied(),
            variant: position.variant(),
            men,
            pawns: pawns.map(Bitboard::len),
            castling: position.castling_rooks(),
            sources: [sources(0, pawns[0]), sources(1, pawns[1])],
            each: [of_side(0), of_side(1)],
            ending: Ending::of(position),
        }
    }

    /// Whether it is the position.
    #[inline]
    pub(super) fn is(&self, position: &Position) -> bool {
        position.occupied() == self.occupied && key(position) == self.key
    }

    /// Whether it may come after another position, or be it. Men do not come back, nor do rights to castle, and pawns go forward, to another file only by
    /// taking.
    pub(super) fn can_follow(&self, position: &Position) -> bool {
        if position.variant() != self.variant {
            return false;
        }
        // In one of these men are put on the board, in the other pawns are on the first rank, too.
        if matches!(self.variant, Variant::Crazyhouse | Variant::Horde) {
            return true;
        }
        let men = Color::ALL.map(|color| position.color(color).len());
        let pawns = Color::ALL.map(|color| position.pieces(color, PieceKind::Pawn));
        if (0..2).any(|side| men[side] < self.men[side] || pawns[side].len() < self.pawns[side])
            || self.castling & position.castling_rooks() != self.castling
        {
            return false;
        }
        (0..2).all(|side| {
            let taken = ((men[1 - side] - self.men[1 - side]) as usize).min(CAPTURES);
            let lost = (pawns[side] & !self.sources[side][taken]).len();
            lost <= pawns[side].len() - self.pawns[side]
                && self.each[side].iter().all(|sources| sources[taken].intersects(pawns[side]))
        })
    }

    /// Whether a game that ends so may have it.
    pub(super) fn can_end(&self, ending: Ending) -> bool {
        self.variant != Variant::Standard || ending.can_come_after(self.ending)
    }
}

/// The squares from which a pawn may come to one of some squares, or is on it, by the number of men that it takes on its way.
fn sources(side: usize, squares: Bitboard) -> [Bitboard; CAPTURES + 1] {
    const NOT_A: u64 = !0x0101_0101_0101_0101;
    const NOT_H: u64 = !0x8080_8080_8080_8080;
    let back = |bits: u64| if side == 0 { bits >> 8 } else { bits << 8 };
    let mut found = [squares.0; CAPTURES + 1];
    // Rank by rank: a step back on the file, or with one capture less beside it.
    for _ in 0..6 {
        for captures in 0..=CAPTURES {
            let mut step = back(found[captures]);
            if captures > 0 {
                let beside = back(found[captures - 1]);
                step |= (beside & NOT_A) >> 1 | (beside & NOT_H) << 1;
            }
            found[captures] |= step;
        }
    }
    found.map(Bitboard)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns_come_from_where_they_can() {
        let e4 = Bitboard(1 << 28);
        let count = |captures: usize| sources(0, e4)[captures].len();
        // e4 e3 e2 e1; with a capture d3 f3 d2 f2 d1 f1; with two c2 g2 c1 g1.
        assert_eq!((count(0), count(1), count(2)), (4, 10, 14));
        let a5 = Bitboard(1 << 32);
        assert_eq!(sources(1, a5)[1].0, 0x0303_0301_0000_0000);
    }

    #[test]
    fn positions_exclude_what_cannot_come_after_them() {
        let check = |target: &str, before: &str, can: bool| {
            let target = Target::new(&target.parse().unwrap());
            assert_eq!(target.can_follow(&before.parse().unwrap()), can, "{before}");
        };
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        let e3 = "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        check(e4, start, true);
        check(e4, e4, true);
        check(e4, e3, true);
        check(e3, e4, false);
        check(start, e4, false);
        let no_castling = "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b kq - 0 1";
        check(e4, no_castling, false);
        check(no_castling, e3, true);
        // The pawn of d4 takes on e5, which costs Black a pawn.
        let taken = "rnbqkbnr/pppp1ppp/8/4P3/8/8/PPP1PPPP/RNBQKBNR b KQkq - 0 2";
        check(taken, "rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2", true);
        check(taken, "rnbqkbnr/pppp1ppp/8/4p3/2P5/8/PP1PPPPP/RNBQKBNR w KQkq - 0 2", false);
    }
}
