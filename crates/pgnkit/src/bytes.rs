//! Words of eight bytes of text, looked at all at once; and numbers written.

/// A 1 in each of eight bytes: times a byte, that byte everywhere.
pub(crate) const ONES: u64 = u64::MAX / 255;

/// The topmost bit of each of eight bytes.
pub(crate) const HIGH: u64 = 0x80 * ONES;

/// Whether a byte is in a text: for texts of a few words.
#[inline]
pub(crate) fn has_byte(text: &[u8], byte: u8) -> bool {
    let is_in = |word: &[u8; 8]| {
        let differs = u64::from_le_bytes(*word) ^ (ONES * u64::from(byte));
        differs.wrapping_sub(ONES) & !differs & HIGH != 0
    };
    // The last word overlaps the one before it.
    match text.last_chunk() {
        Some(last) => text.as_chunks().0.iter().any(is_in) || is_in(last),
        None => text.contains(&byte),
    }
}

/// A number `1*digit [ "." 1*digit ]`.
pub(crate) fn decimal(text: &[u8]) -> Option<f64> {
    /// Digits of which every number is a whole one of `f64`, and so is the power of ten that divides it: the quotient is the
    /// nearest number to what is written.
    const EXACT: usize = 15;
    const TENS: [f64; EXACT + 1] =
        [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
    let mut digits = 0u64;
    let mut point = None;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'0'..=b'9' => digits = digits.wrapping_mul(10).wrapping_add(u64::from(byte - b'0')),
            b'.' if point.is_none() => point = Some(at),
            _ => return None,
        }
    }
    let decimals = point.map_or(0, |at| text.len() - at - 1);
    if text.is_empty() || point == Some(0) || point.is_some() && decimals == 0 {
        return None;
    }
    match TENS.get(decimals) {
        Some(tens) if text.len() <= EXACT => Some(digits as f64 / tens),
        _ => str::from_utf8(text).ok()?.parse().ok(),
    }
}

/// The digits of a number below 10^8, all eight, the first one lowest.
#[cfg(any(feature = "json", feature = "pgc"))]
#[inline]
fn eight_digits(value: u32) -> u64 {
    // Two numbers of four digits, then four of two, then eight of one; a product by a constant that is moved is the quotient.
    let fours = u64::from(value / 10_000) | u64::from(value % 10_000) << 32;
    let hundreds = ((fours * 10_486) >> 20) & 0x7f_0000_007f;
    let twos = hundreds | (fours - 100 * hundreds) << 16;
    let tens = ((twos * 103) >> 10) & 0x000f_000f_000f_000f;
    tens | (twos - 10 * tens) << 8
}

/// Appends a whole number in decimal digits.
#[cfg(any(feature = "json", feature = "pgc"))]
#[inline]
pub(crate) fn append_number(value: u64, out: &mut Vec<u8>) {
    let Some(short) = u32::try_from(value).ok().filter(|value| *value < 100_000_000) else {
        return append_long_number(value, out);
    };
    let digits = eight_digits(short);
    // A zero keeps its last digit.
    let zeros = digits.trailing_zeros().min(56) / 8;
    let text = (digits | (ONES * u64::from(b'0'))) >> (8 * zeros);
    out.extend_from_slice(&text.to_le_bytes());
    out.truncate(out.len() - zeros as usize);
}

#[cfg(any(feature = "json", feature = "pgc"))]
#[cold]
fn append_long_number(value: u64, out: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut start = digits.len();
    let mut rest = value;
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[start..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_is_found_wherever_it_is() {
        for byte in [0, b',', b':', 0x7f, 0x80, 0xff] {
            for other in [0, 1, b'+', b'-', b';', 0x7e, 0x80, 0x81, 0xfe, 0xff]
                .into_iter()
                .filter(|&other| other != byte)
            {
                for length in 0..40 {
                    let mut text = vec![other; length];
                    assert!(!has_byte(&text, byte), "{text:?}");
                    for at in 0..length {
                        text[at] = byte;
                        assert!(has_byte(&text, byte), "{text:?}");
                        text[at] = other;
                    }
                }
            }
        }
    }

    #[test]
    fn decimals_are_the_nearest_numbers() {
        for text in
            ["0", "00", "0.00", "0.1", "7.03", "123456789012345", "12345678.1234567", "0.30000000000001"]
                .map(str::to_owned)
                .into_iter()
                .chain((0..30_000).map(|number| format!("{}.{:02}", number / 100, number % 100)))
                .chain((1..400).step_by(7).map(|length| "9".repeat(length)))
                .chain((1..40).map(|length| format!("0.{}1", "0".repeat(length))))
        {
            assert_eq!(decimal(text.as_bytes()), text.parse().ok(), "{text}");
        }
        for text in ["", ".", "1.", ".5", "1.2.3", "1e3", "-1", "+1", "inf", "1 ", "\u{661}"] {
            assert_eq!(decimal(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    #[cfg(any(feature = "json", feature = "pgc"))]
    fn numbers() {
        let near_tens = (0..20).flat_map(|zeros| [0, 1, 2].map(|more| 10u64.pow(zeros) + more - 1));
        let others = (0..64).map(|bit| 0x1234_5678_9abc_def0 >> bit);
        for value in (0..20_000).chain(near_tens).chain(others).chain([255, 1 << 40, u64::MAX]) {
            let mut out = Vec::new();
            append_number(value, &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), value.to_string());
        }
    }
}
