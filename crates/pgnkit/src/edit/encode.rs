//! Text as the bytes of a game: encoding, escapes, line breaks.

use std::borrow::Cow;

use pgnkit_syntax::Encoding;

use super::TextEditError;

/// The bytes of `text` in the encoding of a game. Where they would be read as UTF-8 they are that.
pub(super) fn encode(text: &str, encoding: Encoding) -> Result<Cow<'_, [u8]>, TextEditError> {
    if encoding == Encoding::Utf8 || text.is_ascii() {
        return Ok(Cow::Borrowed(text.as_bytes()));
    }
    let byte = |character: char| {
        let latin1 = u8::try_from(u32::from(character)).ok().filter(|byte| !(0x80..0xa0).contains(byte));
        let found = latin1.or_else(|| {
            let windows = |byte: &u8| Encoding::Windows1252.decode(&[*byte]).chars().eq([character]);
            (0x80..0xa0).find(windows).filter(|_| encoding == Encoding::Windows1252)
        });
        found.ok_or(TextEditError::Encoding { character, encoding })
    };
    let bytes = text.chars().map(byte).collect::<Result<Vec<_>, _>>()?;
    Ok(if Encoding::read(&bytes) == text { Cow::Owned(bytes) } else { Cow::Borrowed(text.as_bytes()) })
}

/// Whether this is a tag name (section 8.1), as text begins a tag pair with.
pub(super) fn check_name(name: &str) -> Result<(), TextEditError> {
    let is_name = name.starts_with(|c: char| c.is_ascii_alphanumeric())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_name { Ok(()) } else { Err(TextEditError::TagName(name.to_owned())) }
}

/// Whether a string may hold this text (section 7): printing characters.
pub(super) fn check_value(value: &str) -> Result<(), TextEditError> {
    // As nearly always.
    if value.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Ok(());
    }
    value.chars().find(|c| c.is_control()).map_or(Ok(()), |c| Err(TextEditError::Character(c)))
}

/// Whether a comment in braces may hold this text (section 5): printing characters, tabs and line breaks, but no `}`.
pub(super) fn check_comment(text: &str) -> Result<(), TextEditError> {
    let is_wrong = |c: &char| *c == '}' || (c.is_control() && !matches!(c, '\t' | '\n' | '\r'));
    text.chars().find(is_wrong).map_or(Ok(()), |c| Err(TextEditError::Character(c)))
}

/// The text of a comment with the line breaks of the game.
pub(super) fn with_newlines(text: &str, newline: &str) -> String {
    if !text.contains(['\n', '\r']) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\r' => {
                characters.next_if_eq(&'\n');
                out.push_str(newline);
            }
            '\n' => out.push_str(newline),
            other => out.push(other),
        }
    }
    out
}

/// A value between its quotes, `"` and `\` escaped (section 7).
pub(super) fn escaped(value: &str) -> Cow<'_, str> {
    if !value.bytes().any(|byte| matches!(byte, b'"' | b'\\')) {
        return Cow::Borrowed(value);
    }
    let mut out = String::with_capacity(value.len());
    for character in value.chars() {
        if matches!(character, '"' | '\\') {
            out.push('\\');
        }
        out.push(character);
    }
    Cow::Owned(out)
}

/// The line breaks of a text: those of its first line.
pub(super) fn newline_of(text: &[u8]) -> Option<&'static str> {
    let at = memchr::memchr2(b'\n', b'\r', text)?;
    Some(match &text[at..] {
        [b'\r', b'\n', ..] => "\r\n",
        [b'\r', ..] => "\r",
        _ => "\n",
    })
}
