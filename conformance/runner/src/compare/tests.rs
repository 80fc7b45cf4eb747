use crate::adapter::InProcess;
use crate::request::{Text, Writing};
use crate::run::{Options, run};
use crate::testing;
use crate::verdict::Verdict::{self, Crash, Fail, Partial, Pass, Unsupported};

/// Puts an answer to a case of one request.
fn verdict(class: &str, strict: bool, expect: &str, status: i32, answer: &str) -> (Verdict, Vec<String>) {
    let adapter = InProcess(|_: &[String], _: &[u8]| (status, answer.as_bytes().to_vec()));
    let suite = testing::suite([testing::case(class, expect)]);
    let report = run(&suite, &adapter, &Options { strict, ..Options::default() });
    let tested = report.cases.into_iter().next().expect("there is one case");
    (tested.verdict, tested.reasons)
}

/// Expectation of `read`, the answer with status 0, the verdict and its first reason.
type Row = (&'static str, &'static str, Verdict, &'static str);

#[track_caller]
fn strict(rows: &[Row]) {
    for &(expect, answer, expected, reason) in rows {
        let (verdict, reasons) = verdict("must-accept", true, expect, 0, answer);
        let found = reasons.first().map_or("", String::as_str);
        assert_eq!((verdict, found), (expected, reason), "{expect} {answer}");
    }
}

const E4: &str = r#"{"games": [{"moves": [{"uci": "e2e4", "san": "e4"}]}]}"#;

#[test]
fn games_and_moves() {
    strict(&[
        (E4, E4, Pass, ""),
        (
            E4,
            r#"{"games": [{"moves": [{"uci": "e2e4"}]}]}"#,
            Partial,
            "read: games[0].moves[0].san: not expressed",
        ),
        (E4, r#"{"games": [{}]}"#, Partial, "read: games[0].moves: not expressed"),
        (E4, "{}", Partial, "read: games: not expressed"),
        (E4, r#"{"games": null}"#, Partial, "read: games: not expressed"),
        (E4, r#"{"games": []}"#, Fail, "read: games: expected 1 item, found 0 items"),
        (E4, r#"{"games": 1}"#, Fail, "read: games: expected a list, found 1"),
        (
            E4,
            r#"{"games": [{"moves": [{"uci": "d2d4", "san": "d4"}]}]}"#,
            Fail,
            r#"read: games[0].moves[0].uci: expected "e2e4", found "d2d4""#,
        ),
        (
            E4,
            r#"{"games": [{"moves": [{"uci": "e2e4", "san": "e4"}, {"uci": "e7e5"}]}]}"#,
            Fail,
            r#"read: games[0].moves: expected 1 item, found 2 items, the first too many {"uci":"e7e5"}"#,
        ),
        (
            r#"{"games": [{"tags": [{"name": "A", "value": "x"}], "result": "*", "final": "f", "escapes": ["y"]}]}"#,
            r#"{"games": [{"tags": [{"name": "A", "value": "X"}], "result": "*", "final": "f", "escapes": ["y"]}]}"#,
            Fail,
            r#"read: games[0].tags[0].value: expected "x", found "X""#,
        ),
        (
            r#"{"games": [{"result": "*"}]}"#,
            r#"{"games": [{"result": "*", "final": "f", "own": 1}]}"#,
            Pass,
            "",
        ),
    ]);
}

#[test]
fn what_means_the_same_is_as_good_but_not_strictly() {
    let tags = |tags: &str| format!(r#"{{"games": [{{"tags": [{tags}], "result": "1-0"}}]}}"#);
    let event = r#"{"name": "Event", "value": "?"}"#;
    let site = r#"{"name": "Site", "value": "x"}"#;
    let white = r#"{"name": "White", "value": "y"}"#;
    let result = r#"{"name": "Result", "value": "1-0"}"#;
    let other_result = r#"{"name": "Result", "value": "0-1"}"#;
    let member = |member: &str| format!(r#"{{"games": [{{"moves": [{{"uci": "e2e4", {member}}}]}}]}}"#);
    for (expect, answer, expected) in [
        (tags(site), tags(&format!("{event}, {site}")), Pass),
        (tags(&format!("{event}, {site}")), tags(site), Pass),
        (tags(site), tags(&format!("{site}, {result}")), Pass),
        (tags(site), tags(&format!("{site}, {other_result}")), Fail),
        (tags(result), tags(other_result), Fail),
        (tags(&format!("{site}, {white}")), tags(&format!("{white}, {site}")), Pass),
        (tags(&format!("{site}, {white}")), tags(white), Fail),
        (tags(white), tags(&format!("{site}, {white}")), Fail),
        (member(r#""nags": [1, 14]"#), member(r#""nags": [14, 1, 14]"#), Pass),
        (member(r#""nags": [1, 14]"#), member(r#""nags": [14]"#), Fail),
        (member(r#""comments": ["a", "b"]"#), member(r#""comments": ["a b"]"#), Pass),
        (member(r#""comments": [""]"#), member(r#""comments": []"#), Pass),
        (member(r#""comments": ["a", "b"]"#), member(r#""comments": ["b"]"#), Fail),
        (
            member(r#""comments": [{"text": "a", "commands": [{"name": "x"}]}, "b"]"#),
            member(r#""comments": [{"text": "a b", "commands": [{"name": "x"}]}]"#),
            Pass,
        ),
        (
            member(r#""comments": [{"text": "a", "commands": [{"name": "x"}]}, "b"]"#),
            member(r#""comments": ["a b"]"#),
            Partial,
        ),
    ] {
        assert_eq!(verdict("must-accept", false, &expect, 0, &answer).0, expected, "{expect} {answer}");
        assert_ne!(verdict("must-accept", true, &expect, 0, &answer).0, Pass, "{expect} {answer}");
        let free = verdict("implementation-defined", false, &expect, 0, &answer);
        assert_eq!(free.1.is_empty(), expected == Pass, "{expect} {answer}");
    }
}

#[test]
fn what_is_not_expected_of_a_move_must_not_be_there() {
    let found =
        |member: &str| format!(r#"{{"games": [{{"moves": [{{"uci": "e2e4", "san": "e4", {member}}}]}}]}}"#);
    for (member, expected) in [
        (r#""nags": []"#, Pass),
        (r#""nags": [1]"#, Fail),
        (r#""comments": []"#, Pass),
        (r#""comments": ["x"]"#, Fail),
        (r#""variations": []"#, Pass),
        (r#""variations": [{"moves": []}]"#, Fail),
    ] {
        assert_eq!(verdict("must-accept", true, E4, 0, &found(member)).0, expected, "{member}");
        assert_eq!(verdict("must-accept", true, &found(member), 0, &found(member)).0, Pass, "{member}");
        let missing = if expected == Pass { Pass } else { Partial };
        assert_eq!(verdict("must-accept", true, &found(member), 0, E4).0, missing, "{member}");
    }
}

#[test]
fn the_usual_start_may_be_said() {
    let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let game = |start: &str| format!(r#"{{"games": [{{"start": "{start}"}}]}}"#);
    assert_eq!(verdict("must-accept", true, r#"{"games": [{}]}"#, 0, &game(usual)).0, Pass);
    assert_eq!(verdict("must-accept", true, r#"{"games": [{}]}"#, 0, &game("x")).0, Fail);
    assert_eq!(verdict("must-accept", true, &game("x"), 0, &game("x")).0, Pass);
    assert_eq!(verdict("must-accept", true, &game("x"), 0, r#"{"games": [{}]}"#).0, Partial);
}

#[test]
fn comments() {
    let game = |comment: &str| format!(r#"{{"games": [{{"comments": [{comment}]}}]}}"#);
    let clock = r#"{"text": "[%clk 1]", "commands": [{"name": "clk", "operands": ["1 2"], "typed": {"seconds": 1.0}}]}"#;
    for (expect, answer, expected) in [
        (r#""a b""#, r#"" a\n b ""#, Pass),
        (r#""a b""#, r#"{"text": "a  b", "commands": []}"#, Pass),
        (r#"{"text": "a b"}"#, r#""a b""#, Pass),
        (r#""a b""#, r#""ab""#, Fail),
        (r#""a""#, "1", Fail),
        (clock, clock, Pass),
        (clock, r#""[%clk 1]""#, Partial),
        (clock, r#"{"text": "[%clk 1]", "commands": []}"#, Fail),
        (
            clock,
            r#"{"text": "[%clk 1]", "commands": [{"name": "clk", "operands": ["1\n2"], "typed": {"seconds": 1}}]}"#,
            Pass,
        ),
        (clock, r#"{"text": "[%clk 1]", "commands": [{"name": "clk", "operands": ["1 2"]}]}"#, Partial),
        (
            clock,
            r#"{"text": "[%clk 1]", "commands": [{"name": "clk", "operands": ["1 2"], "typed": null}]}"#,
            Fail,
        ),
    ] {
        assert_eq!(
            verdict("must-accept", true, &game(expect), 0, &game(answer)).0,
            expected,
            "{expect} {answer}"
        );
    }
}

#[test]
fn records() {
    let record = |member: &str| format!(r#"{{"records": [{{{member}}}]}}"#);
    let mate =
        r#""operations": [{"opcode": "ce", "operands": [{"type": "integer", "value": 32766}], "mate": 1}]"#;
    for (expect, answer, expected) in [
        (r#""fen": "x""#, r#""fen": "x", "own": 1"#, Pass),
        (r#""position": "x""#, r#""position": "y""#, Fail),
        (mate, mate, Pass),
        (
            mate,
            r#""operations": [{"opcode": "ce", "operands": [{"type": "integer", "value": 32766}]}]"#,
            Partial,
        ),
        (
            mate,
            r#""operations": [{"opcode": "ce", "operands": [{"type": "word", "value": "32766"}], "mate": 1}]"#,
            Fail,
        ),
        (r#""registers": {"c": ["a", null]}"#, r#""registers": {"c": ["a", null], "v": []}"#, Pass),
        (r#""registers": {"c": ["a", null]}"#, r#""registers": {"c": ["a"]}"#, Fail),
        (r#""registers": {"c": ["a"]}, "result": "*""#, r#""result": "*""#, Partial),
    ] {
        assert_eq!(
            verdict("must-accept", true, &record(expect), 0, &record(answer)).0,
            expected,
            "{expect} {answer}"
        );
    }
}

const TWO: &str = r#"{"diagnostics": [{"kind": "a", "offset": 4}, {"kind": "b"}]}"#;

#[test]
fn diagnostics_strictly() {
    strict(&[
        (TWO, r#"{"diagnostics": [{"kind": "b", "offset": 9}, {"kind": "a"}]}"#, Pass, ""),
        (
            TWO,
            r#"{"diagnostics": [{"kind": "b"}, {"kind": "a", "offset": 5}]}"#,
            Fail,
            "read: diagnostics: expected a at 4, found it at 5",
        ),
        (TWO, r#"{"diagnostics": [{"kind": "b"}]}"#, Fail, "read: diagnostics: expected a at 4, found none"),
        (
            TWO,
            r#"{"diagnostics": [{"kind": "a"}, {"kind": "b"}, {"kind": "b", "offset": 1}]}"#,
            Fail,
            "read: diagnostics: expected no b at 1",
        ),
        (
            TWO,
            r#"{"diagnostics": [{"message": "x"}, {"kind": "b"}]}"#,
            Partial,
            "read: diagnostics: not expressed",
        ),
        (
            TWO,
            r#"{"diagnostics": [{"kind": "a"}, {"kind": "b"}, {"message": "x"}]}"#,
            Fail,
            r#"read: diagnostics: expected no more, found {"message":"x"}"#,
        ),
        (TWO, "{}", Partial, "read: diagnostics: not expressed"),
        (r#"{"diagnostics": []}"#, "{}", Pass, ""),
        (
            r#"{"diagnostics": []}"#,
            r#"{"diagnostics": [{}]}"#,
            Fail,
            "read: diagnostics: expected nothing reported, found {}",
        ),
    ]);
}

#[test]
fn the_same_kind_is_paired_by_its_offset() {
    let expect =
        r#"{"diagnostics": [{"kind": "a", "offset": 4}, {"kind": "a", "offset": 8}, {"kind": "a"}]}"#;
    let answer = r#"{"diagnostics": [{"kind": "a", "offset": 12}, {"kind": "a", "offset": 8}, {"kind": "a", "offset": 4}]}"#;
    assert_eq!(verdict("must-accept", true, expect, 0, answer).0, Pass);
}

#[test]
fn notes_may_be_more_than_expected() {
    let expect = r#"{"diagnostics": [], "notes": [{"kind": "a"}]}"#;
    strict(&[
        (expect, r#"{"notes": [{"kind": "b"}, {"kind": "a"}]}"#, Pass, ""),
        (expect, r#"{"notes": [{"kind": "b"}]}"#, Fail, "read: notes: expected a, found none"),
        (expect, r#"{"notes": [{}]}"#, Partial, "read: notes: not expressed"),
        (expect, "{}", Partial, "read: notes: not expressed"),
    ]);
    assert_eq!(verdict("must-accept", false, expect, 0, "{}").0, Pass);
}

#[test]
fn each_class_binds_differently() {
    let one = r#"{"games": [], "diagnostics": [{"kind": "a"}]}"#;
    let none = r#"{"games": [], "diagnostics": []}"#;
    let other = r#"{"games": [{}], "diagnostics": [{}]}"#;
    for (class, is_strict, expect, status, answer, expected) in [
        ("must-accept", false, none, 0, none, Pass),
        ("must-accept", false, none, 10, none, Fail),
        ("must-accept", false, none, 10, "", Fail),
        ("must-accept", false, none, 0, one, Fail),
        ("must-accept", false, none, 0, r#"{"games": []}"#, Pass),
        ("must-accept", false, one, 0, none, Pass),
        ("must-accept", false, one, 10, "", Partial),
        ("must-accept", false, one, 0, other, Fail),
        ("must-reject-or-report", false, one, 10, "", Pass),
        ("must-reject-or-report", false, one, 0, other, Pass),
        ("must-reject-or-report", false, one, 0, none, Fail),
        ("must-reject-or-report", false, one, 0, "{}", Fail),
        ("must-reject-or-report", true, one, 0, r#"{"games": []}"#, Fail),
        ("must-reject-or-report", true, one, 10, r#"{"games": []}"#, Partial),
        ("must-reject-or-report", true, one, 0, other, Fail),
        ("must-reject-or-report", true, one, 0, one, Pass),
        ("implementation-defined", false, one, 0, other, Pass),
        ("implementation-defined", false, one, 10, "", Pass),
        ("implementation-defined", true, one, 0, other, Fail),
    ] {
        let (verdict, reasons) = verdict(class, is_strict, expect, status, answer);
        assert_eq!(verdict, expected, "{class} {is_strict} {expect} {status} {answer}: {reasons:?}");
    }
}

#[test]
fn what_is_left_open_says_what_differs() {
    let (_, reasons) = verdict("implementation-defined", false, r#"{"games": []}"#, 0, r#"{"games": [{}]}"#);
    assert_eq!(reasons, ["differs: read: games: expected 0 items, found 1 item, the first too many {}"]);
}

#[test]
fn an_answer_must_be_one() {
    for (status, answer, expected) in [
        (20, "", Unsupported),
        (20, "{", Unsupported),
        (0, "", Crash),
        (0, "[]", Crash),
        (0, "{} x", Crash),
        (0, r#"{"games": ["#, Crash),
        (10, "error: no", Crash),
        (10, " \n", Partial),
        (1, "{}", Crash),
        (-1, "{}", Crash),
    ] {
        assert_eq!(verdict("must-accept", false, E4, status, answer).0, expected, "{status} {answer}");
    }
    let panics = InProcess(|_: &[String], _: &[u8]| std::panic::panic_any("no"));
    let report = run(&testing::suite([testing::case("must-accept", E4)]), &panics, &Options::default());
    assert_eq!(report.cases[0].verdict, Crash);
}

#[test]
fn deep_variations_are_compared() {
    let nested = (0..1500).fold(r#"{"uci": "e2e4"}"#.to_owned(), |inner, _| {
        format!(r#"{{"uci": "e2e4", "variations": [{{"moves": [{inner}]}}]}}"#)
    });
    let deep = format!(r#"{{"games": [{{"moves": [{nested}]}}]}}"#);
    crate::json::with_stack(|| assert_eq!(verdict("must-accept", true, &deep, 0, &deep).0, Pass));
}

/// Puts a text to a case that asks for one.
fn text(writing: Writing, expected: &[u8], status: i32, found: &[u8]) -> (Verdict, String) {
    let mut case = testing::case("must-accept", r#"{"diagnostics": []}"#);
    case.texts.push(Text { writing, bytes: expected.to_vec() });
    let adapter = InProcess(|arguments: &[String], _: &[u8]| match arguments[0].as_str() {
        "read" => (0, b"{}".to_vec()),
        _ => (status, found.to_vec()),
    });
    let report = run(&testing::suite([case]), &adapter, &Options::default());
    (report.cases[0].verdict, report.cases[0].reasons.first().cloned().unwrap_or_default())
}

#[test]
fn texts_show_the_first_line_that_differs() {
    let long = "x".repeat(100);
    for (expected, status, found, verdict, reason) in [
        ("a\nb\n", 0, "a\nb\n", Pass, ""),
        ("a\nb\n", 0, "a\nB\n", Fail, r#"reduced: line 2: expected "b\n", found "B\n""#),
        ("a\n", 0, "a\r\n", Fail, r#"reduced: line 1: expected "a\n", found "a\r\n""#),
        ("a\nb\n", 0, "a\n", Fail, r#"reduced: line 2: expected "b\n", found the end"#),
        ("", 0, "\n", Fail, r#"reduced: line 1: expected the end, found "\n""#),
        ("a", 10, "", Fail, "reduced: expected a text, found the input rejected"),
        ("a", 10, "a", Fail, "reduced: expected nothing reported, found status 10"),
        ("a", 20, "", Partial, "reduced: not supported"),
        ("a", 3, "", Crash, "reduced: status 3"),
        (
            &format!("{long}a"),
            0,
            &format!("{long}b"),
            Fail,
            r#"reduced: line 1: expected …"xxxxxxxxxxxxa", found …"xxxxxxxxxxxxb""#,
        ),
    ] {
        let found = text(Writing::Reduced, expected.as_bytes(), status, found.as_bytes());
        assert_eq!(found, (verdict, reason.to_owned()), "{expected}");
    }
}

#[test]
fn bytes_that_are_no_text() {
    use crate::request::Format::{Pgc, Pgn};
    let latin = text(Writing::Export(Pgn), b"\xE9", 0, b"\xE8");
    assert_eq!(latin, (Fail, r#"export: line 1: expected "\\xe9", found "\\xe8""#.to_owned()));
    let binary = text(Writing::Export(Pgc), b"\x01\x02", 0, b"\x01");
    assert_eq!(binary, (Fail, "export to=pgc: byte 1: expected 0x02, found the end".to_owned()));
}
