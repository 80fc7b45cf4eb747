//! Squares in the order of their names: by file, then by rank.

use crate::board::{Bitboard, File, Square};

static BEFORE: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (file, bit) = (square % 8, 1u64 << square);
        table[square] = (FILE_A * ((1 << file) - 1)) | ((FILE_A << file) & (bit - 1));
        square += 1;
    }
    table
};

const FILE_A: u64 = 0x0101_0101_0101_0101;

/// The squares whose names come before this one's.
#[inline(always)]
pub(super) fn before(square: Square) -> Bitboard {
    Bitboard(BEFORE[square.index()])
}

/// The files before this one.
#[inline(always)]
pub(super) fn files_before(file: File) -> Bitboard {
    Bitboard(FILE_A * ((1 << file.index()) - 1))
}

/// The files up to this one.
#[inline(always)]
pub(super) fn files_through(file: File) -> Bitboard {
    Bitboard(FILE_A * ((2 << file.index()) - 1))
}

/// The file that holds the square numbered `n`, from 0, when the squares of several sets are counted file by file, and its number
/// among those of this file. There are more than `n` squares. The halves of the board are counted, then the quarters, then the
/// files.
#[inline(always)]
pub(super) fn nth_file<const SETS: usize>(sets: [Bitboard; SETS], mut n: u32) -> (u32, u32) {
    let mut file = 0;
    for (files, half) in [(0x0f0f_0f0f_0f0f_0f0f, 4), (0x0303_0303_0303_0303, 2), (FILE_A, 1)] {
        let earlier = sets.iter().map(|set| (set.0 >> file & files).count_ones()).sum();
        let is_later = u32::from(n >= earlier);
        n -= earlier & is_later.wrapping_neg();
        file += half * is_later;
    }
    (file, n)
}

/// The ranks of the squares on a file, rank 1 lowest.
#[inline(always)]
pub(super) const fn ranks(set: Bitboard, file: u32) -> u8 {
    // Each bit of the file, eight apart, is multiplied to its place in the highest byte.
    ((set.0 >> (file & 7) & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// The square numbered `n`, from 0, in the order of names. The set has more than `n` squares.
#[inline(always)]
pub(super) fn nth(set: Bitboard, n: u32) -> Square {
    let (file, n) = nth_file([set], n);
    Square::wrap(nth_bit(ranks(set, file), n) << 3 | file)
}

/// Place, 0 to 7, of the set bit numbered `n`, counted from 0 for the lowest.
#[inline(always)]
pub(super) fn nth_bit(byte: u8, n: u32) -> u32 {
    u32::from(NTH_BIT[usize::from(byte)][n as usize & 7])
}

/// Places of the set bits of each byte value, the lowest first.
static NTH_BIT: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The number of a destination in a set, captures after all others: `x` is above every file and digit.
#[inline(always)]
pub(super) fn index_in(set: Bitboard, theirs: Bitboard, to: Square) -> u32 {
    let (before, quiet) = (before(to), !theirs);
    let earlier = if theirs.contains(to) { quiet | before } else { quiet & before };
    (set & earlier).len()
}

/// The inverse of [`index_in`]. The set has more than `n` squares.
#[inline(always)]
pub(super) fn nth_in(set: Bitboard, theirs: Bitboard, n: u32) -> Square {
    // By masks: whether the move captures cannot be foretold.
    let quiet = (set - theirs).len();
    let captures = u64::from(n >= quiet).wrapping_neg();
    nth(set & Bitboard(!theirs.0 ^ captures), n - (quiet & captures as u32))
}
