//! Bishops, rooks and queens: magic bitboards.

use super::lines::{ANTI_DIAGONAL, DIAGONAL, FILE, RANK};
use super::magics::{BISHOP_MAGICS, ROOK_MAGICS};
use crate::board::{Bitboard, Square};

/// Magic numbers for the attack set of one kind of slider on one square.
#[derive(Clone, Copy)]
struct Magic {
    /// The squares whose occupation matters (board edges after the last step do not).
    mask: u64,
    multiplier: u64,
    offset: u32,
    shift: u32,
}

const NOT_EDGE_RANKS: u64 = 0x00ff_ffff_ffff_ff00;
const NOT_EDGE_FILES: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// 102400 rook sets and 5248 bishop sets, rounded up to a power of two so that a mask replaces
/// the bounds check.
const TABLE_SIZE: usize = 1 << 17;

static ROOK: [Magic; 64] = rook_magics();
static BISHOP: [Magic; 64] = bishop_magics();
// A second of constant evaluation, spent once per build of this crate.
#[allow(long_running_const_eval)]
static TABLE: [u64; TABLE_SIZE] = table();

const fn magic_for(mask: u64, multiplier: u64, offset: u32) -> Magic {
    Magic { mask, multiplier, offset, shift: 64 - mask.count_ones() }
}

const fn rook_magics() -> [Magic; 64] {
    let mut magics = [magic_for(0, 0, 0); 64];
    let (mut square, mut offset) = (0, 0);
    while square < 64 {
        let mask = (FILE[square] & NOT_EDGE_RANKS) | (RANK[square] & NOT_EDGE_FILES);
        magics[square] = magic_for(mask, ROOK_MAGICS[square], offset);
        offset += 1 << mask.count_ones();
        square += 1;
    }
    magics
}

const fn bishop_magics() -> [Magic; 64] {
    let mut magics = [magic_for(0, 0, 0); 64];
    let (mut square, mut offset) = (0, 102_400);
    while square < 64 {
        let mask = (DIAGONAL[square] | ANTI_DIAGONAL[square]) & NOT_EDGE_RANKS & NOT_EDGE_FILES;
        magics[square] = magic_for(mask, BISHOP_MAGICS[square], offset);
        offset += 1 << mask.count_ones();
        square += 1;
    }
    magics
}

/// Attacks along one line by the o^(o-2r) subtraction, once upwards and once downwards.
const fn along(line: u64, square: usize, occupied: u64) -> u64 {
    let bit = 1 << square;
    let blockers = occupied & line;
    let up = blockers.wrapping_sub(bit << 1);
    let down = blockers.reverse_bits().wrapping_sub(bit.reverse_bits() << 1).reverse_bits();
    (up ^ down) & line
}

impl Magic {
    #[inline(always)]
    fn attacks(&self, occupied: u64) -> u64 {
        let hash = (occupied & self.mask).wrapping_mul(self.multiplier) >> (self.shift & 63);
        TABLE[(hash as usize).wrapping_add(self.offset as usize) & (TABLE_SIZE - 1)]
    }
}

/// The next subset of `mask` after `subset`, 0 after the last: counting with carries that skip the
/// bits outside the mask.
const fn next_subset(subset: u64, mask: u64) -> u64 {
    if subset == mask { 0 } else { ((subset | !mask) + 1) & mask }
}

/// Enters the attack sets of one square whose lines are `first` and `second`.
///
/// The inner loop makes no calls, which the constant evaluator charges dearly.
const fn fill(table: &mut [u64; TABLE_SIZE], magic: &Magic, square: usize, first: u64, second: u64) {
    let (first_mask, second_mask) = (magic.mask & first, magic.mask & second);
    let mut sets = [(0u64, 0u64); 64];
    let (mut count, mut subset) = (0, 0);
    loop {
        sets[count] = (subset, along(second, square, subset));
        count += 1;
        subset = next_subset(subset, second_mask);
        if subset == 0 {
            break;
        }
    }
    loop {
        let attacked = along(first, square, subset);
        let mut i = 0;
        while i < count {
            let blockers = subset | sets[i].0;
            let hash = (blockers as u128 * magic.multiplier as u128) as u64 >> magic.shift;
            table[magic.offset as usize + hash as usize] = attacked | sets[i].1;
            i += 1;
        }
        subset = next_subset(subset, first_mask);
        if subset == 0 {
            return;
        }
    }
}

const fn table() -> [u64; TABLE_SIZE] {
    let mut table = [0; TABLE_SIZE];
    let (rooks, bishops) = (rook_magics(), bishop_magics());
    let mut square = 0;
    while square < 64 {
        fill(&mut table, &rooks[square], square, FILE[square], RANK[square]);
        fill(&mut table, &bishops[square], square, DIAGONAL[square], ANTI_DIAGONAL[square]);
        square += 1;
    }
    table
}

/// The squares a bishop on `square` attacks, up to and including the first occupied ones.
#[inline]
#[must_use]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(BISHOP[square.index()].attacks(occupied.0))
}

/// The squares a rook on `square` attacks, up to and including the first occupied ones.
#[inline]
#[must_use]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(ROOK[square.index()].attacks(occupied.0))
}

/// The squares a queen on `square` attacks, up to and including the first occupied ones.
#[inline]
#[must_use]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}
