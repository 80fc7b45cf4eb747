//! Tags of games, as they are stored: length and name, length and value.

use std::str;

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

/// The same as text.
pub(crate) fn take_text_pair<'b>(bytes: &mut &'b [u8]) -> Option<(&'b str, &'b str)> {
    let (name, value) = take(bytes)?;
    Some((str::from_utf8(name).ok()?, str::from_utf8(value).ok()?))
}
