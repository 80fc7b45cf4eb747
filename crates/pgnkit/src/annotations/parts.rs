//! The parts of an engine's comment, between commas, and the keys of its fields.

use std::ops::Range;

use pgnkit_syntax::internals::Either;

use crate::bytes::{HIGH, ONES};

/// The text between two commas.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    comment: &'a [u8],
    pub(super) start: usize,
    /// The first `=`, where there is one.
    pub(super) equals: Option<usize>,
    /// The comma, or the end of the comment.
    pub(super) end: usize,
}

impl<'a> Part<'a> {
    /// A piece of it without white space around it.
    #[inline]
    pub(super) fn trimmed(self, range: Range<usize>) -> &'a [u8] {
        self.comment.get(range).unwrap_or_default().trim_ascii()
    }

    /// The text before the `=`, as a word of eight bytes with zeros after it: 0 where it is no key, and for keys that are
    /// longer a word that no known one has.
    #[inline]
    pub(super) fn key(self, equals: usize) -> u64 {
        // Nearly all have one space before them, none after them, and eight bytes in the comment from there on.
        let has_space = self.comment.get(self.start) == Some(&b' ');
        let start = self.start + usize::from(has_space);
        let first = self.comment.get(start..).and_then(<[u8]>::first_chunk::<8>);
        if let (Some(first), length @ 1..=8) = (first, equals.wrapping_sub(start)) {
            let unused = 64 - 8 * length as u32;
            let key = u64::from_le_bytes(*first) << unused >> unused;
            // What is not used is made a letter.
            if is_alphanumeric(key | (ONES * u64::from(b'a')) & !(u64::MAX >> unused)) {
                return key;
            }
        }
        self.unusual_key(equals)
    }

    #[cold]
    fn unusual_key(self, equals: usize) -> u64 {
        let key = self.trimmed(self.start..equals);
        if !key.iter().all(u8::is_ascii_alphanumeric) {
            return 0;
        }
        if key.len() > 8 { u64::MAX } else { key_word(key) }
    }
}

/// Up to eight bytes, the first one lowest.
pub(super) const fn key_word(key: &[u8]) -> u64 {
    let (mut word, mut at) = (0, key.len());
    while at > 0 {
        at -= 1;
        word = word << 8 | key[at] as u64;
    }
    word
}

/// Whether eight bytes are all letters and digits.
#[inline]
fn is_alphanumeric(word: u64) -> bool {
    // The topmost bit of each byte that is in the range; all bytes are below 0x80 where the answer is given.
    let is_in = |word: u64, first: u8, last: u8| {
        (word + ONES * u64::from(0x80 - first)) & !(word + ONES * u64::from(0x7f - last))
    };
    let low = word & !HIGH;
    let digits = is_in(low, b'0', b'9');
    let letters = is_in(low | (ONES * 0x20), b'a', b'z');
    (digits | letters) & !word & HIGH == HIGH
}

/// The parts of a comment from a place on, as those that fastchess writes after a score,
/// `tl=282.807s, n=1656310213, pv="e2e4 e7e5"`, and their places with the comma.
#[inline]
pub(super) fn each_part<'a>(comment: &'a [u8], from: usize, mut found: impl FnMut(Range<usize>, Part<'a>)) {
    let mut start = from;
    let mut equals = None;
    let mut places = Either::<b',', b'='>::new(comment.get(from..).unwrap_or_default()).map(|at| from + at);
    // One call, so that what it does is inlined once.
    while start < comment.len() {
        let end = loop {
            match places.next() {
                Some(at) if comment.get(at) == Some(&b',') => break at,
                Some(at) => equals = equals.or(Some(at)),
                None => break comment.len(),
            }
        };
        let next = (end + 1).min(comment.len());
        found(start..next, Part { comment, start, equals, end });
        (start, equals) = (next, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_known_however_they_are_written() {
        for (text, expected) in [
            ("d=1", key_word(b"d")),
            (" d=1", key_word(b"d")),
            (" d =1", key_word(b"d")),
            ("\t MoveTime\n=1", key_word(b"MoveTime")),
            (" TimeLeft=", key_word(b"TimeLeft")),
            (" TimeLeft2=", u64::MAX),
            (" 0=40", key_word(b"0")),
            (" R50=40", key_word(b"R50")),
            (" zZaA09=", key_word(b"zZaA09")),
            ("=1", 0),
            (" =1", 0),
            (" a b=1", 0),
            (" a_=1", 0),
            (" a@=1234567", 0),
            (" a[=1234567", 0),
            (" a`=1234567", 0),
            (" a{=1234567", 0),
            (" a/=1234567", 0),
            (" a:=1234567", 0),
            (" \u{e9}=1234567", 0),
            (" much text before it=1", 0),
        ] {
            let equals = text.find('=').unwrap();
            let comment = text.as_bytes();
            let key = Part { comment, start: 0, equals: Some(equals), end: comment.len() }.key(equals);
            assert_eq!(key, expected, "{text:?}");
        }
        for byte in 0..=255u8 {
            for at in 0..8 {
                let mut bytes = *b"aZ09zA5m";
                bytes[at] = byte;
                let is_plain = byte.is_ascii_alphanumeric();
                assert_eq!(is_alphanumeric(u64::from_le_bytes(bytes)), is_plain, "{byte} at {at}");
            }
        }
    }
}
