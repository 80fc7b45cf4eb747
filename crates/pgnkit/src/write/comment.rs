//! Comments in export format: conventions CEX-01 to CEX-06, the standard defines none.

use std::borrow::Cow;

use pgnkit_syntax::UNREAD_MARK;

use super::fill::Fill;
use crate::command::{eval_and_clock, exact_clock};
use crate::game::RawComment;
use crate::unread;

/// Writes a comment; false when it is empty and nothing was written (CEX-02).
#[inline]
pub(super) fn write(comment: RawComment<'_>, fill: &mut Fill<'_>) -> bool {
    match comment.plain() {
        Some((text, length)) => write_plain(text, length, fill),
        None => write_odd(comment.text(), fill),
    }
}

/// Writes a plain comment: the first `length` bytes of `padded`.
#[inline(always)]
pub(super) fn write_plain(padded: &[u8], length: usize, fill: &mut Fill<'_>) -> bool {
    fill.short_comment(padded, length) || write_unfitting(padded, length, fill)
}

/// Writes a comment of any text.
pub(super) fn write_odd(text: &[u8], fill: &mut Fill<'_>) -> bool {
    let (text, replaced) = without_control_characters(text.trim_ascii());
    fill.losses().control_characters += replaced;
    write_words(&text, fill)
}

/// Writes a plain comment that is longer than the rest of the line, or first on it.
#[inline(never)]
fn write_unfitting(padded: &[u8], length: usize, fill: &mut Fill<'_>) -> bool {
    let text = padded.get(..length).unwrap_or_default();
    let is_written = if is_unbroken(text) {
        fill.comment_of_one_word(padded, length)
    } else {
        // Only words that begin with one of these are not free to begin a line.
        memchr::memchr2(b'[', b'%', text).is_none() && fill.long_comment(text)
    };
    is_written || write_words(text, fill)
}

/// Whether a plain text is embedded commands and nothing else, which hold together: one, whatever it holds, or an evaluation
/// and a clock.
fn is_unbroken(text: &[u8]) -> bool {
    // These are what there mostly is.
    if exact_clock(text).is_some() || eval_and_clock(text).is_some() {
        return true;
    }
    let [b'[', b'%', inside @ .., b']'] = text else { return false };
    inside.first().is_some_and(u8::is_ascii_alphanumeric)
        && !inside.iter().any(|byte| matches!(byte, b'[' | b']' | b'"'))
}

/// Whether a word must not begin a line: `%` would escape it, and `[` would look like a tag pair (CEX-05).
pub(crate) fn clings(word: &[u8]) -> bool {
    matches!(word, [b'%' | b'[', ..])
}

#[inline(never)]
fn write_words(text: &[u8], fill: &mut Fill<'_>) -> bool {
    if text.contains(&b'}') && write_to_end_of_line(text, fill) {
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

/// A comment with `}` in it cannot be in braces: it is written after a semicolon where it fits a line (CEX-06).
fn write_to_end_of_line(text: &[u8], fill: &mut Fill<'_>) -> bool {
    let mut line = String::from(";");
    for word in Words::new(text) {
        if line.len() > 1 {
            line.push(' ');
        }
        line.extend(as_str(word).chars().map(printable));
    }
    // After the mark it would be movetext.
    let fits = line.chars().count() <= fill.width() && !line.as_bytes().starts_with(UNREAD_MARK);
    if fits {
        fill.losses().control_characters += unused_codes(as_str(text));
        fill.last_of_line(&line);
    }
    fits
}

/// Writes text that was not read, each line after a mark that lets it be read again (decision A-68). It keeps its lines,
/// however long: where they break can matter to what they are read as.
#[cold]
pub(super) fn write_unread(text: &str, fill: &mut Fill<'_>) {
    let (text, replaced) = unread::printable(text);
    fill.losses().control_characters += replaced;
    let mark = str::from_utf8(UNREAD_MARK).unwrap_or_default();
    for line in text.lines() {
        match line.trim_ascii_end() {
            "" => {}
            escape if escape.starts_with('%') => fill.line(escape),
            text => fill.line(&format!("{mark}{text}")),
        }
    }
}

/// A move of a game whose rules are not known.
#[cold]
pub(super) fn write_unchecked(text: &str, fill: &mut Fill<'_>) {
    let (text, replaced) = unread::printable(text);
    fill.losses().control_characters += replaced;
    fill.begin();
    for (index, word) in text.split_ascii_whitespace().enumerate() {
        if index > 0 && clings(word.as_bytes()) {
            fill.put(b" ", 1);
        } else if index > 0 {
            fill.begin();
        }
        fill.put(word.as_bytes(), word.chars().count());
    }
}

/// A word without line breaks and braces.
fn put_word(word: &[u8], fill: &mut Fill<'_>) {
    let simple = |byte: &u8| matches!(byte, 0x20..=0x7e) && !matches!(byte, b'{' | b'}');
    if word.iter().all(simple) {
        fill.put(word, word.len());
        return;
    }
    fill.losses().braces += word.iter().filter(|byte| matches!(byte, b'{' | b'}')).count() as u64;
    fill.losses().control_characters += unused_codes(as_str(word));
    let safe: String = as_str(word)
        .chars()
        .map(|c| match c {
            '{' => '(',
            '}' => ')',
            c => printable(c),
        })
        .collect();
    fill.put(safe.as_bytes(), safe.chars().count());
}

/// A word of a game's text, which is UTF-8.
fn as_str(word: &[u8]) -> &str {
    core::str::from_utf8(word).unwrap_or_default()
}

/// Control characters are not allowed, white space aside (CHR-04): a space is written for each, so that words stay apart
/// (decision A-05). Gives their number, too. They go before the text is seen as words.
fn without_control_characters(text: &[u8]) -> (Cow<'_, [u8]>, u64) {
    let is_control = |byte: &u8| matches!(byte, 0..=0x08 | 0x0e..=0x1f | 0x7f);
    let count = text.iter().filter(|byte| is_control(byte)).count();
    if count == 0 {
        return (Cow::Borrowed(text), 0);
    }
    let spaced = text.iter().map(|byte| if is_control(byte) { b' ' } else { *byte });
    (spaced.collect(), count as u64)
}

/// Number of characters with one of the codes from 128 to 159.
fn unused_codes(text: &str) -> u64 {
    text.chars().filter(|c| matches!(c, '\u{80}'..='\u{9f}')).count() as u64
}

/// White space in a word becomes a space (CHR-02). Codes from 128 to 159 were meant as letters or signs: a question mark
/// says that something stood there (CHR-05).
fn printable(c: char) -> char {
    match c {
        '\t'..='\r' => ' ',
        '\u{80}'..='\u{9f}' => '?',
        c => c,
    }
}

/// The words of a comment: runs without white space, where an embedded command `[%…]` counts as one character run
/// however much white space it holds (CEX-04).
pub(crate) struct Words<'a> {
    rest: &'a [u8],
    /// Whether `rest` may hold a `]`: without it, looking for one again and again would take quadratic time.
    may_close: bool,
}

impl<'a> Words<'a> {
    pub(crate) fn new(text: &'a [u8]) -> Self {
        Self { rest: text, may_close: true }
    }

    /// White space and the like after the last word.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let start = self.rest.iter().position(|byte| !matches!(byte, 0..=b' ' | 0x7f))?;
        let bytes = &self.rest[start..];
        let mut end = 0;
        while end < bytes.len() && !matches!(bytes[end], b' ' | b'\t'..=b'\r') {
            end += if self.may_close && begins_command(&bytes[end..]) {
                let length = command_length(&bytes[end..]);
                self.may_close = length.is_some();
                length.unwrap_or(1)
            } else {
                1
            };
        }
        let (word, rest) = bytes.split_at(end);
        self.rest = rest;
        Some(word)
    }
}

/// Whether a text begins with `[%` and a name.
fn begins_command(text: &[u8]) -> bool {
    matches!(text, [b'[', b'%', name, ..] if name.is_ascii_alphanumeric())
}

/// Length of the embedded command that `text` begins with: `[%`, a name, operands up to `]`, where quotes hide brackets
/// (supplement 3.2); `None` where there is no `]`.
fn command_length(text: &[u8]) -> Option<usize> {
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

#[cfg(test)]
mod tests {
    use super::super::out::Out;
    use super::*;

    /// A comment after some words on a line, with a sign that is glued to it and words after it; written the quick way for plain
    /// comments, or word by word.
    fn filled(text: &str, width: usize, before: usize, is_quick: bool) -> String {
        let mut out = Vec::new();
        let mut fill = Fill::new(Out::new(&mut out), width);
        for _ in 0..before {
            fill.word(b"ab");
        }
        // What comes after a comment in memory is not looked at.
        let padded = format!("{text}{}", "[ %".repeat(30));
        let is_written = if is_quick {
            write_plain(padded.as_bytes(), text.len(), &mut fill)
        } else {
            write_words(text.as_bytes(), &mut fill)
        };
        assert!(is_written);
        fill.glue(b")))");
        for _ in 0..before {
            fill.word(b"12.");
        }
        drop(fill.finish());
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn plain_comments_are_filled_as_word_by_word() {
        let mut texts: Vec<String> = [
            "[%clk 0:01:00]",
            "[%eval 0.17] [%clk 0:01:00]",
            "[%eval #-12] [%clk 9:59:59]",
            "[%eval 0.17,12] [%clk 0:01:00]",
            "[%eval 0.17] [%clk 0:61:00]",
            "[%eval 0.17] x [%clk 0:01:00]",
            "[%csl Ga1,Gb2,Gc3,Gd4 Ge5] [%cal Ga1b2,Gb2c3] a text",
            "[%tqu \"a ] b\"] [%x y z]",
            "100 % sure [that] this [%is 1 2] it",
        ]
        .map(str::to_owned)
        .into();
        // Words of one to seventeen letters, some longer than a line.
        for count in 1..40usize {
            let word = |at: usize| {
                "w".repeat(
                    1 + (at * at * 7 + count * 5) % 17 + 60 * usize::from((at + count).is_multiple_of(23)),
                )
            };
            texts.push((0..count).map(word).collect::<Vec<_>>().join(" "));
        }
        for text in &texts {
            for width in [1, 2, 3, 10, 16, 17, 30, 40, 79, 200, usize::MAX] {
                for before in (1..30).chain([90]) {
                    let expected = filled(text, width, before, false);
                    assert_eq!(filled(text, width, before, true), expected, "{text:?} {width} {before}");
                }
            }
        }
    }

    #[test]
    fn glyphs_have_no_zeros_before_them() {
        for nag in 0..=255 {
            let mut out = Vec::new();
            let mut fill = Fill::new(Out::new(&mut out), 79);
            fill.nag(nag);
            drop(fill.finish());
            assert_eq!(String::from_utf8(out).unwrap(), format!("${nag}"));
        }
    }
}
