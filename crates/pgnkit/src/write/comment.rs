//! Comments in export format: conventions CEX-01 to CEX-06, the standard defines none.

use super::fill::Fill;

/// Writes a comment, given in UTF-8; false when it is empty and nothing was written (CEX-02).
#[inline]
pub(super) fn write(text: &[u8], fill: &mut Fill<'_>) -> bool {
    let text = text.trim_ascii();
    let last_space = match Shape::of(text, fill.width()) {
        Shape::Command => None,
        Shape::Words { last_space } if text.len() + 2 <= fill.room() => last_space,
        _ => return write_words(text, fill),
    };
    fill.begin();
    fill.put_in_braces(text);
    if let Some(at) = last_space {
        // Something may be glued to the end: then the line is broken before the last word.
        fill.breakable(text.len() - at + 1);
    }
    true
}

/// What a trimmed comment looks like, as far as it can be told quickly.
enum Shape {
    /// One embedded command, which is one word.
    Command,
    /// Words one space apart, with nothing that must be changed or that binds them.
    Words { last_space: Option<usize> },
    /// Anything else, or too long to tell.
    Other,
}

impl Shape {
    #[inline]
    fn of(text: &[u8], longest: usize) -> Self {
        if text.is_empty() || text.len() > longest {
            return Self::Other;
        }
        let is_command = text.len() > 3 && text.starts_with(b"[%") && text.ends_with(b"]");
        let inside = if is_command { &text[2..text.len() - 1] } else { text };
        let mut seen = 0;
        let mut last_space = None;
        for (at, &byte) in inside.iter().enumerate() {
            seen |= CHANGING[usize::from(byte)];
            if byte == b' ' {
                // Two in a row would have to become one.
                seen |= u8::from(inside.get(at + 1) == Some(&b' '));
                last_space = Some(at);
            }
        }
        let binds = last_space.is_some_and(|at| inside.get(at + 1) == Some(&b'%'));
        match seen {
            0 if is_command && inside[0].is_ascii_alphanumeric() => Self::Command,
            0 if !is_command && !binds => Self::Words { last_space },
            _ => Self::Other,
        }
    }
}

/// 1 for characters that end or bind words, or must not be written as they stand.
static CHANGING: [u8; 256] = {
    let mut table = [1; 256];
    let mut byte = 0x20;
    while byte < 0x7f {
        table[byte] = matches!(byte as u8, b'[' | b']' | b'"' | b'{' | b'}') as u8;
        byte += 1;
    }
    table
};

#[inline(never)]
fn write_words(text: &[u8], fill: &mut Fill<'_>) -> bool {
    let text = core::str::from_utf8(text).unwrap_or_default();
    if text.contains('}') && write_to_end_of_line(text, fill) {
        return true;
    }
    let mut words = Words { rest: text };
    let Some(first) = words.next() else { return false };
    fill.begin();
    fill.put(b"{", 1);
    put_word(first, fill);
    for word in words {
        // No line may begin with `%`, which would escape it, nor with `[`, which would look like a tag pair (CEX-05).
        if word.starts_with(['%', '[']) {
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
    for word in (Words { rest: text }) {
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
struct Words<'a> {
    rest: &'a str,
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
