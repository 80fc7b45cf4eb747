//! Hostile input: nothing controls the terminal, nothing panics, nothing takes long.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use pgnkit_tui::Look;

use crate::rig::Reader;

#[test]
fn text_from_files_controls_nothing() {
    let evil = "\u{1b}[31m\u{1b}]52;c;x\u{7}\u{9b}2J\u{202e}gnp\u{2066}\u{200f}\r\n\t\u{0}";
    let wide = "棋王戦棋王戦棋王戦棋王戦棋王戦棋王戦棋王戦";
    let marks: String = std::iter::repeat_n('\u{301}', 5_000).collect();
    let games = format!(
        "[White \"{evil}\"]\n[Black \"{wide}\"]\n[Event \"e{marks}\"]\n[Site \"{wide}\"]\n\n1. e4 {{{evil} {wide} {marks}}} ({{{evil}}} 1. d4 {evil}) *\n\n[White \"b\"]\n\n*\n"
    );
    for look in [Look::default(), {
        let mut look = Look::default();
        look.ascii = true;
        look
    }] {
        for size in [(44, 14), (80, 24), (160, 50)] {
            let mut reader = Reader::sized("a.pgn", &games, size, look);
            for keys in ["", "Enter", "Right", "d", "d Down", "? Esc", "/ 'e' Enter", "Enter f Right"] {
                let cells = reader.press(keys).cells();
                for cell in cells.content() {
                    let symbol = cell.symbol();
                    assert!(
                        !symbol.chars().any(|c| c.is_control() || pgnkit::render::is_unsafe(c)),
                        "{symbol:?}"
                    );
                    assert!(symbol.chars().count() <= 5, "{} characters in a cell", symbol.chars().count());
                    assert!(!look.ascii || symbol.is_ascii(), "{symbol:?}");
                }
            }
        }
    }
}

#[test]
fn every_size_is_drawn() {
    let mut reader = Reader::of("a.pgn", include_str!("../../../../examples/clocks.pgn"));
    for keys in ["", "Enter", "End", "d", "d ?", "Esc Esc / 'a'"] {
        reader.press(keys);
        for (columns, rows) in [
            (1, 1),
            (2, 40),
            (300, 2),
            (44, 14),
            (43, 14),
            (44, 13),
            (80, 24),
            (500, 200),
            (45, 100),
            (1, 1),
            (80, 24),
        ] {
            let screen = reader.resize(columns, rows).screen();
            assert_eq!(screen.lines().count(), usize::from(rows));
        }
    }
    assert!(reader.resize(30, 5).screen().starts_with("too small: 44 x 14 at least,\nnow 30 x 5\n"));
}

/// A game, opened and walked through, takes no longer than this in a build without optimisation.
const LIMIT: Duration = Duration::from_secs(20);

fn walk(game: &str) -> Reader {
    let start = Instant::now();
    let mut reader = Reader::of("a.pgn", game);
    for keys in ["", "End", "Home", "PgDn", "Down", "Down Down Right Right u", "d", "d"] {
        reader.press(keys).screen();
    }
    reader.resize(44, 14).screen();
    assert!(start.elapsed() < LIMIT, "{:?}", start.elapsed());
    reader
}

#[test]
fn games_of_a_hundred_thousand_half_moves() {
    let mut game = String::new();
    for _ in 0..25_000 {
        game.push_str("Nf3 Nf6 Ng1 Ng8 ");
    }
    let mut reader = walk(&format!("{game}*"));
    assert!(reader.press("g 'p99999' Enter").selected().contains("♘g1"));
}

#[test]
fn variations_ten_thousand_deep() {
    let mut game = "1. e4 ".to_owned();
    for _ in 0..10_000 {
        game.push_str("(1. d4 (1. e4 ");
    }
    game.push_str(&")".repeat(20_000));
    let mut reader = walk(&format!("{game} *"));
    let press = "Down ".repeat(30);
    assert!(reader.press("Home Right").press(&press).selected().contains('4'));
}

#[test]
fn comments_without_end_and_games_without_anything() {
    let mut game = "1. e4 {".to_owned();
    for word in 0..50_000 {
        let _ = write!(game, "word{word} ");
    }
    game.push_str(&"x".repeat(200_000));
    walk(&format!("{game}}} *"));
    for game in
        ["", "\0", "{", "(((((", "[", "*", "[FEN \"x\"]\n\n1. e4 *", "[Variant \"Nonsense\"]\n\n1. Zz9 *"]
    {
        let mut reader = walk(game);
        reader.press("Enter Right C c Down d").screen();
    }
}

#[test]
fn games_that_cannot_be_copied() {
    let mut reader = Reader::of("a.pgn", format!("1. e4 {{{}}} *", "x".repeat(100_000)));
    assert!(reader.press("c").status().starts_with("the game as PGN is too long for the clipboard"));
    assert!(reader.copied.is_empty());
    let mut reader = Reader::of("a.pgn", "[Variant \"Nonsense\"]\n\n1. Zz9 *");
    assert_eq!(reader.press("C").status(), "the position is not known");
}
