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

/// Appends a whole number in decimal digits.
#[cfg(any(feature = "json", feature = "pgc"))]
pub(crate) fn append_number(value: u64, out: &mut Vec<u8>) {
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
    #[cfg(any(feature = "json", feature = "pgc"))]
    fn numbers() {
        for value in [0, 7, 10, 255, 1 << 40, u64::MAX] {
            let mut out = Vec::new();
            append_number(value, &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), value.to_string());
        }
    }
}
