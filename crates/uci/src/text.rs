//! Text of engines in messages: short, and safe to print.

/// The beginning of a text, at most `max` characters, without control characters.
pub(crate) fn shown(text: &str, max: usize) -> String {
    let mut shown: String = text.chars().take(max).map(printable).collect();
    if text.chars().nth(max).is_some() {
        shown.push('…');
    }
    shown
}

fn printable(c: char) -> char {
    // Marks of direction would change how the rest of a message looks.
    let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if c.is_control() || turns { char::REPLACEMENT_CHARACTER } else { c }
}

/// A list in a message: the first `max` of it, in backticks.
pub(crate) fn listed<'t>(items: impl ExactSizeIterator<Item = &'t String>, max: usize) -> String {
    let more = items.len().saturating_sub(max);
    let mut text = String::new();
    for item in items.take(max) {
        let comma = if text.is_empty() { "" } else { ", " };
        text.push_str(comma);
        text.push('`');
        text.push_str(&shown(item, 40));
        text.push('`');
    }
    if more > 0 {
        text.push_str(&format!(" and {more} more"));
    }
    text
}
