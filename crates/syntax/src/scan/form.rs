//! Eight bytes of a fixed form, compared at once.

use super::ONES;

/// Whether a text has the bytes of `pattern`, where the code of each may be higher by what is `allowed` there, 9 at the most;
/// their lower halves are 0 where that is not 0.
#[inline(always)]
pub fn has_form(text: [u8; 8], pattern: [u8; 8], allowed: [u8; 8]) -> bool {
    let differs = u64::from_le_bytes(text) ^ u64::from_le_bytes(pattern);
    (differs | differs.wrapping_add(15 * ONES - u64::from_le_bytes(allowed))) & (0xf0 * ONES) == 0
}

/// Whether a text is `d:dd:dd]` with minutes and seconds below 60, as the command `clk` ends.
#[inline(always)]
pub fn ends_exact_clock(text: [u8; 8]) -> bool {
    has_form(text, *b"0:00:00]", [9, 0, 5, 9, 0, 5, 9, 0])
}
