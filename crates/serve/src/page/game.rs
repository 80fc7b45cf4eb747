//! A game for the page: its moves, or as a page of its own.

use pgnkit::Game;
use pgnkit::chess::ChessMode;
use pgnkit::chess::fen::EnPassant;
use pgnkit_view::{HtmlPage, Sheet};

use crate::json::Object;
use crate::question::{MAX_PLAY, variant_name};

/// The first game of a text as JSON: its tags, and the main line as `variant`, `fen` and `play` of questions. Moves after the
/// most that a question may have are left out.
pub(crate) fn game(pgn: &[u8]) -> Option<String> {
    let game = read(pgn)?;
    let start = game.start();
    let mut out = Object::begin(String::with_capacity(2048));
    let tags: Vec<(&str, &str)> = game.tags().collect();
    out.list("tags", &tags, |out, (name, value)| {
        out.text("name", name);
        out.text("value", value);
    });
    let variant = start.position.variant();
    out.text("variant", variant_name(variant));
    let fen = start.position.fen(EnPassant::Legal);
    out.text("fen", if start.position == variant.start() { "" } else { fen.as_str() });
    let moves = game.mainline().map(|node| node.mv()).take_while(|mv| start.is_known && !mv.is_null());
    let moves: Vec<String> =
        moves.take(MAX_PLAY).map(|mv| mv.to_uci(ChessMode::Chess960).as_str().to_owned()).collect();
    out.text("play", &moves.join(","));
    Some(out.end())
}

/// The first game of a text as `pgn html` would show it.
pub(crate) fn game_page(pgn: &[u8]) -> Option<String> {
    let game = read(pgn)?;
    let [white, black] = ["White", "Black"].map(|name| game.tag(name).unwrap_or("?"));
    let page = HtmlPage::new(&format!("{white} – {black}"));
    Some(page.head() + &HtmlPage::place(&page.game(&Sheet::new(&game)), 0) + &page.foot())
}

/// The policy of [`game_page`].
pub(crate) fn game_policy() -> String {
    HtmlPage::policy() + "; frame-ancestors 'none'"
}

fn read(pgn: &[u8]) -> Option<Game> {
    pgnkit::parse_games(pgn).next().map(|parsed| parsed.game)
}
