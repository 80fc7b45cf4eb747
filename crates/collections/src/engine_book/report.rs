//! Forms of a book: a JSON object for each move, a game with variations.

use std::fmt::Write as _;

use pgnkit::chess::{Move, Position};
use pgnkit::{Game, NodeId};
use pgnkit_formats::book::{Book, Entry};
use pgnkit_query::movetext;

use super::walk::{Row, walk};

/// A move as JSON: one object in one line.
#[cfg(feature = "report")]
pub fn json_row(row: &Row<'_>, root: &Position) -> String {
    let mut object = serde_json::json!({
        "ply": row.ply + 1,
        "line": movetext::write(*root, row.path),
        "san": row.position.san(row.mv).to_string(),
        "weight": row.weight,
        "percent": (row.percent() * 10.0).round() / 10.0,
    });
    if let Some(moves) = &row.transposes_to {
        object["transposes_to"] = movetext::write(*root, moves).into();
    }
    object.to_string()
}

/// The comment on a move: `weight 262, 45.1 %; goes on after 1. d4 d5`.
pub fn comment(row: &Row<'_>, root: &Position) -> String {
    let mut text = format!("weight {}, {:.1} %", row.weight, row.percent());
    if let Some(moves) = &row.transposes_to {
        let _ = write!(text, "; goes on after {}", movetext::write(*root, moves));
    }
    text
}

/// A book as one game with variations and comments, from a position on and so many half-moves deep. `before` are the moves
/// that lead to the position from the usual start, where it is known by them.
pub fn to_game(
    book: &Book<'_>,
    root: &Position,
    before: Option<&[Move]>,
    depth: usize,
    illegal: &mut dyn FnMut(&Position, Entry),
) -> Game {
    let mut game =
        if before.is_some() || *root == Position::START { Game::new() } else { Game::from_position(*root) };
    // All of these are legal where they are played: nothing fails.
    let mut at = NodeId::ROOT;
    for mv in before.unwrap_or_default() {
        at = game.add_move(at, *mv).unwrap_or(at);
    }
    let mut nodes = vec![at];
    let visit = |row: &Row<'_>| {
        nodes.truncate(row.ply + 1);
        let Some(parent) = nodes.last().copied() else { return Ok(()) };
        if let Ok(node) = game.add_move(parent, row.mv) {
            let _ = game.add_comment(node, &comment(row, root));
            nodes.push(node);
        }
        Ok::<(), ()>(())
    };
    let _ = walk(book, root, depth, visit, illegal);
    game
}

/// The part that a move has of the weights of a book in a position, in per cent; `None` if the book does not have it there.
pub fn percent_of(book: &Book<'_>, position: &Position, mv: Move) -> Option<f64> {
    let (mut weight, mut all) = (None, 0);
    for entry in book.of(position) {
        all += u64::from(entry.weight);
        if weight.is_none() && entry.mv.find(position) == Some(mv) {
            weight = Some(u64::from(entry.weight));
        }
    }
    weight.map(|weight| if all == 0 { 0.0 } else { weight as f64 * 100.0 / all as f64 })
}
