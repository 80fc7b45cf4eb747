//! Places as people type them: `12`, `12b`, `p30`, `#7`.

use pgnkit::chess::Color;

/// A place to go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Jump {
    /// A game, by its number from 1.
    Game(usize),
    /// After a move of the main line.
    Move(u32, Color),
    /// After so many half-moves of the main line.
    Ply(usize),
    /// Out of the program: people type `:q`.
    Quit,
}

/// Reads a place. A number alone is a move in a game, and a game in the list.
pub(super) fn parse(text: &str, in_game: bool) -> Option<Jump> {
    let text = text.trim();
    if matches!(text, "q" | "quit") {
        return Some(Jump::Quit);
    }
    if let Some(game) = text.strip_prefix('#') {
        return game.trim().parse().ok().filter(|game| *game > 0).map(Jump::Game);
    }
    if let Some(ply) = text.strip_prefix("ply").or_else(|| text.strip_prefix('p')) {
        return ply.trim().parse().ok().map(Jump::Ply);
    }
    if !in_game {
        return text.parse().ok().filter(|game| *game > 0).map(Jump::Game);
    }
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let color = match &text[digits.len()..] {
        "" | "." | "w" | "W" => Color::White,
        "..." | "b" | "B" => Color::Black,
        _ => return None,
    };
    Some(Jump::Move(digits.parse().ok()?, color))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        for (text, in_game, expected) in [
            ("12", false, Some(Jump::Game(12))),
            ("12", true, Some(Jump::Move(12, Color::White))),
            ("12b", true, Some(Jump::Move(12, Color::Black))),
            ("12...", true, Some(Jump::Move(12, Color::Black))),
            (" 3. ", true, Some(Jump::Move(3, Color::White))),
            ("p30", true, Some(Jump::Ply(30))),
            ("ply 30", true, Some(Jump::Ply(30))),
            ("#7", true, Some(Jump::Game(7))),
            ("#7", false, Some(Jump::Game(7))),
            ("q", true, Some(Jump::Quit)),
            ("0", false, None),
            ("#0", true, None),
            ("é", true, None),
            ("", true, None),
            ("99999999999999999999", false, None),
        ] {
            assert_eq!(parse(text, in_game), expected, "{text}");
        }
    }
}
