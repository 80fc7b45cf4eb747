//! Values, games and diagnostics through serde, and back.

use std::fmt::Debug;

use pgnkit::chess::{Color, Position, Square, Uci, Variant};
use pgnkit::nag::Nag;
use pgnkit::syntax::{Code, Diagnostic, Level, Severity, Span};
use pgnkit::{Date, Game, Outcome, Rating, Round, TimeControl, TimeOfDay, parse_games};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap()
}

fn comes_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, expected: &str) {
    assert_eq!(json(&value), expected);
    assert_eq!(serde_json::from_str::<T>(expected).unwrap(), value);
}

fn is_refused<T: DeserializeOwned>(text: &str) -> bool {
    serde_json::from_str::<T>(text).is_err()
}

#[test]
fn values_are_their_text() {
    comes_back("e4".parse::<Square>().unwrap(), "\"e4\"");
    comes_back("e7e8q".parse::<Uci>().unwrap(), "\"e7e8q\"");
    comes_back(Color::Black, "\"black\"");
    comes_back(Position::START, "\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"");
    comes_back(
        Variant::Atomic.start(),
        "\"Atomic: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"",
    );
    for variant in Variant::ALL {
        let start = variant.start();
        assert_eq!(serde_json::from_str::<Position>(&json(&start)).unwrap(), start);
    }
    comes_back(Outcome::Draw, "\"1/2-1/2\"");
    comes_back("2001.??.03".parse::<Date>().unwrap(), "\"2001.??.03\"");
    comes_back("18:30:00".parse::<TimeOfDay>().unwrap(), "\"18:30:00\"");
    comes_back("40/7200:3600".parse::<TimeControl>().unwrap(), "\"40/7200:3600\"");
    comes_back("2840".parse::<Rating>().unwrap(), "\"2840\"");
    comes_back("3.1".parse::<Round>().unwrap(), "\"3.1\"");
    comes_back(Nag(14), "14");
    comes_back(Severity::Warning, "\"warning\"");
    comes_back(Level::Archive, "\"archive\"");
    comes_back(Code::IllegalMove, "\"PGN-C001\"");
    comes_back(Span::new(3, 7), "{\"start\":3,\"end\":7}");
    assert_eq!(serde_json::from_str::<Code>("\"illegal-move\"").unwrap(), Code::IllegalMove);
    for is_refused in [
        is_refused::<Square>("\"e9\""),
        is_refused::<Square>("5"),
        is_refused::<Color>("\"red\""),
        is_refused::<Position>("\"8/8 w\""),
        is_refused::<Position>("\"Duck: 8/8/8/8/8/8/8/K1k5 w - - 0 1\""),
        is_refused::<Outcome>("\"2-0\""),
        is_refused::<Date>("\"2001\""),
        is_refused::<Nag>("256"),
        is_refused::<Code>("\"PGN-C999\""),
        is_refused::<Game>("\"1. e5 *\""),
    ] {
        assert!(is_refused);
    }
}

#[test]
fn a_game_is_a_string_of_export_format() {
    let game: Game =
        "[White \"M\u{fc}ller \\\"x\\\"\"]\n\n1. e4! {a} e5 (1... c5 (1... e6)) 1-0".parse().unwrap();
    let text = json(&game);
    assert_eq!(serde_json::from_str::<String>(&text).unwrap(), game.to_string());
    assert_eq!(serde_json::from_str::<Game>(&text).unwrap().to_string(), game.to_string());
    // No recursion, however deep.
    let deep = ["1. e4 ", &"(1. d4 ".repeat(20_000), &")".repeat(20_000), " *"].concat();
    let deep: Game = deep.parse().unwrap();
    assert_eq!(serde_json::from_str::<Game>(&json(&deep)).unwrap().to_string(), deep.to_string());
}

#[test]
fn diagnostics_come_back_whole() {
    let text = b"[White \"a\"]\n[White \"b\"]\n\n1. e2e4 e5 2. Ke3 (2. x) 1/2";
    let found: Vec<Diagnostic> = parse_games(text).flat_map(|parsed| parsed.diagnostics).collect();
    assert!(found.len() > 2);
    assert!(found.iter().any(|found| found.fix.is_some()) && found.iter().any(|found| found.fen.is_some()));
    assert_eq!(serde_json::from_str::<Vec<Diagnostic>>(&json(&found)).unwrap(), found);
    let diagnostic = Diagnostic::new(Code::IllegalMove, Span::new(1, 2), "expected");
    let expected =
        r#"{"code":"PGN-C001","severity":"error","span":{"start":1,"end":2},"message":"expected"}"#;
    comes_back(diagnostic, expected);
}
