//! Pawns at home and rights to castle: a game loses them for good.

use pgnkit::chess::{Bitboard, Color, PieceKind, Position, Variant};

/// The squares on which the pawns of White and of Black begin.
const RANKS: [u64; 2] = [0xff00, 0x00ff_0000_0000_0000];

/// Pawns that have not moved, and rights to castle: those of a position, or those that something demands of one. No move brings one of
/// them back, so that a game which lacks one never has it again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Home {
    pawns: [Bitboard; 2],
    rooks: Bitboard,
}

impl Home {
    /// Those of a position.
    pub(super) fn of(position: &Position) -> Self {
        let mut home = Self { rooks: position.castling_rooks(), ..Self::default() };
        for color in Color::ALL {
            home.add_pawns(color, position.pieces(color, PieceKind::Pawn));
        }
        home
    }

    /// With pawns that are on some squares; only those that have not moved count.
    pub(super) fn add_pawns(&mut self, color: Color, squares: Bitboard) {
        self.pawns[color.index()] |= squares & Bitboard(RANKS[color.index()]);
    }

    /// Whether a position has all of them.
    #[inline]
    pub(super) fn are_in(&self, position: &Position) -> bool {
        let [white, black] = Color::ALL.map(|color| self.pawns[color.index()] - position.color(color));
        let pawns = (self.pawns[0] | self.pawns[1]) - position.kind(PieceKind::Pawn);
        (white | black | pawns | (self.rooks - position.castling_rooks())).is_empty()
    }

    /// Whether a later position of the game may have all of them; in variants pawns come from elsewhere.
    #[inline]
    pub(super) fn may_come(&self, position: &Position) -> bool {
        self.are_in(position) || position.variant() != Variant::Standard
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In games of random moves nothing comes back.
    #[test]
    fn what_is_gone_stays_away() {
        let starts = [
            Position::START,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().unwrap(),
            "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3".parse().unwrap(),
            "6k1/1P1P4/8/8/8/8/1p4p1/4K2R w K - 0 1".parse().unwrap(),
        ];
        let mut random = 7u64;
        for start in starts {
            for _ in 0..100 {
                let mut position = start;
                let mut before = vec![Home::of(&position)];
                for _ in 0..80 {
                    let moves = position.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                    position.play(moves[(random >> 33) as usize % moves.len()]);
                    let home = Home::of(&position);
                    assert!(home.are_in(&position));
                    // What any earlier position lacks, no later one has.
                    for earlier in &before {
                        let rest = earlier.rooks & home.rooks == home.rooks
                            && (0..2).all(|at| earlier.pawns[at] & home.pawns[at] == home.pawns[at]);
                        assert!(rest, "{position:?}");
                    }
                    before.push(home);
                }
            }
        }
    }
}
