//! The byte order mark of UTF-8, which is of a file and not of its games (decision A-02).

use std::borrow::Cow;

/// The bytes of the mark.
pub const MARK: &[u8] = b"\xef\xbb\xbf";

/// A game with what is before it, without marks there: in another place they would stand within a text, or before one that is not
/// UTF-8. What they divided stays divided.
pub fn without_marks(text: &[u8]) -> Cow<'_, [u8]> {
    let begins_text = text.starts_with(MARK);
    let body = text.strip_prefix(MARK).unwrap_or(text);
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    let next = body.iter().position(|byte| !is_blank(byte)).unwrap_or(body.len());
    if !body[next..].starts_with(MARK) {
        return Cow::Borrowed(body);
    }
    let (mut kept, mut rest, mut has_mark) = (Vec::with_capacity(body.len()), body, false);
    loop {
        if let Some(after) = rest.strip_prefix(MARK) {
            (rest, has_mark) = (after, true);
        } else if let Some((byte, after)) = rest.split_first().filter(|(byte, _)| is_blank(byte)) {
            kept.push(*byte);
            (rest, has_mark) = (after, false);
        } else {
            break;
        }
    }
    // In the first column it would begin an escape line.
    if has_mark && rest.starts_with(b"%") && !(begins_text && kept.is_empty()) {
        kept.push(b' ');
    }
    kept.extend_from_slice(rest);
    Cow::Owned(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_before_a_game_go() {
        for (text, expected) in [
            ("e4 *", "e4 *"),
            ("\u{feff}e4 *", "e4 *"),
            ("\n\n\u{feff}\u{feff}\n\u{feff}e4 \u{feff} *", "\n\n\ne4 \u{feff} *"),
            ("\u{feff}%a\ne4 *", "%a\ne4 *"),
            ("\n\u{feff}%a\ne4 *", "\n %a\ne4 *"),
            ("\n\u{feff}\n%a\ne4 *", "\n\n%a\ne4 *"),
            ("\u{feff}", ""),
        ] {
            assert_eq!(&*without_marks(text.as_bytes()), expected.as_bytes(), "{text:?}");
        }
    }
}
