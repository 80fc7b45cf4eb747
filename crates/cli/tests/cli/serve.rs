//! `pgn serve`, as a client meets it.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::rig::Dir;

const PATIENCE: Duration = Duration::from_secs(20);

/// Five games: of the site, by masters, with a position that only one has, and without a result.
const GAMES: &str = "\
[Event \"Rated Blitz game\"]\n[Site \"https://lichess.org/abcdEF12\"]\n[Date \"2020.03.01\"]\n[White \"Anna\"]\n[Black \"Boris \\\"B\\\"\"]\n\
[Result \"1-0\"]\n[WhiteElo \"1650\"]\n[BlackElo \"1750\"]\n[TimeControl \"180+2\"]\n\n1. e4 c5 2. Nf3 d6 {kept in the file} 1-0\n\n\
[Event \"Rated Rapid game\"]\n[Site \"https://lichess.org/ghijKL34\"]\n[Date \"2021.05.02\"]\n[White \"Clara\"]\n[Black \"Anna\"]\n\
[Result \"0-1\"]\n[WhiteElo \"2000\"]\n[BlackElo \"2100\"]\n[TimeControl \"600+0\"]\n\n1. e4 c5 2. c3 d5 0-1\n\n\
[Event \"Riga\"]\n[Site \"Riga\"]\n[Date \"1960.??.??\"]\n[White \"Tal\"]\n[Black \"Fine\"]\n[Result \"1/2-1/2\"]\n\n1. d4 Nf6 1/2-1/2\n\n\
[Event \"Riga\"]\n[Site \"Riga\"]\n[Date \"1961.??.??\"]\n[White \"Fine\"]\n[Black \"Tal\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n\
[Result \"*\"]\n\n1. e4 e6 *\n\n";

/// A server that runs.
pub(crate) struct Server {
    child: Child,
    address: String,
    /// The first line that it wrote.
    said: String,
    lines: Receiver<String>,
}

pub(crate) struct Response {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: String,
}

impl Response {
    fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.filter(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value).next()
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.body);
        serde_json::from_str(&self.body).unwrap()
    }
}

impl Server {
    pub(crate) fn begin(dir: &Dir, args: &[&str]) -> Self {
        let mut child = dir.command(&[&["serve", "--port", "0"], args].concat()).spawn().unwrap();
        let mut errors = BufReader::new(child.stderr.take().unwrap()).lines();
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            while let Some(Ok(line)) = errors.next() {
                let _ = sender.send(line);
            }
        });
        let mut server = Self { child, address: String::new(), said: String::new(), lines };
        let said = server.line();
        let (_, rest) = said.split_once("http://").unwrap_or_else(|| panic!("no address: {said}"));
        rest.split('/').next().unwrap().clone_into(&mut server.address);
        server.said = said;
        server
    }

    /// Its address and port.
    #[cfg(feature = "engines")]
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// The next line of standard error.
    pub(crate) fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).unwrap()
    }

    fn ask(&self, method: &str, target: &str, headers: &str) -> Response {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(stream, "{method} {target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}\r\n")
            .unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Response { status, head: head.to_owned(), body: body.to_owned() }
    }

    pub(crate) fn get(&self, target: &str) -> Response {
        self.ask("GET", target, "")
    }

    pub(crate) fn interrupt(mut self) -> ExitStatus {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < end, "it does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn indexed(games: &str) -> Dir {
    let dir = Dir::with("games.pgn", games);
    dir.pgn(&["index", "games.pgn", "-o", "games.idx"]).status(0);
    dir
}

/// White's wins, draws, and Black's.
pub(crate) fn counts(value: &Value) -> [u64; 3] {
    ["white", "draws", "black"].map(|name| value[name].as_u64().unwrap())
}

pub(crate) fn names<'v>(list: &'v Value, name: &str) -> Vec<&'v str> {
    list.as_array().unwrap().iter().map(|value| value[name].as_str().unwrap()).collect()
}

#[test]
fn answers_have_the_games_with_a_result() {
    let dir = indexed(GAMES);
    let server = Server::begin(&dir, &["games.idx", "--log", "none"]);
    for path in ["/lichess", "/masters"] {
        let answer = server.get(path).json();
        assert_eq!(counts(&answer), [2, 1, 1], "{path}");
        assert_eq!(names(&answer["moves"], "san"), ["e4", "d4"], "{path}");
        assert_eq!(counts(&answer["moves"][0]), [2, 0, 1], "{path}");
        // One game that went on with the move is given with it.
        assert_eq!(answer["moves"][1]["game"]["white"]["name"], "Tal", "{path}");
        assert_eq!(
            answer["moves"][0]["opening"],
            json!({ "eco": "B00", "name": "King's Pawn Game" }),
            "{path}"
        );
    }
    let answer = server.get("/lichess?play=e2e4,c7c5&topGames=0").json();
    assert_eq!(counts(&answer), [1, 0, 1]);
    assert_eq!(answer["opening"], json!({ "eco": "B20", "name": "Sicilian Defense" }));
    assert_eq!(names(&answer["moves"], "uci"), ["c2c3", "g1f3"]);
    assert_eq!(names(&answer["recentGames"], "id"), ["ghijKL34", "abcdEF12"]);
    let recent = &answer["recentGames"][1];
    assert_eq!(recent["black"], json!({ "name": "Boris \"B\"", "rating": 1750 }));
    assert_eq!(recent["month"], "2020-03");
    assert_eq!((&recent["speed"], &recent["mode"]), (&json!("blitz"), &json!("rated")));
    // Only one game has the position.
    let answer = server.get("/masters?play=d2d4,g8f6").json();
    assert_eq!((counts(&answer), &answer["moves"]), ([0, 1, 0], &json!([])));
    let fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR%20w%20KQkq%20-%200%202";
    assert_eq!(counts(&server.get(&format!("/lichess?fen={fen}")).json()), [1, 0, 1]);
    let nowhere = server.get("/lichess?play=a2a3").json();
    assert_eq!((counts(&nowhere), &nowhere["moves"]), ([0, 0, 0], &json!([])));
}

#[test]
fn games_are_chosen_as_lichess_does() {
    let dir = indexed(GAMES);
    let server = Server::begin(&dir, &["games.idx", "--log", "none"]);
    for (target, expected) in [
        ("/lichess?speeds=blitz", [1, 0, 0]),
        ("/lichess?speeds=rapid,classical", [0, 0, 1]),
        ("/lichess?ratings=1600", [1, 0, 0]),
        ("/lichess?ratings=2000,2200", [0, 0, 1]),
        ("/lichess?ratings=2500", [0, 0, 0]),
        ("/lichess?since=2020-04", [0, 0, 1]),
        ("/lichess?since=2020-03&until=2020-03", [1, 0, 0]),
        ("/masters?since=1961&until=2020", [2, 0, 0]),
        ("/masters?until=1960", [0, 1, 0]),
        ("/lichess?since=&until=", [2, 1, 1]),
    ] {
        assert_eq!(counts(&server.get(target).json()), expected, "{target}");
    }
    let answer = server.get("/lichess?moves=1&topGames=0&recentGames=1").json();
    assert_eq!(names(&answer["moves"], "uci"), ["e2e4"]);
    assert_eq!(names(&answer["recentGames"], "id"), ["ghijKL34"]);
    let answer = server.get("/lichess?history=true&until=2022-01").json();
    let history = answer["history"].as_array().unwrap();
    let month = |month: &str| history.iter().find(|one| one["month"] == month).map(counts);
    assert_eq!((month("2020-03"), month("2021-05")), (Some([1, 0, 0]), Some([0, 0, 1])));
}

#[test]
fn each_variant_has_games_of_its_own() {
    let dir = indexed(
        "1. e4 e5 1-0\n\n[Variant \"Atomic\"]\n\n1. Nf3 f6 0-1\n\n[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. @d4 1-0\n\n\
         [Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@d4 Qxd4 1-0\n\n",
    );
    let server = Server::begin(&dir, &["games.idx", "--log", "none"]);
    for (target, expected, moves) in [
        ("/lichess", [1, 0, 0], &["e2e4"][..]),
        ("/lichess?variant=atomic", [0, 0, 1], &["g1f3"]),
        ("/lichess?variant=crazyhouse&play=e2e4,d7d5,e4d5,d8d5", [2, 0, 0], &["P@d4"]),
        ("/lichess?variant=horde", [0, 0, 0], &[]),
    ] {
        let answer = server.get(target).json();
        assert_eq!(
            (counts(&answer), names(&answer["moves"], "uci").as_slice()),
            (expected, moves),
            "{target}"
        );
    }
}

#[test]
fn games_are_given_by_their_identifiers() {
    let dir = indexed(GAMES);
    let server = Server::begin(&dir, &["games.idx", "--log", "none"]);
    let game = server.get("/masters/pgn/abcdEF12");
    assert_eq!(game.status, 200);
    assert_eq!(game.header("content-type"), Some("application/x-chess-pgn"));
    for part in [
        "[White \"Anna\"]\n",
        "[Black \"Boris \\\"B\\\"\"]\n",
        "[WhiteElo \"1650\"]\n",
        "\n1. e4 c5 2. Nf3 d6 {kept in the file} 1-0\n",
    ] {
        assert!(game.body.contains(part), "{part} in {}", game.body);
    }
    // A game without an address has an identifier, too.
    let answer = server.get("/masters?play=d2d4").json();
    let id = answer["moves"][0]["game"]["id"].as_str().unwrap().to_owned();
    let game = server.get(&format!("/masters/pgn/{id}"));
    assert!(
        game.body.contains("[White \"Tal\"]") && game.body.contains("1. d4 Nf6 1/2-1/2"),
        "{}",
        game.body
    );
    assert_eq!(server.get("/masters/pgn/00000000").status, 404);
}

#[test]
fn games_of_a_player_are_those_with_one_colour() {
    let dir = indexed(GAMES);
    let server = Server::begin(&dir, &["games.idx", "--log", "none"]);
    let white = server.get("/player?player=anna&color=white").json();
    assert_eq!((&white["white"], &white["draws"], &white["black"]), (&json!(1), &json!(0), &json!(0)));
    let mv = &white["moves"][0];
    assert_eq!(
        (&mv["uci"], &mv["averageOpponentRating"], &mv["performance"]),
        (&json!("e2e4"), &json!(1750), &json!(2550))
    );
    assert_eq!(white["recentGames"][0]["id"], json!("abcdEF12"));
    assert_eq!(white["queuePosition"], json!(0));
    let black = server.get("/player?player=ANNA&color=black&play=e2e4&modes=rated").json();
    assert_eq!(black["moves"][0]["uci"], json!("c7c5"));
    assert_eq!((&black["white"], &black["black"]), (&json!(0), &json!(1)));
    // A position that one game alone has, which is another one's.
    let other = server.get("/player?player=Anna&color=white&play=d2d4").json();
    assert_eq!((&other["draws"], &other["moves"]), (&json!(0), &json!([])));
    let nobody = server.get("/player?player=Nobody&color=white").json();
    assert_eq!((&nobody["white"], &nobody["recentGames"]), (&json!(0), &json!([])));
}

#[test]
fn what_is_asked_wrongly_is_refused() {
    let dir = indexed(GAMES);
    let server = Server::begin(&dir, &["games.idx", "--log", "none"]);
    for (target, said) in [
        ("/lichess?play=e2e5", "bad request: move 1 of `play`, `e2e5`, is not legal"),
        ("/lichess?fen=nonsense", "bad request: `fen`: "),
        ("/lichess?speeds=fast", "bad request: `speeds` cannot be `fast`"),
        ("/lichess?ratings=1", "bad request: `ratings` cannot be `1`"),
        ("/lichess?since=x", "bad request: `since` cannot be `x`"),
        ("/masters?moves=1&moves=2", "bad request: `moves` is given twice"),
        ("/player?player=Anna", "bad request: `color` is missing"),
        ("/api/position?play=e2e5", "bad request: move 1 of `play`, `e2e5`, is not legal"),
        ("/api/position?fen=nonsense", "bad request: `fen`: "),
        ("/api/games", "bad request: `player` is missing"),
        ("/api/games?player=Anna&color=green", "bad request: `color` cannot be `green`"),
        ("/api/games?player=Anna&from=-1", "bad request: `from` cannot be `-1`"),
        ("/api/games?player=Anna&limit=x", "bad request: `limit` cannot be `x`"),
    ] {
        let response = server.get(target);
        assert!(response.status == 400 && response.body.starts_with(said), "{target}: {}", response.body);
    }
    for target in
        ["/index.html", "/lichess/", "/nothing", "/masters/pgn/", "/game/", "/api/", "/../games.pgn"]
    {
        assert_eq!(server.get(target).status, 404, "{target}");
    }
    assert_eq!(server.ask("DELETE", "/lichess", "").status, 405);
    assert_eq!(server.ask("OPTIONS", "/lichess", "").status, 204);
}

#[test]
fn heads_tags_of_answers_and_other_origins() {
    let dir = indexed(GAMES);
    let server = Server::begin(&dir, &["games.idx", "--log", "none"]);
    let get = server.get("/lichess?play=e2e4");
    let head = server.ask("HEAD", "/lichess?play=e2e4", "");
    assert_eq!((head.status, head.body.as_str()), (200, ""));
    let length = get.body.len().to_string();
    assert_eq!(head.header("content-length"), Some(length.as_str()));
    let tag = get.header("etag").unwrap();
    assert_eq!(head.header("etag"), Some(tag));
    let again = server.ask("GET", "/lichess?play=e2e4", &format!("If-None-Match: {tag}\r\n"));
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    let other = server.ask("GET", "/lichess?play=d2d4", &format!("If-None-Match: {tag}\r\n"));
    assert_eq!(other.status, 200);
    assert_eq!(get.header("access-control-allow-origin"), Some("*"));
    let server = Server::begin(&dir, &["games.idx", "--log", "none", "--same-origin"]);
    assert_eq!(server.get("/lichess").header("access-control-allow-origin"), None);
}

#[test]
fn the_page_needs_nothing_from_elsewhere() {
    let dir = indexed(GAMES);
    let server = Server::begin(&dir, &["games.idx", "--log", "none", "--same-origin"]);
    let page = server.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
    assert_eq!(page.header("access-control-allow-origin"), None);
    assert!(
        page.body.contains("<title>Opening explorer</title>") && !page.body.contains("http"),
        "{}",
        page.body
    );
    for (target, content_type) in [
        ("/", "text/html; charset=utf-8"),
        ("/explorer.js", "text/javascript; charset=utf-8"),
        ("/explorer.css", "text/css; charset=utf-8"),
    ] {
        let file = server.get(target);
        assert_eq!((file.status, file.header("content-type")), (200, Some(content_type)), "{target}");
        assert_eq!(file.header("x-content-type-options"), Some("nosniff"), "{target}");
        let tag = file.header("etag").unwrap();
        let again = server.ask("GET", target, &format!("If-None-Match: {tag}\r\n"));
        assert_eq!((again.status, again.body.as_str()), (304, ""), "{target}");
        let head = server.ask("HEAD", target, "");
        let length = file.body.len().to_string();
        assert_eq!(head.header("content-length"), Some(length.as_str()), "{target}");
    }
}

#[test]
fn positions_have_all_their_moves() {
    let dir = indexed(GAMES);
    let server = Server::begin(&dir, &["games.idx", "--log", "none"]);
    let start = server.get("/api/position").json();
    assert_eq!(start["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!((&start["line"], names(&start["moves"], "san").len()), (&json!([]), 20));
    // A move that nobody has played, castling, and a check.
    let line = "e2e4,e7e5,g1f3,b8c6,f1b5,a7a6,e1g1,a6b5,f3e5,c6e5,d1h5,a8a5,h5f7";
    let answer = server.get(&format!("/api/position?play={line}")).json();
    let sans = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O", "axb5", "Nxe5", "Nxe5", "Qh5", "Ra5", "Qxf7+"];
    assert_eq!(names(&answer["line"], "san"), sans);
    assert_eq!(answer["line"][6]["uci"], "e1h1");
    assert_eq!(answer["line"][6]["fen"], "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 4");
    assert_eq!((&answer["check"], &answer["line"][11]["check"]), (&json!(true), &json!(false)));
    assert_eq!(names(&answer["moves"], "san"), ["Kxf7", "Nxf7"]);
    assert_eq!(answer["fen"], answer["line"][12]["fen"]);
    // From a position, with every piece that a pawn can become; the end of a game.
    let fen = "7k/P7/8/8/8/8/8/K7%20w%20-%20-%200%201";
    let promotions = server.get(&format!("/api/position?fen={fen}")).json();
    let sans = names(&promotions["moves"], "san");
    for san in ["a8=Q+", "a8=R+", "a8=B", "a8=N"] {
        assert!(sans.contains(&san), "{sans:?}");
    }
    let mate = server.get("/api/position?play=f2f3,e7e5,g2g4,d8h4").json();
    assert_eq!((&mate["moves"], &mate["check"]), (&json!([]), &json!(true)));
    // The longest line that is allowed.
    let there_and_back = vec!["g1f3,g8f6,f3g1,f6g8"; 150].join(",");
    let long = server.get(&format!("/api/position?play={there_and_back}")).json();
    assert_eq!(long["line"].as_array().unwrap().len(), 600);
    assert_eq!(server.get(&format!("/api/position?play={there_and_back},e2e4")).status, 400);
}

#[test]
fn games_of_a_player_come_in_parts() {
    let dir = indexed(GAMES);
    let server = Server::begin(&dir, &["games.idx", "--log", "none"]);
    let all = server.get("/api/games?player=anna").json();
    assert_eq!((&all["total"], &all["from"]), (&json!(2), &json!(0)));
    // Latest first.
    assert_eq!(names(&all["games"], "id"), ["ghijKL34", "abcdEF12"]);
    assert_eq!(all["games"][1]["white"], json!({ "name": "Anna", "rating": 1650 }));
    assert_eq!((&all["games"][1]["winner"], &all["games"][1]["month"]), (&json!("white"), &json!("2020-03")));
    for (parameters, total, ids) in [
        ("color=white", 1, &["abcdEF12"][..]),
        ("color=black", 1, &["ghijKL34"]),
        ("limit=1", 2, &["ghijKL34"]),
        ("limit=1&from=1", 2, &["abcdEF12"]),
        ("from=2", 2, &[]),
        ("from=18446744073709551615", 2, &[]),
        ("limit=0", 2, &[]),
    ] {
        let answer = server.get(&format!("/api/games?player=ANNA&{parameters}")).json();
        assert_eq!(
            (&answer["total"], &names(&answer["games"], "id")[..]),
            (&json!(total), ids),
            "{parameters}"
        );
    }
    let nobody = server.get("/api/games?player=Ann").json();
    assert_eq!((&nobody["total"], &nobody["games"]), (&json!(0), &json!([])));
}

#[test]
fn a_game_is_given_for_the_page_and_as_a_page() {
    let dir = indexed(
        "[White \"<b>\"]\n[Black \"B\"]\n[Site \"https://lichess.org/abcdEF12\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O 1-0\n\n\
         [Site \"https://lichess.org/ghijKL34\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
         [FEN \"rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w KQkq - 0 1\"]\n\n1. O-O O-O-O 1/2-1/2\n\n",
    );
    let server = Server::begin(&dir, &["games.idx", "--log", "none"]);
    let game = server.get("/api/game/abcdEF12").json();
    assert!(game["tags"].as_array().unwrap().contains(&json!({ "name": "White", "value": "<b>" })), "{game}");
    assert_eq!((&game["variant"], &game["fen"]), (&json!("standard"), &json!("")));
    assert_eq!(game["play"], "e2e4,e7e5,g1f3,b8c6,f1b5,a7a6,e1h1");
    let other = server.get("/api/game/ghijKL34").json();
    let (fen, play) = (other["fen"].as_str().unwrap(), other["play"].as_str().unwrap());
    assert!(fen.starts_with("rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w "), "{fen}");
    // It can be asked about as it is.
    let position = server.get(&format!("/api/position?fen={}&play={play}", fen.replace(' ', "%20"))).json();
    assert_eq!(names(&position["line"], "san"), ["O-O", "O-O-O"]);
    let page = server.get("/game/abcdEF12");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("script-src 'sha256-") && policy.contains("frame-ancestors 'none'"), "{policy}");
    assert!(page.body.contains("<b>&lt;b&gt;</b>") && !page.body.contains("<b><b>"), "{}", page.body);
    assert!(page.header("etag").is_some());
    for target in ["/api/game/00000000", "/game/00000000"] {
        assert_eq!(server.get(target).status, 404, "{target}");
    }
}

#[test]
fn a_new_index_is_taken_while_it_runs() {
    let dir = indexed(GAMES);
    let server = Server::begin(&dir, &["games.idx", "--log", "none"]);
    let before = server.get("/lichess");
    assert_eq!(counts(&before.json()), [2, 1, 1]);
    dir.write("games.pgn", format!("{GAMES}[Result \"0-1\"]\n\n1. g4 e5 2. f3 Qh4# 0-1\n"));
    dir.pgn(&["index", "games.pgn", "-o", "games.idx"]).status(0);
    assert_eq!(server.line(), "pgn: games.idx: replaced: 6 games");
    let tag = before.header("etag").unwrap();
    // The line may be there a moment before the index is.
    let end = Instant::now() + PATIENCE;
    let after = loop {
        let after = server.ask("GET", "/lichess", &format!("If-None-Match: {tag}\r\n"));
        if after.status != 304 {
            break after;
        }
        assert!(Instant::now() < end, "the answer stays as it was");
    };
    assert_eq!(counts(&after.json()), [2, 1, 2]);
    assert_ne!(after.header("etag"), Some(tag));
    // One that is damaged is not taken.
    let whole = fs::read(dir.path("games.idx")).unwrap();
    dir.write("cut.idx", &whole[..whole.len() - 1]);
    fs::rename(dir.path("cut.idx"), dir.path("games.idx")).unwrap();
    let said = server.line();
    assert_eq!(said, "pgn: games.idx: the end of the index is damaged; the index before it goes on");
    assert_eq!(counts(&server.get("/lichess").json()), [2, 1, 2]);
}

#[test]
fn evaluations_are_served_with_an_index_or_without() {
    let dir = indexed(GAMES);
    let text =
        fs::read_to_string(format!("{}/../../examples/evals.jsonl", env!("CARGO_MANIFEST_DIR"))).unwrap();
    dir.write("evals.jsonl", &text);
    dir.pgn(&["evals", "build", "--lines", "2", "--pv-plies", "2", "evals.jsonl", "-o", "x.evals"]).status(0);
    let start = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let target = format!("/api/cloud-eval?fen={}&multiPv=3", start.replace(' ', "%20"));
    let expected = format!(
        r#"{{"fen":"{start}","knodes":310000,"depth":44,"pvs":[{{"moves":"e7e5 g1f3","cp":21}},{{"moves":"c7c5 g1f3","cp":29}}]}}"#
    );
    for (files, games, content) in [
        (&["games.idx", "--evals", "x.evals"][..], 4, "games.idx, x.evals: 5 games, 6 evaluations at "),
        (&["--evals", "x.evals"], 0, "x.evals: 6 evaluations at "),
    ] {
        let server = Server::begin(&dir, &[files, &["--log", "none"]].concat());
        assert_eq!(counts(&server.get("/lichess").json()).iter().sum::<u64>(), games, "{content}");
        let found = server.get(&target);
        assert_eq!((found.status, &*found.body), (200, &*expected));
        let of_page = server.get("/api/position?play=e2e4").json();
        assert_eq!(
            of_page["evaluation"],
            json!({"cp": 21, "depth": 44, "knodes": 310_000, "line": "e5 Nf3"})
        );
        let none = server.get("/api/cloud-eval?fen=8/8/8/8/8/5k2/7q/3K4+b+-+-");
        let said = r#"{"error":"No cloud evaluation available for that position"}"#;
        assert_eq!((none.status, &*none.body), (404, said));
        // The same letters mean another position in a variant.
        assert_eq!(server.get(&format!("{target}&variant=atomic")).status, 404);
        server.get("/");
        assert!(server.said.contains(content), "{}", server.said);
    }
    // Without the file there are no evaluations, and with it new ones are taken.
    let server = Server::begin(&dir, &["games.idx", "--log", "none"]);
    assert_eq!(server.get(&target).status, 404);
    assert!(server.get("/api/position?play=e2e4").json().get("evaluation").is_none());
    let server = Server::begin(&dir, &["games.idx", "--evals", "x.evals", "--log", "none"]);
    assert_eq!(server.get(&target).status, 200);
    dir.pgn(&["evals", "build", "--limit", "1", "evals.jsonl", "-o", "x.evals"]).status(0);
    assert_eq!(server.line(), "pgn: games.idx, x.evals: replaced: 5 games, 1 evaluations");
    let end = Instant::now() + PATIENCE;
    while server.get(&target).status != 404 {
        assert!(Instant::now() < end, "the answer stays as it was");
    }
    let refused = dir.pgn(&["serve", "games.idx", "--evals", "games.idx"]).status(2);
    let expected = "expected evaluations as `pgn evals build` writes them, found another file";
    assert_eq!(refused.err(), format!("pgn: games.idx: {expected}\n"));
    dir.pgn(&["serve"]).status(2);
}

#[test]
fn the_log_and_the_end() {
    let dir = indexed(GAMES);
    let server = Server::begin(&dir, &["games.idx", "--log", "json"]);
    server.get("/lichess?play=e2e4");
    let line: Value = serde_json::from_str(&server.line()).unwrap();
    assert_eq!((&line["path"], &line["query"]), (&json!("/lichess"), &json!("play=e2e4")));
    assert_eq!((&line["status"], &line["method"]), (&json!(200), &json!("GET")));
    assert_eq!(server.interrupt().code(), Some(0));
    let server = Server::begin(&dir, &["games.idx"]);
    server.get("/masters/pgn/zzz");
    let line = server.line();
    assert!(line.contains(" GET /masters/pgn/zzz 404 "), "{line}");
    assert_eq!(server.interrupt().code(), Some(0));
}

#[test]
fn without_an_index_or_an_address_it_does_not_begin() {
    let dir = indexed(GAMES);
    let ran = dir.pgn(&["serve", "--port", "0", "games.pgn"]).status(2);
    assert_eq!(ran.err(), "pgn: games.pgn: expected an index of pgnkit, found another file\n");
    let ran = dir.pgn(&["serve", "--port", "0", "missing.idx"]).status(2);
    assert!(ran.err().starts_with("pgn: missing.idx: "), "{}", ran.err());
    let server = Server::begin(&dir, &["games.idx"]);
    let port = server.address.rsplit(':').next().unwrap().to_owned();
    let mut second = dir.command(&["serve", "--port", &port, "games.idx"]);
    let ran = second.stdin(Stdio::null()).output().unwrap();
    assert_eq!(ran.status.code(), Some(2));
    let said = String::from_utf8(ran.stderr).unwrap();
    assert!(said.starts_with(&format!("pgn: 127.0.0.1:{port}: ")), "{said}");
}
