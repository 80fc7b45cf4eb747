//! `/api/cloud-eval`, field by field as lichess has it, and what the page gets.

use pgnkit_serve::{BadRequest, EvaluationQuestion, Parameter};

use crate::shelf::{Running, Shelf};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const JSON: &str = "application/json";

fn target(fen: &str, more: &str) -> String {
    format!("/api/cloud-eval?fen={}{more}", fen.replace(' ', "%20"))
}

#[test]
fn answers_are_those_of_lichess() {
    let server = Running::plain();
    let first = r#"{"moves":"g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1h1 e8h8","cp":-18}"#;
    let (one, two) = (format!("[{first}]"), format!(r#"[{first},{{"moves":"e2e4","mate":3}}]"#));
    let none = r#"{"error":"No cloud evaluation available for that position"}"#;
    let mut client = server.connect();
    for (fen, more, pvs) in [
        (START, "", &one),
        (START, "&multiPv=", &one),
        (START, "&multiPv=1&variant=standard", &one),
        (START, "&multiPv=2&unknown=x", &two),
        (START, "&multiPv=500&variant=chess960", &two),
        // As it was given.
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "", &one),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 5 9", "&variant=fromPosition", &one),
    ] {
        let response = client.get(&target(fen, more));
        let expected = format!(r#"{{"fen":"{fen}","knodes":13683,"depth":22,"pvs":{pvs}}}"#);
        assert_eq!(response.all(), (200, JSON, &*expected), "{fen} {more}");
        assert_eq!(response.header("access-control-allow-origin"), Some("*"));
        assert!(response.header("etag").is_some());
    }
    for (target, status, body) in [
        (target("8/8/8/8/8/5k2/7q/5K2 b - - 0 1", ""), 404, none),
        (target(START, "&variant=atomic"), 404, none),
        ("/api/cloud-eval".into(), 400, r#"{"error":"bad request: `fen` is missing"}"#),
        (target(START, "&multiPv=0"), 400, r#"{"error":"bad request: `multiPv` cannot be `0`"}"#),
        (target(START, "&multiPv=-1"), 400, r#"{"error":"bad request: `multiPv` cannot be `-1`"}"#),
        (target(START, "&variant=go"), 400, r#"{"error":"bad request: `variant` cannot be `go`"}"#),
        (target("8", ""), 400, r#"{"error":"bad request: `fen`: expected 8 ranks, found 1"}"#),
    ] {
        let response = client.get(&target);
        assert_eq!(response.all(), (status, JSON, body), "{target}");
        assert_eq!(response.header("access-control-allow-origin"), Some("*"));
        assert_eq!(response.header("etag"), None);
    }
    // A failure, and a store that has the evaluation of another position.
    for clock in [91, 92] {
        let response = client.get(&target(&format!("8/8/8/8/8/5k2/7q/5K2 b - - {clock} 99"), ""));
        assert_eq!(response.all(), (500, "text/plain; charset=utf-8", "internal error"), "{clock}");
    }
    let log = server.stop();
    assert!(log.iter().any(|line| line.ends_with(" 500 14 false /secret/evals: damaged")), "{log:?}");
    assert!(log.iter().any(|line| line.contains(" is not legal in 8/8/8/8/8/5k2/7q/5K2 b")), "{log:?}");
}

#[test]
fn an_evaluation_has_a_tag_that_goes_with_the_version() {
    let server = Running::plain();
    let mut client = server.connect();
    let first = client.get(&target(START, ""));
    let tag = first.header("etag").unwrap().to_owned();
    assert_ne!(client.get(&target(START, "&multiPv=2")).header("etag"), Some(&*tag));
    let header = format!("If-None-Match: {tag}\r\n");
    assert_eq!(client.request("GET", &target(START, ""), &header).status(), 304);
    assert_eq!(client.request("HEAD", &target(START, ""), "").body, b"");
    assert_eq!(client.request("POST", &target(START, ""), "Content-Length: 0\r\n").status(), 405);
    server.server.replace(std::sync::Arc::new(Shelf::new(2)));
    let second = server.connect().request("GET", &target(START, ""), &header);
    assert_eq!(second.status(), 200);
    assert!(second.text().contains(r#""knodes":27366,"#), "{}", second.text());
}

#[test]
fn the_page_gets_it_with_the_position() {
    let server = Running::plain();
    let mut client = server.connect();
    let response = client.get("/api/position");
    let json: serde_json::Value = serde_json::from_str(response.text()).unwrap();
    let expected =
        serde_json::json!({"cp": -18, "depth": 22, "knodes": 13683, "line": "Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O"});
    assert_eq!(json["evaluation"], expected);
    let without = client.get("/api/position?play=e2e4");
    assert!(!without.text().contains("evaluation") && without.header("etag").is_some());
    // The board is there whatever becomes of the evaluation; the next answer may have one.
    for clock in [91, 92] {
        let response = client.get(&format!("/api/position?fen=8/8/8/8/8/5k2/7q/5K2+b+-+-+{clock}+99"));
        assert_eq!((response.status(), response.header("etag")), (200, None));
        assert!(!response.text().contains("evaluation"), "{}", response.text());
    }
    let log = server.stop();
    assert!(
        log.iter().any(|line| line.contains("/api/position") && line.ends_with(" /secret/evals: damaged")),
        "{log:?}"
    );
}

#[test]
fn questions_are_read_with_their_defaults() {
    let read = |query: &str| EvaluationQuestion::parse(query);
    let question = read("fen=8/8/8/8/8/5k2/7q/5K2%20b%20-%20-").unwrap();
    assert_eq!((&*question.fen, question.lines), ("8/8/8/8/8/5k2/7q/5K2 b - -", 1));
    assert_eq!(read("multiPv=3"), Err(BadRequest::Missing(Parameter::Fen)));
    assert_eq!(read("fen=&multiPv=3"), Err(BadRequest::Missing(Parameter::Fen)));
    assert_eq!(read("fen=8&fen=8"), Err(BadRequest::Twice(Parameter::Fen)));
    assert_eq!(read("multiPv=1&multiPv=1&fen=8"), Err(BadRequest::Twice(Parameter::MultiPv)));
    for lines in ["99999999999999999999999", "x", "1.5", ""] {
        let found = read(&format!("fen=8/8/8/8/8/5k2/7q/5K2+b&multiPv={lines}"));
        assert_eq!(found.is_err(), !lines.is_empty(), "{lines}");
    }
}
