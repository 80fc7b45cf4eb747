//! Numbers and texts at places of a slice.

use std::borrow::Cow;

use super::CodePage;

/// A big-endian number of at most eight bytes.
pub(super) fn be(bytes: &[u8], at: usize, length: usize) -> Option<u64> {
    let bytes = bytes.get(at..at.checked_add(length)?)?;
    Some(bytes.iter().fold(0, |number, &byte| number << 8 | u64::from(byte)))
}

/// A little-endian number of at most eight bytes.
pub(super) fn le(bytes: &[u8], at: usize, length: usize) -> Option<u64> {
    let bytes = bytes.get(at..at.checked_add(length)?)?;
    Some(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
}

/// A text in a field of fixed size, up to its zero byte; empty where the record is too short for it.
pub(super) fn field(bytes: &[u8], at: usize, length: usize, code_page: CodePage) -> Cow<'_, str> {
    let bytes = bytes.get(at..).unwrap_or_default();
    let bytes = &bytes[..bytes.len().min(length)];
    let text = &bytes[..memchr::memchr(0, bytes).unwrap_or(bytes.len())];
    code_page.read(text.trim_ascii())
}
