//! Attacks of all sliders of a side at once, whatever their number: sets that go on step by step, four directions in each vector
//! (<https://www.chessprogramming.org/Kogge-Stone_Algorithm>). No step depends on what is where, so no branch does.

use core::array;
use core::hint::black_box;

/// A set for each of the directions that are opposite to no other: upwards to the left, to the right, upwards to the right, upwards.
/// Bishops go the first and the third, rooks the second and the fourth: the order of their boards in memory, so that two of them
/// are read at once.
pub(crate) type Lines = [u64; 4];

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_B: u64 = FILE_A << 1;
const FILE_G: u64 = FILE_A << 6;
const FILE_H: u64 = FILE_A << 7;

/// Numbers of each line, for sliders and then for knights.
pub(crate) struct Steps {
    /// Bits from a square to the next one.
    bits: Lines,
    /// The squares that a step upwards can reach, which does not go round the edge of the board.
    up: Lines,
    /// The same for a step downwards.
    down: Lines,
    jump_bits: Lines,
    jump_up: Lines,
    jump_down: Lines,
}

static STEPS: Steps = Steps {
    bits: [7, 1, 9, 8],
    up: [!FILE_H, !FILE_A, !FILE_A, u64::MAX],
    down: [!FILE_A, !FILE_H, !FILE_H, u64::MAX],
    jump_bits: [6, 10, 15, 17],
    jump_up: [!(FILE_G | FILE_H), !(FILE_A | FILE_B), !FILE_H, !FILE_A],
    jump_down: [!(FILE_A | FILE_B), !(FILE_G | FILE_H), !FILE_A, !FILE_H],
};

impl Steps {
    /// The compiler makes vectors of what lies in memory side by side and is treated alike: so it must not know the numbers.
    #[inline(always)]
    pub(crate) fn along_lines() -> &'static Self {
        black_box(&STEPS)
    }
}

/// The squares of all lines.
#[inline(always)]
fn union(lines: Lines) -> u64 {
    let [a, b, c, d] = *black_box(&lines);
    a | b | c | d
}

/// The squares attacked along lines, with the first occupied one of each.
#[derive(Clone, Copy)]
pub(crate) struct Rays {
    up: Lines,
    down: Lines,
}

impl Rays {
    /// The attacks of pieces that each line has of its own; `free` are the squares that they go through.
    #[inline(always)]
    pub(crate) fn new(steps: &Steps, pieces: Lines, free: u64) -> Self {
        let Steps { bits, up, down, .. } = steps;
        Self {
            up: array::from_fn(|line| {
                let (step, mut reached, mut free) = (bits[line] & 15, pieces[line], free & up[line]);
                reached |= free & reached << step;
                free &= free << step;
                reached |= free & reached << (2 * step);
                free &= free << (2 * step);
                reached |= free & reached << (4 * step);
                reached << step & up[line]
            }),
            down: array::from_fn(|line| {
                let (step, mut reached, mut free) = (bits[line] & 15, pieces[line], free & down[line]);
                reached |= free & reached >> step;
                free &= free >> step;
                reached |= free & reached >> (2 * step);
                free &= free >> (2 * step);
                reached |= free & reached >> (4 * step);
                reached >> step & down[line]
            }),
        }
    }

    /// All squares attacked, and those to which `knights` can jump.
    #[inline(always)]
    pub(crate) fn with_jumps(&self, steps: &Steps, knights: u64) -> u64 {
        let Steps { jump_bits: bits, jump_up: up, jump_down: down, .. } = steps;
        union(array::from_fn(|line| {
            let step = bits[line] & 31;
            self.up[line] | self.down[line] | knights << step & up[line] | knights >> step & down[line]
        }))
    }

    /// All squares attacked.
    #[inline(always)]
    pub(crate) fn all(&self) -> u64 {
        union(array::from_fn(|line| self.up[line] | self.down[line]))
    }

    /// For the pieces of the first and the third line, and for those of the second and the fourth: the squares attacked, and those
    /// attacked from more than one direction.
    #[inline(always)]
    pub(crate) fn of_both_kinds(&self) -> [(u64, u64); 2] {
        let Self { up, down } = black_box(self);
        array::from_fn(|kind| {
            let [a, b, c, d] = [up[kind], up[kind + 2], down[kind], down[kind + 2]];
            (a | b | c | d, a & b | (a | b) & (c | d) | c & d)
        })
    }

    /// The squares attacked from both sides of a line.
    #[inline(always)]
    pub(crate) fn meeting(&self, other: &Self) -> u64 {
        union(array::from_fn(|line| self.up[line] & other.down[line] | self.down[line] & other.up[line]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks;
    use crate::board::{Bitboard, Square};

    /// Pieces on squares that look random, as many as three in eight.
    fn sets() -> impl Iterator<Item = u64> {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        core::iter::from_fn(move || {
            let mut next = || {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state
            };
            Some(next() & (next() | next() & next()))
        })
    }

    #[test]
    fn rays_are_the_attacks_of_each_piece_together() {
        let mut sets = sets();
        let mut next = || sets.next().unwrap();
        for _ in 0..2000 {
            let (occupied, some, knights) = (next(), next(), next() & next());
            let (rooks, bishops) = (some & next(), some & next());
            let occupied = Bitboard(occupied | rooks | bishops);
            let rays = Rays::new(&STEPS, [bishops, rooks, bishops, rooks], !occupied.0);
            let mut attacked = Bitboard::EMPTY;
            for square in Bitboard(rooks) {
                attacked |= attacks::rook(square, occupied);
            }
            for square in Bitboard(bishops) {
                attacked |= attacks::bishop(square, occupied);
            }
            assert_eq!(Bitboard(rays.with_jumps(&STEPS, 0)), attacked);
            for square in Bitboard(knights) {
                attacked |= attacks::knight(square);
            }
            assert_eq!(Bitboard(rays.with_jumps(&STEPS, knights)), attacked);
        }
    }

    #[test]
    fn rays_meet_on_what_stands_between_two() {
        let mut sets = sets();
        for _ in 0..200 {
            let occupied = sets.next().unwrap();
            for a in Bitboard(occupied) {
                let other = Square::wrap(sets.next().unwrap() as u32);
                for b in Bitboard(occupied & other.bit().0) {
                    let [from_a, from_b] =
                        [a, b].map(|square| Rays::new(&STEPS, [square.bit().0; 4], !occupied));
                    let between = attacks::between(a, b);
                    let single =
                        if (between & Bitboard(occupied)).many() { Bitboard::EMPTY } else { between };
                    assert_eq!(
                        Bitboard(from_a.meeting(&from_b)) & Bitboard(occupied),
                        single & Bitboard(occupied)
                    );
                }
            }
        }
    }
}
