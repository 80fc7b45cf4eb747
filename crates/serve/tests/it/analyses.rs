//! `/api/analysis`: an engine that is asked as long as somebody looks on.

use std::io::{BufRead as _, BufReader};
use std::net::TcpStream;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use pgnkit_serve::EngineOptions;
use tempfile::TempDir;

use crate::fake::{engine_that, until};
use crate::shelf::{Client, Running, Shelf};

const ASK: &str = "/api/analysis?play=e2e4&multiPv=2";

fn server(behaviour: &str, change: impl FnOnce(&mut EngineOptions)) -> (Running, PathBuf, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let (live, journal) = engine_that(behaviour, folder.path());
    let mut engine = EngineOptions::new(live);
    change(&mut engine);
    let server = Running::new(Shelf::new(1), |options| options.engine = Some(engine));
    (server, journal, folder)
}

/// A client that looks on.
struct Looker {
    lines: BufReader<TcpStream>,
}

impl Looker {
    fn new(server: &Running, target: &str) -> Self {
        let mut client = server.connect();
        client.send(&format!("GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        Self { lines: BufReader::new(client.stream) }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    fn head(&mut self) -> Vec<String> {
        std::iter::from_fn(|| Some(self.line()).filter(|line| !line.is_empty())).collect()
    }

    /// The next part of the answer; `None` at its end.
    fn part(&mut self) -> Option<serde_json::Value> {
        let length = self.line();
        if length == "0" || length.is_empty() {
            return None;
        }
        let part = serde_json::from_str(&self.line()).unwrap();
        self.line();
        Some(part)
    }

    /// The first part that has something.
    fn part_with(&mut self, name: &str) -> serde_json::Value {
        loop {
            let part = self.part().unwrap();
            if part.get(name).is_some() {
                return part;
            }
        }
    }
}

#[test]
fn lines_come_until_the_client_goes_away() {
    let (server, journal, _folder) = server("goes on", |_| {});
    let mut looker = Looker::new(&server, ASK);
    let head = looker.head();
    assert_eq!(head[0], "HTTP/1.1 200 OK");
    let has = |line: &str| head.iter().any(|found| found.eq_ignore_ascii_case(line));
    assert!(has("content-type: application/x-ndjson") && has("cache-control: no-store"), "{head:?}");
    assert!(!head.iter().any(|line| line.to_ascii_lowercase().starts_with("access-control")), "{head:?}");
    let part = looker.part_with("nps");
    assert_eq!(
        part.to_string(),
        serde_json::json!({
            "engine": "Fake 1.0", "depth": 7, "nodes": 5000, "nps": 500_000,
            "lines": [
                // For White, though Black is to move.
                { "cp": -30, "moves": part["lines"][0]["moves"], "san": part["lines"][0]["san"] },
                { "cp": -20, "moves": part["lines"][1]["moves"], "san": part["lines"][1]["san"] },
            ],
        })
        .to_string()
    );
    assert!(part["lines"][0]["san"].as_str().unwrap().starts_with("1... "), "{part}");
    assert_eq!(part["lines"][0]["moves"].as_str().unwrap().split(' ').count(), 2);
    drop(looker);
    until(&journal, "stop", 1);
    // The same process for the next one, and its end is that of the server.
    let mut next = Looker::new(&server, "/api/analysis?fen=4k3/8/8/8/8/8/4P3/4K3+w+-+-");
    next.head();
    assert_eq!(next.part_with("nps")["lines"].as_array().unwrap().len(), 3);
    let begin = Instant::now();
    let log = server.stop();
    assert!(begin.elapsed() < Duration::from_secs(9), "the end waits for who looks on");
    while next.part().is_some() {}
    let lines = until(&journal, "quit", 1);
    assert_eq!(lines.iter().filter(|line| *line == "start").count(), 1);
    assert!(log.iter().any(|line| line == "GET /api/analysis?play=e2e4&multiPv=2 200 0 false -"), "{log:?}");
}

#[test]
fn an_analysis_ends_by_itself() {
    let (server, _journal, _folder) = server("ends at once", |_| {});
    let mut looker = Looker::new(&server, ASK);
    looker.head();
    let last = looker.part_with("end");
    assert_eq!((last["end"].as_str(), last["depth"].as_u64()), (Some("the search is over"), Some(7)));
    assert!(looker.part().is_none());
    let mut mated = Looker::new(&server, "/api/analysis?play=f2f3,e7e5,g2g4,d8h4");
    mated.head();
    assert_eq!(mated.part_with("end")["end"], "checkmate");
    // A variant that the engine does not play.
    let mut atomic = Looker::new(&server, "/api/analysis?variant=atomic");
    atomic.head();
    assert_eq!(atomic.part_with("error")["error"], "the engine does not play Atomic");
}

#[test]
fn no_more_engines_than_there_are_places() {
    let (server, journal, _folder) = server("goes on", |engine| engine.engines = 2);
    let mut lookers = [(); 2].map(|()| Looker::new(&server, ASK));
    for looker in &mut lookers {
        looker.head();
        looker.part_with("nps");
    }
    let refused = server.get(ASK);
    assert_eq!((refused.status(), refused.header("retry-after")), (503, Some("1")));
    assert_eq!(refused.text(), "all engines are at work");
    // Other questions are answered all the same.
    assert_eq!(server.get("/lichess").status(), 200);
    let [first, second] = lookers;
    drop(first);
    let mut next = Looker::new(&server, ASK);
    assert_eq!(next.head()[0], "HTTP/1.1 200 OK");
    next.part_with("nps");
    drop((second, next));
    let lines = until(&journal, "stop", 3);
    assert_eq!(lines.iter().filter(|line| *line == "start").count(), 2);
    server.stop();
}

#[test]
fn a_client_that_reads_nothing_holds_nobody_up() {
    let (server, journal, _folder) = server("goes on", |_| {});
    let mut lazy = server.connect();
    lazy.send(&format!("GET {ASK} HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    until(&journal, "go", 1);
    assert_eq!(server.get("/lichess").status(), 200);
    drop(lazy);
    until(&journal, "stop", 1);
    server.stop();
    until(&journal, "quit", 1);
}

#[test]
fn an_engine_that_fails_is_named_in_the_log_alone() {
    let (server, journal, _folder) = server("crashes", |_| {});
    for times in 1..=2 {
        let mut looker = Looker::new(&server, ASK);
        looker.head();
        assert_eq!(looker.part_with("error")["error"], "the engine has failed");
        until(&journal, "start", times);
    }
    let log = server.stop();
    assert!(
        log.iter().any(|line| line.contains("Engine") && line.contains("ended in its search")),
        "{log:?}"
    );
}

#[test]
fn who_may_ask_and_what() {
    let (server, journal, _folder) = server("goes on", |_| {});
    let asked = |method: &str, target: &str, headers: &str| -> (u16, String) {
        let mut client: Client = server.connect();
        client.send(&format!("{method} {target} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n"));
        let response = client.response(method == "HEAD");
        assert_eq!(response.header("access-control-allow-origin"), None, "{target} {headers}");
        (response.status(), response.text().to_owned())
    };
    let own = "Host: 127.0.0.1:9002\r\n";
    for (headers, status) in [
        ("Host: evil.example\r\n", 403),
        ("Host: 127.0.0.1:9002\r\nOrigin: http://evil.example\r\n", 403),
        ("Host: 127.0.0.1:9002\r\nSec-Fetch-Site: cross-site\r\n", 403),
    ] {
        assert_eq!(asked("GET", ASK, headers).0, status, "{headers}");
    }
    for (target, text) in [
        ("/api/analysis?fen=x", "bad request: `fen`"),
        ("/api/analysis?fen=8/8/8/8/8/8/8/8+w+-+-", "bad request: `fen`"),
        ("/api/analysis?play=e2e5", "bad request: move 1 of `play`"),
        ("/api/analysis?multiPv=0", "bad request: "),
        ("/api/analysis?variant=x", "bad request: "),
    ] {
        let (status, said) = asked("GET", target, own);
        assert!(status == 400 && said.starts_with(text), "{target} {status} {said}");
    }
    assert_eq!(asked("HEAD", ASK, own).0, 200);
    assert_eq!(asked("OPTIONS", ASK, own).0, 204);
    assert_eq!(asked("POST", ASK, own).0, 405);
    assert_eq!(asked("GET", &format!("/api/analysis?x={}", "y".repeat(9000)), own).0, 414);
    // Nobody has started it for any of these.
    assert!(!journal.exists());
    assert!(server.get("/").text().contains("id=analyse"));
    server.stop();
    let without = Running::plain();
    assert_eq!(without.get(ASK).status(), 404);
    assert!(!without.get("/").text().contains("id=analyse"));
    without.stop();
}
