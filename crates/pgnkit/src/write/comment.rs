//! Comments in export format: conventions CEX-01 to CEX-06, the standard defines none.

use super::fill::Fill;
use crate::game::RawComment;

/// Writes a comment; false when it is empty and nothing was written (CEX-02).
#[inline]
pub(super) fn write(comment: RawComment<'_>, fill: &mut Fill<'_>) -> bool {
    match comment.plain() {
        Some((text, length)) => fill.short_comment(text, length) || write_plain(text, length, fill),
        None => write_words(comment.text().trim_ascii(), fill),
    }
}

/// Writes a plain comment that is longer than the rest of the line, or first on it.
#[inline(never)]
fn write_plain(padded: &[u8], length: usize, fill: &mut Fill<'_>) -> bool {
    let text = padded.get(..length).unwrap_or_default();
    let is_written = if is_command(text) {
        fill.comment_of_one_word(padded, length)
    } else {
        // Only words that begin with one of these are not free to begin a line.
        memchr::memchr2(b'[', b'%', text).is_none() && fill.long_comment(text)
    };
    is_written || write_words(text, fill)
}

/// Whether a plain text is one embedded command and nothing else: one word, whatever it holds.
fn is_command(text: &[u8]) -> bool {
    let [b'[', b'%', inside @ .., b']'] = text else { return false };
    inside.first().is_some_and(u8::is_ascii_alphanumeric)
        && !inside.iter().any(|byte| matches!(byte, b'[' | b']' | b'"'))
}

/// Whether a word must not begin a line: `%` would escape it, and `[` would look like a tag pair (CEX-05).
pub(super) fn clings(word: &str) -> bool {
    word.starts_with(['%', '['])
}

#[inline(never)]
fn write_words(text: &[u8], fill: &mut Fill<'_>) -> bool {
    let text = core::str::from_utf8(text).unwrap_or_default();
    if text.contains('}') && write_to_end_of_line(text, fill) {
        return true;
    }
    let mut words = Words::new(text);
    let Some(first) = words.next() else { return false };
    fill.begin();
    fill.put(b"{", 1);
    put_word(first, fill);
    for word in words {
        if clings(word) {
            fill.put(b" ", 1);
        } else {
            fill.begin();
        }
        put_word(word, fill);
    }
    fill.put(b"}", 1);
    true
}

/// A comment with `}` in it cannot stand in braces: it is written after a semicolon where it fits a line (CEX-06).
fn write_to_end_of_line(text: &str, fill: &mut Fill<'_>) -> bool {
    let mut line = String::from(";");
    for word in Words::new(text) {
        if line.len() > 1 {
            line.push(' ');
        }
        line.extend(word.chars().filter_map(printable));
    }
    let fits = line.chars().count() <= fill.width();
    if fits {
        fill.last_of_line(&line);
    }
    fits
}

/// A word without line breaks and braces.
fn put_word(word: &str, fill: &mut Fill<'_>) {
    let simple = |byte: u8| matches!(byte, 0x20..=0x7e) && byte != b'{' && byte != b'}';
    if word.bytes().all(simple) {
        fill.put(word.as_bytes(), word.len());
        return;
    }
    let safe: String = word
        .chars()
        .filter_map(|c| match c {
            '{' => Some('('),
            '}' => Some(')'),
            c => printable(c),
        })
        .collect();
    fill.put(safe.as_bytes(), safe.chars().count());
}

/// Control characters may stand nowhere: white space becomes a space, the others go (CHR-02, CHR-04).
fn printable(c: char) -> Option<char> {
    match c {
        '\t'..='\r' => Some(' '),
        '\0'..='\x1f' | '\x7f' => None,
        c => Some(c),
    }
}

/// The words of a comment: runs without white space, where an embedded command `[%…]` counts as one character run
/// however much white space it holds (CEX-04).
pub(super) struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text }
    }

    /// What comes after the last word.
    pub(super) fn rest(&self) -> &'a str {
        self.rest
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let skipped = |c: char| matches!(c, ' ' | '\t'..='\r' | '\0'..='\x1f' | '\x7f');
        self.rest = self.rest.trim_start_matches(skipped);
        if self.rest.is_empty() {
            return None;
        }
        let bytes = self.rest.as_bytes();
        let mut end = 0;
        while end < bytes.len() && !matches!(bytes[end], b' ' | b'\t'..=b'\r') {
            end += if bytes[end] == b'[' { command_length(&bytes[end..]).unwrap_or(1) } else { 1 };
        }
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(word)
    }
}

/// Length of the embedded command at the beginning of `text`: `[%`, a name, operands up to `]`, where quotes hide
/// brackets (supplement 3.2).
fn command_length(text: &[u8]) -> Option<usize> {
    if !(text.starts_with(b"[%") && text.get(2).is_some_and(u8::is_ascii_alphanumeric)) {
        return None;
    }
    let mut quoted = false;
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b']' if !quoted => return Some(at + 1),
            _ => {}
        }
    }
    // A lone quote hides nothing.
    memchr::memchr(b']', text).map(|at| at + 1)
}
