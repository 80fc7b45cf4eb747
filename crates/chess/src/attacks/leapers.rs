//! Knights, kings and pawns, and the empty-board origins of every kind of move.

use super::lines::{ANTI_DIAGONAL, DIAGONAL, FILE, RANK};
use crate::board::{Bitboard, Color, PieceKind, Square};

const fn shifted(square: usize, steps: &[(i8, i8)]) -> u64 {
    let (mut set, mut i) = (0u64, 0);
    while i < steps.len() {
        let file = (square % 8) as i8 + steps[i].0;
        let rank = (square / 8) as i8 + steps[i].1;
        if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            set |= 1 << (rank * 8 + file);
        }
        i += 1;
    }
    set
}

const fn leaper(steps: &[(i8, i8)]) -> [u64; 64] {
    let (mut table, mut square) = ([0u64; 64], 0);
    while square < 64 {
        table[square] = shifted(square, steps);
        square += 1;
    }
    table
}

static KNIGHT: [u64; 64] = KNIGHT_TABLE;
static KING: [u64; 64] = KING_TABLE;
static PAWN: [[u64; 64]; 2] = PAWN_TABLE;
/// The row of pawn captures that do not promote.
pub(crate) const PAWN_CAPTURES: u8 = 0;
/// The row of pawn pushes that do not promote.
pub(crate) const PAWN_PUSHES: u8 = 6;
/// The row of all pawn moves.
const PAWNS: usize = 7;

static ORIGINS: [[u64; 64]; 16] = origin_tables();

pub(super) const KNIGHT_TABLE: [u64; 64] =
    leaper(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
pub(super) const KING_TABLE: [u64; 64] =
    leaper(&[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
pub(super) const PAWN_TABLE: [[u64; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];

/// Per colour and row: origins from which a piece could reach a square on an empty board. The rows are numbered like
/// the kinds, but pawns have three: captures and pushes, each without promotions, and everything.
const fn origin_tables() -> [[u64; 64]; 16] {
    let mut table = [[0u64; 64]; 16];
    let mut to = 0;
    while to < 64 {
        let bishop = DIAGONAL[to] | ANTI_DIAGONAL[to];
        let rook = FILE[to] | RANK[to];
        let mut color = 0;
        while color < 2 {
            let (advance, double_rank) = if color == 0 { (-1, 3) } else { (1, 4) };
            let inner_ranks = 0x00ff_ffff_ffff_ff00;
            let captures = PAWN_TABLE[1 - color][to] & inner_ranks;
            let mut pushes = shifted(to, &[(0, advance)]) & inner_ranks;
            if to / 8 == double_rank {
                pushes |= shifted(to, &[(0, 2 * advance)]);
            }
            if to / 8 != 0 && to / 8 != 7 {
                table[color * 8 + PAWN_CAPTURES as usize][to] = captures;
                table[color * 8 + PAWN_PUSHES as usize][to] = pushes;
            }
            table[color * 8 + PAWNS][to] = captures | pushes;
            table[color * 8 + 1][to] = KNIGHT_TABLE[to];
            table[color * 8 + 2][to] = bishop;
            table[color * 8 + 3][to] = rook;
            table[color * 8 + 4][to] = bishop | rook;
            table[color * 8 + 5][to] = KING_TABLE[to];
            color += 1;
        }
        to += 1;
    }
    table
}

/// The squares a knight on `square` attacks.
#[inline]
#[must_use]
pub fn knight(square: Square) -> Bitboard {
    Bitboard(KNIGHT[square.index()])
}

/// The squares a king on `square` attacks.
#[inline]
#[must_use]
pub fn king(square: Square) -> Bitboard {
    Bitboard(KING[square.index()])
}

/// The (up to two) squares a pawn of `color` on `square` attacks.
#[inline]
#[must_use]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    Bitboard(PAWN[color.index()][square.index()])
}

/// Origins from which a piece could reach `to` on an otherwise empty board, by moves and captures.
#[inline]
pub(crate) fn origins(color: Color, kind: PieceKind, to: Square) -> Bitboard {
    let row = if matches!(kind, PieceKind::Pawn) { PAWNS } else { kind.index() };
    origins_by_row(color, row, to)
}

/// As [`origins`], by the row of the table.
#[inline(always)]
pub(crate) fn origins_by_row(color: Color, row: usize, to: Square) -> Bitboard {
    Bitboard(ORIGINS[(color.index() * 8 + row) & 15][to.index()])
}
