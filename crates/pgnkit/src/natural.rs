//! The order of names with numbers in them, as people expect it.

use std::cmp::Ordering;

/// Compares names by their bytes, but numbers in them by value: `game-2` comes before `game-10`.
///
/// Names that differ only in leading zeros compare by their bytes, so that only equal names are equal.
#[must_use]
pub fn natural_order(a: &[u8], b: &[u8]) -> Ordering {
    parts(a).cmp(parts(b)).then_with(|| a.cmp(b))
}

/// The bytes of a name; for the first digit of a number, its length and value without leading zeros.
fn parts(name: &[u8]) -> impl Iterator<Item = (u8, usize, &[u8])> {
    let mut rest = name;
    std::iter::from_fn(move || {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (part, following) = rest.split_at_checked(digits.max(1))?;
        rest = following;
        if digits == 0 {
            return Some((part[0], 0, &[][..]));
        }
        let zeros = part.iter().take_while(|byte| **byte == b'0').count();
        let number = &part[zeros..];
        Some((b'0', number.len(), number))
    })
}
