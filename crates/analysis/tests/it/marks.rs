//! Marks in games, from the scores that they have.

use pgnkit::Game;
use pgnkit_analysis::{Evaluator, GameAnalysis, Grading, Marks, Scope, Style, Tag};

fn marked(text: &str, marks: &Marks) -> String {
    let mut game: Game = text.parse().unwrap();
    let analysis = GameAnalysis::of(&game, &Scope::default(), Grading::default(), &Evaluator::default());
    marks.write(&mut game, &analysis).unwrap();
    game.to_string().replace('\n', " ").trim_end().to_owned()
}

fn movetext(text: &str, marks: &Marks) -> String {
    let text = marked(text, marks);
    text.rsplit_once("] ").map_or(text.clone(), |_| {
        let at = text.find(" 1. ").unwrap_or_default();
        text[at..].trim().to_owned()
    })
}

#[test]
fn scores_of_a_game_are_judged() {
    let lichess = Marks::default();
    let nags = Marks { style: Style::Nags, ..Marks::default() };
    let none = Marks { style: Style::None, ..Marks::default() };
    let text = "1. e4 {[%eval 0.3]} f6 {[%eval 1.5] weak} 2. d4 {[%eval 1.4]} g5 {[%eval #1]} *";
    for (marks, expected) in [
        (
            &lichess,
            "1. e4 {[%eval 0.3]} 1... f6 $2 {(0.30 → 1.50) Mistake.} {[%eval 1.5] weak} 2. d4 {[%eval 1.4]} 2... g5 $4 {(1.40 → \
             Mate in 1) Checkmate is now unavoidable.} {[%eval #1]} *",
        ),
        (
            &nags,
            "1. e4 {[%eval 0.3]} 1... f6 $2 {[%eval 1.5] weak} 2. d4 {[%eval 1.4]} 2... g5 $4 {[%eval #1]} *",
        ),
        (&none, "1. e4 {[%eval 0.3]} 1... f6 {[%eval 1.5] weak} 2. d4 {[%eval 1.4]} 2... g5 {[%eval #1]} *"),
    ] {
        let found = movetext(text, marks);
        assert_eq!(found, expected);
        assert_eq!(movetext(&found, marks), found, "once more");
    }
}

#[test]
fn scores_of_a_game_stay_as_they_are_written() {
    let text = "1. e4 {[%eval 0.174,22] x} 1... e5 {[%eval 0.2,30]} 2. Nf3 {[%eval +0.20]} *";
    assert_eq!(movetext(text, &Marks::default()), text);
    let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n";
    let text = marked(&format!("{fen}{{[%eval 3.004,9]}} 1. e3 {{[%eval 3.0,9]}} *"), &Marks::default());
    assert!(text.ends_with("{[%eval 3.004,9]} 1. e3 {[%eval 3.0,9]} *"), "{text}");
}

#[test]
fn glyphs_and_words_of_people_stay() {
    let marks = Marks::default();
    for (text, expected) in [
        // A glyph of somebody else.
        ("1. f3 $1 {[%eval -1.5] brave} *", "1. f3 $1 {(0.15 → -1.50) Mistake.} {[%eval -1.5] brave} *"),
        // A position that is judged otherwise by a glyph of another kind.
        ("1. f3 $19 {[%eval -1.5]} *", "1. f3 $2 $19 {(0.15 → -1.50) Mistake.} {[%eval -1.5]} *"),
        // What lichess wrote with other scores goes, with the line that nobody has touched.
        ("1. e4 $4 {Blunder. d4 was best.} {[%eval 0.3]} (1. d4 d5) *", "1. e4 {[%eval 0.3]} *"),
        // The line stays if somebody has said something about it.
        (
            "1. e4 $4 {Blunder. d4 was best.} {[%eval 0.3]} (1. d4 d5 {yes}) *",
            "1. e4 {[%eval 0.3]} (1. d4 d5 {yes}) *",
        ),
        // The better move stays known, if no other one is.
        (
            "1. f3 $4 {Blunder. e4 was best.} {[%eval -1.5]} (1. e4 e5) *",
            "1. f3 $2 {(0.15 → -1.50) Mistake. e4 was best.} {[%eval -1.5]} (1. e4 e5) *",
        ),
        // The scores of engines that play are no judgement.
        ("1. f3 {+0.31/14 2.1s} e5 {-3.00/9 1.0s} *", "1. f3 {+0.31/14 2.1s} 1... e5 {-3.00/9 1.0s} *"),
    ] {
        assert_eq!(movetext(text, &marks), expected, "{text}");
    }
}

#[test]
fn tags_are_set() {
    let marks = Marks {
        tags: vec![Tag::Accuracy, Tag::Acpl, Tag::Annotator],
        annotator: "Nobody".to_owned(),
        ..Marks::default()
    };
    let text = marked("1. e4 {[%eval 0.3]} f6 {[%eval 1.5]} *", &marks);
    for part in
        ["[WhiteAccuracy \"100\"]", "[BlackAccuracy \"63\"]", "[WhiteACPL \"0\"]", "[BlackACPL \"120\"]"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    // Nothing was analysed now.
    assert!(!text.contains("Annotator"), "{text}");
    let text = marked("1. e4 f6 {[%eval 1.5]} *", &marks);
    assert!(!text.contains("Accuracy") && !text.contains("ACPL"), "{text}");
}

#[test]
fn other_starts_have_scores_of_their_own() {
    let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n";
    let marks = Marks::default();
    let text = marked(&format!("{fen}{{[%eval 3.0]}} 1. e3 {{[%eval 0.0]}} *"), &marks);
    assert!(text.ends_with("{[%eval 3.0]} 1. e3 $4 {(3.00 → 0.00) Blunder.} {[%eval 0.0]} *"), "{text}");
    let text = marked(&format!("{fen}1. e3 {{[%eval 0.0]}} *"), &marks);
    assert!(text.ends_with("1. e3 {[%eval 0.0]} *"), "{text}");
}
