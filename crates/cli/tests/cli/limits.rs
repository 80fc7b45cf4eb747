//! Limits of what is read, and messages that name them.

use std::fs;

use crate::rig::{CANONICAL, Dir, pgn};

/// Games that are larger than most, each in another way.
fn large() -> [(&'static str, String); 4] {
    let size = 1 << 15;
    [
        ("comment", format!("[White \"x\"]\n\n1. e4 {{{}}} *\n", "word ".repeat(size))),
        ("moves", format!("[White \"x\"]\n\n{}*\n", "Nf3 Nf6 Ng1 Ng8 ".repeat(size))),
        ("value", format!("[White \"{}\"]\n\n*\n", "x".repeat(4 * size))),
        ("blanks", format!("[White \"x\"]\n\n1. e4 {}*\n", " ".repeat(4 * size))),
    ]
}

#[test]
fn a_game_that_is_too_large_ends_its_input_with_an_error() {
    for (what, game) in large() {
        let text = format!("{CANONICAL}{game}\n{CANONICAL}");
        for args in [
            &["fmt"][..],
            &["fmt", "-j", "1"],
            &["sort"],
            &["check"],
            &["convert", "--to", "json"],
            &["stats"],
        ] {
            let ran = pgn(&[args, &["--max-game", "64k"]].concat(), &text).status(2);
            let said = ran.err();
            assert!(
                said.contains("a game is too large: the one that begins on line ")
                    && said.contains("has more than 65536 bytes"),
                "{what} {args:?}: {said}"
            );
            assert!(said.contains("--max-game"), "{said}");
            assert!(pgn(args, &text).0.status.code() < Some(2), "{what} {args:?}");
            assert!(pgn(&[args, &["--max-game", "8M"]].concat(), &text).0.status.code() < Some(2), "{what}");
        }
        let dir = Dir::with("a.pgn", &text);
        for args in
            [&["fmt", "-i"][..], &["sort", "-i"], &["edit", "-i", "--set", "Site=x"], &["check", "--fix"]]
        {
            dir.pgn(&[args, &["--max-game", "64k", "a.pgn"]].concat()).status(2);
            assert_eq!(fs::read_to_string(dir.path("a.pgn")).unwrap(), text, "{what} {args:?}");
        }
    }
}
