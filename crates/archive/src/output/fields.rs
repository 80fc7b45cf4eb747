//! Fields of comma-separated values.

use std::borrow::Cow;

/// A value as a field, in quotes where it needs them (RFC 4180).
pub fn field(value: &str) -> Cow<'_, str> {
    if value.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", value.replace('"', "\"\"")).into()
    } else {
        value.into()
    }
}

/// Appends a comma and a value, or a comma alone.
pub(super) fn write_value(value: Option<impl std::fmt::Display>, out: &mut Vec<u8>) {
    use std::io::Write as _;
    out.push(b',');
    if let Some(value) = value {
        // Writing to memory cannot fail.
        let _ = write!(out, "{value}");
    }
}
