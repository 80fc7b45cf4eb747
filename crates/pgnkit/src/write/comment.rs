//! Comments in export format: conventions CEX-01 to CEX-06, the standard defines none.

use super::fill::Fill;

/// Writes a comment; false when it is empty and nothing was written (CEX-02).
pub(super) fn write(text: &str, fill: &mut Fill<'_>) -> bool {
    let plain = text.trim_matches(' ');
    if plain.len() + 2 <= fill.room() && write_plain(plain, fill) {
        return true;
    }
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

/// Writes a comment that fits the line and has nothing in it to be changed; false, and nothing written, when it is
/// another.
fn write_plain(text: &str, fill: &mut Fill<'_>) -> bool {
    let bytes = text.as_bytes();
    let mut simple = !bytes.is_empty();
    let mut before = 0;
    for &byte in bytes {
        simple &= matches!(byte, 0x20..=0x7e) & (byte != b'{') & (byte != b'}') & (byte | before != b' ');
        before = byte;
    }
    if !simple {
        return false;
    }
    // Where the line may still be broken, should something be glued to the end: before the last word.
    let last_space = match memchr::memrchr2(b' ', b'[', bytes) {
        None => None,
        Some(at)
            if bytes[at] == b' '
                && bytes.get(at + 1) != Some(&b'%')
                && memchr::memchr(b'[', bytes).is_none() =>
        {
            Some(at)
        }
        Some(0) if command_length(bytes) == Some(bytes.len()) => None,
        Some(at) if bytes[at] == b' ' && bytes[0] == b'[' && command_length(bytes) == Some(bytes.len()) => {
            None
        }
        Some(_) => return false,
    };
    fill.begin();
    fill.put(b"{", 1);
    fill.put(bytes, bytes.len());
    fill.put(b"}", 1);
    if let Some(at) = last_space {
        fill.breakable(bytes.len() - at + 1);
    }
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
