//! The order of moves of the program pgn2pgc: by notation without disambiguation and marks; equal ones by the square they come
//! from, a1, b1 to h8 (decision A-75). It is rare, so the moves are simply sorted.

use pgnkit_chess::{Move, PieceKind, Position};

/// The move with this ordinal.
#[cold]
pub(super) fn move_at_ordinal(position: &Position, ordinal: u8) -> Option<Move> {
    sorted(position).get(usize::from(ordinal)).copied()
}

/// The ordinal of a legal move.
#[cold]
pub(super) fn ordinal(position: &Position, mv: Move) -> Option<u8> {
    u8::try_from(sorted(position).iter().position(|&other| other == mv)?).ok()
}

fn sorted(position: &Position) -> Vec<Move> {
    let mut moves = position.legal_moves().to_vec();
    moves.sort_by_cached_key(|&mv| (notation(position, mv), mv.from().index()));
    moves
}

/// `Nf3`, `Nxe5`, `exd5`, `e8=Q`, `O-O`.
fn notation(position: &Position, mv: Move) -> String {
    if mv.is_castling() {
        return if mv.is_king_side_castling() { "O-O" } else { "O-O-O" }.to_owned();
    }
    let captures = if mv.is_capture() { "x" } else { "" };
    let to = mv.to();
    match mv.kind() {
        PieceKind::Pawn => {
            // With its file where it captures, as the canonical form has it.
            let san = position.san(mv).to_string();
            san.trim_end_matches(['+', '#']).to_owned()
        }
        kind => format!("{}{captures}{to}", kind.letter()),
    }
}
