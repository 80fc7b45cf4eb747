//! Position keys: the test vectors published with the Polyglot book format, and repetition.

use crate::random::Random;
use pgnkit_chess::{Move, PackedPosition, Position, Variant, fen, san};

#[test]
fn polyglot_keys() {
    for (text, key) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c_u64),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
        ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
        ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
        ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
        ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
        ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
    ] {
        assert_eq!(fen::parse(text.as_bytes()).unwrap().position.polyglot_key(), key, "{text}");
    }
}

fn after(moves: &str) -> Position {
    moves.split_whitespace().fold(Position::START, |position, text| {
        position.after(san::read(&position, text.as_bytes()).unwrap().mv)
    })
}

/// Whether two positions are the same under the repetition rule, as both the key and the packed position say.
fn are_the_same(first: Position, second: Position) -> bool {
    let same = first.repetition_key() == second.repetition_key();
    assert_eq!(PackedPosition::new(&first) == PackedPosition::new(&second), same, "{first:?} {second:?}");
    same
}

#[test]
fn sameness_under_the_repetition_rule() {
    let knights = "Nf3 Nf6 Ng1 Ng8";
    assert!(are_the_same(after(knights), Position::START));
    // Nobody can take on e3, so the position repeats without it.
    let (first, second) = (after("e4"), after("e4 Nf6 Nf3 Ng8 Ng1"));
    assert_ne!(first, second);
    assert!(are_the_same(first, second));
    // A legal en passant capture makes a difference, a lost castling right too, and the turn.
    assert!(!are_the_same(after("e4 a6 e5 d5"), after("e4 a6 e5 d5 Nf3 Nf6 Ng1 Ng8")));
    assert!(!are_the_same(after("e4 e5"), after("e4 e5 Ke2 Ke7 Ke1 Ke8")));
    assert!(!are_the_same(Position::START, after("--")));
}

/// Every square taken: there is none left over that could tell whose move it is.
#[test]
fn full_boards_are_packed() {
    for turn in ["w", "b"] {
        let text =
            format!("knnnnnnn/pppppppp/pppppppp/pppppppp/PPPPPPPP/PPPPPPPP/PPPPPPPP/NNNNNNNK {turn} - -");
        let position = fen::parse(text.as_bytes()).unwrap().position;
        assert_eq!(PackedPosition::new(&position).unpack(), position);
    }
}

/// Made of the key of the position before, or of any other: it is the same key. A legal move that is known is made of its squares.
#[test]
fn keys_and_moves_that_are_made_in_less_time_are_the_same() {
    let mut random = Random(11);
    for variant in Variant::ALL {
        for _ in 0..20 {
            let (mut position, mut known) = (variant.start(), variant.start().repetition_key());
            let mut polyglot = position.polyglot_key();
            for _ in 0..80 {
                let moves = position.legal_moves();
                let moves: Vec<Move> = moves.iter().copied().collect();
                if variant == Variant::Standard {
                    for mv in &moves {
                        assert_eq!(
                            position.known_move(mv.from(), mv.to(), mv.promotion()),
                            Some(*mv),
                            "{position}"
                        );
                    }
                }
                let Some(mv) = moves.get(random.below(moves.len().max(1))) else { break };
                let after = position.after(*mv);
                known = after.repetition_key_after(&position, known);
                assert_eq!(known, after.repetition_key(), "{position} {mv:?}");
                let start = variant.start();
                assert_eq!(after.repetition_key_after(&start, start.repetition_key()), known, "{after}");
                polyglot = after.polyglot_key_after(&position, polyglot);
                assert_eq!(polyglot, after.polyglot_key(), "{position} {mv:?}");
                assert_eq!(after.polyglot_key_after(&start, start.polyglot_key()), polyglot, "{after}");
                position = after;
            }
        }
    }
}
