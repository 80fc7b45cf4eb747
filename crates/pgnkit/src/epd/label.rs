//! Names of the positions of a game.

use pgnkit_chess::{Color, Position};

use super::fit::{Fitted, fit, known_tag};
use crate::Game;

/// `White - Black, Event (Round) 1994.05.06`, as far as known.
pub(super) fn label(game: &Game) -> String {
    let tag = |name| known_tag(game, name);
    let players = match (tag("White"), tag("Black")) {
        (None, None) => None,
        (white, black) => Some(format!("{} - {}", white.unwrap_or("?"), black.unwrap_or("?"))),
    };
    // Unknown parts of a date are its last ones.
    let date = tag("Date").map(|date| date.trim_end_matches(".??").to_owned());
    let round = tag("Round").map(|round| format!("({round})"));
    let occasion: Vec<String> =
        [tag("Event").map(str::to_owned), round, date].into_iter().flatten().collect();
    match players {
        Some(players) if occasion.is_empty() => format!("{players},"),
        Some(players) => format!("{players}, {}", occasion.join(" ")),
        None => occasion.join(" "),
    }
}

/// The label of a game and the next move, `12w`: unique within the game.
pub(super) fn id(label: &str, position: &Position) -> Fitted {
    let side = if position.turn() == Color::White { 'w' } else { 'b' };
    let space = if label.is_empty() { "" } else { " " };
    fit(label, &format!("{space}{}{side}", position.fullmove_number()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_is_left_out() {
        for (tags, expected) in [
            ("", "1w"),
            ("[White \"?\"][Black \"\"][Event \" \"][Round \"-\"][Date \"????.??.??\"]", "1w"),
            ("[White \"Tal\"]", "Tal - ?, 1w"),
            ("[Black \"Fine, Reuben\"]", "? - Fine, Reuben, 1w"),
            ("[White \"Tal\"][Date \"1960.04.??\"]", "Tal - ?, 1960.04 1w"),
            ("[Event \"Riga\"][Round \"3.1\"]", "Riga (3.1) 1w"),
            ("[Date \"1960.01.02\"]", "1960.01.02 1w"),
            (
                "[White \"Tal\"][Black \"Fine\"][Event \"Riga\"][Round \"3\"][Date \"1960.01.02\"]",
                "Tal - Fine, Riga (3) 1960.01.02 1w",
            ),
            ("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 12\"]", "12b"),
        ] {
            let game = Game::read(tags.as_bytes(), &mut pgnkit_syntax::Ignore).unwrap_or_default();
            let fitted = id(&label(&game), &game.start().position);
            assert_eq!((fitted.text.as_str(), fitted.is_cut), (expected, false));
        }
    }
}
