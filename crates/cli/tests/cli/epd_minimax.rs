//! `pgn epd minimax`.

use crate::rig::{Dir, pgn};

/// White has e3, worth 30, and e4, to which Black's answer is worth 50 to Black whatever the record says.
const BOOK: [&str; 4] = [
    "4k3/8/8/8/8/8/4P3/4K3 w - - id \"root\";",
    "4k3/8/8/8/4P3/8/8/4K3 b - e3 ce 10;",
    "4k3/8/8/8/8/4P3/8/4K3 b - - ce -30;",
    "8/3k4/8/8/4P3/8/8/4K3 w - - ce -50;",
];

fn lines(text: &[&str]) -> String {
    text.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn scores_come_from_the_leaves() {
    let solved = [
        "4k3/8/8/8/8/8/4P3/4K3 w - - ce 30; id \"root\"; pm e3; pv e3;",
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 ce 50; pm Kd7; pv Kd7;",
        BOOK[2],
        BOOK[3],
    ];
    for jobs in ["1", "2", "4"] {
        let ran = pgn(&["epd", "minimax", "-j", jobs], lines(&BOOK)).status(0);
        assert_eq!(ran.out(), lines(&solved));
        let said = "4 positions, 3 moves between them, 2 leaves; 2 scored by their moves, 0 of them draws by repetition";
        assert!(ran.err().contains(said), "{}", ran.err());
        // The order of the records does not matter.
        let [a, b, c, d] = BOOK;
        let ran = pgn(&["epd", "minimax", "-q", "-j", jobs], lines(&[d, b, a, c])).status(0);
        assert_eq!(ran.out(), lines(&[solved[3], solved[1], solved[0], solved[2]]));
    }
}

#[test]
fn given_scores_can_be_kept() {
    let worse = BOOK.map(|line| line.replace("ce 10", "ce -40"));
    let worse: Vec<&str> = worse.iter().map(String::as_str).collect();
    let ran = pgn(&["epd", "minimax", "--keep", "-q"], lines(&worse)).status(0);
    let best = "4k3/8/8/8/8/8/4P3/4K3 w - - ce 40; id \"root\"; pm e4; pv e4;";
    assert_eq!(ran.out(), lines(&[best, worse[1], worse[2], worse[3]]));
}

#[test]
fn what_can_go_round_is_a_draw_and_said_to_be() {
    let shuffle = [
        "8/8/8/8/8/k7/8/K6R w - -",
        "8/8/8/8/8/k7/8/K5R1 b - -",
        "8/8/8/8/k7/8/8/K5R1 w - -",
        "8/8/8/8/k7/8/8/K6R b - -",
    ];
    let ran = pgn(&["epd", "minimax"], lines(&shuffle)).status(0);
    assert!(ran.out().lines().all(|line| line.contains("ce 0; pm ")), "{}", ran.out());
    assert!(ran.err().contains("4 of them draws by repetition"), "{}", ran.err());
}

#[test]
fn records_of_one_position_that_disagree() {
    let dir = Dir::with("a.epd", lines(&BOOK));
    dir.write("b.epd", "8/3k4/8/8/4P3/8/8/4K3 w - - ce 7;\nnonsense\n");
    let ran = dir.pgn(&["epd", "minimax", "a.epd", "b.epd", "-o", "out.epd"]).status(1);
    assert!(ran.err().contains("b.epd:1: conflict: another `ce`"), "{}", ran.err());
    let written = dir.read("out.epd");
    assert!(written.ends_with("ce 7;\nnonsense\n"), "{written}");
    pgn(&["epd", "minimax"], "").status(0);
}
