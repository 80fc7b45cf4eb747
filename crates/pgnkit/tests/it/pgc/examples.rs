//! Bytes and the texts they stand for, written and read.

use pgnkit::Export;
use pgnkit::pgc::{Dialect, Writer};

use super::{coded, faults, game, read};

fn bytes(hex: &str) -> Vec<u8> {
    let hex: Vec<u8> = hex.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    hex.chunks(2)
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).expect("ASCII"), 16).expect("hexadecimal"))
        .collect()
}

const SAMPLE: &str = include_str!("../golden/sample-2.3.pgn");

/// Those of the list of requirements, computed with python-chess.
const EXAMPLES: [(&str, &str); 7] = [
    ("*", "01 01 3f 01 3f 0a 3f 3f 3f 3f 2e 3f 3f 2e 3f 3f 01 3f 01 3f 01 3f 01 2a 00 00"),
    (
        "[Event \"Test\"][Round \"-\"][White \"A\"][Black \"B\"] 1. f3 e5 2. g4 Qh4# 0-1",
        "01 04 54 65 73 74 01 3f 0a 3f 3f 3f 3f 2e 3f 3f 2e 3f 3f 01 2d 01 41 01 42 03 30 2d 31 04 00 0e 0c 10 0e",
    ),
    (
        "1. e4 $1 (1. d4 d5 $5) 1... e5 *",
        "05 02 06 52 65 73 75 6c 74 01 2a 03 01 0d 07 01 08 03 02 0b 0a 07 05 09 03 01 0c 06",
    ),
    (
        "[FEN \"8/P7/8/8/8/8/k7/7K w - - 0 1\"][SetUp \"1\"] 1. a8=Q+ *",
        "05 02 06 52 65 73 75 6c 74 01 2a 02 03 46 45 4e 1c 38 2f 50 37 2f 38 2f 38 2f 38 2f 38 2f 6b 37 2f 37 4b 20 77
         20 2d 20 2d 20 30 20 31 02 05 53 65 74 55 70 01 31 03 01 05 06",
    ),
    (
        "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# *",
        "01 01 3f 01 3f 0a 3f 3f 3f 3f 2e 3f 3f 2e 3f 3f 01 3f 01 3f 01 3f 01 2a 07 00 0d 0c 02 07 13 0b 1c",
    ),
    (
        "% eval=3\n1. e4 *",
        "05 02 06 52 65 73 75 6c 74 01 2a 0a 07 00 20 65 76 61 6c 3d 33 03 01 0d 06",
    ),
    (
        SAMPLE,
        "01 10 46 2f 53 20 52 65 74 75 72 6e 20 4d 61 74 63 68 14 42 65 6c 67 72 61 64 65 2c 20 53 65 72 62 69 61 20 4a
         55 47 0a 31 39 39 32 2e 31 31 2e 30 34 02 32 39 12 46 69 73 63 68 65 72 2c 20 52 6f 62 65 72 74 20 4a 2e 11 53
         70 61 73 73 6b 79 2c 20 42 6f 72 69 73 20 56 2e 07 31 2f 32 2d 31 2f 32 55 00 0d 0c 09 07 01 14 00 0c 0c 04 0d
         16 00 19 13 14 19 0a 18 07 1e 12 1c 12 10 01 08 1a 11 1f 09 1c 1f 0e 08 16 20 15 0a 0d 0a 10 02 08 0e 23 08 03
         0a 2d 01 0a 09 1c 15 16 0a 08 08 09 0a 16 06 11 0d 03 01 04 0a 17 0a 00 00 10 11 12 01 08 0e 09 05 0b 12 03 0d",
    ),
];

#[test]
fn a_game_is_these_bytes_and_they_are_the_game() {
    for (text, hex) in EXAMPLES {
        let (game, expected) = (game(text), bytes(hex));
        let mut written = Vec::new();
        assert_eq!(Writer::new().write_game(&game, &mut written), Ok(()));
        assert_eq!(written, expected, "{text}");
        let (games, found) = read(&expected);
        assert_eq!(found, [], "{text}");
        assert_eq!(games.len(), 1, "{text}");
        assert_eq!(games[0].text, game.to_string());
        assert!(games[0].end.complete);
    }
}

#[test]
fn the_sample_of_the_standard_comes_back_to_the_byte() {
    let (games, _) = read(&coded(SAMPLE, Dialect::Standard));
    let mut reduced = Vec::new();
    Export::reduced().write_game(&game(&games[0].text), &mut reduced);
    assert_eq!(String::from_utf8_lossy(&reduced), SAMPLE);
}

/// Everything between markers, the roster alone, no long sequence, no escape.
#[test]
fn the_dialect_of_pgn2pgc_is_these_bytes() {
    for (text, expected) in [
        ("*", &b"\x05\x01?\x01?\x0a????.??.??\x01?\x01?\x01?\x01*\x06"[..]),
        (
            "[Event \"Berlin\"][Date \"1992.11.04\"][ECO \"B00\"] 1. e4 $1 (1. d4 d5) 1... e5 1-0",
            b"\x05\x06Berlin\x01?\x0a1992.11.04\x01?\x01?\x01?\x031-0\x02\x03ECO\x03B00\
              \x03\x01\x0d\x07\x01\x08\x03\x02\x0b\x0a\x09\x03\x01\x0c\x06",
        ),
    ] {
        let written = coded(text, Dialect::Pgn2pgc);
        assert_eq!(written, expected, "{text}");
        let (games, found) = read(&written);
        assert!(faults(&found).is_empty(), "{found:?}");
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(games.iter().map(|game| &game.text).collect::<Vec<_>>(), [&game(text).to_string()]);
    }
}

/// The ordinals of pgn2pgc are places among the moves without disambiguation; those alike by their origin.
#[test]
fn the_dialect_of_pgn2pgc_orders_moves_without_disambiguation() {
    // Bd2 Be3 Bf4 Bg5 Bh6 Kd2 Na3 Nc3 Nbd2 Nfd2 Nd4 …, where the standard has Nbd2 before Nc3.
    for (mv, of_pgn2pgc, of_the_standard) in [("Nc3", 7, 8), ("Nbd2", 8, 7), ("Nfd2", 9, 11), ("Nd4", 10, 9)]
    {
        let text = format!("1. Nf3 d5 2. d3 Nf6 3. {mv} *");
        let written = coded(&text, Dialect::Pgn2pgc);
        assert_eq!(written[written.len() - 2..], [of_pgn2pgc, 6], "{mv}");
        assert_eq!(read(&written).0[0].text, game(&text).to_string());
        assert_eq!(coded(&text, Dialect::Standard).last(), Some(&of_the_standard), "{mv}");
    }
    // Captures of pawns and promotions are as the standard writes them.
    let text = "1. e4 d5 2. exd5 c6 3. dxc6 h6 4. cxb7 h5 5. bxa8=N *";
    assert_eq!(read(&coded(text, Dialect::Pgn2pgc)).0[0].text, game(text).to_string());
}

/// Read as the standard has it, the length of the first value is a marker: it must not be taken for one.
#[test]
fn the_dialect_is_known_whatever_the_event_is_called() {
    let one = coded("1. e4 e5 *", Dialect::Pgn2pgc);
    for length in 1..=255 {
        let text = format!("[Event \"{}\"][Date \"1992.??.??\"] 1. e4 e5 *", "x".repeat(length));
        let first = coded(&text, Dialect::Pgn2pgc);
        // The last are more records than are looked at to tell the dialects apart.
        for others in [vec![], one.repeat(3), one.repeat(400)] {
            let (games, found) = read(&[&first[..], &others].concat());
            assert_eq!(games.len(), 1 + others.len() / one.len(), "{length}: {:?}", faults(&found));
            assert_eq!(games[0].text, game(&text).to_string());
            assert!(faults(&found).is_empty(), "{length}: {found:?}");
        }
    }
}
