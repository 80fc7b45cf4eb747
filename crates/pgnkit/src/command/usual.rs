//! The commands that lichess writes after a move, known by their form.

use pgnkit_syntax::internals::ends_exact_clock;

use crate::bytes::{HIGH, ONES};

/// Length of `[%clk 0:00:00]`.
const CLOCK: usize = 14;
/// Length of `[%eval `, and of a clock after `] `.
const EVAL: usize = 7;
const EVAL_END_AND_CLOCK: usize = 2 + CLOCK;
/// Bytes of the longest value of `eval` that is looked at.
const LONGEST_VALUE: usize = 8;
/// With a space on either side.
pub(crate) const LONGEST_EVAL_AND_CLOCK: usize = 1 + EVAL + LONGEST_VALUE + EVAL_END_AND_CLOCK + 1;

/// The time of a text that is nothing but `[%clk d:dd:dd]`.
#[inline]
pub(crate) fn exact_clock(text: &[u8]) -> Option<&[u8; 7]> {
    match text.split_last_chunk::<8>() {
        Some((b"[%clk ", end)) if ends_exact_clock(*end) => end.first_chunk(),
        _ => None,
    }
}

/// The value and the time of a text that is nothing but `[%eval value] [%clk d:dd:dd]`, with a short value of plain
/// characters: signs, digits, the point and the comma, no quote, bracket or space.
#[inline]
pub(crate) fn eval_and_clock(text: &[u8]) -> Option<(&[u8], &[u8; 7])> {
    let (first, last) = (text.first_chunk::<16>()?, text.last_chunk::<EVAL_END_AND_CLOCK>()?);
    let length @ 1..=LONGEST_VALUE = text.len().checked_sub(EVAL + EVAL_END_AND_CLOCK)? else { return None };
    let end: &[u8; 8] = last.last_chunk()?;
    // All characters from `#` to `9`.
    let value = word(first, EVAL);
    let high_enough = (value | HIGH).wrapping_sub(u64::from(b'#') * ONES);
    let too_high = (value & !HIGH) + u64::from(0x7f - b'9') * ONES;
    let odd = (!high_enough | too_high | value) & HIGH & (u64::MAX >> (64 - 8 * length));
    let is_one = odd == 0
        && word(first, 0) << 8 == u64::from_le_bytes(*b"\0[%eval ")
        && word(last, 0) == u64::from_le_bytes(*b"] [%clk ")
        && ends_exact_clock(*end);
    if is_one { Some((text.get(EVAL..EVAL + length)?, end.first_chunk()?)) } else { None }
}

#[inline(always)]
fn word(text: &[u8; 16], at: usize) -> u64 {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&text[at..at + 8]);
    u64::from_le_bytes(bytes)
}
