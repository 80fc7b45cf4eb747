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
    /// Men of each side besides kings and pawns, bishops by the colour of their squares.
    pieces: [[u32; PIECES]; 2],
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
            pieces: pieces(position),
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

    /// Whether it may come after another position, or be it, if it could after the one before this. Men come back only for pawns, rights to castle never,
    /// and pawns go forward, to another file only by taking.
    #[inline]
    pub(super) fn can_go_on(&self, position: &Position) -> bool {
        // All but castling is as it was until a man is taken or a pawn moves.
        if position.halfmove_clock() == 0 || position.variant() != Variant::Standard {
            return self.can_follow(position);
        }
        self.castling & position.castling_rooks() == self.castling
    }

    /// The same of a position of which nothing is known.
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
        let found = pieces(position);
        (0..2).all(|side| {
            let missing =
                self.pieces[side].iter().zip(found[side]).map(|(own, other)| own.saturating_sub(other));
            if missing.sum::<u32>() > pawns[side].len() - self.pawns[side] {
                return false;
            }
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

const PIECES: usize = 5;

/// Knights, bishops of light and of dark squares, rooks and queens of both sides.
fn pieces(position: &Position) -> [[u32; PIECES]; 2] {
    const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;
    Color::ALL.map(|color| {
        let of = |kind: PieceKind, squares: u64| Bitboard(position.pieces(color, kind).0 & squares).len();
        [
            of(PieceKind::Knight, !0),
            of(PieceKind::Bishop, LIGHT),
            of(PieceKind::Bishop, !LIGHT),
            of(PieceKind::Rook, !0),
            of(PieceKind::Queen, !0),
        ]
    })
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

    #[test]
    fn nothing_that_comes_is_excluded() {
        let mut state = 11_u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        // The second has promotions and captures soon.
        let starts = [Position::START, "7k/PPPP4/2b2n2/8/8/2N2B2/pppp4/7K w - - 0 1".parse().unwrap()];
        let starts = starts.into_iter().chain([Variant::Antichess.start(), Variant::Atomic.start()]);
        let (mut compared, mut excluded) = (0, 0);
        for start in starts.cycle().take(60) {
            let lines: Vec<Vec<Position>> = (0..2)
                .map(|_| {
                    let mut line = vec![start];
                    while line.len() < 150 {
                        let legal = line[line.len() - 1].legal_moves();
                        let Some(mv) = legal.get(random(legal.len().max(1))) else { break };
                        line.push(line[line.len() - 1].after(*mv));
                    }
                    line
                })
                .collect();
            let last = lines[0].len() - 1;
            for place in [last / 4, last / 2, last] {
                let target = Target::new(&lines[0][place]);
                assert!(target.can_follow(&start) && target.can_end(Ending::of(&lines[0][last])));
                for position in &lines[0][1..=place] {
                    assert!(target.can_follow(position) && target.can_go_on(position), "{position}");
                }
                // What is quick to see is what can be seen.
                let mut can_follow = true;
                for position in &lines[1][1..] {
                    can_follow &= target.can_go_on(position);
                    assert!(!can_follow || target.can_follow(position), "{position}");
                    (compared, excluded) = (compared + 1, excluded + usize::from(!can_follow));
                }
            }
        }
        assert!(excluded > compared / 2, "{excluded} of {compared}");
    }
}
