//! The text of a game: tag lines, comments, escape lines.

use std::ops::Range;

use pgnkit_syntax::Span;
use pgnkit_syntax::internals::is_odd_comment;

use crate::bytes::{HIGH, ONES};

/// A range of a [`TextStore`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TextRange {
    pub(super) start: usize,
    pub(super) end: usize,
}

/// All text of a game, back to back, in UTF-8. Bytes and not a string, so that what is only passed on from a file to a
/// file need not be proved to be UTF-8 on the way.
#[derive(Debug, Default)]
pub(super) struct TextStore {
    /// Longer than the text: what comes after it is left from games before, and is there so that copying may take
    /// more than it needs, in steps of constant length.
    bytes: Vec<u8>,
    len: usize,
}

/// Bytes that can always be read from the beginning of a text on.
const SLACK: usize = 64;

/// A comment.
#[derive(Clone, Copy, Debug)]
pub(super) struct CommentData {
    pub(super) text: TextRange,
    /// Spaces before and after the text, one at the most.
    before: bool,
    after: bool,
    is_plain: bool,
}

impl CommentData {
    /// A comment of a text that was not looked at.
    pub(super) fn odd(text: TextRange) -> Self {
        Self { text, before: false, after: false, is_plain: false }
    }

    /// The text without white space around it, where it is ASCII without control characters, braces and neighbouring
    /// spaces, and not empty.
    #[inline]
    pub(super) fn plain(self) -> Option<TextRange> {
        let TextRange { start, end } = self.text;
        let inside =
            TextRange { start: start + usize::from(self.before), end: end - usize::from(self.after) };
        if self.is_plain { Some(inside) } else { None }
    }
}

/// High bits of what a text must not contain.
#[derive(Clone, Copy, Debug, Default)]
struct Seen(u64);

/// High bits where a byte is 0; above such a byte there may be more.
#[inline(always)]
const fn zeros(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & HIGH
}

impl Seen {
    /// Control characters, `{`, `|`, `}`, `~`, and bytes outside ASCII.
    #[inline(always)]
    fn look(&mut self, word: u64) {
        self.0 |= word.wrapping_sub(0x20 * ONES) | word.wrapping_add(0x05 * ONES) | word;
    }

    #[inline(always)]
    fn look_at_value(&mut self, word: u64) {
        self.look(word);
        self.0 |= zeros(word ^ (b'"' as u64 * ONES));
    }

    #[inline(always)]
    fn look_at_comment(&mut self, word: u64) {
        self.look(word);
        let spaces = zeros(word ^ (b' ' as u64 * ONES));
        self.0 |= spaces & spaces >> 8;
    }

    #[inline]
    fn nothing(self) -> bool {
        self.0 & HIGH == 0
    }
}

/// A tag pair as it is written, line break included.
#[derive(Clone, Copy, Debug)]
pub(super) struct TagLine {
    /// The beginning of the name, in the order of the names.
    pub(super) key: u64,
    pub(super) line: TextRange,
    name_len: usize,
    /// Whether the line may be written unchanged.
    pub(super) is_plain: bool,
}

impl TagLine {
    /// `[` before the name.
    #[inline]
    pub(super) fn name(&self) -> TextRange {
        TextRange { start: self.line.start + 1, end: self.line.start + 1 + self.name_len }
    }

    /// ` "` before the value, `"]` and a line break after it.
    #[inline]
    pub(super) fn value(&self) -> TextRange {
        TextRange { start: self.line.start + self.name_len + 3, end: self.line.end - 3 }
    }
}

/// The first eight bytes of the name at `name` of a text, so that they compare as the name does.
#[inline]
pub(crate) fn name_key(text: &[u8], name: Span) -> u64 {
    match text.get(name.start..).and_then(<[u8]>::first_chunk) {
        Some(first) => u64::from_be_bytes(*first) & !u64::MAX.checked_shr(8 * name.len() as u32).unwrap_or(0),
        None => name.of(text).iter().rev().fold(0, |key, &byte| key >> 8 | u64::from(byte) << 56),
    }
}

/// A clone has the room that its text needs, however much this one has from games before.
impl Clone for TextStore {
    fn clone(&self) -> Self {
        let end = (self.len + SLACK).min(self.bytes.len());
        Self { bytes: self.bytes.get(..end).unwrap_or_default().to_vec(), len: self.len }
    }
}

impl TextStore {
    pub(super) fn allocated_bytes(&self) -> usize {
        self.bytes.capacity()
    }

    /// Gives back all room but what reading further than the text needs.
    pub(super) fn shrink(&mut self) {
        self.bytes.truncate(self.len + SLACK);
        self.bytes.shrink_to_fit();
    }

    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    #[inline]
    pub(super) fn get(&self, range: TextRange) -> &[u8] {
        self.bytes.get(range.start..range.end).unwrap_or_default()
    }

    /// The text at `range` and all that comes after it.
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
    #[inline]
    pub(super) fn append(&mut self, text: &[u8]) -> TextRange {
        let start = self.len;
        copy_short(text, self.room(text.len()));
        self.len += text.len();
        TextRange { start, end: self.len }
    }

    /// Appends a comment and looks at it.
    #[inline(always)]
    pub(super) fn append_comment(&mut self, text: &[u8]) -> CommentData {
        let range = self.append(text);
        let (before, after) = spaces_around(text);
        let is_plain = plain_comment(text).is_some();
        CommentData { text: range, before, after, is_plain }
    }

    /// Appends a comment that is plain, with a space on either side or none: the first `length` of these bytes.
    #[inline(always)]
    pub(super) fn append_plain_comment(&mut self, text: &[u8; 16], length: usize) -> CommentData {
        let start = self.len;
        if let Some(room) = self.room(16).first_chunk_mut() {
            *room = *text;
        }
        self.len += length.min(16);
        let has_spaces = text[0] == b' ';
        let text = TextRange { start, end: self.len };
        CommentData { text, before: has_spaces, after: has_spaces, is_plain: true }
    }

    /// Appends a tag pair the way it is written; `is_literal` when its value holds no backslash.
    #[inline]
    pub(super) fn append_tag(&mut self, name: &[u8], value: &[u8], is_literal: bool) -> TagLine {
        let start = self.len;
        let length = name.len() + value.len() + 6;
        let room = self.room(length);
        room[0] = b'[';
        copy_short(name, &mut room[1..]);
        let rest = &mut room[1 + name.len()..];
        rest[..2].copy_from_slice(b" \"");
        copy_short(value, &mut rest[2..]);
        rest[2 + value.len()..][..3].copy_from_slice(b"\"]\n");
        self.len += length;
        let line = TextRange { start, end: self.len };
        let is_plain = is_literal && each_word(value, Seen::look_at_value).nothing();
        TagLine { key: name_key(name, Span::new(0, name.len())), line, name_len: name.len(), is_plain }
    }
}

/// Whether a comment begins and ends with a space; one that is only a space begins with it.
#[inline(always)]
fn spaces_around(text: &[u8]) -> (bool, bool) {
    (text.first() == Some(&b' '), text.len() > 1 && text.last() == Some(&b' '))
}

/// The place in a comment of its text without a space on either side, where that is [plain](CommentData::plain).
#[inline(always)]
pub(crate) fn plain_comment(text: &[u8]) -> Option<Range<usize>> {
    let (before, after) = spaces_around(text);
    let range = usize::from(before)..text.len() - usize::from(after);
    let is_plain = match text.get(range.clone()).unwrap_or_default() {
        // What is left of more spaces around it is no text either.
        [] | [b' ', ..] | [.., b' '] => false,
        inside => !is_odd_in_comment(inside),
    };
    if is_plain { Some(range) } else { None }
}

/// Whether a text has control characters, braces, neighbouring spaces or bytes outside ASCII.
#[inline(always)]
fn is_odd_in_comment(text: &[u8]) -> bool {
    if text.len() <= 16 { !each_word(text, Seen::look_at_comment).nothing() } else { is_odd_comment(text) }
}

/// Copies text to the front of `to`: most fits 32 bytes, and two copies of constant length.
#[inline(always)]
fn copy_short(text: &[u8], to: &mut [u8]) {
    match (text.first_chunk::<8>(), text.last_chunk::<8>()) {
        (Some(first), Some(last)) if text.len() <= 16 => {
            to[..8].copy_from_slice(first);
            to[text.len() - 8..text.len()].copy_from_slice(last);
        }
        (None, _) => to.iter_mut().zip(text).for_each(|(to, &byte)| *to = byte),
        _ => match (text.first_chunk::<16>(), text.last_chunk::<16>()) {
            (Some(first), Some(last)) if text.len() <= 32 => {
                to[..16].copy_from_slice(first);
                to[text.len() - 16..text.len()].copy_from_slice(last);
            }
            _ => to[..text.len()].copy_from_slice(text),
        },
    }
}

/// Looks at a text eight bytes at a time, each group beginning with the last byte of the one before, so that every pair
/// of neighbours is in one of them.
#[inline(always)]
fn each_word(text: &[u8], look: impl Fn(&mut Seen, u64)) -> Seen {
    let mut seen = Seen::default();
    let Some(last) = text.last_chunk() else {
        let mut padded = [b'.'; 8];
        padded.iter_mut().zip(text).for_each(|(padded, &byte)| *padded = byte);
        look(&mut seen, u64::from_le_bytes(padded));
        return seen;
    };
    look(&mut seen, u64::from_le_bytes(*last));
    let mut rest = text;
    while rest.len() > 8
        && let Some(word) = rest.first_chunk()
    {
        look(&mut seen, u64::from_le_bytes(*word));
        rest = &rest[7..];
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
                let value = each_word(text, Seen::look_at_value).nothing();
                (value, !is_odd_in_comment(text))
            };
            assert_eq!(seen(&plain), (true, true));
            for at in 0..length {
                for (bytes, expected) in [
                    (&b"\xe9"[..], (false, false)),
                    (b"\x1f", (false, false)),
                    (b"\n", (false, false)),
                    (b"\x7f", (false, false)),
                    (b"{", (false, false)),
                    (b"\"", (false, true)),
                    (b"  ", (true, false)),
                    (b" ", (true, true)),
                    (b"z", (true, true)),
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
    fn spaces_around_a_comment_are_no_part_of_it() {
        for (text, plain) in [
            ("a", Some("a")),
            (" [%clk 0:03:00] ", Some("[%clk 0:03:00]")),
            ("two words ", Some("two words")),
            ("", None),
            (" ", None),
            ("  ", None),
            ("   ", None),
            ("  a", None),
            ("a  ", None),
            ("a\nb", None),
        ] {
            let mut store = TextStore::default();
            store.append(b"before");
            let comment = store.append_comment(text.as_bytes());
            assert_eq!(store.get(comment.text), text.as_bytes());
            assert_eq!(comment.plain().map(|range| store.get(range)), plain.map(str::as_bytes), "{text:?}");
        }
    }

    #[test]
    fn keys_are_in_the_order_of_the_names() {
        let mut names = ["ECO", "Event", "EventDate", "A", "", "WhiteElo", "White", "Z_9"];
        names.sort_unstable();
        assert!(names.is_sorted_by_key(|name| name_key(name.as_bytes(), Span::new(0, name.len()))));
    }
}
