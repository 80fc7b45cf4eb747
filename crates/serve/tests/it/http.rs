//! Methods, paths, headers and statuses.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::shelf::{Running, Shelf};

const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";
const MASTERS: &str = r#"{"white":1,"draws":0,"black":0,"moves":[],"topGames":[],"opening":null}"#;
const LICHESS: &str =
    r#"{"white":1,"draws":0,"black":0,"moves":[],"recentGames":[],"topGames":[],"opening":null}"#;

#[test]
fn every_path_has_its_answer() {
    let server = Running::plain();
    let history = LICHESS.replace('}', ",\"history\":[]}");
    let player =
        r#"{"white":1,"draws":0,"black":0,"moves":[],"recentGames":[],"opening":null,"queuePosition":0}"#;
    let player = format!("{player}\n");
    let (ndjson, pgn) = ("application/x-ndjson", "application/x-chess-pgn");
    let one = r#"{"tags":[{"name":"White","value":"?"}],"variant":"standard","fen":"","play":"e2e4"}"#;
    let game = "[White \"?\"]\n\n1. e4 *\n";
    let mut client = server.connect();
    for (target, expected) in [
        ("/masters", (200, JSON, MASTERS)),
        ("/master?play=e2e4", (200, JSON, MASTERS)),
        ("http://localhost/masters", (200, JSON, MASTERS)),
        ("/lichess?variant=horde", (200, JSON, LICHESS)),
        ("/lichess/history", (200, JSON, &*history)),
        ("/player?player=a&color=white", (200, ndjson, &*player)),
        ("/personal?player=a&color=white", (200, ndjson, &*player)),
        ("/masters/pgn/aaaaaaaa", (200, pgn, game)),
        ("/master/pgn/aaaaaaaa", (200, pgn, game)),
        ("/masters/pgn/bbbbbbbb", (404, TEXT, "not found")),
        ("/masters/pgn/%00", (404, TEXT, "not found")),
        ("/index.html", (404, TEXT, "not found")),
        ("/api/games?player=a", (200, JSON, r#"{"total":0,"from":0,"games":[]}"#)),
        ("/api/game/aaaaaaaa", (200, JSON, one)),
        ("/api/game/bbbbbbbb", (404, TEXT, "not found")),
        ("/api/game/failed00", (500, TEXT, "internal error")),
        ("/game/failed00", (500, TEXT, "internal error")),
        ("/masters/", (404, TEXT, "not found")),
        ("/masters?play=e2e5", (400, TEXT, "bad request: move 1 of `play`, `e2e5`, is not legal")),
        ("/player?color=white", (400, TEXT, "bad request: `player` is missing")),
        ("/player?player=refused&color=white", (400, TEXT, "bad request: too many games")),
        ("/player?player=busy&color=white", (503, TEXT, "indexer queue full")),
        ("/player?player=failed&color=white", (500, TEXT, "internal error")),
        ("/player?player=panic&color=white", (500, TEXT, "internal error")),
        ("/masters/pgn/failed00", (500, TEXT, "internal error")),
        ("/masters", (200, JSON, MASTERS)),
    ] {
        let response = client.get(target);
        assert_eq!(response.all(), expected, "{target}");
        assert_eq!(response.header("access-control-allow-origin"), Some("*"), "{target}");
        assert_eq!(response.header("etag").is_some(), expected.0 == 200, "{target}");
        assert_eq!(response.header("retry-after").is_some(), expected.0 == 503, "{target}");
    }
    assert_eq!(client.get("/masters/pgn/latin100").body, b"[White \"\xe9\"]\n\n*\n");
    let log = server.stop();
    let failed = "GET /player?player=failed&color=white 500 14 false /secret/index: damaged";
    assert!(log.contains(&failed.to_owned()), "{log:?}");
    assert!(log.iter().any(|line| line.contains("player=panic") && line.contains("panic")), "{log:?}");
    assert!(log.contains(&format!("GET /masters? 200 {} true -", MASTERS.len())), "{log:?}");
}

#[test]
fn only_reading_is_possible() {
    let server = Running::plain();
    for method in ["POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW"] {
        let response = server.connect().request(method, "/masters", "Content-Length: 0\r\n");
        assert_eq!(response.all(), (405, TEXT, "only GET, HEAD and OPTIONS"), "{method}");
        assert_eq!(response.header("allow"), Some("GET, HEAD, OPTIONS"));
    }
    let mut client = server.connect();
    for target in ["/masters", "/masters/pgn/aaaaaaaa", "/", "/masters?play=x"] {
        let head = client.request("HEAD", target, "");
        let get = client.get(target);
        assert!(head.body.is_empty());
        let without_date =
            |head: &str| head.lines().filter(|line| !line.starts_with("date")).collect::<Vec<_>>().join("\n");
        assert_eq!(without_date(&head.head), without_date(&get.head), "{target}");
        assert_eq!(get.header("content-length"), Some(&*get.body.len().to_string()));
    }
    server.stop();
}

#[test]
fn pages_of_other_sites_may_read_unless_it_is_forbidden() {
    let ask = "Origin: https://lichess.org\r\nAccess-Control-Request-Method: GET\r\n\
               Access-Control-Request-Headers: authorization\r\nAccess-Control-Request-Private-Network: true\r\n";
    let server = Running::plain();
    let response = server.connect().request("OPTIONS", "/lichess?play=e2e4", ask);
    assert_eq!((response.status(), response.text()), (204, ""));
    for (name, value) in [
        ("access-control-allow-origin", "*"),
        ("access-control-allow-methods", "GET, HEAD, OPTIONS"),
        ("access-control-allow-headers", "Authorization, Accept, Content-Type, If-None-Match, *"),
        ("access-control-allow-private-network", "true"),
    ] {
        assert_eq!(response.header(name), Some(value), "{name}");
    }
    server.stop();
    let server = Running::new(Shelf::new(1), |options| options.cross_origin = false);
    for response in [server.connect().request("OPTIONS", "/lichess", ask), server.get("/lichess")] {
        assert!(!response.head.contains("access-control"), "{}", response.head);
    }
    server.stop();
}

#[test]
fn an_answer_that_the_client_has_is_not_sent_again() {
    let server = Running::plain();
    let mut client = server.connect();
    for (target, same, other) in [
        ("/lichess?play=e2e4,e7e5", "/lichess?moves=12&play=e2e4%2Ce7e5&source=x", "/lichess?play=e2e4"),
        ("/masters/pgn/aaaaaaaa", "/master/pgn/aaaaaaaa", "/masters/pgn/latin100"),
    ] {
        let tag = client.get(target).header("etag").unwrap().to_owned();
        for header in [
            format!("If-None-Match: {tag}\r\n"),
            format!("If-None-Match: \"x\", W/{tag}\r\n"),
            format!("If-None-Match: \"x\"\r\nIf-None-Match: {tag}\r\n"),
            "If-None-Match: *\r\n".to_owned(),
        ] {
            let response = client.request("GET", same, &header);
            assert_eq!((response.status(), response.text()), (304, ""), "{header}");
            assert_eq!(response.header("etag"), Some(&*tag));
            assert_eq!(response.header("access-control-allow-origin"), Some("*"));
            assert_eq!(response.header("content-type"), None);
        }
        let header = format!("If-None-Match: {tag}\r\n");
        assert_eq!(client.request("GET", other, &header).status(), 200);
        server.server.replace(Arc::new(Shelf::new(2)));
        let response = client.request("GET", target, &header);
        assert_eq!(response.status(), 200);
        assert_ne!(response.header("etag"), Some(&*tag));
        server.server.replace(Arc::new(Shelf::new(1)));
    }
    assert_eq!(client.request("GET", "/masters/pgn/bbbbbbbb", "If-None-Match: *\r\n").status(), 404);
    server.stop();
}

#[test]
fn an_answer_is_asked_for_once() {
    let shelf = Shelf::new(1);
    let asked = Arc::clone(&shelf.asked);
    let server = Running::new(shelf, |_| {});
    for target in ["/lichess?play=g1f3", "/lichess?moves=12&play=g1f3", "/lichess?play=g1f3&token=x"] {
        assert_eq!(server.get(target).text(), LICHESS);
    }
    assert_eq!(asked.load(Ordering::Relaxed), 1);
    server.get("/lichess?play=g1f3&moves=1");
    assert_eq!(asked.load(Ordering::Relaxed), 2);
    // Errors are not kept.
    for _ in 0..2 {
        assert_eq!(server.get("/player?player=failed&color=white").status(), 500);
    }
    assert_eq!(asked.load(Ordering::Relaxed), 4);
    server.stop();
}
