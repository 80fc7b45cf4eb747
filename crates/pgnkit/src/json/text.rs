//! Values as JSON text.

use crate::bytes::{HIGH, ONES};
use crate::terminal::is_unsafe;

/// Appends a string in quotes. What a terminal would obey is written as an escape, so that the value stays what it is.
/// The text must be UTF-8; it is given as bytes, since proving that would take longer than writing them.
#[inline]
pub(super) fn string(text: &[u8], out: &mut Vec<u8>) {
    if is_plain(text) {
        plain_string(text, out);
    } else {
        out.push(b'"');
        escaped(text, out);
        out.push(b'"');
    }
}

/// Appends a string in which nothing must be escaped: printable ASCII, no quote, no backslash.
#[inline]
pub(super) fn plain_string(text: &[u8], out: &mut Vec<u8>) {
    out.reserve(text.len() + 2);
    out.push(b'"');
    out.extend_from_slice(text);
    out.push(b'"');
}

/// Whether a text needs no escapes in quotes: printable ASCII, no quote, no backslash. Tests eight bytes at a time; the
/// last eight may overlap those before.
#[inline]
fn is_plain(text: &[u8]) -> bool {
    let Some(last) = text.last_chunk() else {
        return text.iter().all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\'));
    };
    let (words, _) = text.as_chunks::<8>();
    words.iter().fold(odd(*last), |found, word| found | odd(*word)) & HIGH == 0
}

/// High bits where a byte is not plain; above such a byte there may be more.
#[inline(always)]
fn odd(word: [u8; 8]) -> u64 {
    let word = u64::from_le_bytes(word);
    let is = |byte: u8| {
        let difference = word ^ (u64::from(byte) * ONES);
        difference.wrapping_sub(ONES) & !difference
    };
    word.wrapping_sub(0x20 * ONES) | word.wrapping_add(ONES) | word | is(b'"') | is(b'\\')
}

#[cold]
fn escaped(text: &[u8], out: &mut Vec<u8>) {
    let text = &String::from_utf8_lossy(text);
    let mut written = 0;
    for (at, c) in text.char_indices() {
        let escape: &[u8] = match c {
            '"' => b"\\\"",
            '\\' => b"\\\\",
            '\n' => b"\\n",
            '\r' => b"\\r",
            '\t' => b"\\t",
            c if is_unsafe(c) => &unicode(c),
            _ => continue,
        };
        out.extend_from_slice(text[written..at].as_bytes());
        out.extend_from_slice(escape);
        written = at + c.len_utf8();
    }
    out.extend_from_slice(text[written..].as_bytes());
}

/// `\u001b`; of what is escaped, nothing needs two of them.
fn unicode(c: char) -> [u8; 6] {
    let digit = |shift: u32| b"0123456789abcdef"[(u32::from(c) >> shift & 15) as usize];
    [b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]
}

#[cfg(test)]
mod tests {
    #[test]
    fn strings_are_escaped_where_they_must_be() {
        for (text, expected) in [
            ("", "\"\""),
            ("plain", "\"plain\""),
            ("a \"b\" \\ c", "\"a \\\"b\\\" \\\\ c\""),
            ("\n\r\t\u{8}\u{0}", "\"\\n\\r\\t\\u0008\\u0000\""),
            ("\u{1b}[31m \u{9b} \u{7f} \u{202e}", "\"\\u001b[31m \\u009b \\u007f \\u202e\""),
            ("M\u{fc}ller \u{1f600} \u{2028}", "\"M\u{fc}ller \u{1f600} \u{2028}\""),
        ] {
            let mut out = Vec::new();
            super::string(text.as_bytes(), &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), expected, "{text:?}");
        }
    }

    #[test]
    fn what_is_escaped_does_not_depend_on_where_it_stands() {
        for length in 0..30 {
            for at in 0..length {
                for (odd, is_plain) in
                    [(b'"', false), (b'\\', false), (0x1f, false), (0x7f, false), (b'~', true)]
                {
                    let mut text = vec![b' '; length];
                    text[at] = odd;
                    assert_eq!(super::is_plain(&text), is_plain, "{odd} at {at} of {length}");
                }
                let text = format!("{}\u{e9}", "a".repeat(at));
                assert!(!super::is_plain(text.as_bytes()));
            }
        }
    }
}
