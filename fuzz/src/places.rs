//! Positions that a few bytes lead to.

use pgnkit::chess::{Position, fen};

/// Starting positions with features that are rare in games.
const STARTS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "1k6/2p1p3/8/3P1P2/4Q2Q/1q4q1/P6P/K6Q w - - 0 1",
    "4k3/8/2N3N1/8/1b1n1n2/2N3N1/8/R3K2R w KQ - 0 1",
    "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1",
    "1r2k1r1/pbppqpp1/8/8/8/8/PPPPPPPP/1R2KR2 w FBgb - 0 1",
];

/// Plays at most this many moves.
const MAX_MOVES: usize = 96;

/// The position reached by the first bytes, and the bytes after them: a start, the number of moves, a byte for each.
pub fn reach(data: &[u8]) -> (Position, &[u8]) {
    let [start, moves, rest @ ..] = data else { return (Position::START, data) };
    let mut position = start_position(*start);
    let (choices, rest) = rest.split_at(rest.len().min(usize::from(*moves) % MAX_MOVES));
    for &choice in choices {
        let moves = position.legal_moves();
        let Some(&mv) = moves.as_slice().get(usize::from(choice) % moves.len().max(1)) else { break };
        position = position.after(mv);
    }
    (position, rest)
}

fn start_position(choice: u8) -> Position {
    let text = STARTS[usize::from(choice) % STARTS.len()];
    fen::parse(text.as_bytes()).expect("a position").position
}
