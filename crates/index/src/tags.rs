//! Tags of games, as they are stored: length and name, length and value.

use crate::table::numbers;

/// Appends a tag.
pub(crate) fn put(name: &str, value: &str, out: &mut Vec<u8>) {
    for text in [name, value] {
        numbers::put(text.len() as u64, out);
        out.extend_from_slice(text.as_bytes());
    }
}

/// Takes a tag off the beginning of bytes; `None` at their end, or if there is none.
pub(crate) fn take<'b>(bytes: &mut &'b [u8]) -> Option<(&'b [u8], &'b [u8])> {
    Some((take_text(bytes)?, take_text(bytes)?))
}

fn take_text<'b>(bytes: &mut &'b [u8]) -> Option<&'b [u8]> {
    let length = usize::try_from(numbers::take(bytes)?).ok()?;
    let (text, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(text)
}

/// All tags; `None` if the bytes are none.
pub(crate) fn read(mut bytes: &[u8]) -> Option<Vec<(String, String)>> {
    let string = |text: &[u8]| String::from_utf8(text.to_vec()).ok();
    let mut tags = Vec::new();
    while !bytes.is_empty() {
        let (name, value) = take(&mut bytes)?;
        tags.push((string(name)?, string(value)?));
    }
    Some(tags)
}
