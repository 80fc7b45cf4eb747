//! Games of an index as games.

use pgnkit::Game;
use pgnkit::diagnostics::Ignore;
use pgnkit_index::IndexedGame;
use pgnkit_query::movetext;

/// The game with its tags and main line: comments and variations are in its source alone.
pub fn to_game(game: &IndexedGame) -> Game {
    Game::read(text(game).as_bytes(), &mut Ignore).unwrap_or_default()
}

/// Tags and moves as they are read.
fn text(game: &IndexedGame) -> String {
    let mut text = String::new();
    for (name, value) in &game.tags {
        text.push('[');
        text.push_str(name);
        text.push_str(" \"");
        for character in value.chars() {
            if matches!(character, '"' | '\\') {
                text.push('\\');
            }
            text.push(character);
        }
        text.push_str("\"]\n");
    }
    text.push('\n');
    text.push_str(&movetext::write(game.start, &game.moves));
    text.push(' ');
    text.push_str(game.facts.result.as_str());
    text.push('\n');
    text
}
