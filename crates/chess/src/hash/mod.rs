//! 64-bit keys of positions.

mod polyglot_random;

use polyglot_random::RANDOM;

use crate::board::{Bitboard, Color, PieceKind};
use crate::position::{CastlingSide, Position};

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const TURN: usize = 780;

/// One well mixed number per castling rook, for keys that know which rook may castle (the output
/// function of the SplitMix64 generator).
const fn castling_number(square: u64) -> u64 {
    let mut z = square.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The numbers of pieces on their squares, all together.
#[inline(always)]
fn numbers_of(pieces: impl Fn(PieceKind, Color) -> Bitboard) -> u64 {
    let mut key = 0;
    for kind in PieceKind::ALL {
        for (color, offset) in [(Color::Black, 0), (Color::White, 1)] {
            let base = 64 * (2 * kind.index() + offset);
            for square in pieces(kind, color) {
                key ^= RANDOM[(base + square.index()) % CASTLING];
            }
        }
    }
    key
}

impl Position {
    /// The key of the position in Polyglot opening books.
    ///
    /// The en passant file counts if a pawn of the side to move is beside the pawn that just advanced, whether or not
    /// the capture is legal, as the format defines it.
    ///
    /// ```
    /// assert_eq!(pgnkit_chess::Position::START.polyglot_key(), 0x463b_9618_1691_fc9c);
    /// ```
    #[must_use]
    pub fn polyglot_key(&self) -> u64 {
        let key = self.polyglot_key_without_en_passant();
        if self.en_passant_captors().any() { key ^ self.en_passant_number() } else { key }
    }

    /// The key of the position in lichess's opening explorer, of which it is the low half: that of [Polyglot](Self::polyglot_key), but the en
    /// passant file counts only if the capture is legal.
    ///
    /// ```
    /// use pgnkit_chess::{Position, fen};
    ///
    /// assert_eq!(Position::START.explorer_key(), Position::START.polyglot_key());
    /// // The pawn on e5 may not leave the file.
    /// let pinned = fen::parse(b"k3r3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").unwrap().position;
    /// assert_ne!(pinned.explorer_key(), pinned.polyglot_key());
    /// ```
    #[must_use]
    pub fn explorer_key(&self) -> u64 {
        let key = self.polyglot_key_without_en_passant();
        if self.has_legal_en_passant() { key ^ self.en_passant_number() } else { key }
    }

    /// The [`polyglot_key`](Self::polyglot_key), made of that of another position, which it takes the less time the fewer pieces differ: after a move a
    /// third of it.
    ///
    /// ```
    /// use pgnkit_chess::Position;
    ///
    /// let start = Position::START;
    /// let after = start.after(start.parse_uci(b"e2e4").unwrap());
    /// assert_eq!(after.polyglot_key_after(&start, start.polyglot_key()), after.polyglot_key());
    /// ```
    #[must_use]
    pub fn polyglot_key_after(&self, before: &Self, key_before: u64) -> u64 {
        let key = key_before ^ self.difference_in_placement(before);
        // Neither castling nor en passant in either, as in most positions of a game.
        if self.rights | before.rights == 0 {
            return key;
        }
        let state = |position: &Self| {
            let en_passant =
                if position.en_passant_captors().any() { position.en_passant_number() } else { 0 };
            en_passant ^ position.polyglot_castling()
        };
        key ^ state(self) ^ state(before)
    }

    fn polyglot_key_without_en_passant(&self) -> u64 {
        self.placement_key() ^ self.polyglot_castling()
    }

    /// The part of the key of Polyglot that is of castling.
    fn polyglot_castling(&self) -> u64 {
        let (mut key, mut number) = (0, CASTLING);
        for color in Color::ALL {
            for side in [CastlingSide::King, CastlingSide::Queen] {
                if self.castling_rook(color, side).is_some() {
                    key ^= RANDOM[number];
                }
                number += 1;
            }
        }
        key
    }

    /// A key that is equal for positions that are equal under the repetition rule: same pieces on the same squares,
    /// same side to move, same castling rights, same pockets and checks, and the same legal en passant capture or none. Clocks do not count, nor
    /// does an en passant square without a legal capture.
    ///
    /// Different positions have different keys but for a chance of one in 2^64.
    #[must_use]
    pub fn repetition_key(&self) -> u64 {
        self.placement_key() ^ self.state_key()
    }

    /// The [`repetition_key`](Self::repetition_key), made of that of another position, which it takes the less time the fewer pieces differ: after a move
    /// a third of it.
    #[must_use]
    pub fn repetition_key_after(&self, before: &Self, key_before: u64) -> u64 {
        key_before ^ before.state_key() ^ self.state_key() ^ self.difference_in_placement(before)
    }

    /// The difference of the keys of two positions for their pieces and the side to move.
    #[inline(always)]
    fn difference_in_placement(&self, before: &Self) -> u64 {
        let pieces = |kind: PieceKind, color: Color| self.pieces(color, kind) ^ before.pieces(color, kind);
        let turn = if self.turn() == before.turn() { 0 } else { RANDOM[TURN] };
        turn ^ numbers_of(pieces)
    }

    fn placement_key(&self) -> u64 {
        let turn = if self.turn() == Color::White { RANDOM[TURN] } else { 0 };
        turn ^ numbers_of(|kind, color| self.pieces(color, kind))
    }

    /// The part of the key that pieces and side to move do not have.
    fn state_key(&self) -> u64 {
        let mut key = 0;
        for rook in self.castling_rooks() {
            key ^= castling_number(rook.index() as u64);
        }
        if self.has_legal_en_passant() {
            key ^= self.en_passant_number();
        }
        if !self.is_standard() {
            key ^= self.extra.key();
        }
        key
    }

    fn en_passant_number(&self) -> u64 {
        self.ep_square().map_or(0, |square| RANDOM[EN_PASSANT + usize::from(square.file().index())])
    }
}
