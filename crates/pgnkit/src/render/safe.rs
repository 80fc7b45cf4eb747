use crate::terminal::is_unsafe;

/// Text from a file, made safe for a terminal: control characters become pictures of themselves, and those that turn the
/// direction of writing are replaced.
///
/// ```
/// assert_eq!(pgnkit::render::safe("a\x1b[31m"), "a\u{241b}[31m");
/// ```
pub fn safe(text: &str) -> String {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text.to_owned();
    }
    text.chars()
        .map(|c| match c {
            '\t' => '\t',
            '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(' '),
            '\x7f' => '\u{2421}',
            c if is_unsafe(c) => '\u{fffd}',
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn no_control_sequence_reaches_a_terminal() {
        assert_eq!(super::safe("a\x1b[31m\u{9b}\u{202e}\t\u{fc}"), "a\u{241b}[31m\u{fffd}\u{fffd}\t\u{fc}");
    }
}
