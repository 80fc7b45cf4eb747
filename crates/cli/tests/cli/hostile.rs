//! Input made to break readers, in sizes for every day; `.ci/hostile` has the full ones and looks at time and memory.

use crate::rig::{CANONICAL, Ran, pgn};

/// Runs both commands; what `fmt` writes must be export format, and its account must add up.
#[track_caller]
fn survives(input: impl AsRef<[u8]>) -> Ran {
    let input = input.as_ref();
    let checked = pgn(&["check", "--format", "concise", "--max-per-game", "3"], input);
    assert!(checked.0.status.code().is_some_and(|code| code < 2), "{}", checked.err());
    let written = pgn(&["fmt", "--account", "json"], input);
    assert!(written.0.status.code().is_some_and(|code| code < 2), "{}", written.err());
    let account: serde_json::Value = serde_json::from_str(written.account()).unwrap();
    let count = |key: &str| account[key].as_u64().unwrap();
    assert_eq!(count("bytes"), input.len() as u64);
    assert_eq!(count("games"), count("clean") + count("with_errors"));
    assert_eq!(count("games"), count("written") + count("dropped"));
    for args in [&["show", "--all", "--final"][..], &["show"]] {
        let shown = pgn(args, input);
        // Without any game there is nothing to show.
        let fails = shown.0.status.code().is_none_or(|code| code > 1);
        assert!(!fails || count("games") == 0, "{args:?} {}", shown.err());
        assert!(!shown.err().contains("panicked"), "{args:?} {}", shown.err());
    }
    let again = pgn(&["fmt", "--check"], written.bytes());
    assert_eq!(again.out(), "");
    let games = again.account().split(' ').nth(1).and_then(|number| number.parse().ok());
    assert_eq!(games, Some(count("written")), "{}", again.account());
    written
}

const SIZE: usize = 64 << 10;

#[test]
fn one_character_over_and_over() {
    for character in "([{;<)]}>\"%$.*!?\\/-+#=0123456789aeNKOx \n\r\t\x1a\u{7f}".chars() {
        survives(character.to_string().repeat(SIZE));
    }
}

#[test]
fn one_pattern_over_and_over() {
    let patterns = [
        "(1. e4 ",
        "() ",
        ") ",
        "{}",
        "{ ",
        "} ",
        "[Event \"",
        "[Event \"x\"]\n\n",
        "[Event \"x\n\n",
        "[x ",
        "]\n\n[",
        "\n\n[a \"",
        "1. e4 (1. d4) ",
        "1. e4 e5 *\n\n{",
        "1-0 ",
        "$1 ",
        "$999 ",
        "! ",
        "-- ",
        "e4 e5 ",
        "Ke3 ",
        "; \n",
        "%\n",
        "1. ",
        "\"x\" ",
        "[Event \"x\"] ",
        "<a> ",
        "&nbsp;",
        "\u{a0}",
        "\u{feff}",
        "0-0 ",
        "\u{265e}f3 ",
    ];
    for pattern in patterns {
        survives(pattern.repeat(SIZE / pattern.len()));
    }
}

#[test]
fn every_byte() {
    // One of each kind, and all of ASCII: what is above is read as UTF-8 or one of two tables.
    let bytes: Vec<u8> =
        (0..=0x81).chain([0x8d, 0xa0, 0xb1, 0xbf, 0xc0, 0xc3, 0xe2, 0xef, 0xf0, 0xf5, 0xff]).collect();
    for byte in &bytes {
        survives([*byte]);
    }
    let all: Vec<u8> = (0..=255).collect();
    survives(&all);
    survives(all.repeat(100));
    // Each byte at the joints of a game.
    for byte in bytes {
        let b = [byte];
        let game =
            [b"[White \"a", &b[..], b"\"]", &b, b"\n\n1", &b, b" e4", &b, b"{x", &b, b"}(", &b, b"d4)*", &b]
                .concat();
        survives(game);
    }
}

#[test]
fn a_long_comment() {
    let ran = survives(format!("1. e4 {{{}}} e5 *\n", "words of a comment\n".repeat(50_000)));
    assert!(ran.account().contains("\"clean\":1"), "{}", ran.account());
    survives(format!("1. e4 {{{}", "x".repeat(1 << 20)));
}

#[test]
fn a_long_game() {
    let mut text = String::new();
    for number in 0..25_000 {
        let moves = ["Nf3 Nf6", "Ng1 Ng8"][number % 2];
        text.push_str(&format!("{}. {moves} ", number + 1));
    }
    let ran = survives(text + "*\n");
    assert!(ran.account().contains("\"clean\":1"), "{}", ran.account());
    assert_eq!(ran.out().matches("Nf3").count(), 12_500);
}

#[test]
fn many_tags() {
    let tags: String = (0..10_000).map(|number| format!("[Tag{number} \"{number}\"]\n")).collect();
    let ran = survives(format!("{tags}\n1. e4 *\n"));
    assert_eq!(ran.out().matches("[Tag").count(), 10_000);
    let same: String = (0..10_000).map(|number| format!("[Event \"{number}\"]\n")).collect();
    survives(format!("{same}\n1. e4 *\n"));
}

#[test]
fn deep_variations() {
    for depth in [100, 10_000] {
        let open = "(1. d4 (1. e4 ".repeat(depth / 2);
        survives(format!("1. c4 {open}{} *\n", ")".repeat(depth)));
        survives(format!("1. c4 {open}"));
    }
}

#[test]
fn everything_left_open() {
    for text in [
        "{",
        "(",
        "[",
        "\"",
        "<",
        "[Event \"",
        "[Event \"x\" {",
        "1. e4 (1. d4 {",
        "1. e4 (1. d4 [",
        "$",
        "1.",
        "%",
        ";",
    ] {
        survives(text);
        // The neighbour is not touched.
        let ran = survives(format!("{text}\n\n{CANONICAL}"));
        assert!(ran.out().ends_with(CANONICAL), "{text:?} {}", ran.out());
    }
}

/// Small, but with one of everything.
const ANNOTATED: &str = "\
[Event \"An \\\"annotated\\\" game\"]
[Site \"?\"]
[White \"M\u{fc}ller, A\"]
[Black \"?\"]
[Result \"1-0\"]
[SetUp \"1\"]
[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]

{before} 1. e4! $1 {best; by (test)} e5 (1... c5 {x} (1... e6 2. d4 d5)
2. Nf3 ; to the end
d6) 2. Nf3 Nc6 3. Bb5 a6?! [%clk] $14
% an escape
4. O-O <x> 1-0
";

#[test]
fn a_game_cut_at_every_byte_does_not_cost_its_neighbours() {
    // Some run at once: starting the command takes longer than reading a game.
    let cuts: Vec<usize> = (0..=ANNOTATED.len()).collect();
    let halves: [fn(usize) -> &'static [u8]; 2] =
        [|cut| &ANNOTATED.as_bytes()[..cut], |cut| &ANNOTATED.as_bytes()[cut..]];
    for (half, cuts) in halves.into_iter().flat_map(|half| cuts.chunks(16).map(move |cuts| (half, cuts))) {
        let mut text = CANONICAL.as_bytes().to_vec();
        for &cut in cuts {
            text.extend([half(cut), b"\n\n", CANONICAL.as_bytes()].concat());
        }
        let ran = pgn(&["fmt", "-q"], &text);
        assert!(ran.0.status.code().is_some_and(|code| code < 2), "{cuts:?} {}", ran.err());
        assert!(ran.out().starts_with(CANONICAL) && ran.out().ends_with(CANONICAL), "{cuts:?} {}", ran.out());
        assert_eq!(ran.out().matches(CANONICAL).count(), cuts.len() + 1, "{cuts:?} {}", ran.out());
    }
}

#[test]
fn comments_of_machines_over_and_over() {
    let patterns = [
        "{[%timestamp 14]} ",
        "{[%draw full,e4,red]} ",
        "{mt=1, tl=2, d=3, wv=1.00} ",
        "{+0.31/14 2.1s} ",
        "{[%clk 9:59:59] [%emt 0:00:01]} ",
        "{[%clk [%clk ",
        "{d=3,mt=4,",
        "{[%evp 0,1,",
    ];
    for pattern in patterns {
        let movetext = pattern.repeat(SIZE / pattern.len());
        let control = "1/1:".repeat(2000);
        let game = format!("[TimeControl \"{control}5\"]\n\n1. e4 {movetext} e5 *\n");
        let long = format!(
            "[TimeControl \"{control}5\"]\n\n{}*\n",
            format!("Nf3 {pattern} Nf6 Ng1 Ng8 ").repeat(500)
        );
        for args in [
            &["clocks", "--json"][..],
            &["clocks", "--csv"],
            &["clocks"],
            &["clocks", "--add", "clk"],
            &["clocks", "--add", "emt", "--replace"],
            &["convert", "--to", "pgn", "--dialect", "lichess"],
            &["convert", "--to", "pgn", "--dialect", "chessbase"],
            &["convert", "--to", "pgn", "--dialect", "chesscom"],
            &["convert", "--to", "pgn", "--dialect", "fastchess"],
            &["convert", "--to", "pgn", "--dialect", "tcec"],
            &["convert", "--to", "pgn", "--dialect", "plain"],
        ] {
            for text in [&game, &long] {
                let ran = pgn(args, text);
                assert!(ran.0.status.code().is_some_and(|code| code < 2), "{args:?} {pattern} {}", ran.err());
            }
        }
    }
}
