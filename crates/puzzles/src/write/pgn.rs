//! Games.

use pgnkit::{Game, NodeId};

use super::numbers;
use crate::puzzle::Puzzle;

pub(super) fn write(puzzle: &Puzzle, out: &mut Vec<u8>) {
    let mut game = Game::from_setup(puzzle.before, puzzle.mode);
    let mut set = |name: &str, value: &str| {
        // Values of tags that were read, and names of ours: nothing that a tag cannot have.
        let _ = game.set_tag(name, value);
    };
    for (name, value) in &puzzle.source.tags {
        set(name, value);
    }
    set("PuzzleId", &puzzle.id());
    set("PuzzleThemes", &puzzle.themes.join(" "));
    if let Some(address) = puzzle.source.address() {
        set("PuzzleGame", &address);
    }
    for (name, value) in numbers(puzzle) {
        set(&format!("Puzzle{name}"), &value);
    }
    // Legal moves, played from a position without any.
    let _ = game.add_line(NodeId::ROOT, puzzle.moves.iter().copied());
    out.extend_from_slice(game.to_string().as_bytes());
}
