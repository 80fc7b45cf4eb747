//! Counting lines. A newline is LF, CRLF or a lone CR.

use memchr::{memchr, memchr_iter};

/// Number of newlines in `bytes`: CRLF counts once, LF and a lone CR once each.
///
/// A CR at the end counts; when the next byte of the stream is the LF of the same newline, subtract it with
/// [`newlines_before`].
///
/// ```
/// use pgnkit_archive::blocks::count_newlines;
/// assert_eq!(count_newlines(b"a\nb\r\nc\rd"), 3);
/// ```
pub fn count_newlines(bytes: &[u8]) -> u64 {
    let line_feeds = memchr_iter(b'\n', bytes).count() as u64;
    let Some(first) = memchr(b'\r', bytes) else { return line_feeds };
    let rest = &bytes[first..];
    let returns = memchr_iter(b'\r', rest).count() as u64;
    line_feeds + returns - count_pairs(rest)
}

/// Counts the lines before places that are asked for from the first to the last, so that each byte is looked at once.
#[derive(Clone, Copy, Debug, Default)]
pub struct LineCounter {
    at: usize,
    lines: u64,
}

impl LineCounter {
    /// The number of newlines before a place, which is not before the one asked for last.
    pub fn lines_before(&mut self, text: &[u8], place: usize) -> u64 {
        let place = place.max(self.at);
        self.lines += count_newlines(&text[self.at..place]);
        self.at = place;
        self.lines
    }
}

/// Number of newlines that end at or before `position`: the line number of the byte there, counted from 0.
///
/// The LF of a CRLF is on the line that it ends, as is the CR.
///
/// ```
/// use pgnkit_archive::blocks::newlines_before;
/// assert_eq!(newlines_before(b"a\r\nb", 2), 0);
/// assert_eq!(newlines_before(b"a\r\nb", 3), 1);
/// ```
pub fn newlines_before(bytes: &[u8], position: usize) -> u64 {
    let (before, following) = bytes.split_at(position.min(bytes.len()));
    let divided = before.last() == Some(&b'\r') && following.first() == Some(&b'\n');
    count_newlines(before) - u64::from(divided)
}

/// The line and the column, in characters, at `position` of a text that begins at `first`. Characters are those of
/// UTF-8 where the line is that, else bytes.
pub fn place_behind(bytes: &[u8], position: usize, first: (u64, u64)) -> (u64, u64) {
    let before = &bytes[..position];
    let (line, column, last_line) = match memchr::memrchr2(b'\n', b'\r', before) {
        Some(newline) => (first.0 + newlines_before(bytes, position), 1, &before[newline + 1..]),
        None => (first.0, first.1, before),
    };
    let characters = std::str::from_utf8(last_line).map_or(last_line.len(), |text| text.chars().count());
    (line, column + characters as u64)
}

/// Number of CR followed by LF. Written for vectorisation by the compiler: sums of at most 255 in a byte.
fn count_pairs(bytes: &[u8]) -> u64 {
    let Some(seconds) = bytes.get(1..) else { return 0 };
    let firsts = bytes.chunks(255);
    firsts
        .zip(seconds.chunks(255))
        .map(|(firsts, seconds)| {
            let pairs = firsts.iter().zip(seconds);
            let sum: u8 = pairs.map(|(a, b)| u8::from(*a == b'\r') & u8::from(*b == b'\n')).sum();
            u64::from(sum)
        })
        .sum()
}
