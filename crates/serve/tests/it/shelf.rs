//! An explorer with one answer, a server for it, and a client.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use pgnkit_chess::Position;
use pgnkit_serve::{
    Answer, Counts, Database, Evaluation, Event, ExploreError, Explorer, MoveAnswer, Options, Question,
    Score, ScoredLine, Server,
};

/// Every position has one move, in as many games as the version says. Some names of players do more.
pub struct Shelf {
    pub version: u64,
    /// The questions that were asked.
    pub asked: Arc<AtomicUsize>,
    /// A player `slow` waits for a message before the answer is there, and sends one before that.
    pub slow: Option<(Sender<()>, Mutex<Receiver<()>>)>,
}

impl Shelf {
    pub fn new(version: u64) -> Self {
        Self { version, asked: Arc::default(), slow: None }
    }

    /// A shelf with the ends of the channels that a slow answer uses: it has begun, and it may end.
    pub fn slow() -> (Self, Receiver<()>, Sender<()>) {
        let ((begun, has_begun), (end, may_end)) = (channel(), channel());
        (Self { slow: Some((begun, Mutex::new(may_end))), ..Self::new(1) }, has_begun, end)
    }
}

impl Explorer for Shelf {
    fn explore(&self, question: &Question) -> Result<Answer, ExploreError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        if let Database::Player { name, .. } = &question.database {
            match &**name {
                "refused" => return Err(ExploreError::Refused("too many games".into())),
                "busy" => return Err(ExploreError::Busy),
                "failed" => return Err(ExploreError::Failed("/secret/index: damaged".into())),
                "panic" => panic!("a fault of the explorer"),
                "large" => return Ok(large(question)),
                _ => {}
            }
            if let Some((begun, may_end)) = self.slow.as_ref().filter(|_| name.starts_with("slow")) {
                begun.send(()).unwrap();
                may_end.lock().unwrap().recv().unwrap();
            }
        }
        let counts = Counts { white: self.version, ..Counts::default() };
        Ok(Answer { counts, ..Answer::default() })
    }

    fn pgn(&self, id: &str) -> Result<Option<Vec<u8>>, ExploreError> {
        match id {
            "failed00" => Err(ExploreError::Failed("damaged".into())),
            "latin100" => Ok(Some(b"[White \"\xe9\"]\n\n*\n".to_vec())),
            "aaaaaaaa" => Ok(Some(b"[White \"?\"]\n\n1. e4 *\n".to_vec())),
            _ => Ok(None),
        }
    }

    /// The start of a game has one; others have an error or moves that are not legal, if their clock says so.
    fn evaluation(&self, position: &Position) -> Result<Option<Evaluation>, ExploreError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let line = |score, moves: &str| {
            let mut at = Position::START;
            let played = moves.split(' ').map(|uci| {
                let mv = at.parse_uci(uci.as_bytes()).unwrap();
                at.play(mv);
                mv
            });
            ScoredLine { score, moves: played.collect() }
        };
        let lines = vec![
            line(Score::Centipawns(-18), "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1 e8g8"),
            line(Score::Mate(3), "e2e4"),
        ];
        let known = Evaluation { depth: 22, knodes: 13_683 * self.version, lines };
        match position.halfmove_clock() {
            91 => Err(ExploreError::Failed("/secret/evals: damaged".into())),
            _ if position.with_clocks(0, 1) == Position::START || position.halfmove_clock() == 92 => {
                Ok(Some(known))
            }
            _ => Ok(None),
        }
    }

    fn version(&self) -> String {
        self.version.to_string()
    }
}

/// An answer of several megabytes.
fn large(question: &Question) -> Answer {
    let name = "x".repeat(1 << 20);
    let opening = Some(pgnkit_serve::Opening { eco: "A00".into(), name });
    let moves = question.position.legal_moves().into_iter().map(|mv| MoveAnswer {
        mv,
        counts: Counts::default(),
        average_rating: None,
        performance: None,
        game: None,
        opening: opening.clone(),
    });
    Answer { moves: moves.collect(), ..Answer::default() }
}

/// A server on its own thread.
pub struct Running {
    pub server: Server,
    pub address: SocketAddr,
    pub log: Arc<Mutex<Vec<String>>>,
    thread: JoinHandle<io::Result<()>>,
}

impl Running {
    pub fn new(explorer: Shelf, change: impl FnOnce(&mut Options)) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let mut options = Options::default();
        options.workers = 2;
        change(&mut options);
        let log = Arc::new(Mutex::new(Vec::new()));
        let lines = Arc::clone(&log);
        let server = Server::new(Arc::new(explorer), &options, move |event| {
            let line = match event {
                Event::Request(it) => {
                    let (cached, problem) = (it.is_cached, it.problem.unwrap_or("-"));
                    format!(
                        "{} {}?{} {} {} {cached} {problem}",
                        it.method, it.path, it.query, it.status, it.bytes
                    )
                }
                Event::Connection { problem, .. } => format!("connection {problem}"),
                Event::Refused { .. } => "refused".into(),
                other => format!("{other:?}"),
            };
            lines.lock().unwrap().push(line);
        });
        let thread = thread::spawn({
            let server = server.clone();
            move || server.serve(listener, std::future::pending())
        });
        Self { server, address, log, thread }
    }

    pub fn plain() -> Self {
        Self::new(Shelf::new(1), |_| {})
    }

    pub fn connect(&self) -> Client {
        Client::new(self.address)
    }

    /// One request on a connection of its own.
    pub fn get(&self, target: &str) -> Response {
        self.connect().get(target)
    }

    pub fn stop(self) -> Vec<String> {
        self.server.stop();
        self.join()
    }

    /// The log, after the server has ended.
    pub fn join(self) -> Vec<String> {
        self.thread.join().unwrap().unwrap();
        std::mem::take(&mut *self.log.lock().unwrap())
    }
}

/// A connection.
pub struct Client {
    pub stream: TcpStream,
}

impl Client {
    pub fn new(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        Self { stream }
    }

    pub fn get(&mut self, target: &str) -> Response {
        self.request("GET", target, "")
    }

    /// A request with more headers, each with its line break.
    pub fn request(&mut self, method: &str, target: &str, headers: &str) -> Response {
        self.send(&format!("{method} {target} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n"));
        self.response(method == "HEAD")
    }

    pub fn send(&mut self, text: &str) {
        self.stream.write_all(text.as_bytes()).unwrap();
    }

    pub fn response(&mut self, is_head: bool) -> Response {
        self.try_response(is_head).unwrap()
    }

    pub fn try_response(&mut self, is_head: bool) -> io::Result<Response> {
        let mut head = Vec::new();
        let mut byte = [0];
        while !head.ends_with(b"\r\n\r\n") {
            self.stream.read_exact(&mut byte)?;
            head.push(byte[0]);
        }
        let head = String::from_utf8(head).unwrap();
        let mut response = Response { head, body: Vec::new() };
        let length = response.header("content-length").map_or(0, |length| length.parse().unwrap());
        if !is_head {
            response.body.resize(length, 0);
            self.stream.read_exact(&mut response.body)?;
        }
        Ok(response)
    }

    /// Whether the server closes the connection.
    pub fn is_closed(&mut self) -> bool {
        let mut rest = Vec::new();
        match self.stream.read_to_end(&mut rest) {
            Ok(_) => true,
            Err(error) => error.kind() == io::ErrorKind::ConnectionReset,
        }
    }
}

/// A response.
#[derive(Debug)]
pub struct Response {
    pub head: String,
    pub body: Vec<u8>,
}

impl Response {
    pub fn status(&self) -> u16 {
        self.head.split(' ').nth(1).unwrap().parse().unwrap()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (other, value) = line.split_once(": ")?;
            other.eq_ignore_ascii_case(name).then_some(value)
        })
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    /// Status, type and text.
    pub fn all(&self) -> (u16, &str, &str) {
        (self.status(), self.header("content-type").unwrap_or_default(), self.text())
    }
}
