//! Straight lines through pairs of squares.

use crate::board::{Bitboard, Square};

/// The other squares on the lines through each square.
pub(super) const FILE: [u64; 64] = lines(0);
pub(super) const RANK: [u64; 64] = lines(1);
pub(super) const DIAGONAL: [u64; 64] = lines(2);
pub(super) const ANTI_DIAGONAL: [u64; 64] = lines(3);

const fn lines(direction: usize) -> [u64; 64] {
    let (mut table, mut a) = ([0u64; 64], 0);
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            let (file_a, rank_a, file_b, rank_b) = (a % 8, a / 8, b % 8, b / 8);
            let on_line = match direction {
                0 => file_a == file_b,
                1 => rank_a == rank_b,
                2 => file_a + rank_b == file_b + rank_a,
                _ => file_a + rank_a == file_b + rank_b,
            };
            if on_line && a != b {
                table[a] |= 1 << b;
            }
            b += 1;
        }
        a += 1;
    }
    table
}

/// The line (edge to edge) through two different squares, without the squares themselves.
const fn common_line(a: usize, b: usize) -> u64 {
    let bit = 1u64 << b;
    if FILE[a] & bit != 0 {
        FILE[a]
    } else if RANK[a] & bit != 0 {
        RANK[a]
    } else if DIAGONAL[a] & bit != 0 {
        DIAGONAL[a]
    } else if ANTI_DIAGONAL[a] & bit != 0 {
        ANTI_DIAGONAL[a]
    } else {
        0
    }
}

/// The bits below square `n`.
const fn below(n: usize) -> u64 {
    (1u64 << n) - 1
}

type Pairs = [[u64; 64]; 64];

const fn pairs(which: usize) -> Pairs {
    let (mut table, mut a) = ([[0u64; 64]; 64], 0);
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            let line = if a == b { 0 } else { common_line(a, b) };
            if line != 0 {
                let above_b = !below(b) & !(1u64 << b);
                let (low, high) = if a < b { (a, b) } else { (b, a) };
                table[a][b] = match which {
                    0 => line & below(high) & !below(low) & !(1u64 << low),
                    1 => line | (1u64 << a),
                    _ => line & if a < b { above_b } else { below(b) },
                };
            }
            b += 1;
        }
        a += 1;
    }
    table
}

static BETWEEN: Pairs = pairs(0);
static LINE: Pairs = pairs(1);
static BEYOND: Pairs = pairs(2);

/// The squares strictly between two squares of one rank, file or diagonal; otherwise none.
#[inline]
#[must_use]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.index()][b.index()])
}

/// The whole rank, file or diagonal through two squares, both included; none when they share no
/// such line or are the same square.
#[inline]
#[must_use]
pub fn line(a: Square, b: Square) -> Bitboard {
    Bitboard(LINE[a.index()][b.index()])
}

/// The squares beyond `b` as seen from `a`, from which a slider pins a piece on `b` to `a`.
#[inline]
pub(crate) fn beyond(a: Square, b: Square) -> Bitboard {
    Bitboard(BEYOND[a.index()][b.index()])
}
