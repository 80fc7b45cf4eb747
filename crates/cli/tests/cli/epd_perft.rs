//! `pgn epd perft`.

use crate::rig::{Dir, pgn};

const SUITE: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902\n\
    8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - D1 14; D2 191; D3 2812; D4 43238;\n\
    4k3/8/8/8/8/8/4P3/4K3 w - - id \"no counts\";\n";

#[test]
fn counts_that_agree() {
    for jobs in ["1", "2", "4"] {
        for hash in ["0", "1"] {
            let ran = pgn(&["epd", "perft", "-j", jobs, "--hash", hash], SUITE).status(0);
            assert_eq!(ran.out(), "");
            let said =
                "7 counts agree, 0 differ, 0 of more than 100000000 nodes left out; 1 records without counts";
            assert!(ran.err().contains(said), "{}", ran.err());
        }
    }
}

#[test]
fn a_count_that_differs_is_shown_with_its_place() {
    let dir = Dir::with("suite.epd", SUITE.replace("D3 2812", "D3 2813"));
    let ran = dir.pgn(&["epd", "perft", "--max-nodes", "5000", "suite.epd"]).status(1);
    let expected =
        "suite.epd:2: D3: expected 2813, counted 2812: 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\n";
    assert_eq!(ran.out(), expected);
    assert!(
        ran.err().contains("4 counts agree, 1 differ, 2 of more than 5000 nodes left out"),
        "{}",
        ran.err()
    );
}

#[test]
fn a_record_that_gives_no_position_is_an_error() {
    let ran = pgn(&["epd", "perft"], "8/8 w - - D1 1;\n").status(1);
    assert!(ran.err().contains("<stdin>:1:1: error[PGN-T009]"), "{}", ran.err());
    pgn(&["epd", "perft"], "").status(0);
}
