//! Lines that are evaluations, and those that are none.

use pgnkit_evals::{Detail, LineError, Score, read_line};
use proptest::prelude::*;

const FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

fn line(evals: &str) -> String {
    format!(r#"{{"fen":"{FEN}","evals":{evals}}}"#)
}

fn one(pvs: &str) -> String {
    line(&format!(r#"[{{"pvs":{pvs},"knodes":7,"depth":3}}]"#))
}

#[test]
fn a_line_as_lichess_writes_it() {
    // The form of the published file; the numbers are ours.
    let text = line(
        r#"[{"pvs":[{"cp":21,"line":"e2e4 e7e5"},{"cp":18,"line":"d2d4 d7d5"}],"knodes":100,"depth":30},{"pvs":[{"mate":-4,"line":"d2d4 g8f6 c2c4"}],"knodes":20,"depth":55}]"#,
    );
    let (position, found) = read_line(text.as_bytes(), Detail::default().with_moves(2)).unwrap();
    assert_eq!((found.depth, found.knodes, found.lines.len()), (55, 20, 1));
    assert_eq!(found.lines[0].score, Score::Mate(-4));
    assert_eq!(found.lines[0].moves.len(), 2);
    assert_eq!(position.san(found.lines[0].moves[0]).to_string(), "d4");
    // Escapes, blanks, members that are not known, any order, a break of the line.
    let text = FEN.replace('/', "\\/");
    let text = format!(
        "  {{ \"more\": [1, {{}}], \"evals\" : [{{\"depth\":1,\"pvs\":[{{\"line\":\" e2e4  e7e5 \",\"cp\":-1,\"wdl\":null}}],\"knodes\":0}}], \"fen\":\"{text}\" }}\r\n"
    );
    let (_, found) = read_line(text.as_bytes(), Detail::default()).unwrap();
    assert_eq!(found.lines[0].score, Score::Centipawns(-1));
}

#[test]
fn errors_say_what_was_expected_and_what_was_found() {
    let cases: &[(String, &str)] = &[
        (String::new(), "expected an evaluation as JSON: EOF while parsing a value at column 0"),
        ("[Event \"x\"]".into(), "expected an evaluation as JSON: expected value at column 2"),
        (
            "{\"fen\":1}".into(),
            "expected an evaluation as JSON: invalid type: integer `1`, expected a string at column 8",
        ),
        (
            format!("{{\"fen\":\"{FEN}\"}}"),
            "expected an evaluation as JSON: missing field `evals` at column 62",
        ),
        (line("[]"), "expected an evaluation in `evals`, found none"),
        (one("[]"), "expected a line of moves in `pvs`, found none"),
        (one(r#"[{"cp":1,"line":""}]"#), "expected a line of moves in `pvs`, found none"),
        (one(r#"[{"line":"e2e4"}]"#), "expected a score, `cp` or `mate`, found none"),
        (one(r#"[{"cp":1,"mate":1,"line":"e2e4"}]"#), "expected a score, `cp` or `mate`, found both"),
        (
            one(r#"[{"cp":1,"line":"e1g1"}]"#),
            "expected a legal move, found `e1g1` as move 1: king-side castling is blocked by the bishop on f1",
        ),
        (
            one(r#"[{"cp":1,"line":"e2e4 e2e4"}]"#),
            "expected a legal move, found `e2e4` as move 2: black has no piece on e2",
        ),
        (
            one(r#"[{"cp":1,"line":"0000"}]"#),
            "expected a legal move, found `0000` as move 1: this is not a move",
        ),
        (
            one(r#"[{"cp":1,"line":"\u0007aaaaaaaaaaaaaaaaaaaa"}]"#),
            "expected a legal move, found `\\u{7}aaaaaaaaaaa` as move 1: this is not a move",
        ),
    ];
    for (text, expected) in cases {
        let error = read_line(text.as_bytes(), Detail::default().with_moves(4)).unwrap_err();
        assert_eq!(error.to_string(), *expected, "{text}");
    }
    for fen in ["", "8", "8/8/8/8/8/8/8/8 w - -", "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"] {
        let text = line("[]").replace(FEN, fen);
        let error = read_line(text.as_bytes(), Detail::default()).unwrap_err();
        assert!(matches!(error, LineError::Fen(_)), "{fen}: {error}");
    }
}

#[test]
fn numbers_that_are_too_large_are_no_evaluation() {
    for (name, number) in [
        ("cp", "2147483648"),
        ("cp", "1e3"),
        ("cp", "1.5"),
        ("mate", "-99999999999999999999999999999999999"),
        ("mate", "\"3\""),
    ] {
        let text = one(&format!(r#"[{{"{name}":{number},"line":"e2e4"}}]"#));
        assert!(matches!(read_line(text.as_bytes(), Detail::default()), Err(LineError::Json(_))), "{text}");
    }
    let good = one(r#"[{"cp":1,"line":"e2e4"}]"#);
    for (from, to) in [
        ("\"knodes\":7", "\"knodes\":18446744073709551616".to_owned()),
        ("\"knodes\":7", "\"knodes\":-1".to_owned()),
        ("\"depth\":3", "\"depth\":4294967296".to_owned()),
        ("\"depth\":3", format!("\"depth\":{}", "9".repeat(100_000))),
        ("\"depth\":3", "\"depth\":3,\"depth\":3".to_owned()),
        ("\"depth\":3", "\"depth\":NaN".to_owned()),
    ] {
        let text = good.replace(from, &to);
        assert!(matches!(read_line(text.as_bytes(), Detail::default()), Err(LineError::Json(_))), "{from}");
    }
    let text = good.replace("\"knodes\":7", "\"knodes\":18446744073709551615");
    assert_eq!(read_line(text.as_bytes(), Detail::default()).unwrap().1.knodes, u64::MAX);
}

#[test]
fn depth_of_json_costs_no_stack() {
    let deep = "[".repeat(1_000_000);
    for text in [
        deep.clone(),
        format!("{{\"x\":{deep}"),
        format!("{{\"x\":{deep}{}}}", "]".repeat(1_000_000)),
        line(&deep),
        "{\"a\":".repeat(500_000),
    ] {
        assert!(matches!(read_line(text.as_bytes(), Detail::default()), Err(LineError::Json(_))));
    }
}

proptest! {
    #[test]
    fn no_line_is_too_strange(bytes in prop::collection::vec(any::<u8>(), 0..200), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let _ = read_line(&bytes, Detail::default());
        let mut text = one(r#"[{"cp":1,"line":"e2e4 e7e5"}]"#).into_bytes();
        let at = at.index(text.len());
        text[at] = byte;
        let _ = read_line(&text, Detail::default().with_moves(9));
        text.truncate(at);
        prop_assert!(read_line(&text, Detail::default()).is_err());
    }
}
