//! Phases of games, by which a search knows the pages that may have a position.
//!
//! A *phase* is what changes only by captures and moves of pawns: the men of each kind, bishops by the colour of their squares, and of the pawns their
//! squares as long as there are many men, later the number on each file and those that have not moved. All positions of a game with the same phase follow one
//! another. It is hashed to the number of a *row*; a row has the pages of games that come to such a phase with a position that no other game has.
//!
//! The later phases are fewer for fewer bytes: what men are left is then different in nearly every game.

use pgnkit_chess::{Color, PieceKind, Position, Variant};

use crate::table::numbers;

/// Bits of the number of a row, and of the number of a page among those of a block.
pub(crate) const ROW_BITS: u32 = 17;
const PAGE_BITS: u32 = 9;
/// Pages of a block.
pub(crate) const BLOCK: u64 = 1 << PAGE_BITS;
/// Marks of a page of phases, about.
const MARKS: usize = 4096;

const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;
/// Men with which the squares of the pawns count.
const MANY: u32 = 27;
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The row of the phase of a position of standard chess; `None` for others.
///
/// Some numbers are hashed one after the other. The first has four bits for each of: knights, light bishops, dark bishops, rooks, queens of White from bit 0,
/// of Black from bit 20. With 27 men or more the pawns of White follow, and those of Black, as sets of squares with a1 in the lowest bit. With fewer men it is
/// one number with the pawns of each file in binary: the lowest bits of White's files, of Black's, then the next two bits of both, eight bits each, and from
/// bit 48 the pawns on the second rank of White, on the seventh of Black. The hash begins with 0; with each number it is added without carry, folded by half
/// of its bits, and multiplied by an odd number. Once more folded and multiplied, its highest bits are the row.
#[inline]
pub(crate) fn row(position: &Position) -> Option<u32> {
    if position.variant() != Variant::Standard {
        return None;
    }
    let mut men = 0_u64;
    for (color, shift) in [(Color::White, 0), (Color::Black, 20)] {
        let count =
            |kind: PieceKind, of: u64| u64::from((position.pieces(color, kind).0 & of).count_ones().min(15));
        men |= count(PieceKind::Knight, !0) << shift
            | count(PieceKind::Bishop, LIGHT) << (shift + 4)
            | count(PieceKind::Bishop, !LIGHT) << (shift + 8)
            | count(PieceKind::Rook, !0) << (shift + 12)
            | count(PieceKind::Queen, !0) << (shift + 16);
    }
    let [white, black] = Color::ALL.map(|color| position.pieces(color, PieceKind::Pawn).0);
    let hash = hashed(0, men);
    let hash = if position.occupied().len() >= MANY {
        hashed(hashed(hash, white), black)
    } else {
        hashed(hash, pawns_by_file(white, black))
    };
    Some((hashed(hash, 0) >> (64 - ROW_BITS)) as u32)
}

fn hashed(hash: u64, number: u64) -> u64 {
    let hash = hash ^ number;
    (hash ^ hash >> 32).wrapping_mul(ODD)
}

fn pawns_by_file(white: u64, black: u64) -> u64 {
    // Counters of one bit for each file and side, which carry into the next: six ranks have no more than seven pawns.
    let mut files = [0_u64; 3];
    for shift in [8, 16, 24, 32, 40, 48] {
        let mut carry = white >> shift & 0xff | (black >> shift & 0xff) << 8;
        for bits in &mut files {
            (*bits, carry) = (*bits ^ carry, *bits & carry);
        }
    }
    let home = white >> 8 & 0xff | (black >> 48 & 0xff) << 8;
    files[0] | files[1] << 16 | files[2] << 32 | home << 48
}

/// The mark of a page of a block in a row.
pub(crate) fn mark(row: u32, page: u64) -> u32 {
    row << PAGE_BITS | (page % BLOCK) as u32
}

/// The logarithm of the number of pages that a block with so many marks has.
pub(crate) fn log_of_pages(marks: usize) -> u8 {
    (marks.div_ceil(MARKS).next_power_of_two().ilog2() as u8).min(ROW_BITS as u8)
}

/// Marks that one page of phases has, of those that a block has by the logarithm of their number.
pub(crate) fn span(log: u8) -> u64 {
    1 << (ROW_BITS + PAGE_BITS - u32::from(log))
}

/// Appends marks in order, each less the one before, the first less that with which the page begins.
pub(crate) fn put(first: u64, marks: &[u32], out: &mut Vec<u8>) {
    let mut last = first;
    for mark in marks {
        numbers::put(u64::from(*mark) - last, out);
        last = u64::from(*mark);
    }
}

/// Takes the next mark after one off the beginning; `None` if there is none, or it is past the end of the block.
pub(crate) fn take(last: u64, bytes: &mut &[u8]) -> Option<u64> {
    last.checked_add(numbers::take(bytes)?).filter(|mark| *mark < span(0))
}

/// The pages that have marks in a row, in order, of the marks that [`put`] wrote; `None` if the bytes are no marks.
pub(crate) fn pages(log: u8, row: u32, mut bytes: &[u8], out: &mut Vec<u64>) -> Option<()> {
    let from = u64::from(mark(row, 0));
    let mut last = from - from % span(log);
    while !bytes.is_empty() {
        last = take(last, &mut bytes)?;
        if last >= from + BLOCK {
            break;
        }
        if last >= from && out.last() != Some(&(last - from)) {
            out.push(last - from);
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_come_back() {
        let marks: Vec<u32> =
            (0..4000_u32).map(|number| mark(number * 7 % 5000, u64::from(number % 700))).collect();
        let mut sorted = marks.clone();
        sorted.sort_unstable();
        for log in [0, 4] {
            let first = span(log) * (u64::from(mark(4321, 0)) / span(log));
            let of_page: Vec<u32> = sorted
                .iter()
                .copied()
                .filter(|mark| u64::from(*mark) / span(log) == first / span(log))
                .collect();
            let mut bytes = Vec::new();
            put(first, &of_page, &mut bytes);
            for row in 4300..4400 {
                let mut found = Vec::new();
                pages(log, row, &bytes, &mut found).unwrap();
                let of_row = sorted.iter().filter(|mark| **mark >> PAGE_BITS == row);
                assert_eq!(found, of_row.map(|mark| u64::from(mark % 512)).collect::<Vec<_>>());
            }
            assert!(pages(log, 131_071, &[0xff; 9], &mut Vec::new()).is_none());
        }
        assert_eq!([0, 1, 4096, 4097, 900_000].map(log_of_pages), [0, 0, 0, 1, 8]);
    }

    #[test]
    fn phases_change_by_what_does_not_come_back() {
        let row = |fen: &str| row(&fen.parse().unwrap());
        let start = row("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!(row("rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w Qk - 2 2"), start);
        let others = [
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
            "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pp1p1ppp/2p5/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pp1p1ppp/4p3/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ];
        let mut rows: Vec<_> = others.into_iter().map(row).chain([start]).collect();
        rows.sort_unstable();
        rows.dedup();
        assert_eq!(rows.len(), 7);
        let moved = row("4kb1r/pppp1ppp/8/4p3/8/8/PPPPPPPP/R1BQKBNR w KQk - 0 1");
        assert_eq!(row("4kb1r/pppp1ppp/4p3/8/8/8/PPPPPPPP/R1BQKBNR w KQk - 0 1"), moved);
        assert_ne!(row("4kb1r/ppppp1pp/5p2/8/8/8/PPPPPPPP/R1BQKBNR w KQk - 0 1"), moved);
        assert_ne!(row("4kb1r/ppp1pppp/4p3/8/8/8/PPPPPPPP/R1BQKBNR w KQk - 0 1"), moved);
    }
}
