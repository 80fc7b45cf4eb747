//! The moves of an entry as bytes.

use super::{OeFault, OeHead, OeMove};
use crate::table::numbers;

/// Results that one byte has, by its value.
const SHORT: [[u64; 3]; 6] = [[2, 0, 0], [0, 2, 0], [0, 0, 2], [1, 1, 0], [1, 0, 1], [0, 1, 1]];
/// The number that is added to the games won by White where all three follow.
const LONG: u64 = SHORT.len() as u64;

/// Appends a move. Its last year is not after the base year.
pub(super) fn put(head: &OeHead, mv: &OeMove, out: &mut Vec<u8>) {
    out.extend_from_slice(&mv.squares.to_le_bytes());
    if head.has_years {
        numbers::put(u64::from(head.base_year.saturating_sub(mv.last_year.unwrap_or(0))), out);
    }
    if head.has_ratings {
        numbers::put(u64::from(mv.rating.unwrap_or(0)), out);
    }
    match SHORT.iter().position(|results| *results == mv.results) {
        Some(short) => out.push(short as u8),
        None => {
            let [white, draws, black] = mv.results;
            [white.saturating_add(LONG), draws, black]
                .into_iter()
                .for_each(|number| numbers::put(number, out));
        }
    }
}

/// Takes a move off the beginning.
pub(super) fn take(head: &OeHead, bytes: &mut &[u8]) -> Result<OeMove, OeFault> {
    let ([low, high], rest) = bytes.split_first_chunk().ok_or(OeFault::Number)?;
    *bytes = rest;
    let mut number = || numbers::take(bytes).ok_or(OeFault::Number);
    let mut mv =
        OeMove { squares: u16::from_le_bytes([*low, *high]), results: [0; 3], rating: None, last_year: None };
    if head.has_years {
        let back = number()?;
        let year = u64::from(head.base_year).checked_sub(back).ok_or(OeFault::Year(back))?;
        mv.last_year = Some(year as u16).filter(|year| *year > 0);
    }
    if head.has_ratings {
        let rating = number()?;
        let rating = u16::try_from(rating).map_err(|_| OeFault::Rating(rating))?;
        mv.rating = Some(rating).filter(|rating| *rating > 0);
    }
    let first = number()?;
    mv.results = match SHORT.get(first as usize).filter(|_| first < LONG) {
        Some(short) => *short,
        None => [first - LONG, number()?, number()?],
    };
    Ok(mv)
}
