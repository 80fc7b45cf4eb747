//! Text of files made safe to show.

use std::borrow::Cow;

/// A text on one line, without characters that a terminal obeys or that turn the direction of writing: control characters
/// become pictures of themselves, the others are replaced.
pub(super) fn clean(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_replaced) {
        return Cow::Borrowed(text);
    }
    let replaced = |c| match c {
        '\t' | '\n' | '\r' => ' ',
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(' '),
        '\x7f' => '\u{2421}',
        c if is_replaced(c) => '\u{fffd}',
        c => c,
    };
    Cow::Owned(text.chars().map(replaced).collect())
}

const fn is_replaced(c: char) -> bool {
    matches!(c, '\0'..='\x1f'
        | '\x7f'..='\u{9f}'
        | '\u{61c}'
        | '\u{200e}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
        | '\u{feff}')
}

#[cfg(test)]
mod tests {
    #[test]
    fn hostile_texts() {
        for (hostile, harmless) in [
            ("", ""),
            ("Müller – Łuczak ♞", "Müller – Łuczak ♞"),
            ("a\x1b[31m\x07\0\x7f\u{9b}b", "a\u{241b}[31m\u{2407}\u{2400}\u{2421}\u{fffd}b"),
            ("a\u{202e}b\u{2066}c\u{200f}d\u{61c}e\u{feff}", "a\u{fffd}b\u{fffd}c\u{fffd}d\u{fffd}e\u{fffd}"),
            ("a\tb\nc\rd\u{2028}e", "a b c d\u{fffd}e"),
        ] {
            assert_eq!(super::clean(hostile), harmless, "{hostile:?}");
        }
    }
}
