//! Passing over plain text in large steps: what most strings and comments consist of.
//!
//! Most is done in blocks, see [`vector`](super::vector). Where too little text is left, words of eight bytes are used.

#[cfg(not(target_arch = "x86_64"))]
use super::portable::{first_in_comment, first_in_string, is_odd_long_comment};
#[cfg(target_arch = "x86_64")]
use super::vector::{first_in_comment, first_in_string, is_odd_long_comment};

/// A 1 in each of eight bytes: times a byte, that byte everywhere.
pub(crate) const ONES: u64 = u64::MAX / 255;
/// The topmost bit of each of eight bytes.
pub(crate) const HIGH: u64 = ONES * 0x80;

/// Eight bytes of the text, the first one lowest.
///
/// Questions are answered by marks: the topmost bit of each byte for which the answer is yes. All of them mark bytes
/// from 0x80 on too. What a byte borrows from the next one or carries into it spoils only marks above its own, so the
/// lowest mark is always right, and nothing else is looked at.
#[derive(Clone, Copy)]
struct Word(u64);

impl Word {
    #[inline(always)]
    fn new(bytes: [u8; 8]) -> Self {
        Self(u64::from_le_bytes(bytes))
    }

    #[inline(always)]
    fn is(self, byte: u8) -> u64 {
        (self.0 ^ (ONES * u64::from(byte))).wrapping_sub(ONES) | self.0
    }

    #[inline(always)]
    fn is_below(self, limit: u8) -> u64 {
        self.0.wrapping_sub(ONES * u64::from(limit)) | self.0
    }

    #[inline(always)]
    fn is_from(self, limit: u8) -> u64 {
        self.0.wrapping_add(ONES * u64::from(0x80 - limit)) | self.0
    }
}

/// Which byte has the lowest mark, if any has one.
#[inline(always)]
fn lowest(marks: u64) -> Option<usize> {
    let marks = marks & HIGH;
    (marks != 0).then(|| marks.trailing_zeros() as usize / 8)
}

/// Plain bytes of a comment: printing ASCII below the opening brace. Two signs above it could be, too, but are left out.
pub(super) const PLAIN_IN_COMMENT: core::ops::Range<u8> = 0x20..b'{';

#[inline(always)]
fn special_in_comment(word: Word) -> Option<usize> {
    lowest(word.is_below(PLAIN_IN_COMMENT.start) | word.is_from(PLAIN_IN_COMMENT.end))
}

/// Place of the first byte of `text` that is not plain in a comment.
#[inline(always)]
pub(super) fn plain_in_comment(text: &[u8]) -> usize {
    let mut rest = text;
    while let Some((word, following)) = rest.split_first_chunk() {
        if let Some(at) = special_in_comment(Word::new(*word)) {
            return text.len() - rest.len() + at;
        }
        rest = following;
    }
    text.len() - rest.len() + rest.iter().take_while(|byte| PLAIN_IN_COMMENT.contains(byte)).count()
}

/// Offset of the first byte from `pos` on that is not plain in a comment, or of some byte before it when it is farther
/// off than comments of a few words are long, such as clocks.
#[inline(always)]
pub(crate) fn skip_short_comment(bytes: &[u8], pos: usize) -> usize {
    let Some(window) = bytes.get(pos..).and_then(<[u8]>::first_chunk::<32>) else { return pos };
    pos + first_in_comment(window).unwrap_or(window.len())
}

/// Offset of the first byte from `pos` on that is not plain in a comment.
#[inline(always)]
pub(crate) fn skip_plain_comment(bytes: &[u8], pos: usize) -> usize {
    let mut rest = bytes.get(pos..).unwrap_or_default();
    while let Some((block, following)) = rest.split_first_chunk::<64>() {
        if let Some(at) = first_in_comment(block) {
            return bytes.len() - rest.len() + at;
        }
        rest = following;
    }
    bytes.len() - rest.len() + plain_in_comment(rest)
}

/// Whether a text of more than 16 bytes has control characters, braces, neighbouring spaces or bytes outside ASCII.
#[inline]
pub fn is_odd_comment(text: &[u8]) -> bool {
    is_odd_long_comment(text)
}

/// Offset of the first byte from `pos` on that means something inside a brace comment: closing brace, control
/// character; and whether there is a byte from 0x7F on before it.
#[inline]
pub(crate) fn skip_odd_comment(bytes: &[u8], pos: usize) -> (usize, bool) {
    let ends = |byte: u8| (byte < 0x20) | (byte == b'}');
    let mut pos = skip_plain_comment(bytes, pos);
    let mut odd = false;
    if bytes.get(pos).is_none_or(|&byte| ends(byte)) {
        return (pos, odd);
    }
    while let Some(block) = bytes.get(pos..).and_then(<[u8]>::first_chunk::<32>) {
        if block.iter().fold(false, |any, &byte| any | ends(byte)) {
            break;
        }
        odd |= block.iter().fold(false, |any, &byte| any | (byte >= 0x7f));
        pos += 32;
    }
    while let Some(&byte) = bytes.get(pos) {
        if ends(byte) {
            break;
        }
        odd |= byte >= 0x7f;
        pos += 1;
    }
    (pos, odd)
}

/// Offset of the first byte from `pos` on that is not plain in a string: quote, backslash, and all but printing ASCII.
#[inline(always)]
pub(crate) fn skip_plain_string(bytes: &[u8], pos: usize) -> usize {
    let Some(rest) = bytes.get(pos..) else { return pos };
    // Nearly all values are shorter than this.
    match rest.split_first_chunk::<32>() {
        Some((window, following)) => {
            let at = first_in_string(window);
            pos + at.unwrap_or_else(|| window.len() + plain_in_string(following))
        }
        None => pos + plain_in_string(rest),
    }
}

/// Place of the first byte of `text` that is not plain in a string.
#[inline(always)]
pub(super) fn plain_in_string(text: &[u8]) -> usize {
    let mut rest = text;
    while let Some((&word, following)) = rest.split_first_chunk() {
        let word = Word::new(word);
        let special = word.is(b'"') | word.is(b'\\') | word.is_below(0x20) | word.is_from(0x7f);
        if let Some(at) = lowest(special) {
            return text.len() - rest.len() + at;
        }
        rest = following;
    }
    let plain = |byte: &&u8| matches!(byte, b' ' | b'!' | b'#'..=b'[' | b']'..=b'~');
    text.len() - rest.len() + rest.iter().take_while(plain).count()
}

/// Offset of the first byte from `pos` on that means something inside a string: quote, backslash, control character;
/// and whether there is a byte from 0x7F on before it.
#[inline]
pub(crate) fn skip_odd_string(bytes: &[u8], pos: usize) -> (usize, bool) {
    let mut pos = skip_plain_string(bytes, pos);
    let mut odd = false;
    while let Some(&byte) = bytes.get(pos) {
        if byte < 0x20 || byte == b'"' || byte == b'\\' {
            break;
        }
        odd |= byte >= 0x7f;
        pos += 1;
    }
    (pos, odd)
}

/// Whether a text holds a byte that is not printing ASCII; white space other than the space counts as one.
#[inline]
pub(crate) fn may_be_odd(bytes: &[u8]) -> bool {
    bytes.iter().fold(false, |any, byte| any | !matches!(byte, 0x20..=0x7e))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;

    /// A text with `byte` at `at`, in a text of `length` otherwise plain bytes.
    fn with(length: usize, at: usize, byte: u8) -> Vec<u8> {
        let mut text = vec![b'|'; length];
        text[at] = byte;
        text
    }

    /// Expected results of the skipping functions, byte by byte.
    fn naive(bytes: &[u8], pos: usize, ends: impl Fn(u8) -> bool) -> (usize, bool) {
        let plain = bytes[pos..].iter().take_while(|&&byte| !ends(byte));
        (pos + plain.clone().count(), plain.clone().any(|&byte| byte >= 0x7f))
    }

    #[test]
    fn comments_and_strings_end_where_something_matters() {
        let in_comment = |byte: u8| byte < 0x20 || byte == b'}';
        let in_string = |byte: u8| byte < 0x20 || matches!(byte, b'"' | b'\\');
        // Meaningful bytes and their neighbours, at every place of a block.
        let bytes = b"\0\t\x1f !\"#[\\]|}~\x7f\x80\xff";
        for length in [1, 7, 8, 9, 16, 31, 32, 33, 64, 100, 150] {
            for at in 0..length {
                for &byte in bytes {
                    let mut text = with(length, at, byte);
                    for last in [b'}', b'"', b'\\', b'\n', 0xff, b'~', b' '] {
                        text[length - 1] = last;
                        for pos in [0, at / 2, at] {
                            let expected = naive(&text, pos, in_comment);
                            assert_eq!(skip_odd_comment(&text, pos), expected, "{text:?}");
                            let (plain_end, _) = naive(&text, pos, |byte| !PLAIN_IN_COMMENT.contains(&byte));
                            assert_eq!(skip_plain_comment(&text, pos), plain_end, "{text:?}");
                            let expected = naive(&text, pos, in_string);
                            assert_eq!(skip_odd_string(&text, pos), expected, "{text:?}");
                            let (plain_end, _) = naive(&text, pos, |byte| in_string(byte) || byte >= 0x7f);
                            assert_eq!(skip_plain_string(&text, pos), plain_end, "{text:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn bytes_beside_each_other_are_told_apart() {
        for first in 0..=255 {
            for second in 0..=255 {
                let mut text = with(40, 3, first);
                text[4] = second;
                let in_string = |byte: u8| byte < 0x20 || matches!(byte, b'"' | b'\\');
                let plain_end = text.iter().take_while(|byte| PLAIN_IN_COMMENT.contains(byte)).count();
                assert_eq!(skip_plain_comment(&text, 0), plain_end, "{first} {second}");
                assert_eq!(skip_odd_string(&text, 0), naive(&text, 0, in_string), "{first} {second}");
            }
        }
    }

    #[test]
    fn short_comments_are_passed_over_as_far_as_they_are_plain() {
        for at in 0..40 {
            for byte in 0..=255 {
                let text = with(60, at, byte);
                let plain = text.iter().take_while(|&byte| PLAIN_IN_COMMENT.contains(byte)).count();
                assert_eq!(skip_short_comment(&text, 0), plain.min(32), "{text:?}");
            }
        }
        assert_eq!(skip_short_comment(b"x}", 0), 0, "too little text to look at");
    }
}
