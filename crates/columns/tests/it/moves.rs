//! Moves as bytes, and back.

use pgnkit::chess::variant::TagVariant;
use pgnkit::chess::{ChessMode, Move, Position, Variant};
use pgnkit::{Game, Start};
use pgnkit_columns::moves::{self, Moves};
use proptest::prelude::*;

use crate::cases;

/// The bytes of a main line, and how many of them are the start.
fn encoded(game: &Game) -> (Vec<u8>, usize) {
    let mut bytes = Vec::new();
    moves::push_start(game.start(), &mut bytes);
    let start = bytes.len();
    for played in game.mainline_with_positions() {
        moves::push(&played.before, played.node.mv(), &mut bytes);
    }
    (bytes, start)
}

fn decoded(bytes: &[u8]) -> Result<Vec<Move>, moves::MovesError> {
    Moves::new(bytes)?.collect()
}

#[test]
fn moves_take_the_bytes_that_are_promised() {
    for (name, tags, movetext, length) in [
        ("no moves", "", "", 0),
        ("plain moves", "", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O", 7),
        ("castling on both sides", "", "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd3 Qd6 5. O-O-O O-O-O", 10),
        ("en passant", "", "1. e4 a6 2. e5 d5 3. exd6", 5),
        ("null moves", "", "1. e4 -- 2. --", 3),
        ("a promotion", "[FEN \"7k/P7/8/8/8/8/8/7K w - - 0 1\"]\n", "1. a8=N", 2),
        ("a promotion that takes", "[FEN \"1n5k/P7/8/8/8/8/8/7K w - - 0 1\"]\n", "1. axb8=Q+", 2),
        ("a drop", "[Variant \"Crazyhouse\"]\n", "1. e4 d5 2. exd5 Qxd5 3. P@e4", 4 + 6),
        ("a null move without a king", "[Variant \"Horde\"]\n", "1. --", 6),
    ] {
        let text = format!("{tags}\n{movetext} *\n");
        let game: Game = text.parse().unwrap();
        let (bytes, start) = encoded(&game);
        assert_eq!(bytes.len() - start, length, "{name}: {bytes:?}");
        let expected: Vec<Move> = game.mainline().map(|node| node.mv()).collect();
        assert_eq!(decoded(&bytes), Ok(expected), "{name}");
        assert_eq!(Moves::new(&bytes).unwrap().position(), &game.start().position, "{name}");
        assert_eq!(Moves::new(&bytes).unwrap().mode(), game.start().mode, "{name}");
    }
}

#[test]
fn pieces_beyond_the_third_take_a_byte_more() {
    let position: Position = "7k/8/8/2N1N3/1N3N2/8/1N3N2/2N1N2K w - - 0 1".parse().unwrap();
    let mut lengths = Vec::new();
    for from in ["c1", "e1", "b2", "f2", "b4", "f4", "c5", "e5"] {
        let mv = position.parse_uci(format!("{from}d3").as_bytes()).unwrap();
        let mut bytes = Vec::new();
        moves::push(&position, mv, &mut bytes);
        lengths.push(bytes.len());
        let mut read = Moves::from_position(position, ChessMode::Standard, &bytes);
        assert_eq!(read.next(), Some(Ok(mv)), "{from}");
        assert_eq!(read.next(), None);
    }
    assert_eq!(lengths, [1, 1, 1, 2, 2, 2, 2, 2]);
}

#[test]
fn bytes_that_are_no_moves_are_errors_with_a_place() {
    for (bytes, at, reason) in [
        // e4, and e4 once more.
        (&[28, 28][..], 1, "expected a legal move"),
        (&[28, 0xdc], 1, "expected a legal move"),
        (&[0xc0], 0, "expected a legal move"),
        (&[0xc0, 0xff], 0, "expected a legal move"),
        (&[0xc0, 0x84, b'e', b'2', b'e', b'5'], 0, "expected a legal move"),
        (&[0xc0, 0x84, 0xff, 0, 1, 2], 0, "expected a legal move"),
        (&[0], 0, "expected the start of a game"),
        (&[0, 0], 0, "expected the start of a game"),
        (&[0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], 0, "expected the start of a game"),
        (&[0, 3, b'x', b';', b'8'], 0, "expected the start of a game"),
        (&[0, 9, b'S', b't', b'a'], 0, "expected the start of a game"),
    ] {
        let error = decoded(bytes).unwrap_err();
        assert_eq!((error.at, error.reason), (at, reason), "{bytes:?}");
        assert_eq!(error.to_string(), format!("{reason} at byte {at}"));
    }
    let mut reader = Moves::new(&[28, 28, 52]).unwrap();
    assert!(reader.next().unwrap().is_ok() && reader.next().unwrap().is_err());
    assert_eq!(reader.next(), None, "nothing comes after an error");
}

/// A start that random games begin from.
fn start(variant: Variant, number: u16) -> Start {
    let mut start = Start::default();
    start.position = variant.start();
    if variant == Variant::Standard && number % 2 == 1 {
        start.position = Position::chess960(number % 960).unwrap();
        start.mode = ChessMode::Chess960;
    }
    start
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn every_legal_game_survives(
        variant in prop::sample::select(Variant::ALL.to_vec()),
        number in any::<u16>(),
        choices in prop::collection::vec(any::<u16>(), 0..300),
    ) {
        let start = start(variant, number);
        let (mut bytes, mut line, mut position) = (Vec::new(), Vec::new(), start.position);
        moves::push_start(&start, &mut bytes);
        for choice in choices {
            let legal = position.legal_moves();
            // Whatever is legal has bytes of its own.
            let mut spellings: Vec<Vec<u8>> = legal.iter().map(|mv| {
                let mut bytes = Vec::new();
                moves::push(&position, *mv, &mut bytes);
                let read: Vec<_> = Moves::from_position(position, start.mode, &bytes).collect();
                assert_eq!(read, [Ok(*mv)], "{} in {}", mv.to_uci(start.mode), position.fen(pgnkit::chess::fen::EnPassant::Always));
                bytes
            }).collect();
            let count = spellings.len();
            spellings.sort_unstable();
            spellings.dedup();
            prop_assert_eq!(spellings.len(), count);
            let mv = if choice % 31 == 0 && position.is_legal(Move::NULL) {
                Move::NULL
            } else if let Some(mv) = legal.get(usize::from(choice) % count.max(1)) {
                *mv
            } else {
                break;
            };
            moves::push(&position, mv, &mut bytes);
            line.push(mv);
            position.play(mv);
        }
        prop_assert_eq!(decoded(&bytes), Ok(line));
    }

    #[test]
    fn any_bytes_are_legal_moves_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..64), variant in prop::sample::select(Variant::ALL.to_vec())) {
        let mut position = variant.start();
        for mv in Moves::from_position(position, ChessMode::Standard, &bytes) {
            let Ok(mv) = mv else { break };
            prop_assert!(position.is_legal(mv));
            position.play(mv);
        }
        let _ = decoded(&bytes);
        let text = format!("{};{}", variant.name(), String::from_utf8_lossy(&bytes));
        let start = [&[0, text.len().min(127) as u8], text.as_bytes()].concat();
        let _ = decoded(&start);
    }
}

#[test]
fn names_of_variants_lead_back() {
    for variant in Variant::ALL {
        for mode in [ChessMode::Standard, ChessMode::Chess960] {
            let mut start = Start::default();
            (start.position, start.mode) = (variant.start(), mode);
            let mut bytes = Vec::new();
            moves::push_start(&start, &mut bytes);
            let read = Moves::new(&bytes).unwrap();
            assert_eq!((read.position(), read.mode()), (&start.position, mode), "{}", variant.name());
        }
    }
    assert!(TagVariant::from_name("Standard").is_some());
}
