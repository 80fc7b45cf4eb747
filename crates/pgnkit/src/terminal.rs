//! Characters that may not reach a terminal as they are.

/// Whether a terminal obeys a character instead of showing it.
pub fn is_unsafe(c: char) -> bool {
    matches!(c, '\0'..='\x1f'
        | '\x7f'..='\u{9f}'
        | '\u{200e}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}')
}
