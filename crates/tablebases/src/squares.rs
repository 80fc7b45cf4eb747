//! Numbers of squares and of pairs of them, by which tables are indexed. All are computed at compile time.
//!
//! A board without pawns is turned and mirrored so that its first man is in the triangle a1, d1, d4; one with pawns is mirrored
//! so that its leading pawn is on the files a to d.

/// A square, 0 (a1) to 63 (h8).
pub(crate) type Cell = usize;

/// No number: the men are not so on any board that a table has.
pub(crate) const NONE: u16 = u16::MAX;

/// The numbers of two kings, the first in the triangle: [`triangle`] of it, and the square of the other.
pub(crate) const KING_PAIRS: u64 = 462;
/// The numbers of three different men, the first in the triangle.
pub(crate) const TRIPLES: u64 = 31_332;

const FILES: usize = 8;
/// The squares below the long diagonal from a1: b1 to h1, c2 to h2 and so on.
const BELOW: usize = 28;

pub(crate) const fn file(cell: Cell) -> usize {
    cell % FILES
}

pub(crate) const fn rank(cell: Cell) -> usize {
    cell / FILES
}

/// Mirrored at the long diagonal from a1.
pub(crate) const fn transposed(cell: Cell) -> Cell {
    file(cell) * FILES + rank(cell)
}

pub(crate) const fn on_diagonal(cell: Cell) -> bool {
    file(cell) == rank(cell)
}

/// The number of a square of the triangle, 0 to 9: those below the diagonal first (b1, c1, d1, c2, d2, d3), then a1 to d4.
pub(crate) const fn triangle(cell: Cell) -> usize {
    let (file, rank) = (file(cell), rank(cell));
    if file == rank { 6 + rank } else { [0, 3, 5][rank] + file - rank - 1 }
}

/// The number of a square below the diagonal, 0 to 27, row by row.
pub(crate) const fn below_diagonal(cell: Cell) -> usize {
    let (file, rank) = (file(cell), rank(cell));
    // The rows before have 7, 6, 5 … squares.
    rank * (15 - rank) / 2 + file - rank - 1
}

const fn adjacent(a: Cell, b: Cell) -> bool {
    file(a).abs_diff(file(b)) <= 1 && rank(a).abs_diff(rank(b)) <= 1
}

/// The number of two kings: first all with one below the diagonal, then those with both on it. A first king on the diagonal has
/// the other on or below it.
static KINGS: [[u16; 64]; 10] = {
    let mut numbers = [[NONE; 64]; 10];
    let mut next = 0;
    let mut both_on_diagonal = false;
    loop {
        let mut index = 0;
        while index < 10 {
            let first = TRIANGLE[index];
            let mut second = 0;
            while second < 64 {
                let diagonal = on_diagonal(first) && on_diagonal(second);
                let above = on_diagonal(first) && rank(second) > file(second);
                if diagonal == both_on_diagonal && !above && !adjacent(first, second) {
                    numbers[index][second] = next;
                    next += 1;
                }
                second += 1;
            }
            index += 1;
        }
        if both_on_diagonal {
            break;
        }
        both_on_diagonal = true;
    }
    assert!(next as u64 == KING_PAIRS);
    numbers
};

/// The squares of the triangle by their numbers.
const TRIANGLE: [Cell; 10] = {
    let mut cells = [0; 10];
    let mut cell = 0;
    while cell < 28 {
        if file(cell) < 4 && file(cell) >= rank(cell) {
            cells[triangle(cell)] = cell;
        }
        cell += 1;
    }
    cells
};

/// The number of two kings, of which the first is in the triangle; `None` if they are adjacent or not turned as they should be.
pub(crate) fn kings(first: Cell, second: Cell) -> Option<u64> {
    let number = *KINGS.get(triangle(first))?.get(second)?;
    (number != NONE).then_some(u64::from(number))
}

/// The number of three different men, of which the first is in the triangle, and the first that is not on the diagonal is below it.
pub(crate) fn triple(first: Cell, second: Cell, third: Cell) -> u64 {
    // Squares that men before have are not counted.
    let free_second = second - usize::from(second > first);
    let free_third = third - usize::from(third > first) - usize::from(third > second);
    let (row, start) = if !on_diagonal(first) {
        ((triangle(first) * 63 + free_second) * 62 + free_third, 0)
    } else if !on_diagonal(second) {
        ((rank(first) * BELOW + below_diagonal(second)) * 62 + free_third, 6 * 63 * 62)
    } else {
        let start = 6 * 63 * 62 + 4 * BELOW * 62;
        let second_rank = rank(second) - usize::from(second > first);
        if on_diagonal(third) {
            let third_rank = rank(third) - usize::from(third > first) - usize::from(third > second);
            ((rank(first) * 7 + second_rank) * 6 + third_rank, start + 4 * 7 * BELOW)
        } else {
            ((rank(first) * 7 + second_rank) * BELOW + below_diagonal(third), start)
        }
    };
    (row + start) as u64
}

/// The file of a pawn with the right half of the board mirrored on the left: 0 (a, h) to 3 (d, e).
pub(crate) const fn folded_file(cell: Cell) -> usize {
    let file = file(cell);
    if file < 4 { file } else { 7 - file }
}

/// The rank of pawns by which the leading one is chosen, 0 to 47, largest first: a2, h2, a3, h3 … e7.
pub(crate) const fn pawn_order(cell: Cell) -> usize {
    let right = if file(cell) < 4 { 0 } else { 1 };
    47_usize.saturating_sub(12 * folded_file(cell) + 2 * rank(cell).saturating_sub(1) + right)
}

/// The number of ways to choose `count` (up to 6) of `of` (up to 63).
pub(crate) fn choose(count: usize, of: usize) -> u64 {
    CHOICES.get(count).and_then(|row| row.get(of)).copied().unwrap_or(0)
}

static CHOICES: [[u64; 64]; 7] = {
    let mut choices = [[0; 64]; 7];
    let mut of = 0;
    while of < 64 {
        choices[0][of] = 1;
        let mut count = 1;
        while count < 7 && of > 0 {
            choices[count][of] = choices[count - 1][of - 1] + choices[count][of - 1];
            count += 1;
        }
        of += 1;
    }
    choices
};

/// The number of `count` pawns of the leading pawn's colour that are placed before those of a leading pawn on this square, and
/// the number of all on its file, given the square. `count` has the leading pawn.
pub(crate) fn pawns_before(count: usize, leading: Cell) -> u64 {
    (1..rank(leading)).map(|rank| choose(count - 1, pawn_order(rank * FILES + file(leading)))).sum()
}

/// The number of placements of `count` pawns whose leading one is on this file, 0 to 3.
pub(crate) fn pawns_on_file(count: usize, file: usize) -> u64 {
    pawns_before(count, 7 * FILES + file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_dense() {
        let mut kings_of: Vec<u64> =
            TRIANGLE.iter().flat_map(|first| (0..64).filter_map(|second| kings(*first, second))).collect();
        kings_of.sort_unstable();
        assert_eq!(kings_of, (0..KING_PAIRS).collect::<Vec<_>>());

        let mut triples = Vec::new();
        for first in TRIANGLE {
            for second in (0..64).filter(|second| *second != first) {
                for third in (0..64).filter(|third| *third != first && *third != second) {
                    let off = [first, second, third].into_iter().find(|cell| !on_diagonal(*cell));
                    if off.is_none_or(|cell| file(cell) > rank(cell)) {
                        triples.push(triple(first, second, third));
                    }
                }
            }
        }
        triples.sort_unstable();
        assert_eq!(triples, (0..TRIPLES).collect::<Vec<_>>());
    }

    #[test]
    fn pawns_are_counted() {
        assert_eq!([0, 1, 2, 3].map(|file| pawns_on_file(1, file)), [6; 4]);
        // Two pawns of a colour have 48 · 47 / 2 places, and each pair has one leading pawn, up to mirroring.
        let pairs: u64 = (0..4).map(|file| pawns_on_file(2, file)).sum();
        assert_eq!(
            pairs,
            [47, 45, 43, 41, 39, 37, 35, 33, 31, 29, 27, 25, 23, 21, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1]
                .iter()
                .sum::<u64>()
        );
        assert_eq!((choose(2, 48), choose(6, 63), choose(3, 2)), (1128, 67_945_521, 0));
    }
}
