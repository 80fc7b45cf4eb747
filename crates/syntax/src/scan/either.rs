//! Places of separators in a text, found in blocks.

#[cfg(not(target_arch = "x86_64"))]
use super::portable::{last_space, marks_of_either};
#[cfg(target_arch = "x86_64")]
use super::vector::{last_space, marks_of_either};

const BLOCK: usize = 64;

/// Iterator over the places where a text has one of two ASCII characters.
#[derive(Clone, Debug)]
pub struct Either<'a, const FIRST: u8, const SECOND: u8> {
    text: &'a [u8],
    /// The beginning of the block that is looked at, and a bit for each place in it that is still to come.
    block: usize,
    marks: u64,
}

impl<'a, const FIRST: u8, const SECOND: u8> Either<'a, FIRST, SECOND> {
    /// The places in a text.
    #[inline]
    pub fn new(text: &'a [u8]) -> Self {
        Self { text, block: 0, marks: Self::marks(text, 0) }
    }

    /// The bits of the block from `at` on; bits after the end of the text are 0.
    #[inline(always)]
    fn marks(text: &[u8], at: usize) -> u64 {
        let Some(rest) = text.get(at..) else { return 0 };
        if let Some(block) = rest.first_chunk() {
            return marks_of_either(FIRST, SECOND, block);
        }
        let length = rest.len();
        if length == 0 {
            return 0;
        }
        // The last block of a long text overlaps the one before it.
        match text.last_chunk() {
            Some(block) => marks_of_either(FIRST, SECOND, block) >> (BLOCK - length),
            None => {
                let mut block = [0; BLOCK];
                block[..length].copy_from_slice(rest);
                marks_of_either(FIRST, SECOND, &block) & (u64::MAX >> (BLOCK - length))
            }
        }
    }
}

impl<const FIRST: u8, const SECOND: u8> Iterator for Either<'_, FIRST, SECOND> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.marks == 0 {
            if self.text.len() - self.block <= BLOCK {
                return None;
            }
            self.block += BLOCK;
            self.marks = Self::marks(self.text, self.block);
        }
        let at = self.block + self.marks.trailing_zeros() as usize;
        self.marks &= self.marks - 1;
        Some(at)
    }
}

/// The last place of a space in the first `end` bytes of a text.
#[inline]
pub fn last_space_up_to(text: &[u8], end: usize) -> Option<usize> {
    let text = text.get(..end).unwrap_or(text);
    // Nearly all words are shorter.
    if let Some(last) = text.last_chunk()
        && let Some(at) = last_space(last)
    {
        return Some(text.len() - last.len() + at);
    }
    text.iter().rposition(|byte| *byte == b' ')
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;

    #[test]
    fn all_places_are_found() {
        for length in 0..150 {
            for step in [1, 2, 3, 7, 15, 16, 17, 63, 64, 65, 150] {
                for from in [0, 1, 62, 63, 64, 127, 128] {
                    let mut text = vec![b'x'; length];
                    for (index, byte) in text.iter_mut().skip(from).step_by(step).enumerate() {
                        *byte = [b',', b'=', b' '][index % 3];
                    }
                    let places = |bytes: &[u8]| -> Vec<usize> {
                        (0..length).filter(|at| bytes.contains(&text[*at])).collect()
                    };
                    let found: Vec<usize> = Either::<b',', b'='>::new(&text).collect();
                    assert_eq!(found, places(b",="), "{text:?}");
                    // Where the text is shorter than a block, what fills it is no place.
                    assert_eq!(Either::<0, b'x'>::new(&text).count(), places(b"x").len());
                    for end in 0..length + 2 {
                        let expected = places(b" ").into_iter().rfind(|at| *at < end);
                        assert_eq!(last_space_up_to(&text, end), expected, "{text:?} {end}");
                    }
                }
            }
        }
    }
}
