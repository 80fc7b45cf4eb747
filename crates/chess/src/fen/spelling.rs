//! Signs of a FEN that people and programs write in other ways: blanks, dashes, punctuation behind a field.

/// Whether there may be signs that no exact FEN has.
pub(super) fn is_odd(text: &[u8]) -> bool {
    text.iter().fold(false, |is_odd, byte| is_odd | (*byte >= 0x80) | (*byte == b'_') | is_punctuation(*byte))
}

/// Length of the blank that `text` begins with, 0 if it begins with none: white space, `_` as in addresses, and the blanks
/// of Unicode and Latin-1 that word processors put there.
pub(super) fn blank_len(text: &[u8]) -> usize {
    match *text {
        [b' ' | b'\t' | b'\n' | b'\r' | 0x0c | b'_' | 0xa0, ..] => 1,
        [0xc2, 0xa0, ..] => 2,
        [0xe2, 0x80, 0x80..=0x8b | 0xaf, ..] | [0xe2, 0x81, 0x9f, ..] | [0xe3, 0x80, 0x80, ..] => 3,
        _ => 0,
    }
}

/// Whether a field is a dash but not `-`: one of Unicode, or of Windows-1252.
pub(super) fn is_other_dash(field: &[u8]) -> bool {
    matches!(field, [0xe2, 0x80, 0x90..=0x95] | [0xe2, 0x88, 0x92] | [0x96 | 0x97] | b"--")
}

/// A field without the punctuation that ends it.
pub(super) fn without_punctuation(field: &[u8]) -> &[u8] {
    let end = field.iter().rposition(|byte| !is_punctuation(*byte)).map_or(0, |at| at + 1);
    field.get(..end).unwrap_or_default()
}

/// Whether some field ends with punctuation.
pub(super) fn has_punctuation(text: &[u8]) -> bool {
    (1..=text.len()).any(|end| {
        is_punctuation(text[end - 1])
            && (end == text.len() || blank_len(&text[end..]) > 0 || is_punctuation(text[end]))
    })
}

const fn is_punctuation(byte: u8) -> bool {
    matches!(byte, b';' | b'.' | b',')
}
