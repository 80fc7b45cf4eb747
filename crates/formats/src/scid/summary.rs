//! Values of an entry that follow from the moves.

use pgnkit::chess::{Color, Move, PieceKind, Position, Square};

use super::board::{rook_after, taken_in_passing};
use super::{Flags, IndexEntry};

/// Counts and properties of a game while it is encoded.
#[derive(Clone, Debug)]
pub(super) struct Summary {
    pub(super) variations: usize,
    pub(super) comments: usize,
    pub(super) nags: usize,
    pub(super) flags: Flags,
    plies: usize,
    home_pawns: HomePawns,
    /// The pieces of the main line by square, and how many of each kind both sides have: all that is needed of its
    /// positions.
    kinds: [Option<PieceKind>; 64],
    counts: [[u8; 6]; 2],
}

#[derive(Clone, Debug, Default)]
struct HomePawns {
    /// Whether the game begins from the usual position; others have no order.
    is_kept: bool,
    count: u8,
    order: [u8; 8],
}

/// Greatest number of half-moves in an entry.
const MOST_PLIES: usize = 1023;

impl Summary {
    pub(super) fn new(start: &Position) -> Self {
        let mut kinds = [None; 64];
        let mut counts = [[0; 6]; 2];
        for (color, kind) in Color::ALL.into_iter().flat_map(|color| PieceKind::ALL.map(|kind| (color, kind)))
        {
            let squares = start.pieces(color, kind);
            counts[color.index()][kind.index()] = squares.len() as u8;
            squares.into_iter().for_each(|square| kinds[square.index()] = Some(kind));
        }
        Self {
            variations: 0,
            comments: 0,
            nags: 0,
            flags: Flags::default(),
            plies: 0,
            home_pawns: HomePawns { is_kept: *start == Position::START, ..HomePawns::default() },
            kinds,
            counts,
        }
    }

    /// A legal move of `us` in the main line; promotions in variations do not count.
    #[inline]
    pub(super) fn main_move(&mut self, mv: Move, us: Color) {
        self.plies += 1;
        if mv.is_null() {
            return;
        }
        if mv.is_castling() {
            // Kings and rooks are not taken on the way: their squares are of use for captures only.
            let (king, rook) = (mv.destination(), rook_after(mv));
            self.kinds[mv.from().index()] = None;
            self.kinds[mv.to().index()] = None;
            self.kinds[king.index()] = Some(PieceKind::King);
            self.kinds[rook.index()] = Some(PieceKind::Rook);
            return;
        }
        if mv.is_capture() {
            let at = if mv.is_en_passant() { taken_in_passing(mv) } else { mv.to() };
            if let Some(taken) = self.kinds[at.index()].take() {
                let count = &mut self.counts[(!us).index()][taken.index()];
                *count = count.saturating_sub(1);
                if taken == PieceKind::Pawn {
                    self.home_pawns.leave(at, !us);
                }
            }
        }
        let kind = match mv.promotion() {
            None => mv.kind(),
            Some(kind) => {
                self.promote(kind, us);
                kind
            }
        };
        if mv.kind() == PieceKind::Pawn {
            self.home_pawns.leave(mv.from(), us);
        }
        self.kinds[mv.from().index()] = None;
        self.kinds[mv.to().index()] = Some(kind);
    }

    #[cold]
    fn promote(&mut self, kind: PieceKind, us: Color) {
        self.flags |= Flags::PROMOTION;
        if kind != PieceKind::Queen {
            self.flags |= Flags::UNDERPROMOTION;
        }
        let counts = &mut self.counts[us.index()];
        counts[kind.index()] += 1;
        counts[PieceKind::Pawn.index()] = counts[PieceKind::Pawn.index()].saturating_sub(1);
    }

    /// Sets the fields of an entry.
    pub(super) fn fill(&self, entry: &mut IndexEntry) {
        entry.flags |= self.flags;
        entry.variations = IndexEntry::count_class(self.variations);
        entry.comments = IndexEntry::count_class(self.comments);
        entry.nags = IndexEntry::count_class(self.nags);
        entry.plies = self.plies.min(MOST_PLIES) as u16;
        entry.material = self.material();
        entry.home_pawn_count = self.home_pawns.count;
        entry.home_pawns = self.home_pawns.order;
    }

    /// The material after the main line in 24 bits.
    fn material(&self) -> u32 {
        let mut bits = 0;
        for counts in self.counts {
            for kind in [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight] {
                bits = bits << 2 | u32::from(counts[kind.index()].min(3));
            }
            bits = bits << 4 | u32::from(counts[PieceKind::Pawn.index()].min(15));
        }
        bits
    }
}

impl HomePawns {
    /// A pawn leaves a square, or is taken there.
    #[inline]
    fn leave(&mut self, square: Square, color: Color) {
        let (first, highest) = match color {
            Color::White => (8, 15),
            Color::Black => (48, 7),
        };
        let file = (square.index() as u8).wrapping_sub(first);
        if self.is_kept && file < 8 {
            self.push(highest - file);
        }
    }

    fn push(&mut self, pawn: u8) {
        let at = usize::from(self.count / 2);
        if let Some(byte) = self.order.get_mut(at) {
            *byte |= if self.count.is_multiple_of(2) { pawn << 4 } else { pawn };
            self.count += 1;
        }
    }
}
