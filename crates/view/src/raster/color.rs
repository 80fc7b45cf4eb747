//! Colours as red, green and blue.

/// Red, green and blue.
pub(super) type Rgb = [u8; 3];

/// The colour of `#rgb` or `#rrggbb`; black for anything else.
pub(super) fn rgb(text: &str) -> Rgb {
    let digits = text.trim_start_matches('#');
    let value = u32::from_str_radix(digits, 16).unwrap_or_default();
    let [_, red, green, blue] = value.to_be_bytes();
    match digits.len() {
        3 => [(value >> 8) as u8 & 15, (value >> 4) as u8 & 15, value as u8 & 15].map(|half| half * 17),
        _ => [red, green, blue],
    }
}

/// A colour laid over another; 0 is none of it, 1 all.
pub(super) fn over(below: Rgb, color: Rgb, opacity: f32) -> Rgb {
    let mix = |below: u8, above: u8| {
        let value = f32::from(below) + (f32::from(above) - f32::from(below)) * opacity;
        value.round().clamp(0.0, 255.0) as u8
    };
    [mix(below[0], color[0]), mix(below[1], color[1]), mix(below[2], color[2])]
}

/// The square of the distance of two colours.
pub(super) fn distance(one: Rgb, two: Rgb) -> u32 {
    let part = |index: usize| u32::from(one[index].abs_diff(two[index])).pow(2);
    // Green is what eyes see best.
    3 * part(0) + 6 * part(1) + 2 * part(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours() {
        for (text, expected) in
            [("#fff", [255; 3]), ("#1a1816", [26, 24, 22]), ("#0f8", [0, 255, 136]), ("x", [0; 3])]
        {
            assert_eq!(rgb(text), expected, "{text}");
        }
        assert_eq!(over([0, 100, 200], [100, 100, 100], 0.5), [50, 100, 150]);
        assert_eq!(over([1, 2, 3], [4, 5, 6], 1.0), [4, 5, 6]);
    }
}
