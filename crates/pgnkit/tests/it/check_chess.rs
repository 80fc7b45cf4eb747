//! What is noted of results, openings and annotations.

use pgnkit::syntax::{Code, Collect, Diagnostic};
use pgnkit::{Checker, Replayer};

fn check(text: &str) -> Vec<Diagnostic> {
    let mut found = Collect::default();
    let (mut checker, mut replayer) = (Checker::new(), Replayer::new(text.as_bytes()));
    while checker.check_game(&mut replayer, &mut found).is_some() {}
    found
}

/// Name and place of each diagnostic of these, in the order of the report.
fn places(text: &str, codes: &[&str]) -> String {
    let found = check(text);
    let wanted = found.iter().filter(|diagnostic| codes.contains(&diagnostic.code.name()));
    let place = |diagnostic: &Diagnostic| {
        format!("{} {}", diagnostic.code.name(), diagnostic.span.text(text.as_bytes()))
    };
    wanted.map(place).collect::<Vec<_>>().join(", ")
}

/// A game of one move from a position.
fn from(board: &str, turn: char, rest: &str) -> String {
    format!("[FEN \"{board} {turn} - - 0 1\"]\n[SetUp \"1\"]\n{rest}")
}

#[test]
fn results_are_held_against_the_board() {
    let codes = ["result-contradicts-board", "win-in-dead-position", "moves-after-dead-position"];
    let mate = "1. f3 e5 2. g4 Qh4#";
    let stalemate = |rest: &str| from("7k/8/5KQ1/8/8/8/8/8", 'w', rest);
    let bare = |rest: &str| from("8/8/8/3k4/8/8/3pK3/8", 'w', rest);
    for (text, expected) in [
        (format!("{mate} 0-1"), ""),
        (format!("{mate} 1-0"), "result-contradicts-board 1-0"),
        (format!("{mate} 1/2-1/2"), "result-contradicts-board 1/2-1/2"),
        (format!("{mate} *"), "result-contradicts-board *"),
        // The marker is where it is pointed at, then the tag, then the end.
        (format!("[Result \"1-0\"]\n\n{mate}"), "result-contradicts-board 1-0"),
        (format!("[Result \"1-0\"]\n\n{mate} *"), "result-contradicts-board *"),
        (mate.to_owned(), "result-contradicts-board "),
        // Where tag and marker contradict each other, that is named, and the mate decides.
        (format!("[Result \"1-0\"]\n\n{mate} 0-1"), ""),
        // A check is no mate, a mate in a variation is none of the game.
        ("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ 0-1".to_owned(), ""),
        (format!("1. f3 e5 2. g4 (2. Nc3) Nc6 ({}) *", "2... Qh4#"), ""),
        // Behind a move that could not be read nothing is certain.
        (format!("{mate} 3. Kf2 1-0"), ""),
        (stalemate("1. Qf7 1/2-1/2"), ""),
        (stalemate("1. Qf7 1-0"), "result-contradicts-board 1-0"),
        (stalemate("1. Qf7 *"), "result-contradicts-board *"),
        (stalemate("1. Qg7# 1-0"), ""),
        (stalemate("1. Qg5 1-0"), ""),
        (bare("1. Kxd2 1/2-1/2"), ""),
        (bare("1. Kxd2 *"), ""),
        (bare("1. Kxd2 1-0"), "win-in-dead-position 1-0"),
        (bare("1. Kxd2 0-1"), "win-in-dead-position 0-1"),
        (bare("1. Kd1 0-1"), ""),
        // A bare king cannot win either.
        (bare("1. Kd1 1-0"), "win-in-dead-position 1-0"),
        (bare("1. Kxd2 (1. Kd1 Kd4) Kd4 2. Ke2 1/2-1/2"), "moves-after-dead-position Kd4"),
        (bare("1. Kd1 (1. Kxd2 Kd4 2. Ke2) Kd4 0-1"), ""),
        ("1-0".to_owned(), ""),
    ] {
        assert_eq!(places(&text, &codes), expected, "{text}");
    }
}

#[test]
fn a_result_is_mended_in_tag_and_marker() {
    let mut text = "[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# {oh} 1-0 {really}\n".to_owned();
    let found = check(&text);
    let about_it = |diagnostic: &&Diagnostic| diagnostic.code == Code::ResultContradictsBoard;
    let fix = found.iter().find(about_it).and_then(|diagnostic| diagnostic.fix.clone()).unwrap();
    for edit in fix.edits.iter().rev() {
        text.replace_range(edit.span.start..edit.span.end, &edit.replacement);
    }
    assert_eq!(text, "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# {oh} 0-1 {really}\n");
}

#[test]
fn openings_are_held_against_the_moves() {
    let najdorf = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5 7. Nb3 Be6 *";
    let catalan = "1. c4 Nf6 2. g3 e6 3. Bg2 d5 4. d4 Be7 *";
    for (eco, moves, expected) in [
        ("B90", najdorf, ""),
        // A line that the game passed, and one near its last.
        ("B50", najdorf, ""),
        ("B97", najdorf, ""),
        ("B90a", najdorf, ""),
        ("C90", najdorf, "eco-contradicts-moves C90"),
        ("A40", najdorf, ""),
        ("D10", najdorf, "eco-contradicts-moves D10"),
        ("E01", catalan, ""),
        ("B01", catalan, "eco-contradicts-moves B01"),
        // What is no code, what has no moves, and what starts elsewhere.
        ("?", najdorf, ""),
        ("F90", najdorf, ""),
        ("B01", "*", ""),
        ("B01\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "1. Rh2 *", ""),
        ("B01\"]\n[Variant \"Chess960", catalan, ""),
        // Unread moves might have been the ones.
        ("B01", "1. d4 d5 2. c4 e6 3. Kd4 *", ""),
    ] {
        let text = format!("[ECO \"{eco}\"]\n\n{moves}");
        assert_eq!(places(&text, &["eco-contradicts-moves"]), expected, "{text}");
    }
}

#[test]
fn annotations_are_held_against_each_other() {
    let codes = ["reserved-nag", "contradicting-suffix"];
    for (text, expected) in [
        ("1. e4 $139 e5 $1 *", ""),
        ("1. e4 $140 (1. d4 $255) *", "reserved-nag $140, reserved-nag $255"),
        ("1. e4! $1 *", ""),
        ("1. e4! $6 *", "contradicting-suffix $6"),
        ("1. e4 $6! *", "contradicting-suffix $6"),
        ("1. e4! {x} $14 $2 *", "contradicting-suffix $2"),
        ("1. e4! e5 $6 *", ""),
        ("1. e4! (1. d4 $6) e5 *", ""),
        ("1. e4 $1 $6 *", ""),
        ("1. e4! ?! *", "contradicting-suffix ?!"),
    ] {
        assert_eq!(places(text, &codes), expected, "{text}");
    }
}
