//! Words of eight bytes of text, looked at all at once.

/// A 1 in each of eight bytes: times a byte, that byte everywhere.
pub(crate) const ONES: u64 = u64::MAX / 255;

/// Whether a text has the bytes of `pattern`, where the code of each may be higher by what is `allowed` there, 9 at the most;
/// their lower halves are 0 where that is not 0.
#[inline(always)]
pub(crate) fn has_form(text: [u8; 8], pattern: [u8; 8], allowed: [u8; 8]) -> bool {
    let differs = u64::from_le_bytes(text) ^ u64::from_le_bytes(pattern);
    (differs | differs.wrapping_add(15 * ONES - u64::from_le_bytes(allowed))) & (0xf0 * ONES) == 0
}

/// The topmost bit of each of eight bytes.
pub(crate) const HIGH: u64 = 0x80 * ONES;
