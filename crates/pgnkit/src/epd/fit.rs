//! Fitting text of games into the strings of records.

use super::operands::LONGEST_STRING;
use super::write::written;
use crate::Game;

/// A text that fits into a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fitted {
    pub(super) text: String,
    /// Whether it was truncated.
    pub(super) is_cut: bool,
}

/// `text` followed by `end`, which is ASCII and short. If both are too long for a string, `text` is truncated after a
/// whole character.
pub(super) fn fit(text: &str, end: &str) -> Fitted {
    let room = LONGEST_STRING - end.len();
    let mut fitted: String = text.chars().map(written).collect();
    let is_cut = fitted.len() > room;
    if is_cut {
        let whole = (0..=room).rev().find(|&at| fitted.is_char_boundary(at)).unwrap_or_default();
        fitted.truncate(whole);
        fitted.truncate(fitted.trim_ascii_end().len());
    }
    fitted.push_str(end);
    Fitted { text: fitted, is_cut }
}

/// The value of a tag, unless it is unknown.
pub(super) fn known_tag<'g>(game: &'g Game, name: &str) -> Option<&'g str> {
    game.tag(name).map(str::trim_ascii).filter(|value| !crate::game::is_unknown(value.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_after_a_whole_character() {
        for (text, end, length, is_cut) in [
            ("x".repeat(255), "", 255, false),
            ("x".repeat(256), "", 255, true),
            ("x".repeat(252), " 1w", 255, false),
            ("x".repeat(253), " 1w", 255, true),
            // Two bytes, three, four.
            ("\u{e9}".repeat(128), "", 254, true),
            ("\u{20ac}".repeat(86), "", 255, true),
            ("\u{1f451}".repeat(64), "", 252, true),
            // White space before the cut is dropped.
            (format!("{} y", "x".repeat(254)), "", 254, true),
            // Two bytes that become one.
            ("\u{85}".repeat(255), "", 255, false),
        ] {
            let fitted = fit(&text, end);
            assert_eq!((fitted.text.len(), fitted.is_cut), (length, is_cut), "{text}{end}");
            assert!(fitted.text.ends_with(end));
        }
        assert_eq!(fit("a \"b\"\tc", "").text, "a 'b' c");
    }
}
