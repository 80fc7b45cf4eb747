//! Values of an entry that follow from the moves.

use pgnkit::chess::{Color, Move, PieceKind, Position};

use super::{Flags, IndexEntry};

/// Counts and properties of a game while it is encoded.
#[derive(Clone, Debug, Default)]
pub(super) struct Summary {
    pub(super) variations: usize,
    pub(super) comments: usize,
    pub(super) nags: usize,
    pub(super) flags: Flags,
    plies: usize,
    home_pawns: HomePawns,
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
        let home_pawns = HomePawns { is_kept: *start == Position::START, ..HomePawns::default() };
        Self { home_pawns, ..Self::default() }
    }

    /// A move of the main line; promotions in variations do not count.
    pub(super) fn main_move(&mut self, mv: Move, before: &Position, after: &Position) {
        match mv.promotion() {
            None => {}
            Some(PieceKind::Queen) => self.flags |= Flags::PROMOTION,
            Some(_) => self.flags |= Flags::PROMOTION | Flags::UNDERPROMOTION,
        }
        self.plies += 1;
        if self.home_pawns.is_kept {
            self.home_pawns.take(before, after);
        }
    }

    /// Sets the fields of an entry; `last` is the final position of the main line.
    pub(super) fn fill(&self, entry: &mut IndexEntry, last: &Position) {
        entry.flags |= self.flags;
        entry.variations = IndexEntry::count_class(self.variations);
        entry.comments = IndexEntry::count_class(self.comments);
        entry.nags = IndexEntry::count_class(self.nags);
        entry.plies = self.plies.min(MOST_PLIES) as u16;
        entry.material = material(last);
        entry.home_pawn_count = self.home_pawns.count;
        entry.home_pawns = self.home_pawns.order;
    }
}

impl HomePawns {
    /// Pawns that are no longer on their first squares: the one that has moved before one that it took.
    fn take(&mut self, before: &Position, after: &Position) {
        for (color, rank, highest) in [(Color::White, 1, 15), (Color::Black, 6, 7)] {
            let home = |position: &Position| position.pieces(color, PieceKind::Pawn).0 >> (8 * rank) & 0xff;
            let gone = home(before) & !home(after);
            (0..8).filter(|file| gone >> file & 1 == 1).for_each(|file| self.push(highest - file));
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

/// The material of a position in 24 bits.
fn material(position: &Position) -> u32 {
    let mut bits = 0;
    for color in [Color::White, Color::Black] {
        for kind in [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight] {
            bits = bits << 2 | position.pieces(color, kind).len().min(3);
        }
        bits = bits << 4 | position.pieces(color, PieceKind::Pawn).len().min(15);
    }
    bits
}
