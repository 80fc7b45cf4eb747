//! The text of a game: tag lines, comments, escape lines.

/// A range of a [`TextStore`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TextRange {
    pub(super) start: usize,
    pub(super) end: usize,
}

/// All text of a game, back to back, in UTF-8. Bytes and not a string, so that what is only passed on from a file to a
/// file need not be proved to be UTF-8 on the way.
#[derive(Clone, Debug, Default)]
pub(super) struct TextStore {
    /// Longer than the text: what stands behind it is left from games before, and is there so that copying may take
    /// more than it needs, in steps of constant length.
    bytes: Vec<u8>,
    len: usize,
}

/// Bytes that can always be read from the beginning of a text on.
const SLACK: usize = 64;

/// What stands in a text, as far as it matters for writing it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    /// High bits: of bytes outside ASCII.
    high: u64,
    /// High bits: of bytes that are control characters, `{`, `|`, `}`, `~`, or outside ASCII.
    odd: u64,
    quotes: u64,
    double_spaces: u64,
}

const ONES: u64 = u64::MAX / 255;
const HIGH: u64 = 0x80 * ONES;

/// High bits where a byte is 0; above such a byte there may be more.
#[inline(always)]
const fn zeros(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & HIGH
}

impl Seen {
    #[inline(always)]
    fn look(&mut self, word: u64) {
        self.high |= word;
        self.odd |= word.wrapping_sub(0x20 * ONES) | word.wrapping_add(0x05 * ONES) | word;
        self.quotes |= zeros(word ^ (b'"' as u64 * ONES));
        let spaces = zeros(word ^ (b' ' as u64 * ONES));
        self.double_spaces |= spaces & spaces >> 8;
    }

    #[inline]
    pub(super) fn is_ascii(self) -> bool {
        self.high & HIGH == 0
    }

    /// Whether a string may hold this text as it stands, if there is no backslash in it.
    #[inline]
    fn is_plain_value(self) -> bool {
        self.odd & HIGH == 0 && self.quotes == 0
    }

    /// Whether a comment may hold this text as it stands, once white space around it is gone.
    #[inline]
    pub(super) fn is_plain_comment(self) -> bool {
        self.odd & HIGH == 0 && self.double_spaces == 0
    }
}

/// A tag pair as it is written, line break included.
#[derive(Clone, Copy, Debug)]
pub(super) struct TagLine {
    /// The beginning of the name, in the order of the names.
    pub(super) key: u64,
    pub(super) line: TextRange,
    name_len: usize,
    /// Whether the line may be written as it stands.
    pub(super) is_plain: bool,
}

impl TagLine {
    /// `[` before the name.
    #[inline]
    pub(super) fn name(&self) -> TextRange {
        TextRange { start: self.line.start + 1, end: self.line.start + 1 + self.name_len }
    }

    /// ` "` before the value, `"]` and a line break behind it.
    #[inline]
    pub(super) fn value(&self) -> TextRange {
        TextRange { start: self.line.start + self.name_len + 3, end: self.line.end - 3 }
    }
}

/// The first eight bytes of a name, so that they compare as the name does.
#[inline]
fn name_key(name: &[u8]) -> u64 {
    match name.first_chunk() {
        Some(first) => u64::from_be_bytes(*first),
        None => name.iter().rev().fold(0, |key, &byte| key >> 8 | u64::from(byte) << 56),
    }
}

impl TextStore {
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    #[inline]
    pub(super) fn get(&self, range: TextRange) -> &[u8] {
        self.bytes.get(range.start..range.end).unwrap_or_default()
    }

    /// The text at `range` and all that stands behind it.
    #[inline]
    pub(super) fn get_padded(&self, range: TextRange) -> &[u8] {
        self.bytes.get(range.start..).unwrap_or_default()
    }

    /// Forgets what was appended from `range` on.
    pub(super) fn take_back(&mut self, range: TextRange) {
        self.len = range.start;
    }

    /// Room for so many bytes, and slack.
    #[inline(always)]
    fn room(&mut self, length: usize) -> &mut [u8] {
        if self.bytes.len() < self.len + length + SLACK {
            self.grow(length);
        }
        &mut self.bytes[self.len..]
    }

    #[cold]
    fn grow(&mut self, length: usize) {
        let needed = self.len + length + SLACK;
        self.bytes.resize(needed.max(2 * self.bytes.len()), 0);
    }

    /// Appends text that is UTF-8.
    pub(super) fn append(&mut self, text: &[u8]) -> TextRange {
        let start = self.len;
        self.room(text.len())[..text.len()].copy_from_slice(text);
        self.len += text.len();
        TextRange { start, end: self.len }
    }

    /// Appends text and looks at it on the way.
    #[inline]
    pub(super) fn append_seen(&mut self, text: &[u8]) -> (TextRange, Seen) {
        let start = self.len;
        let seen = copy_seen(text, &mut self.room(text.len())[..text.len()]);
        self.len += text.len();
        (TextRange { start, end: self.len }, seen)
    }

    /// Appends a tag pair the way it is written; `is_literal` when its value holds no backslash. Also what is in the value.
    #[inline]
    pub(super) fn append_tag(&mut self, name: &[u8], value: &[u8], is_literal: bool) -> (TagLine, Seen) {
        let start = self.len;
        let length = name.len() + value.len() + 6;
        let room = self.room(length);
        room[0] = b'[';
        copy_name(name, &mut room[1..]);
        let rest = &mut room[1 + name.len()..];
        rest[..2].copy_from_slice(b" \"");
        let seen = copy_seen(value, &mut rest[2..2 + value.len()]);
        rest[2 + value.len()..][..3].copy_from_slice(b"\"]\n");
        self.len += length;
        let line = TextRange { start, end: self.len };
        let is_plain = is_literal && seen.is_plain_value();
        (TagLine { key: name_key(name), line, name_len: name.len(), is_plain }, seen)
    }
}

/// Copies a tag's name to the front of `to`: most fit 16 bytes, and two copies of constant length.
#[inline]
fn copy_name(name: &[u8], to: &mut [u8]) {
    match (name.first_chunk::<8>(), name.last_chunk::<8>()) {
        (Some(first), Some(last)) if name.len() <= 16 => {
            to[..8].copy_from_slice(first);
            to[name.len() - 8..name.len()].copy_from_slice(last);
        }
        (None, _) => to.iter_mut().zip(name).for_each(|(to, &byte)| *to = byte),
        _ => to[..name.len()].copy_from_slice(name),
    }
}

/// Copies text of the same length and looks at it: eight bytes at a time, each group beginning with the last byte of
/// the one before, so that every pair of neighbours stands in one of them.
#[inline]
fn copy_seen(text: &[u8], to: &mut [u8]) -> Seen {
    let mut seen = Seen::default();
    let (Some(last), Some(last_to)) = (text.last_chunk::<8>(), to.last_chunk_mut::<8>()) else {
        let mut padded = [b'.'; 8];
        for ((&byte, to), padded) in text.iter().zip(to).zip(&mut padded) {
            *to = byte;
            *padded = byte;
        }
        seen.look(u64::from_le_bytes(padded));
        return seen;
    };
    seen.look(u64::from_le_bytes(*last));
    *last_to = *last;
    let (mut from, mut to) = (text, to);
    while from.len() > 8
        && let (Some(word), Some(word_to)) = (from.first_chunk::<8>(), to.first_chunk_mut::<8>())
    {
        seen.look(u64::from_le_bytes(*word));
        *word_to = *word;
        (from, to) = (&from[7..], &mut to[7..]);
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_does_not_depend_on_where_it_stands() {
        for length in 0..40 {
            let plain = vec![b'a'; length];
            let seen = |text: &[u8]| {
                let mut to = vec![0; text.len()];
                let seen = copy_seen(text, &mut to);
                assert_eq!(to, text);
                (seen.is_ascii(), seen.is_plain_value(), seen.is_plain_comment())
            };
            assert_eq!(seen(&plain), (true, true, true));
            for at in 0..length {
                for (bytes, expected) in [
                    (&b"\xe9"[..], (false, false, false)),
                    (b"\x1f", (true, false, false)),
                    (b"\n", (true, false, false)),
                    (b"\x7f", (true, false, false)),
                    (b"{", (true, false, false)),
                    (b"\"", (true, false, true)),
                    (b"  ", (true, true, false)),
                    (b" ", (true, true, true)),
                    (b"z", (true, true, true)),
                ] {
                    let mut text = plain.clone();
                    if let Some(place) = text.get_mut(at..at + bytes.len()) {
                        place.copy_from_slice(bytes);
                        assert_eq!(seen(&text), expected, "{bytes:?} at {at} of {length}");
                    }
                }
            }
        }
    }

    #[test]
    fn keys_are_in_the_order_of_the_names() {
        let mut names = ["ECO", "Event", "EventDate", "A", "", "WhiteElo", "White", "Z_9"];
        names.sort_unstable();
        assert!(names.is_sorted_by_key(|name| name_key(name.as_bytes())));
    }
}
