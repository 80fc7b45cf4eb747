//! Whether a text is what is written for its game.

use pgnkit_syntax::quoted;

/// Offsets of the first difference between a text and its export format. Any newline counts as LF, as section 3.2.2
/// permits outside archives.
pub(super) fn first_difference(text: &[u8], written: &[u8]) -> Option<(usize, usize)> {
    if text == written {
        return None;
    }
    let (mut at, mut of_written) = (0, 0);
    loop {
        match (text.get(at), written.get(of_written)) {
            (None, None) => return None,
            (Some(b'\r'), Some(b'\n')) if text.get(at + 1) == Some(&b'\n') => at += 1,
            (Some(b'\r'), Some(b'\n')) => {}
            (one, other) if one == other => {}
            _ => return Some((at, of_written)),
        }
        at += 1;
        of_written += 1;
    }
}

/// Turns UTF-8 into ISO 8859-1, the standard's own encoding, where a text has that; it stays as it is where it holds
/// characters that are not in it.
pub(super) fn encode_like(text: &[u8], written: &mut Vec<u8>) {
    if written.is_ascii() || std::str::from_utf8(text).is_ok() {
        return;
    }
    let latin1: Result<Vec<u8>, _> = std::str::from_utf8(written)
        .unwrap_or_default()
        .chars()
        .map(|c| u8::try_from(u32::from(c)))
        .collect();
    if let Ok(latin1) = latin1 {
        *written = latin1;
    }
}

/// The rest of a line, for a message.
pub(super) fn rest_of_line(text: &[u8], at: usize) -> String {
    let rest = text.get(at..).unwrap_or_default();
    match memchr::memchr2(b'\n', b'\r', rest) {
        Some(0) => "the end of the line".to_owned(),
        None if rest.is_empty() => "the end of the text".to_owned(),
        end => quoted(&rest[..end.unwrap_or(rest.len())]),
    }
}
