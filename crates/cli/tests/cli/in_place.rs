//! Files written into themselves: what cannot be read stays as it is, byte for byte.

use crate::rig::{Dir, pgn};

/// A lax game, and the same in export format.
const LAX: &str = "[Event \"lax\"]\n1.e4 e5 2.Nf3! 1-0\n";
const FORMATTED: &str = "[Event \"lax\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
    [Black \"?\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 $1 1-0\n\n";

/// Games that cannot be read whole, or not be written without a loss.
const UNREADABLE: [&str; 6] = [
    "[White \"German\"]\n\n1. e4  e5 2. Sf3 {gut (ja)} Sc6 (2... d6 {x}) 3. Lb5 1-0\n",
    "[FEN \"8/8\"]\n[SetUp \"1\"]\n\n1. e4 {[%clk 0:03:00]} (1. d4 {x} d5)\n  ;rest\n (1. c4) e5 *\n",
    "[White \"illegal\"]\n\n1. e4 e5 2. Ke3 {why?} Nc6 *\n",
    "[White \"words\"]\n\n1. e4 e5 stray words 2. Nf3 *\n",
    "stray text\n[White \"before\"]\n\n1. e4 *\n",
    "[White \"braces\"]\n\n1. e4 {a { b} e5 *\n",
];

#[test]
fn what_cannot_be_read_whole_stays_as_it_is() {
    for bad in UNREADABLE {
        let dir = Dir::with("a.pgn", format!("{LAX}\n{bad}\n{LAX}\nstray end\n"));
        let expected = format!("{FORMATTED}{bad}\n{FORMATTED}stray end\n");
        let ran = dir.pgn(&["fmt", "-i", "a.pgn"]).status(1);
        assert_eq!(dir.read("a.pgn"), expected, "{}", ran.err());
        dir.pgn(&["fmt", "-i", "a.pgn"]).status(1);
        assert_eq!(dir.read("a.pgn"), expected, "twice");
        dir.write("b.pgn", format!("{LAX}\n{bad}"));
        dir.pgn(&["fmt", "-i", "b.pgn"]);
        assert_eq!(dir.read("b.pgn"), format!("{FORMATTED}{bad}"));
        dir.pgn(&["clocks", "--add", "emt", "-i", "b.pgn"]);
        assert_eq!(dir.read("b.pgn"), format!("{FORMATTED}{bad}"));
    }
}

#[test]
fn it_can_be_asked_for_otherwise() {
    let dir = Dir::with("a.pgn", "[White \"x\"]\n\n1. e4 e5 2. Ke3 *\n\n1.d4 *\n");
    dir.pgn(&["fmt", "-i", "--on-error", "keep", "a.pgn"]).status(1);
    assert!(dir.read("a.pgn").contains("\n1. e4 e5\n;[%unread] 2. Ke3\n*\n"), "{}", dir.read("a.pgn"));
    dir.pgn(&["fmt", "-i", "--on-error", "drop", "a.pgn"]).status(1);
    assert_eq!(dir.read("a.pgn").matches("[Event ").count(), 1);
    // Not in place, what is left goes to the output.
    let left = pgn(&["fmt", "--on-error", "leave"], "1.e4 Ke4\n").status(1);
    assert_eq!(left.out(), "1.e4 Ke4\n\n");
}

#[test]
fn a_file_without_games_is_not_replaced() {
    for text in ["<html>404</html>\n", "{only a comment}\n", "1: e4 e5 2: Nf3 1-0\n", "%escape\n", "\n\n", ""]
    {
        let dir = Dir::with("a.pgn", text);
        for args in [&["fmt", "-i", "a.pgn"][..], &["clocks", "--add", "emt", "-i", "a.pgn"]] {
            dir.pgn(args);
            assert_eq!(dir.read("a.pgn"), text, "{args:?}");
        }
        assert_eq!(dir.names(), ["a.pgn"]);
    }
    let ran = Dir::with("a.pgn", "<junk>\n").pgn(&["fmt", "-i", "a.pgn"]).status(1);
    assert!(ran.err().contains("a.pgn: left as it is: no game was found in it"), "{}", ran.err());
}

#[test]
fn one_of_several_inputs_is_not_the_output() {
    let dir = Dir::with("a.pgn", LAX);
    dir.write("b.pgn", LAX);
    let ran = dir.pgn(&["fmt", "a.pgn", "b.pgn", "-o", "b.pgn"]).status(2);
    assert!(
        ran.err().contains("b.pgn: it is an input; choose another file for -o, or write it in place with -i"),
        "{}",
        ran.err()
    );
    assert_eq!(dir.read("b.pgn"), LAX);
}

#[test]
fn what_comes_after_the_last_game_is_rejected_with_it() {
    let dir = Dir::with("a.pgn", format!("{LAX}\nstray end\n"));
    dir.pgn(&["fmt", "--rejects", "bad.pgn", "-o", "out.pgn", "a.pgn"]).status(1);
    assert_eq!(dir.read("bad.pgn"), "stray end\n\n");
}

#[test]
fn what_was_not_read_is_reported_and_can_be_read_again() {
    // German letters, an unknown position, an illegal move; and what makes the first two readable.
    for (text, mend, again) in [
        (
            UNREADABLE[0],
            &["--lang", "de"][..],
            Some("1. e4 e5 2. Nf3 {gut (ja)} 2... Nc6 (2... d6 {x}) 3. Bb5 1-0"),
        ),
        (UNREADABLE[1], &[], Some("1. e4 {[%clk 0:03:00]} {rest} (1. d4 {x} 1... d5) (1. c4) 1... e5 *")),
        (UNREADABLE[2], &[], None),
    ] {
        let written = pgn(&["fmt"], text).status(1).out().to_owned();
        // Other programs see a comment, and nothing is lost.
        for word in text.split_ascii_whitespace().filter(|word| !word.starts_with(['[', '1', ';'])) {
            assert!(written.contains(word.trim_end_matches(')')), "{word} of {text} in {written}");
        }
        assert_eq!(pgn(&["fmt"], &written).status(1).out(), written);
        let codes = |text: &str| {
            let checked = pgn(&["check", "-q", "--format", "concise", "--deny", "warnings"], text).status(1);
            let code = |line: &str| line.split_once("error[").map(|(_, rest)| rest[..8].to_owned());
            checked
                .out()
                .lines()
                .filter_map(code)
                .filter(|code| code < &"PGN-E".to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(codes(&written), codes(text));
        if let Some(movetext) = again {
            let readable = written
                .replace("[SetUp \"1\"]\n[FEN \"8/8\"]\n", "")
                .replace("[FEN \"8/8\"]\n[SetUp \"1\"]\n", "");
            let read = pgn(&[&["fmt"][..], mend].concat(), readable).status(0);
            let (_, found) = read.out().split_once("\n\n").unwrap();
            let words = |text: &str| text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(words(found), words(movetext), "{written}");
        }
    }
}

#[test]
fn moves_of_an_unknown_variant_are_moves_in_their_places() {
    let text = "[Variant \"Bughouse\"]\n\n1. e4 {[%clk 0:03:00]} (1. d4 {x} 1... d5) (1. c4) 1... e5 *\n";
    let dir = Dir::with("a.pgn", text);
    dir.pgn(&["fmt", "-i", "a.pgn"]).status(0);
    let written = dir.read("a.pgn");
    let movetext = text.split_once("\n\n").unwrap().1;
    assert!(written.ends_with(&format!("[Variant \"Bughouse\"]\n\n{movetext}\n")), "{written}");
    assert!(pgn(&["check"], &written).status(0).out().contains("found `Bughouse`"));
    // With rules that are known they are read.
    let known = written.replace("Bughouse", "Crazyhouse");
    assert_eq!(pgn(&["fmt"], &known).status(0).out(), known);
}
