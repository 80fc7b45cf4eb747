//! Move numbers as they are expected.

use super::window::is_plain_space;

/// The text of a move number with one period, kept up to date without division.
#[derive(Clone, Copy, Debug)]
pub struct NumberText {
    /// The first character in the lowest byte.
    text: u64,
    /// Eight times its length; 0 where a number is too long to be looked for.
    bits: u32,
}

impl NumberText {
    /// The text of `number`. Numbers over 9999 give a text that is never found: they are left to the general way.
    pub fn new(number: u32) -> Self {
        if number > 9999 {
            return Self { text: u64::MAX, bits: 0 };
        }
        let mut text = u64::from(b'.');
        let mut bits = 8;
        let mut rest = number;
        loop {
            text = (text << 8) | (u64::from(b'0') + u64::from(rest % 10));
            bits += 8;
            rest /= 10;
            if rest == 0 {
                return Self { text, bits };
            }
        }
    }

    /// The text of the number after this one, which is `number`.
    #[inline(always)]
    pub fn advance(&mut self, number: u32) {
        let last_digit = self.bits.wrapping_sub(16) & 63;
        let next = self.text.wrapping_add(1 << last_digit);
        if next >> last_digit & 0xff > u64::from(b'9') {
            *self = Self::new(number);
        } else {
            self.text = next;
        }
    }

    /// Length of this number in `bytes`, with its period and a character of white space, if one follows.
    #[inline(always)]
    pub(super) fn length_in(&self, bytes: u64) -> Option<usize> {
        let differing = (bytes ^ self.text) << (64u32.wrapping_sub(self.bits) & 63);
        let following = (bytes >> (self.bits & 63)) as u8;
        (differing == 0).then(|| self.bits as usize / 8 + usize::from(is_plain_space(following)))
    }

    /// As [`length_in`](Self::length_in) for the three periods of Black's number.
    #[inline(always)]
    pub(super) fn dotted_length_in(&self, bytes: u64) -> Option<usize> {
        let Self { text, bits } = *self;
        if bits == 0 {
            return None;
        }
        Self { text: text | u64::from_le_bytes(*b"..\0\0\0\0\0\0") << (bits & 63), bits: bits + 16 }
            .length_in(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_texts_count() {
        let mut counted = NumberText::new(1);
        for number in 2..10_000 {
            counted.advance(number);
            let made = NumberText::new(number);
            assert_eq!((counted.text, counted.bits), (made.text, made.bits), "{number}");
        }
        for number in 10_000..200_000 {
            counted.advance(number);
            assert!(counted.bits == 0 && counted.text != 0, "{number} is never found");
        }
    }
}
