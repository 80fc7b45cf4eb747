//! Games as JSON.

use pgnkit::chess::fen::EnPassant;
use pgnkit::chess::{ChessMode, Position};
use pgnkit::{Game, Node, Note, PieceLetters};
use serde_json::{Value, json};

use crate::typed;

pub(crate) fn games(text: &[u8], letters: PieceLetters) -> Value {
    pgnkit::parse_games(text).letters(letters).map(|parsed| of_game(&parsed.game)).collect()
}

pub(crate) fn of_game(game: &Game) -> Value {
    let (start, root) = (game.start(), game.root());
    let end = game.mainline().last().unwrap_or(root).position();
    let mut object = json!({
        "tags": game.tags().map(of_tag).collect::<Value>(),
        "comments": comments(root),
        "moves": moves(root, start.mode),
        "result": game.result().as_str(),
        "escapes": escapes(game),
    });
    // No moves are played from a position that cannot be read.
    if start.is_known {
        object["final"] = fen(&end).into();
    }
    if start.position != start.position.variant().start() {
        object["start"] = fen(&start.position).into();
    }
    object
}

fn fen(position: &Position) -> String {
    position.fen(EnPassant::Always).as_str().to_owned()
}

fn of_tag((name, value): (&str, &str)) -> Value {
    let mut tag = json!({ "name": name, "value": value });
    if let Some(typed) = typed::tag(name, value) {
        tag["typed"] = typed;
    }
    tag
}

/// The moves that follow a place, with their variations. As deep as these are nested; a case is not nested very deep.
fn moves(start: Node<'_>, mode: ChessMode) -> Value {
    start.following().map(|node| of_move(node, mode)).collect()
}

fn of_move(node: Node<'_>, mode: ChessMode) -> Value {
    let variation = |start: Node<'_>| json!({ "comments": comments(start), "moves": moves(start, mode) });
    // Where the rules are unknown, a move is its word.
    let (uci, san) = match node.unchecked() {
        Some(text) => (String::new(), text.rsplit(' ').next().unwrap_or_default().to_owned()),
        None => (node.mv().to_uci(mode).to_string(), node.san().to_string()),
    };
    json!({
        "uci": uci,
        "san": san,
        "nags": node.nags().collect::<Value>(),
        "comments": comments(node),
        "variations": node.variations().map(variation).collect::<Value>(),
    })
}

/// Comments, and what could not be read, which is a comment to other programs.
fn comments(node: Node<'_>) -> Value {
    let texts = node.notes().filter_map(|note| match note {
        Note::Comment(text) | Note::Unread(text) => Some(text),
        _ => None,
    });
    texts.map(|text| json!({ "text": text, "commands": typed::commands(text) })).collect()
}

/// The escape lines of the main line and of all variations, in their order.
fn escapes(game: &Game) -> Value {
    let mut escapes = Vec::new();
    // Places still to be looked at; the nearest last.
    let mut places = vec![game.root()];
    while let Some(node) = places.pop() {
        escapes.extend(node.notes().filter_map(|note| match note {
            Note::Escape(text) => Some(text),
            _ => None,
        }));
        places.extend(node.next());
        let variations: Vec<_> = node.variations().collect();
        places.extend(variations.into_iter().rev());
    }
    escapes.into()
}
