//! The output does not depend on the number of threads, nor on where blocks are cut.

use crate::rig::{Dir, pgn};

/// A few megabytes in which nothing that looks like the start of a game can be trusted: tag sections with empty lines,
/// comments that hold tag pairs and empty lines, comments never closed, unterminated strings, moves on one line.
pub fn tricky(bytes: usize) -> String {
    let mut state = 7u32;
    let mut random = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % below
    };
    let mut text = String::new();
    let mut number = 0;
    while text.len() < bytes {
        number += 1;
        text.push_str(&match random(10) {
            0 => format!("[Event \"{number}\"]\n\n[White \"split\"]\n\n[Black \"tags\"]\n\n1. e4 e5 *\n\n"),
            1 => format!("[Event \"{number}\"]\n\n1. e4 {{ a comment\n\nwith empty lines\n\n}} e5 1-0\n\n"),
            2 => format!("[Event \"{number}\"]\n\n1. e4 {{never closed\n\n"),
            3 => format!("[Event \"{number}\n[Site \"x\"]\n\n1. d4 0-1\n\n"),
            4 => format!("1. d4 d5 {{no tags {number}}} * 1. c4 c5 *\n\n"),
            5 => format!("[Event \"{number}\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 (1. d4 d5\n\n"),
            6 => format!("{{before {number}}}\n[Event \"x\"]\n\n1. e4 ; [Event \"no\"]\n\n[Site \"{number}\"]\n1. e4 *\n"),
            7 => format!("[Event \"{number}\"]\r\n\r\n1. e4\r\n\r\n\r\ne5 {}*\r\n\r\n", "2. Nf3 Nf6 3. Ng1 Ng8 ".repeat(random(40) as usize)),
            8 => format!("[Event \"{number}\"]\n\n{{{}}} *\n\n", "words [Event \"no\"] ".repeat(random(200) as usize)),
            _ => format!("[Event \"{number}\"]\n\n1. e4 e5 2. Nf3 Nc6 1/2-1/2\n\n"),
        });
    }
    text
}

#[test]
fn threads_and_seams_change_nothing() {
    let dir = Dir::with("in.pgn", tricky(2_500_000));
    let run = |args: &[&str], jobs: &str| {
        let ran = dir.pgn(&[args, &["-j", jobs, "in.pgn"]].concat());
        (ran.0.status.code(), ran.0.stdout.clone(), ran.0.stderr.clone())
    };
    let commands: [&[&str]; 4] = [
        &["fmt"],
        &["fmt", "--on-error", "drop", "--no-comments"],
        &["check", "--format", "concise", "--notes"],
        &["fmt", "--check", "--account", "json"],
    ];
    for args in commands {
        let one = run(args, "1");
        assert!(one.0 == Some(1), "{args:?}");
        for jobs in ["2", "5"] {
            assert!(run(args, jobs) == one, "{args:?} -j {jobs}");
        }
    }
    // In pieces read by a pipe, as one file, and twice as long: the same games.
    let fmt = run(&["fmt"], "4").1;
    assert!(pgn(&["fmt", "-j", "4"], tricky(2_500_000)).bytes() == fmt);
    let twice = dir.pgn(&["fmt", "in.pgn", "in.pgn"]);
    assert!(twice.bytes() == [&fmt[..], &fmt].concat());
    // What was written reads back as itself.
    assert!(pgn(&["fmt", "-j", "3"], &fmt).bytes() == fmt);
    assert_eq!(pgn(&["fmt", "--check", "-j", "3"], &fmt).out(), "");
}

#[test]
fn rejects_do_not_depend_on_threads() {
    let dir = Dir::with("in.pgn", tricky(2_500_000));
    for jobs in ["1", "4"] {
        dir.pgn(&["fmt", "-j", jobs, "--rejects", &format!("bad{jobs}.pgn"), "-o", "out.pgn", "in.pgn"])
            .status(1);
    }
    assert!(dir.read("bad1.pgn") == dir.read("bad4.pgn"));
    assert!(!dir.read("bad1.pgn").is_empty());
}

#[test]
fn line_numbers_go_on_through_blocks() {
    let good = "[Event \"x\"]\n\n1. e4 {a\nb} *\n\n".repeat(100_000);
    let ran = pgn(&["check", "--format", "concise", "-q"], format!("{good}1. e4 e4 *\n")).status(1);
    let line = 100_000 * 5 + 1;
    assert!(ran.out().starts_with(&format!("<stdin>:{line}:7: error[PGN-C001]")), "{}", ran.out());
}
