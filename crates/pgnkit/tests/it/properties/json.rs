//! JSON that is written while a text is read is that of the trees of its games.

use std::fs;
use std::path::{Path, PathBuf};

use pgnkit::syntax::Collect;
use pgnkit::{GameBuilder, Replayer, json};
use proptest::prelude::*;

use super::cases;
use super::texts::text;

/// Writes each game of a text while it is read, and as a tree; both must be the same. Returns how many.
fn same_while_reading(text: &[u8]) -> usize {
    let writer = json::Writer::new();
    let positions = json::Writer::new().fen(true);
    let mut of_tree = Replayer::new(text);
    let mut builder = GameBuilder::new();
    // One for all games, and a new one for each, which has found nothing odd yet; and one that writes positions.
    let mut exporters = [writer, writer, positions].map(json::Exporter::new);
    let mut replayers = [(); 3].map(|()| Replayer::new(text));
    let mut games = 0;
    loop {
        let mut found = [(); 4].map(|()| Collect::default());
        let end = of_tree.read_into(&mut builder, &mut found[0]);
        exporters[1] = json::Exporter::new(writer);
        for ((exporter, replayer), found) in exporters.iter_mut().zip(&mut replayers).zip(&mut found[1..]) {
            assert_eq!(exporter.read_game(replayer, found), end, "{}", text.escape_ascii());
            assert_eq!(replayer.parser().consumed(), of_tree.parser().consumed());
        }
        assert!(found.iter().all(|one| *one == found[0]), "{found:?}");
        if end.is_none() {
            return games;
        }
        games += 1;
        for (exporter, writer) in exporters.iter().zip([writer, writer, positions]) {
            let (mut expected, mut out) = (b"before".to_vec(), b"before".to_vec());
            writer.write_game(builder.game(), &mut expected);
            exporter.write(&[], &mut out);
            assert_eq!(out.escape_ascii().to_string(), expected.escape_ascii().to_string());
        }
    }
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn games_are_the_same_while_they_are_read(text in text()) {
        same_while_reading(&text);
    }
}

/// The files below a folder whose names end with `.pgn`; none where there is no such folder, as in a package.
fn files(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, all);
        } else if path.extension().is_some_and(|extension| extension == "pgn") {
            all.push(path);
        }
    }
}

/// A text with some bytes changed, left out or repeated; each `seed` gives another one.
fn damaged(text: &[u8], seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below.max(1)
    };
    const SIGNS: &[u8] = b"(){};$%[]\"\\*\n 1e-\xe9";
    let mut text = text.to_vec();
    for _ in 0..1 + text.len() / 200 {
        let at = random(text.len());
        let end = (at + 1 + random(12)).min(text.len());
        let part = text.get(at..end).unwrap_or_default().to_vec();
        match random(4) {
            0 => drop(text.drain(at.min(end)..end)),
            1 => drop(text.splice(at..at, part)),
            2 => {
                text.insert(at, SIGNS[random(SIGNS.len())]);
            }
            _ => text.iter_mut().skip(at).take(1).for_each(|byte| *byte = random(256) as u8),
        }
    }
    text
}

#[test]
fn all_examples_and_damaged_ones_are_the_same_while_they_are_read() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    files(&crate_folder.join("tests"), &mut paths);
    for folder in ["conformance", "examples", "fuzz/regressions", "crates/query/tests", "crates/cli/tests"] {
        files(&crate_folder.join("../..").join(folder), &mut paths);
    }
    paths.sort();
    let mut games = 0;
    for (at, path) in paths.iter().enumerate() {
        let text = fs::read(path).unwrap();
        games += same_while_reading(&text);
        let copies = if text.len() > 20_000 { 1 } else { 3 };
        for copy in 0..copies {
            same_while_reading(&damaged(&text, (3 * at + copy) as u64));
        }
    }
    assert!(games > 100, "{games}");
}

/// Tags at and beyond the lengths that are copied at once, in the middle and at the end of a text.
#[test]
fn tags_of_any_length_are_the_same_while_they_are_read() {
    for name in [
        "W",
        "White",
        "N234567890123456",
        "N2345678901234567",
        "F_N",
        "FEN",
        "fen",
        "setup",
        "N\u{fc}",
        "W-x",
    ] {
        for length in (0..80).chain([200]) {
            for (value, end) in [("v", "\n\n1. e4 *\n"), ("v", ""), ("\\\"", "\n\n*"), ("\u{fc}", "\n\n*")] {
                let value = value.repeat(length);
                same_while_reading(format!("[{name} \"{value}\"]{end}").as_bytes());
                same_while_reading(format!("[Event \"?\"]\n[{name} \"{value}\"]{end}").as_bytes());
            }
        }
    }
}

#[test]
fn every_order_of_the_parts_of_a_move_is_the_same_while_it_is_read() {
    const PARTS: [&str; 12] = [
        "{a comment}",
        "{[%clk 0:01:02]}",
        "{ [%eval 0.17] [%clk 0:01:02] }",
        "{+0.31/14 2.1s}",
        "{M\u{fc}ller}",
        "$1",
        "$300",
        "(1... c5 {b} 2. Nf3 (2. c3 {+0.31/14 2.1s}) {c})",
        "()",
        "({d} 1... c6 $2)",
        "\n%escape\n",
        "1... Qh9",
    ];
    let starts = [
        "",
        "[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"]\n[SetUp \"1\"]\n\n",
        "[Variant \"x\"]\n\n",
    ];
    for start in starts {
        for first in PARTS {
            for second in PARTS {
                for third in ["", "{e}", "$3", "(1... e6)"] {
                    for before in ["", "{before +0.31/14 2.1s} ", "1. e4 "] {
                        same_while_reading(
                            format!("{before}{start}{before}e5 {first} {second} {third} 2. Nf3 *").as_bytes(),
                        );
                    }
                }
            }
        }
    }
    for game in [
        "[FEN \"4k3/P6P/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=Q+ Ke7 2. h8=N *",
        "[Variant \"Chess960\"]\n[FEN \"1k1r4/8/8/8/8/8/8/1K1R4 w Dd - 0 1\"]\n\n1. O-O-O Kc8 2. -- *",
        "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 Qxd2# *",
        "1. e4 a6 2. e5 d5 3. exd6 e.p. h5 4. dxc7 h4 5. cxb8=R hxg3 (5... Rxb8 6. Nf3 Rh5 7. Be2 Ra8 8. O-O)",
        "1. e4 (1. d4",
        "1. e4 -- 2. -- Z0 *",
    ] {
        same_while_reading(game.as_bytes());
    }
}
