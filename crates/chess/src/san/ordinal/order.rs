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
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

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

/// The set mirrored at the diagonal a1-h8: a byte then holds a file, rank 1 lowest.
#[inline(always)]
pub(super) const fn by_file(set: Bitboard) -> u64 {
    let mut x = set.0;
    let mut t = 0x0f0f_0f0f_0000_0000 & (x ^ (x << 28));
    x ^= t ^ (t >> 28);
    t = 0x3333_0000_3333_0000 & (x ^ (x << 14));
    x ^= t ^ (t >> 14);
    t = 0x5500_5500_5500_5500 & (x ^ (x << 7));
    x ^ t ^ (t >> 7)
}

/// Number of bits set in each byte value.
#[inline(always)]
pub(super) const fn byte_counts(x: u64) -> u64 {
    let x = x - ((x >> 1) & 0x5555_5555_5555_5555);
    let x = (x & 0x3333_3333_3333_3333) + ((x >> 2) & 0x3333_3333_3333_3333);
    (x + (x >> 4)) & 0x0f0f_0f0f_0f0f_0f0f
}

/// In which byte the thing numbered `n` is, from 0, when the bytes hold these numbers of things, and its number in that
/// byte. There are more than `n` things, and at most 127.
#[inline(always)]
pub(super) const fn nth_byte(counts: u64, n: u32) -> (u32, u32) {
    let through = counts.wrapping_mul(FILE_A);
    let reached = (through | HIGH_BITS).wrapping_sub((n as u64 + 1) * FILE_A) & HIGH_BITS;
    let byte = (reached.trailing_zeros() >> 3) & 7;
    let earlier = ((through << 8) >> (8 * byte)) as u32 & 0x7f;
    (byte, n.wrapping_sub(earlier))
}

/// The square numbered `n`, from 0, in the order of names. The set has more than `n` squares.
#[inline(always)]
pub(super) fn nth(set: Bitboard, n: u32) -> Square {
    let files = by_file(set);
    let (file, n) = nth_byte(byte_counts(files), n);
    let ranks = (files >> (8 * file)) as u8;
    Square::wrap(nth_bit(ranks, n) << 3 | file)
}

/// The sum of the bytes, at most 255.
#[inline(always)]
pub(super) const fn sum(bytes: u64) -> u32 {
    (bytes.wrapping_mul(FILE_A) >> 56) as u32
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
    let quiet = set - theirs;
    let (set, n) = if n < quiet.len() { (quiet, n) } else { (set & theirs, n - quiet.len()) };
    nth(set, n)
}
