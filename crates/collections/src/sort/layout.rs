//! Empty lines between games.

/// Appends a text without the empty lines around it, and with one after it. The line ends there are those that it has there, so
/// that what was written so before stays; `after` is what follows the text.
pub(super) fn append(text: &[u8], after: &[u8], out: &mut Vec<u8>) {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    let indent = text.iter().take_while(|byte| is_blank(byte)).count();
    // Blanks of the first line stay: on them depends whether a `%` is in the first column.
    let first = text[..indent].iter().rposition(|byte| matches!(byte, b'\r' | b'\n')).map_or(0, |at| at + 1);
    let body = text[first..].trim_ascii_end();
    if body.is_empty() {
        return;
    }
    let behind = &text[first + body.len()..];
    let newline = newline_after(&[behind, after]).or_else(|| newline_in(body)).unwrap_or(b"\n");
    out.extend_from_slice(body);
    out.extend_from_slice(newline);
    out.extend_from_slice(newline);
}

/// The first line end of a text.
pub(super) fn newline_in(text: &[u8]) -> Option<&'static [u8]> {
    let at = memchr::memchr2(b'\n', b'\r', text)?;
    Some(match (text[at], text.get(at + 1)) {
        (b'\n', _) => b"\n",
        (_, Some(b'\n')) => b"\r\n",
        _ => b"\r",
    })
}

/// The line end that follows at once, in parts of a text.
fn newline_after(parts: &[&[u8]]) -> Option<&'static [u8]> {
    let mut bytes = parts.iter().copied().flatten().skip_while(|byte| matches!(byte, b' ' | b'\t'));
    match (bytes.next()?, bytes.next()) {
        (b'\n', _) => Some(b"\n"),
        (b'\r', Some(b'\n')) => Some(b"\r\n"),
        (b'\r', _) => Some(b"\r"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_divided_by_one_empty_line_of_the_kind_that_follows() {
        for (text, after, expected) in [
            ("\n\n  % x\ne4 *\n", "", "  % x\ne4 *\n\n"),
            (" e4 *", "", " e4 *\n\n"),
            ("[A \"x\"]\r\n\r\n*", "", "[A \"x\"]\r\n\r\n*\r\n\r\n"),
            ("[A \"x\"]\r\n\r\n*", " \n", "[A \"x\"]\r\n\r\n*\n\n"),
            ("[A \"x\"]\n\n*\r", "\n", "[A \"x\"]\n\n*\r\n\r\n"),
            ("\r*\r*", "1. e4", "*\r*\r\r"),
            ("*\t", "\t\r*", "*\r\r"),
            (" \n", "\n", ""),
        ] {
            let mut out = Vec::new();
            append(text.as_bytes(), after.as_bytes(), &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), expected, "{text:?} {after:?}");
        }
    }
}
