//! Moves as text, with their numbers.

use std::fmt::Write as _;

use pgnkit::Game;
use pgnkit::chess::{Color, Move, Position};

/// Moves from a position: `1. e4 c5`, `3... Nf6`.
pub fn write(position: Position, moves: &[Move]) -> String {
    let mut text = String::new();
    append(position, moves, &mut text);
    text
}

/// The same, appended to a text.
pub fn append(mut position: Position, moves: &[Move], out: &mut String) {
    for (at, mv) in moves.iter().enumerate() {
        if at > 0 {
            out.push(' ');
        }
        if at == 0 || position.turn() == Color::White {
            write_number(&position, out);
        }
        out.push_str(SanText::of(&position, *mv).as_str());
        position.play(*mv);
    }
}

/// The number before a move: `1. `, `3... `.
pub fn write_number(position: &Position, out: &mut String) {
    let points = if position.turn() == Color::White { ". " } else { "... " };
    match position.fullmove_number() {
        digit @ 0..=9 => out.push(char::from(b'0' + digit as u8)),
        number => {
            let _ = write!(out, "{number}");
        }
    }
    out.push_str(points);
}

/// The length of [that](write_number).
pub fn number_length(position: &Position) -> usize {
    let digits = position.fullmove_number().checked_ilog10().map_or(1, |log| log as usize + 1);
    digits + if position.turn() == Color::White { ". ".len() } else { "... ".len() }
}

/// A move in SAN. In the order of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SanText {
    /// Zeros after the text.
    bytes: [u8; 8],
    length: u8,
}

impl SanText {
    /// A legal move in a position.
    pub fn of(position: &Position, mv: Move) -> Self {
        let mut bytes = [0; 8];
        let length = position.san(mv).write(&mut bytes);
        Self { bytes, length: length as u8 }
    }

    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.bytes[..usize::from(self.length)]).unwrap_or_default()
    }
}

/// Reads moves from the usual initial position, with numbers or without; none where a text says something else besides.
///
/// # Errors
/// When a move cannot be played.
pub fn read(text: &str) -> Result<Option<Vec<Move>>, String> {
    let game = text.parse::<Game>().map_err(|error| error.message.into_owned())?;
    let is_plain = game.tags().next().is_none() && !game.has_variations() && game.ply_count() > 0;
    Ok(is_plain.then(|| game.mainline().map(|node| node.mv()).collect()))
}

/// The position after moves from the usual initial position.
pub fn played(moves: &[Move]) -> Position {
    let mut position = Position::START;
    moves.iter().for_each(|mv| position.play(*mv));
    position
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_and_written() {
        let moves = read("e4 c5 2.Nf3").unwrap().unwrap();
        assert_eq!(write(Position::START, &moves), "1. e4 c5 2. Nf3");
        assert_eq!(write(played(&moves[..1]), &moves[1..]), "1... c5 2. Nf3");
        assert_eq!(write(Position::START, &[]), "");
        for (text, expected) in [
            ("", "Err(\"expected a game, found none\")"),
            ("*", "Ok(None)"),
            ("e4 (d4)", "Ok(None)"),
            ("[FEN \"7k/8/8/8/8/8/8/K7 w - - 0 1\"]\n\nKa2", "Ok(None)"),
            ("e4 e4", "Err(\"expected a legal move, found `e4`: no pawn can reach e4\")"),
        ] {
            assert_eq!(format!("{:?}", read(text)), expected, "{text}");
        }
    }
}
