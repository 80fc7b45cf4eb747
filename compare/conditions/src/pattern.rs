//! Whether a board fits a pattern, sign by sign.

use crate::line::{Board, EMPTY, OUTSIDE};

/// Whether a board fits, as it is or turned round.
pub fn is_on(pattern: &str, board: &Board, either_color: bool, mirrored: bool) -> bool {
    let mut boards = vec![*board];
    if mirrored {
        boards.push(reversed(board));
    }
    if either_color {
        boards.extend(boards.clone().iter().map(exchanged));
    }
    boards.iter().any(|board| fits(pattern, board))
}

/// Whether a board fits, turned by quarter turns, or moved so that no square that matters is outside.
pub fn is_on_elsewhere(pattern: &str, board: &Board, is_turned: bool, is_shifted: bool) -> bool {
    let mut boards = vec![*board];
    if is_turned {
        (0..3).for_each(|at| boards.push(turned(&boards[at])));
    }
    let farthest = if is_shifted { 7 } else { 0 };
    let mut steps =
        (-farthest..=farthest).flat_map(|files| (-farthest..=farthest).map(move |ranks| (files, ranks)));
    steps.any(|step| boards.iter().any(|board| fits_moved(pattern, board, step)))
}

/// The same by a quarter turn.
fn turned(board: &Board) -> Board {
    std::array::from_fn(|at| board[at % 8 * 8 + 7 - at / 8])
}

/// Whether it fits moved by some files and ranks.
fn fits_moved(pattern: &str, board: &Board, (files, ranks): (i32, i32)) -> bool {
    let square = |file: i32, rank: i32| {
        let is_inside = (0..8).contains(&file) && (0..8).contains(&rank);
        if is_inside { board[(8 * rank + file) as usize] } else { OUTSIDE }
    };
    pattern.split('/').zip(0..).all(|(signs, rank)| {
        let squares: [u8; 8] = std::array::from_fn(|file| square(file as i32 + files, rank + ranks));
        rank_fits(signs.as_bytes(), &squares)
    })
}

/// The same from right to left.
fn reversed(board: &Board) -> Board {
    std::array::from_fn(|at| board[at / 8 * 8 + 7 - at % 8])
}

/// The same with colours exchanged: the ranks upside down, the pieces of the other colour.
fn exchanged(board: &Board) -> Board {
    std::array::from_fn(|at| {
        let piece = board[(7 - at / 8) * 8 + at % 8];
        if piece.is_ascii_uppercase() { piece.to_ascii_lowercase() } else { piece.to_ascii_uppercase() }
    })
}

fn fits(pattern: &str, board: &Board) -> bool {
    pattern.split('/').zip(board.chunks(8)).all(|(rank, squares)| rank_fits(rank.as_bytes(), squares))
}

fn rank_fits(signs: &[u8], squares: &[u8]) -> bool {
    match signs {
        [] => squares.is_empty(),
        [b'*', rest @ ..] => (0..=squares.len()).any(|left_out| rank_fits(rest, &squares[left_out..])),
        [digit @ b'1'..=b'8', rest @ ..] => {
            let number = usize::from(digit - b'0');
            squares.len() >= number
                && squares[..number].iter().all(|square| *square == EMPTY)
                && rank_fits(rest, &squares[number..])
        }
        [b'[', rest @ ..] => {
            let end = rest.iter().position(|sign| *sign == b']').expect("the end of a set");
            let (is_listed, set) = match &rest[..end] {
                [b'^', set @ ..] => (false, set),
                set => (true, set),
            };
            squares.split_first().filter(|(square, _)| **square != OUTSIDE).is_some_and(|(square, others)| {
                set.iter().any(|sign| is(*sign, *square)) == is_listed && rank_fits(&rest[end + 1..], others)
            })
        }
        [sign, rest @ ..] => squares
            .split_first()
            .is_some_and(|(square, others)| is(*sign, *square) && rank_fits(rest, others)),
    }
}

fn is(sign: u8, square: u8) -> bool {
    match sign {
        b'?' => true,
        b'!' => square != EMPTY && square != OUTSIDE,
        b'A' => square.is_ascii_uppercase(),
        b'a' => square.is_ascii_lowercase(),
        piece => square == piece,
    }
}
