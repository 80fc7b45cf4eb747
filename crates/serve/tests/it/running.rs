//! A server that goes on, gets another index, and ends.

use std::future::poll_fn;
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};
use std::thread;
use std::time::{Duration, Instant};

use pgnkit_serve::{Options, Server};

use crate::shelf::{Client, Running, Shelf};

#[test]
fn another_index_takes_its_place_without_a_lost_request() {
    let server = Running::new(Shelf::new(1), |options| options.workers = 2);
    let is_over = AtomicBool::new(false);
    let answers = thread::scope(|scope| {
        let clients: Vec<_> = (0..4)
            .map(|number| {
                let (server, is_over) = (&server, &is_over);
                scope.spawn(move || {
                    let mut client = server.connect();
                    let (mut answers, mut last) = (0, 0);
                    while !is_over.load(Ordering::Relaxed) {
                        let response = client.get(&format!("/masters?moves={}", (answers + number) % 50));
                        assert_eq!(response.status(), 200);
                        let json: serde_json::Value = serde_json::from_str(response.text()).unwrap();
                        let version = json["white"].as_u64().unwrap();
                        assert!(version >= last, "version {version} after {last}");
                        (answers, last) = (answers + 1, version);
                    }
                    assert_eq!(last, 40);
                    answers
                })
            })
            .collect();
        for version in 2..=40 {
            server.server.replace(Arc::new(Shelf::new(version)));
            thread::sleep(Duration::from_millis(10));
        }
        // Everybody sees the last one.
        thread::sleep(Duration::from_millis(100));
        is_over.store(true, Ordering::Relaxed);
        clients.into_iter().map(|client| client.join().unwrap()).sum::<usize>()
    });
    assert_eq!(
        server.stop().iter().filter(|line| line.starts_with("GET") && line.contains(" 200 ")).count(),
        answers
    );
}

#[test]
fn a_running_request_is_answered_before_the_end() {
    let (shelf, has_begun, end) = Shelf::slow();
    let server = Running::new(shelf, |_| {});
    let mut idle = server.connect();
    assert_eq!(idle.get("/masters").status(), 200);
    let mut running = server.connect();
    running.send("GET /player?player=slow&color=white HTTP/1.1\r\nHost: a\r\n\r\n");
    has_begun.recv().unwrap();
    server.server.stop();
    assert!(idle.is_closed());
    assert!(TcpStream::connect(server.address).is_err());
    end.send(()).unwrap();
    let response = running.response(false);
    assert_eq!((response.status(), response.header("connection")), (200, Some("close")));
    assert!(running.is_closed());
    server.join();
}

#[test]
fn a_request_that_does_not_end_is_given_up() {
    let (shelf, has_begun, end) = Shelf::slow();
    let server = Running::new(shelf, |options| options.stop_time = Duration::from_millis(100));
    let mut running = server.connect();
    running.send("GET /player?player=slow&color=white HTTP/1.1\r\nHost: a\r\n\r\n");
    has_begun.recv().unwrap();
    let begin = Instant::now();
    server.stop();
    assert!(begin.elapsed() < Duration::from_secs(5));
    assert!(running.is_closed());
    drop(end);
}

#[test]
fn a_future_ends_one_listener_and_stop_ends_all() {
    let server = Server::new(Arc::new(Shelf::new(1)), &Options::default(), |_| {});
    let flag = Arc::new((AtomicBool::new(false), Mutex::new(None::<Waker>)));
    let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    let addresses = listeners.each_ref().map(|listener| listener.local_addr().unwrap());
    let [first, second] = listeners;
    let with_future = thread::spawn({
        let (server, flag) = (server.clone(), Arc::clone(&flag));
        move || {
            server.serve(
                first,
                poll_fn(|cx| {
                    *flag.1.lock().unwrap() = Some(cx.waker().clone());
                    if flag.0.load(Ordering::SeqCst) { Poll::Ready(()) } else { Poll::Pending }
                }),
            )
        }
    });
    let without = thread::spawn({
        let server = server.clone();
        move || server.serve(second, std::future::pending())
    });
    for address in addresses {
        assert_eq!(Client::new(address).get("/masters").status(), 200);
    }
    flag.0.store(true, Ordering::SeqCst);
    flag.1.lock().unwrap().take().unwrap().wake();
    with_future.join().unwrap().unwrap();
    assert!(TcpStream::connect(addresses[0]).is_err());
    assert_eq!(Client::new(addresses[1]).get("/masters").status(), 200);
    server.stop();
    without.join().unwrap().unwrap();
    // It is over for good.
    let late = TcpListener::bind("127.0.0.1:0").unwrap();
    server.serve(late, std::future::pending()).unwrap();
}
