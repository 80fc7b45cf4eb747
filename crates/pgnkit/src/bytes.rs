//! Words of eight bytes of text, looked at all at once.

/// A 1 in each of eight bytes: times a byte, that byte everywhere.
pub(crate) const ONES: u64 = u64::MAX / 255;

/// The topmost bit of each of eight bytes.
pub(crate) const HIGH: u64 = 0x80 * ONES;
