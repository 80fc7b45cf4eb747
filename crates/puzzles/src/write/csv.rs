//! The table of lichess, with empty columns for what only its players can give, and the numbers of a puzzle after it.

use pgnkit::chess::fen::EnPassant;
use pgnkit_archive::output::field;

use super::numbers;
use crate::puzzle::Puzzle;

/// The columns of lichess.
const LICHESS: &str =
    "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags";

pub(super) fn head(out: &mut Vec<u8>) {
    let numbers = "SolverMoves,Score,FirstMove,Material,LegalMoves,Gaps,Depths,MatingMoves";
    out.extend_from_slice(format!("{LICHESS},{numbers}\n").as_bytes());
}

pub(super) fn write(puzzle: &Puzzle, out: &mut Vec<u8>) {
    let url = puzzle.source.address().unwrap_or_default();
    let (fen, themes) = (puzzle.before.fen(EnPassant::Legal), puzzle.themes.join(" "));
    let line = format!("{},{},{},,,,,{themes},{},", puzzle.id(), fen.as_str(), puzzle.uci(0), field(&url));
    out.extend_from_slice(line.as_bytes());
    for (_, value) in numbers(puzzle) {
        out.push(b',');
        out.extend_from_slice(value.as_bytes());
    }
    out.push(b'\n');
}
