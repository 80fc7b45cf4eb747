//! The positions of a game that are asked for.

use pgnkit::chess::{Color, Position};
use pgnkit::{Game, Node};
use pgnkit_view::NoPositions;

use crate::args::{DiagramArgs, MoveNumber};

/// The place in a game that is asked for.
pub(super) fn node<'g>(game: &'g Game, args: &DiagramArgs) -> Result<Node<'g>, String> {
    let start = game.start();
    if !start.rules_are_known {
        return Err(NoPositions::Variant.to_string());
    }
    if !start.is_known {
        return Err(NoPositions::Setup.to_string());
    }
    let begins = args.after.is_some_and(|part| part.from.is_some())
        || args.ply.is_some_and(|part| part.from.is_some());
    if begins {
        return Err("a picture that does not move shows one position: --ply 12, or --move 12b".to_owned());
    }
    let last = end(game, args)?;
    Ok(last.checked_sub(1).and_then(|index| game.mainline().nth(index)).unwrap_or(game.root()))
}

/// The first and the last position that a moving picture shows, by the half-moves before it.
pub(super) fn plies(game: &Game, args: &DiagramArgs) -> Result<(usize, usize), String> {
    let last = end(game, args)?;
    let first = match (args.after.and_then(|part| part.from), args.ply.and_then(|part| part.from)) {
        (Some(number), _) => ply_of(game, number)?,
        (None, Some(ply)) => ply,
        (None, None) => 0,
    };
    // The first half-move that is asked for is played from the position before it.
    let before = first.saturating_sub(1);
    if before > last {
        return Err(if first > game.ply_count() {
            length(game)
        } else {
            "it ends before it begins".to_owned()
        });
    }
    Ok((before, last))
}

/// The half-moves before the position that is asked for, or that comes last.
fn end(game: &Game, args: &DiagramArgs) -> Result<usize, String> {
    match (args.after.and_then(|part| part.to), args.ply.and_then(|part| part.to)) {
        (Some(number), _) => ply_of(game, number),
        (None, Some(ply)) if ply > game.ply_count() => Err(length(game)),
        (None, Some(ply)) => Ok(ply),
        (None, None) => Ok(game.ply_count()),
    }
}

fn length(game: &Game) -> String {
    match game.ply_count() {
        1 => "it is 1 half-move long".to_owned(),
        count => format!("it is {count} half-moves long"),
    }
}

/// The half-moves up to and with a move.
fn ply_of(game: &Game, MoveNumber { number, color }: MoveNumber) -> Result<usize, String> {
    let mut played = game.mainline_with_positions();
    let dots = if color == Color::White { "." } else { "..." };
    played
        .position(|played| played.before.fullmove_number() == number && played.before.turn() == color)
        .map(|index| index + 1)
        .ok_or_else(|| format!("there is no move {number}{dots}"))
}

/// `Fischer, Robert J. - Spassky, Boris V., 1992, after 4. Ba4`.
pub(super) fn title(game: &Game, node: &Node<'_>) -> String {
    let known = |name| game.tag(name).filter(|value| !matches!(*value, "" | "?"));
    let mut parts = Vec::new();
    if let (Some(white), Some(black)) = (known("White"), known("Black")) {
        parts.push(format!("{white} - {black}"));
    }
    let year = known("Date").and_then(|date| date.get(..4)).filter(|year| !year.contains('?'));
    parts.extend(year.map(str::to_owned));
    if let Some(before) = node.parent() {
        let before = before.position();
        let dots = if before.turn() == Color::White { "." } else { "..." };
        parts.push(format!("after {}{dots} {}", before.fullmove_number(), node.san()));
    } else if game.start().position == Position::START {
        parts.push("the initial position".to_owned());
    }
    parts.join(", ")
}
