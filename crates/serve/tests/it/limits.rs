//! Clients that are slow, greedy or too many.

use std::io::{Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use proptest::prelude::*;

use crate::shelf::{Client, Running, Shelf};

const SOON: Duration = Duration::from_millis(300);

#[test]
fn heads_and_queries_have_a_length() {
    let server = Running::plain();
    let long = "x".repeat(9 << 10);
    assert_eq!(server.get(&format!("/masters?source={long}")).status(), 414);
    assert_eq!(server.connect().request("GET", "/masters", &format!("X: {long}\r\n")).status(), 200);
    let longer = format!("X: {}\r\n", "x".repeat(17 << 10));
    assert_eq!(server.connect().request("GET", "/masters", &longer).status(), 431);
    let many: String = (0..200).map(|at| format!("X{at}: x\r\n")).collect();
    assert_eq!(server.connect().request("GET", "/masters", &many).status(), 431);
    assert_eq!(server.get("/masters").status(), 200);
    server.stop();
}

#[test]
fn what_is_no_http_is_refused() {
    let server = Running::plain();
    for text in ["\x16\x03\x01\x02\0\x01", "GET\r\n\r\n", "GET /masters HTTP/9.9\r\n\r\n", "\0\0\0\0\r\n\r\n"]
    {
        let mut client = server.connect();
        client.send(text);
        client.stream.shutdown(std::net::Shutdown::Write).unwrap();
        assert!(client.is_closed(), "{text:?}");
    }
    assert_eq!(server.get("/masters").status(), 200);
    server.stop();
}

#[test]
fn slow_senders_are_cut_off() {
    let server = Running::new(Shelf::new(1), |options| options.header_time = SOON);
    let begin = Instant::now();
    let mut silent = server.connect();
    let mut slow = server.connect();
    let mut idle = server.connect();
    assert_eq!(idle.get("/masters").status(), 200);
    // A byte now and then does not help.
    for byte in "GET /masters HTTP/1.1\r\nHost: a".bytes() {
        if slow.stream.write_all(&[byte]).is_err() {
            break;
        }
        thread::sleep(Duration::from_millis(30));
    }
    assert!(slow.is_closed() && silent.is_closed() && idle.is_closed());
    assert!(begin.elapsed() < Duration::from_secs(10));
    assert_eq!(server.get("/masters").status(), 200);
    let log = server.stop();
    assert!(log.iter().any(|line| line.starts_with("connection") && line.contains("timeout")), "{log:?}");
}

#[test]
fn who_does_not_read_is_cut_off() {
    let server = Running::new(Shelf::new(1), |options| options.write_time = SOON);
    let mut client = server.connect();
    client.send("GET /player?player=large&color=white HTTP/1.1\r\nHost: a\r\n\r\n");
    let is_cut_off = (0..400).any(|_| {
        thread::sleep(Duration::from_millis(50));
        server.log.lock().unwrap().iter().any(|line| line.contains("reads no answer"))
    });
    assert!(is_cut_off);
    let mut read = Vec::new();
    let _ = client.stream.read_to_end(&mut read);
    assert!(read.len() < 20 << 20, "{}", read.len());
    // Who reads gets all of it.
    assert!(server.get("/player?player=large&color=white").body.len() > 20 << 20);
    server.stop();
}

#[test]
fn connections_are_limited() {
    let server = Running::new(Shelf::new(1), |options| options.connections = 2);
    let mut both = [server.connect(), server.connect()];
    for client in &mut both {
        assert_eq!(client.get("/masters").status(), 200);
    }
    let mut third = server.connect();
    let response = third.response(false);
    assert_eq!((response.status(), response.text()), (503, "too many connections"));
    assert_eq!(response.header("access-control-allow-origin"), Some("*"));
    assert!(third.is_closed());
    drop(both);
    // The server sees the end of a connection a little later.
    let is_free = (0..100).any(|_| {
        thread::sleep(Duration::from_millis(20));
        Client::new(server.address).request("GET", "/masters", "Connection: close\r\n").status() == 200
    });
    assert!(is_free);
    assert!(server.stop().contains(&"refused".to_owned()));
}

#[test]
fn a_full_queue_refuses_at_once_and_others_go_on() {
    let (shelf, has_begun, end) = Shelf::slow();
    let server = Running::new(shelf, |options| (options.workers, options.queue) = (1, 1));
    let slow = |name: &str| {
        let mut client = server.connect();
        client.send(&format!("GET /player?player={name}&color=white HTTP/1.1\r\nHost: a\r\n\r\n"));
        client
    };
    let mut first = slow("slow1");
    has_begun.recv().unwrap();
    let mut second = slow("slow2");
    // The second one waits; it is not known when it has come to the queue.
    let refused = (0..100).map(|_| server.get("/masters/pgn/bbbbbbbb")).find(|response| {
        thread::sleep(Duration::from_millis(10));
        response.status() == 503
    });
    let refused = refused.unwrap();
    assert_eq!(refused.text(), "question queue full");
    assert_eq!(refused.header("retry-after"), Some("1"));
    // Without work there is no need for a place.
    assert_eq!(server.get("/nothing").status(), 404);
    assert_eq!(server.get("/").status(), 200);
    assert_eq!(server.connect().request("OPTIONS", "/masters", "").status(), 204);
    end.send(()).unwrap();
    assert_eq!(first.response(false).status(), 200);
    has_begun.recv().unwrap();
    end.send(()).unwrap();
    assert_eq!(second.response(false).status(), 200);
    assert_eq!(server.get("/masters/pgn/bbbbbbbb").status(), 404);
    server.stop();
}

#[test]
fn nobody_waits_in_the_queue_for_long() {
    let (shelf, has_begun, end) = Shelf::slow();
    let server = Running::new(shelf, |options| {
        (options.workers, options.queue_time) = (1, Duration::from_millis(100))
    });
    let mut first = server.connect();
    first.send("GET /player?player=slow&color=white HTTP/1.1\r\nHost: a\r\n\r\n");
    has_begun.recv().unwrap();
    assert_eq!(server.get("/masters").status(), 503);
    end.send(()).unwrap();
    assert_eq!(first.response(false).status(), 200);
    server.stop();
}

#[test]
fn a_question_that_takes_long_is_given_up_but_its_worker_is_not_free() {
    let (shelf, has_begun, end) = Shelf::slow();
    let server = Running::new(shelf, |options| {
        (options.workers, options.queue, options.work_time) = (1, 0, Duration::from_millis(100));
    });
    let response = server.get("/player?player=slow&color=white");
    assert_eq!((response.status(), response.text()), (503, "the question takes too long"));
    has_begun.recv().unwrap();
    assert_eq!(server.get("/masters").text(), "question queue full");
    end.send(()).unwrap();
    let is_free = (0..100).any(|_| {
        thread::sleep(Duration::from_millis(10));
        server.get("/masters").status() == 200
    });
    assert!(is_free);
    assert!(server.stop().iter().any(|line| line.ends_with("the explorer takes too long")));
}

#[test]
fn a_body_that_does_not_come_keeps_nobody() {
    let server = Running::new(Shelf::new(1), |options| options.header_time = SOON);
    for (method, status) in [("GET", 200), ("POST", 405)] {
        for body in ["Content-Length: 1000000000\r\n", "Transfer-Encoding: chunked\r\n"] {
            let mut client = server.connect();
            assert_eq!(client.request(method, "/masters", body).status(), status);
            let begin = Instant::now();
            assert!(client.is_closed());
            assert!(begin.elapsed() < Duration::from_secs(5), "{method} {body}");
        }
    }
    server.stop();
}

#[test]
fn any_bytes_leave_the_server_running() {
    let server = Running::new(Shelf::new(1), |options| options.header_time = SOON);
    let mut runner = proptest::test_runner::TestRunner::default();
    let parts = prop_oneof![
        "(GET|HEAD|OPTIONS|POST) /(masters|player|lichess)[?]?[!-~]{0,60} HTTP/1[.][01]\r\n",
        "(Host|If-None-Match|Content-Length|Transfer-Encoding|Connection|Expect): [ -~]{0,30}\r\n",
        "\r\n",
        ".{0,20}",
    ];
    let texts = proptest::collection::vec(parts, 0..12);
    let result = runner.run(&texts, |parts| {
        let mut client = server.connect();
        // The server may have closed it before the end.
        let _ = client.stream.write_all(parts.concat().as_bytes());
        let _ = client.stream.shutdown(std::net::Shutdown::Write);
        prop_assert!(client.is_closed());
        Ok(())
    });
    result.unwrap();
    assert_eq!(server.get("/masters").status(), 200);
    server.stop();
}

#[test]
fn the_place_of_a_client_that_went_away_is_free_again() {
    let (shelf, has_begun, end) = Shelf::slow();
    let server = Running::new(shelf, |options| (options.workers, options.queue) = (1, 0));
    let mut first = server.connect();
    first.send("GET /player?player=slow&color=white HTTP/1.1\r\nHost: a\r\n\r\n");
    has_begun.recv().unwrap();
    drop(first);
    // Its work goes on, and is counted.
    thread::sleep(Duration::from_millis(50));
    assert_eq!(server.get("/masters").status(), 503);
    end.send(()).unwrap();
    let is_free = (0..100).any(|_| {
        thread::sleep(Duration::from_millis(10));
        server.get("/masters").status() == 200
    });
    assert!(is_free);
    server.stop();
}
